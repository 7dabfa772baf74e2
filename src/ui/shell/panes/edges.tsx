import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { PaneName, Sized } from '../../../debugger/layout.ts';
import { usePage } from '../../public.ts';
import { onResize } from '../../widgets/kit/window.ts';
import { useWords } from '../../widgets/kit/words.ts';
import { changeLayout, type Places, usePlaces } from './places.ts';
import { showPanes } from './second-window.ts';
import { paneWords } from './strings.ts';

interface Border {
  /** What it gives its size to. */
  readonly sizes: string;
  readonly panes: readonly PaneName[];
  /** A column's border stands upright. */
  readonly isUpright: boolean;
  /** What is given its size lies before it: to the left. */
  readonly isBefore?: true;
  /** Smaller, the pane shows nothing that one can use; below half of it, it closes. */
  readonly least: number;
  /** What is left to the others. */
  readonly others: string;
  readonly leastOfOthers: number;
}

const BORDERS: Readonly<Record<Sized, Border>> = {
  left: {
    sizes: '.app > .left',
    panes: ['editor', 'shell'],
    isUpright: true,
    isBefore: true,
    least: 200,
    others: '.app > .stage',
    leastOfOthers: 320,
  },
  right: {
    sizes: '.app > .right',
    panes: ['inspector'],
    isUpright: true,
    least: 220,
    others: '.app > .stage',
    leastOfOthers: 320,
  },
  shell: {
    sizes: '.left .pane-shell',
    panes: ['shell'],
    isUpright: false,
    least: 84,
    others: '.left .pane-editor',
    leastOfOthers: 160,
  },
  timeline: {
    sizes: '.app > .bar',
    panes: ['timeline'],
    isUpright: false,
    least: 84,
    others: '.app > .stage',
    leastOfOthers: 180,
  },
};

/** The borders of the page's frame; that of the shell stands in the column that it divides. */
export function Edges(): ReactElement {
  const t = useWords(paneWords);
  const { hidden, full } = usePlaces();
  const isGone = (pane: PaneName) => hidden.includes(pane);
  const hasMiddle = !isGone('map');
  return (
    <section className="edges" aria-label={t('edges')}>
      {full === undefined && hasMiddle && <Edge of="left" />}
      {full === undefined && (hasMiddle || !(isGone('editor') && isGone('shell'))) && <Edge of="right" />}
      {full !== 'timeline' && <Edge of="timeline" />}
    </section>
  );
}

const STEP = 16;
const LARGE_STEP = 64;
/** So far a pointer may slip in a press. */
const SLIP = 3;

/** A border that is dragged, moved with arrow keys, closed and opened with Enter, and put back with a double click. */
export function Edge({ of }: { readonly of: Sized }): ReactElement | null {
  const t = useWords(paneWords);
  const { viewer } = usePage();
  const places = usePlaces();
  const border = BORDERS[of];
  const bar = useRef<HTMLDivElement>(null);
  const size = useMeasured(border.sizes);
  const held = useRef<{ readonly x: number; readonly y: number; moved: boolean }>(undefined);
  if (of === 'shell' && (places.full !== undefined || isClosed(BORDERS.left, places))) return null;
  const closed = isClosed(border, places);
  /** Where the editor is closed, what can be opened lies on the other side. */
  const opens = of === 'shell' && places.hidden.includes('editor') ? (['editor'] as const) : border.panes;
  const open = () => showPanes(viewer, opens);
  const close = () => changeLayout(viewer, (now) => ({ ...now, closed: [...now.closed, ...border.panes] }));
  const give = (to: number | undefined) => {
    if (closed) open();
    changeLayout(viewer, (now) => ({ ...now, sizes: { ...now.sizes, [of]: to } }));
  };
  const drag = ({ clientX, clientY }: PointerEvent) => {
    const asked = sizeAt(border, bar.current, clientX, clientY);
    if (asked === undefined) return;
    if (asked < border.least / 2) return closed ? undefined : close();
    give(Math.min(Math.max(asked, border.least), mostOf(border)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = directionOf(border, event.key) * (event.shiftKey ? LARGE_STEP : STEP);
    if (event.key === 'Enter') closed || opens !== border.panes ? open() : close();
    else if (by !== 0) give(Math.min(Math.max((closed ? 0 : size) + by, border.least), mostOf(border)));
    else if (event.key === 'Home') give(border.least);
    else if (event.key === 'End') give(mostOf(border));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of a text cannot be moved
    <div
      ref={bar}
      className={`edge edge-${of}${closed || opens !== border.panes ? ' shut' : ''}`}
      role="separator"
      tabIndex={0}
      aria-orientation={border.isUpright ? 'vertical' : 'horizontal'}
      aria-label={t(`edge.${of}`)}
      aria-valuemin={0}
      aria-valuenow={closed ? 0 : size}
      aria-valuemax={Math.max(size, mostOf(border))}
      aria-valuetext={closed ? t('closed') : t('pixels', { size })}
      onKeyDown={onKeyDown}
      onDoubleClick={() => give(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        held.current = { x: event.clientX, y: event.clientY, moved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const { current } = held;
        if (current === undefined) return;
        current.moved ||= Math.hypot(event.clientX - current.x, event.clientY - current.y) > SLIP;
        if (current.moved) drag(event);
      }}
      onPointerUp={() => {
        if (held.current?.moved === false && (closed || opens !== border.panes)) open();
        held.current = undefined;
      }}
      onPointerCancel={() => {
        held.current = undefined;
      }}
    >
      <i aria-hidden="true" />
    </div>
  );
}

function isClosed({ panes }: Border, { hidden }: Places): boolean {
  return panes.every((pane) => hidden.includes(pane));
}

/** Which way an arrow moves the size: to the side that the pane lies on makes it smaller. */
function directionOf({ isUpright, isBefore }: Border, key: string): 1 | -1 | 0 {
  const towards = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[key] as 1 | -1 | undefined;
  if (towards === undefined || isUpright !== /Right|Left/.test(key)) return 0;
  return isBefore === true ? towards : (-towards as 1 | -1);
}

/** The size that the pane has when its border lies at the pointer, in the page's own pixels. */
function sizeAt(border: Border, bar: HTMLElement | null, x: number, y: number): number | undefined {
  const frame = bar?.closest<HTMLElement>('.l-column, .app');
  if (frame == null) return undefined;
  const around = frame.getBoundingClientRect();
  const scale = around.width / frame.offsetWidth;
  if (!border.isUpright) return (around.bottom - y) / scale;
  return (border.isBefore === true ? x - around.left : around.right - x) / scale;
}

/** What the pane may have so that the others keep what they need. */
function mostOf(border: Border): number {
  const along = border.isUpright ? 'offsetWidth' : 'offsetHeight';
  const [own, others] = [border.sizes, border.others].map(
    (one) => document.querySelector<HTMLElement>(one)?.[along] ?? 0,
  );
  return Math.max(border.least, (own ?? 0) + (others ?? 0) - border.leastOfOthers);
}

function useMeasured(selector: string): number {
  const [size, setSize] = useState(0);
  useEffect(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element === null) return;
    const along = Object.values(BORDERS).find(({ sizes }) => sizes === selector)?.isUpright
      ? 'offsetWidth'
      : 'offsetHeight';
    return onResize(window, element, () => setSize(element[along]));
  }, [selector]);
  return size;
}
