import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PaneName } from '../../../debugger/layout.ts';
import { useViewer } from '../../public.ts';
import { WindowContext } from '../../widgets/kit/window.ts';

/**
 * A part of the page that may stand elsewhere: in its place, or in a window of its own. What stands in it is drawn into
 * an element that moves as a whole, so that nothing is begun anew: a half typed line, a scrolled list, the editor's cursor.
 */
export function Pane({ name, children }: { readonly name: PaneName; readonly children: ReactNode }): ReactElement {
  const place = useRef<HTMLDivElement | null>(null);
  const apart = useViewer((viewer) => viewer.apart[name]);
  const [box] = useState(() => {
    const made = document.createElement('div');
    made.className = `pane pane-${name}`;
    // Wherever it stands, what is drawn into it is made by this page, and is an `Element` as the page's scripts know it.
    Object.defineProperty(made, 'ownerDocument', { value: document });
    return made;
  });
  const [around, setAround] = useState<Window>(window);
  useLayoutEffect(() => {
    const to = apart ?? place.current;
    if (to === null || box.parentElement === to) return;
    // What is moved begins at its top again.
    const scrolled = Array.from(box.querySelectorAll('*'), (one) => ({
      one,
      top: one.scrollTop,
      left: one.scrollLeft,
    }));
    to.append(box);
    for (const { one, top, left } of scrolled) if (top !== 0 || left !== 0) one.scrollTo(left, top);
    setAround(to.ownerDocument.defaultView ?? window);
  }, [apart, box]);
  return (
    <>
      <div
        className="pane-place"
        ref={(element) => {
          place.current = element;
          // Before what stands in it looks how much room there is.
          if (box.parentElement === null) element?.append(box);
        }}
      />
      <WindowContext value={around}>{createPortal(children, box)}</WindowContext>
    </>
  );
}
