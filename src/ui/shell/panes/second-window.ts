import { flushSync } from 'react-dom';
import type { PaneName } from '../../../debugger/layout.ts';
import type { ViewerStore } from '../../../debugger/viewer-store.ts';
import { scopeOf } from '../../widgets/key-scope.ts';
import { changeLayout } from './places.ts';

/** Rules that scripts add to a style sheet are announced to nobody. */
const LOOK_AGAIN_MS = 500;
const LEAST = { width: 360, height: 240 };

/**
 * Takes a pane into a window of its own: it stays a part of this page, on the same run. False where the browser lets no
 * window open. It comes back when that window is closed; with the page that window goes.
 */
export function takeApart(viewer: ViewerStore, pane: PaneName, titleOf: () => string): boolean {
  const size = document.querySelector(`.pane-${pane}`)?.getBoundingClientRect();
  const width = Math.max(LEAST.width, Math.round(size?.width ?? 0));
  const height = Math.max(LEAST.height, Math.round(size?.height ?? 0));
  const other = window.open('', '', `popup,width=${width},height=${height}`);
  if (other === null) return false;
  const place = furnish(other);
  const sayTitle = () => {
    other.document.title = titleOf();
  };
  sayTitle();
  const ends = [followLooks(other), viewer.subscribe(sayTitle)];
  other.addEventListener('keydown', passOn);
  const close = () => other.close();
  addEventListener('pagehide', close);
  other.addEventListener('pagehide', () => {
    removeEventListener('pagehide', close);
    for (const end of ends) end();
    // At once: with its window the pane's element would be gone.
    flushSync(() => bringBack(viewer, pane));
    close();
  });
  viewer.setState((now) => ({ apart: { ...now.apart, [pane]: place } }));
  return true;
}

/** Panes that were closed, or stand in windows of their own, are in their places again. */
export function showPanes(viewer: ViewerStore, panes: readonly PaneName[]): void {
  for (const pane of panes) bringBack(viewer, pane);
  changeLayout(viewer, (now) => ({ ...now, closed: now.closed.filter((pane) => !panes.includes(pane)) }));
}

export function bringBack(viewer: ViewerStore, pane: PaneName): void {
  const { apart } = viewer.getState();
  const place = apart[pane];
  if (place === undefined) return;
  viewer.setState({ apart: { ...apart, [pane]: undefined } });
  place.ownerDocument.defaultView?.close();
}

function furnish({ document: there }: Window): HTMLElement {
  const place = there.createElement('div');
  place.className = 'apart';
  place.style.zoom = document.getElementById('root')?.style.zoom ?? '';
  there.body.append(place);
  return place;
}

/** Theme, language and style sheets are those of the page, also when they change there or are fetched later. */
function followLooks(other: Window): () => void {
  const styles = new Map<Element, { readonly copy: HTMLElement; text: string }>();
  const root = other.document.documentElement;
  const follow = () => {
    root.lang = document.documentElement.lang;
    root.dataset.theme = document.documentElement.dataset.theme ?? '';
    const found = new Set<Element>(document.head.querySelectorAll('link[rel="stylesheet"], style'));
    for (const [one, { copy }] of styles) {
      if (found.has(one)) continue;
      copy.remove();
      styles.delete(one);
    }
    for (const one of found) {
      const text = one instanceof HTMLLinkElement ? one.href : rulesOf(one as HTMLStyleElement);
      const known = styles.get(one);
      if (known?.text === text) continue;
      const copy = known?.copy ?? other.document.createElement(one.localName);
      if (one instanceof HTMLLinkElement) Object.assign(copy, { rel: 'stylesheet', href: text });
      else copy.textContent = text;
      if (known === undefined) other.document.head.append(copy);
      styles.set(one, { copy, text });
    }
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(document.documentElement, { attributeFilter: ['lang', 'data-theme'] });
  observer.observe(document.head, { childList: true });
  const timer = setInterval(follow, LOOK_AGAIN_MS);
  return () => {
    observer.disconnect();
    clearInterval(timer);
  };
}

function rulesOf({ sheet }: HTMLStyleElement): string {
  return sheet === null ? '' : Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n');
}

/** A key that nothing in that window takes for itself is pressed in the page. */
function passOn(event: KeyboardEvent): void {
  const scope = scopeOf(event.target);
  if (event.defaultPrevented || (scope === 'text' && event.key !== 'Escape')) return;
  if (scope === 'control' && (event.key === ' ' || event.key === 'Enter')) return;
  if (!document.body.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
}
