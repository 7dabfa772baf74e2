import { expect, test } from 'vitest';
import type { StageView, WayStop } from '../../protocol/views.ts';
import { layOut } from './layout.ts';
import { isTold, litParts, numberedStops } from './way-places.ts';

const STATIONS = ['tls', 'authn', 'decode', 'registry', 'etcd', 'watch-cache'];
const view = {
  lines: [],
  nodes: [],
  stations: STATIONS.map((id) => ({ id, state: 'quiet', verdict: undefined })),
} as unknown as Pick<StageView, 'lines' | 'nodes' | 'stations'>;
const layout = layOut(view, 900, 690);

function stop(at: string, actor: string, hears = false, isAhead = false): WayStop {
  return { at, actor, hears, isAhead };
}

test('a reconcile is lit from the watch cache to its stop, and on as far as its request has come', () => {
  const actor = 'deployment-controller';
  const [heard, asked] = litParts([stop('stop', actor, true), stop('tls', actor), stop('registry', actor)], layout);
  const lane = layout.lanes.find(({ id }) => id === actor);
  const at = lane?.stops.get(actor);
  expect(heard).toMatchObject({ from: 0, to: at });
  expect(asked).toMatchObject({ from: at, to: lane?.stations.get('registry') });
});

test('the places are numbered in the order in which the beat comes to them, each once', () => {
  const way = ['tls', 'authn', 'etcd', 'watch-cache'].map((at) => stop(at, 'kubectl'));
  const numbered = numberedStops([stop('stop', 'kubectl'), ...way, stop('tls', 'kubectl')], layout);
  expect(numbered.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(numbered.map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
  expect(isTold(way)).toBe(true);
});

test('what the cursor has not come to is told apart', () => {
  const numbered = numberedStops([stop('tls', 'kubectl'), stop('etcd', 'kubectl', false, true)], layout);
  expect(numbered.map(({ isAhead }) => isAhead)).toEqual([false, true]);
});
