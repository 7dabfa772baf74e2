import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { withToggled } from '../../protocol/breakpoint.ts';
import { instant } from '../widgets/kit/format.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { gutterWords } from './strings.ts';
import { Tip } from './tip.tsx';

/** So long a finger is held still that means to set a stop. */
const HOLD_MS = 500;
/** A finger is never quite still. */
const STILL = 10;
const TOLD_MS = 2500;

export interface Toggle {
  at(time: number): void;
  /** What was done last, in words. */
  readonly said: string;
  /** Where a finger has just done it. */
  readonly held: number | undefined;
}

/** Sets a stop at a moment or removes it: by F9 at the playhead, by a finger that is held still at what is under it. */
export function useToggle(
  box: RefObject<HTMLElement | null>,
  under: (x: number) => Promise<number | undefined>,
): Toggle {
  const t = useWords(gutterWords);
  const host = useHost();
  const now = useNow((frame) => frame?.time ?? 0);
  const [said, setSaid] = useState('');
  const [held, setHeld] = useState<number>();
  const at = (time: number) => {
    const list = withToggled(host.breakpoints, { moment: String(time) });
    host.setBreakpoints(list);
    setSaid(t(list.length > host.breakpoints.length ? 'isSet' : 'isRemoved', { time: instant(time) }));
  };
  const hold = async (x: number) => {
    const time = await under(x);
    if (time === undefined) return;
    latest.current.at(time);
    setHeld(x);
  };
  const latest = useRef({ at, hold, now });
  latest.current = { at, hold, now };
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from: PointerEvent | undefined;
    const end = () => {
      clearTimeout(timer);
      from = undefined;
    };
    const down = (event: PointerEvent) => {
      // A second finger zooms.
      const isFirst = event.pointerType === 'touch' && event.isPrimary;
      end();
      if (!isFirst) return;
      from = event;
      const x = event.clientX - element.getBoundingClientRect().left;
      timer = setTimeout(() => latest.current.hold(x).catch(() => undefined), HOLD_MS);
    };
    const move = (event: PointerEvent) => {
      if (from !== undefined && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL) end();
    };
    // Else a phone opens its menu under the finger.
    const menu = (event: Event) => {
      if (from !== undefined) event.preventDefault();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'F9' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      latest.current.at(latest.current.now);
    };
    element.setAttribute('aria-keyshortcuts', 'F9');
    const listeners = { pointerdown: down, pointermove: move, pointerup: end, pointercancel: end, contextmenu: menu };
    const all = Object.entries({ ...listeners, keydown: key }) as [string, EventListener][];
    for (const [name, listener] of all) element.addEventListener(name, listener, true);
    return () => {
      end();
      element.removeAttribute('aria-keyshortcuts');
      for (const [name, listener] of all) element.removeEventListener(name, listener, true);
    };
  }, [box]);
  useEffect(() => {
    if (held === undefined) return undefined;
    const timer = setTimeout(() => setHeld(undefined), TOLD_MS);
    return () => clearTimeout(timer);
  }, [held]);
  return { at, said, held };
}

/** What was done: beside the slider, as within one nothing is read; and above the finger that did it. */
export function Toggled(props: { readonly box: RefObject<HTMLElement | null>; readonly toggle: Toggle }): ReactElement {
  const { box, toggle } = props;
  const frame = box.current?.parentElement;
  return (
    <>
      {frame &&
        createPortal(
          <span role="status" className="unseen">
            {toggle.said}
          </span>,
          frame,
        )}
      {toggle.held !== undefined && (
        <Tip x={toggle.held} box={box}>
          <p className="tl-stop">{toggle.said}</p>
        </Tip>
      )}
    </>
  );
}
