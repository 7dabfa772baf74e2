import { scalePoint } from 'd3-scale';
import { curveBumpY, line } from 'd3-shape';
import type { WalkedChain, WalkStop } from '../../../protocol/network-view.ts';

export const ROW = 22;
export const HEAD = 26;
const INDENT = 17;
const LEFT = 12;

export interface PlacedStop extends WalkStop {
  readonly x: number;
}

/** Stops side by side; of a long way the part around the packet is shown. */
export function placeStops(stops: readonly WalkStop[], width: number, most: number): readonly PlacedStop[] {
  const at = Math.max(
    0,
    stops.findIndex(({ state }) => state === 'now'),
  );
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), stops.length - most));
  const shown = stops.slice(from, from + most);
  const x = scalePoint<number>()
    .domain(shown.map(({ seq }) => seq))
    .range([56, width - 56]);
  return shown.map((stop) => ({ ...stop, x: x(stop.seq) ?? 0 }));
}

export interface Stair {
  /** Where the line turns: one point a rule that was looked at, and one a chain. */
  readonly d: string;
  readonly marks: readonly { readonly key: string; readonly x: number; readonly y: number; readonly kind: Mark }[];
  readonly height: number;
  readonly width: number;
}

type Mark = 'chain' | 'miss' | 'hit' | 'now';

/** Chains as a staircase: one step to the right for each that another led to. */
export function staircase(chains: readonly WalkedChain[]): Stair {
  const points: [number, number][] = [];
  const marks: Stair['marks'][number][] = [];
  let y = 0;
  let deepest = 0;
  for (const [place, chain] of chains.entries()) {
    const x = LEFT + Math.min(chain.depth, 8) * INDENT;
    deepest = Math.max(deepest, x);
    points.push([x, y + HEAD / 2]);
    marks.push({ key: `${place}`, x, y: y + HEAD / 2, kind: 'chain' });
    y += HEAD;
    for (const rule of chain.rules) {
      if (rule.folded > 0) y += ROW;
      if (rule.verdict !== 'ahead' || rule.now) {
        points.push([x, y + ROW / 2]);
        marks.push({
          key: `${place}-${rule.number}`,
          x,
          y: y + ROW / 2,
          kind: rule.now ? 'now' : rule.verdict === 'hit' ? 'hit' : 'miss',
        });
      }
      y += ROW;
    }
    if (chain.folded > 0) y += ROW;
  }
  const d = line().curve(curveBumpY)(points) ?? '';
  return { d, marks, height: y, width: deepest + LEFT };
}
