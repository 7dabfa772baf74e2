import type { ReactElement, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useWindow } from '../widgets/kit/window.ts';

const WIDTH = 280;

/**
 * Above the timeline, as near to the pointer as the window allows. It is put beside the page's panes: the one of the
 * timeline shows nothing beyond its own edge.
 */
export function Tip(props: {
  readonly x: number;
  readonly box: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}): ReactElement | null {
  const around = useWindow();
  const box = props.box.current;
  if (box === null) return null;
  const bounds = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, bounds.left + props.x - WIDTH / 2), around.innerWidth - WIDTH - 8);
  return createPortal(
    <div
      className="tl-hover"
      aria-hidden="true"
      style={{ left, bottom: around.innerHeight - bounds.top + 4, width: WIDTH }}
    >
      {props.children}
    </div>,
    box.closest('.app') ?? box,
  );
}
