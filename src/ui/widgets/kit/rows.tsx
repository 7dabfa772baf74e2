import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { onResize, useWindow } from './window.ts';

/** The part of a long list that is worth drawing. Pure, so that it can be tested without a page. */
export function windowOf(
  count: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
  over = 8,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - over));
  return { from, to: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + over) };
}

/** Where a key moves in a list of `count` rows; undefined when the key means nothing here. */
export function movedBy(key: string, at: number, count: number, page: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: count - 1 }[
    key
  ];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/**
 * A list of any length: only the rows in sight exist. One Tab stop; arrows, Page, Home and End move, Enter chooses.
 * Rows have one height, so that the scroll bar tells the truth.
 */
export function Rows(props: {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** Kept in sight whenever it changes. */
  readonly current: number | undefined;
  readonly className?: string;
  readonly row: (place: number) => ReactNode;
  readonly onChoose: (place: number) => void;
  readonly onWindow?: (from: number, to: number) => void;
}): ReactElement {
  const { count, rowHeight, current, onWindow } = props;
  const box = useRef<HTMLDivElement>(null);
  const around = useWindow();
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [active, setActive] = useState(current ?? 0);
  const { from, to } = windowOf(count, rowHeight, top, height);
  const id = useRef(`rows-${Math.random().toString(36).slice(2)}`).current;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setHeight(element.clientHeight || 400);
    measure();
    return onResize(around, element, measure);
  }, [around]);
  useEffect(() => {
    if (current === undefined) return;
    setActive(current);
    reveal(box.current, current, rowHeight, true);
  }, [current, rowHeight]);
  useEffect(() => onWindow?.(from, to), [from, to, onWindow]);

  const move = (event: KeyboardEvent) => {
    const next = movedBy(event.key, active, count, Math.max(1, Math.floor(height / rowHeight) - 1));
    if (event.key === 'Enter' && count > 0) props.onChoose(active);
    else if (next === undefined) return;
    else {
      setActive(next);
      reveal(box.current, next, rowHeight);
    }
    event.preventDefault();
    event.stopPropagation(); // the page's own keys move the cursor
  };

  const drawn: ReactNode[] = [];
  for (let place = from; place < to; place += 1)
    drawn.push(
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it handles the keys
      // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
      <div
        key={place}
        id={`${id}-${place}`}
        role="option"
        aria-selected={place === current}
        aria-posinset={place + 1}
        aria-setsize={count}
        className={`k-row${place === active ? ' k-active' : ''}${place === current ? ' k-now' : ''}`}
        style={{ position: 'absolute', insetInline: 0, top: place * rowHeight, height: rowHeight }}
        onClick={() => {
          setActive(place);
          props.onChoose(place);
        }}
      >
        {props.row(place)}
      </div>,
    );
  return (
    <div
      ref={box}
      role="listbox"
      aria-label={props.label}
      aria-activedescendant={active >= from && active < to ? `${id}-${active}` : undefined}
      tabIndex={0}
      className={`k-rows ${props.className ?? ''}`}
      onKeyDown={move}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: count * rowHeight, position: 'relative' }}>{drawn}</div>
    </div>
  );
}

function reveal(box: HTMLDivElement | null, place: number, rowHeight: number, amid = false): void {
  if (box === null) return;
  const top = place * rowHeight;
  const room = box.clientHeight - rowHeight;
  if (top >= box.scrollTop && top <= box.scrollTop + room) return;
  if (amid) box.scrollTop = top - room / 2;
  else box.scrollTop = top < box.scrollTop ? top : top - room;
}
