import { useMemo } from 'react';
import { type Layout, layoutOf, PANES, type PaneName, wordsOf } from '../../../debugger/layout.ts';
import type { Viewer, ViewerStore } from '../../../debugger/viewer-store.ts';
import { useViewer } from '../../public.ts';

/** What a link lent, or else what the reader made. */
export function shownLayout({ lentLayout, layout }: Pick<Viewer, 'lentLayout' | 'layout'>): string {
  return lentLayout ?? layout;
}

/** What a reader changes is the reader's; what was lent stays lent. */
export function changeLayout(viewer: ViewerStore, change: (layout: Layout) => Layout): void {
  const now = viewer.getState();
  const layout = wordsOf(change(layoutOf(shownLayout(now))));
  viewer.setState(now.lentLayout === undefined ? { layout } : { lentLayout: layout });
}

/** Back from a pane at full size; false where none is. */
export function leaveFull(viewer: ViewerStore): boolean {
  if (layoutOf(shownLayout(viewer.getState())).full === undefined) return false;
  changeLayout(viewer, (layout) => ({ ...layout, full: undefined }));
  return true;
}

/** The pane that has the focus, else the one at the pointer, else the map: to full size, or back. */
export function toggleFull(viewer: ViewerStore): void {
  if (leaveFull(viewer)) return;
  const at = document.querySelector('.app .pane:focus-within') ?? document.querySelector('.app .pane:hover');
  const full = PANES.find((pane) => at?.classList.contains(`pane-${pane}`)) ?? 'map';
  changeLayout(viewer, (layout) => ({ ...layout, full }));
}

export interface Places {
  /** Panes that are not in their places: closed, in windows of their own, or behind one at full size. */
  readonly hidden: readonly PaneName[];
  readonly full: PaneName | undefined;
  /** Nothing is left to stand above the sentence. */
  readonly isBare: boolean;
}

const MIDDLE: readonly PaneName[] = ['editor', 'shell', 'map', 'inspector'];

export function placesIn({ closed, full }: Layout, apart: Viewer['apart']): Places {
  const isGone = (pane: PaneName) => closed.includes(pane) || apart[pane] !== undefined;
  if (full === undefined || apart[full] !== undefined)
    return { hidden: PANES.filter(isGone), full: undefined, isBare: MIDDLE.every(isGone) };
  // Time goes on below whatever is at full size.
  const hidden = PANES.filter((pane) => pane !== full && (pane !== 'timeline' || isGone(pane)));
  return { hidden, full, isBare: false };
}

export function usePlaces(): Places {
  const layout = useViewer(shownLayout);
  const apart = useViewer((viewer) => viewer.apart);
  return useMemo(() => placesIn(layoutOf(layout), apart), [layout, apart]);
}

/** What the page's frame is called and measured by, so that style sheets say the rest. */
export function useFrameStyle(): {
  readonly className: string;
  readonly style: Record<string, string>;
  readonly isBare: boolean;
} {
  const layout = useViewer(shownLayout);
  const { hidden, full, isBare } = usePlaces();
  return useMemo(() => {
    const names = hidden.map((pane) => `no-${pane}`);
    if (hidden.includes('editor') && hidden.includes('shell')) names.push('no-left');
    if (isBare) names.push('bare');
    if (full !== undefined) names.push(`full-${full}`);
    const sizes = Object.entries(layoutOf(layout).sizes).map(([of, size]) => [`--${of}`, `${size}px`]);
    return { className: names.join(' '), style: Object.fromEntries(sizes), isBare };
  }, [layout, hidden, full, isBare]);
}
