import { createContext, useContext } from 'react';

/** The window that a part of the page stands in: the page's own, unless the reader took the part into another one. */
export const WindowContext = createContext<Window>(globalThis.window);

export function useWindow(): Window {
  return useContext(WindowContext);
}

/** Tells when an element's size changes. A window observes what it draws itself, not what another one does. */
export function onResize(around: Window, element: Element, tell: () => void): () => void {
  const { ResizeObserver: Observer } = around as Window & typeof globalThis;
  if (Observer === undefined) return () => undefined;
  const observer = new Observer(tell);
  observer.observe(element);
  return () => observer.disconnect();
}
