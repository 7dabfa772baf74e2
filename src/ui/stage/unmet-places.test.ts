import { expect, it } from 'vitest';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { StageView } from '../../protocol/views.ts';
import { layOut } from './layout.ts';
import { unmetPlaces } from './unmet-places.ts';

const tile = (name: string) => ({ name, subject: `pods/default/${name}` });
const stage = {
  lines: [],
  stations: [],
  nodes: [
    { name: 'node-1', pods: [] },
    { name: 'node-2', pods: [tile('bad'), tile('worse')] },
  ],
  pendingPods: [tile('big')],
} as unknown as StageView;
const missed = (subject: string, held?: string) => ({ subject, held }) as UnmetView;

it('what is not as wished has its mark where it stands on the map, one for each place', () => {
  const layout = layOut(stage, 900, 700);
  const places = unmetPlaces(
    [
      missed('nodes/node-1'),
      missed('deployments.apps/default/a', 'pods/default/bad'),
      missed('deployments.apps/default/b', 'pods/default/worse'),
      missed('pods/default/big'),
      missed('cluster'),
      missed('services/default/web'),
      missed('etcd'),
    ],
    stage,
    layout,
  );
  expect(places.map(({ key, unmet }) => [key, unmet.length])).toEqual([
    ['node-1', 1],
    ['node-2', 2],
    ['pending', 1],
    ['server', 1],
    ['store', 2],
  ]);
  const [first, second] = layout.nodes;
  expect(places[0]?.x).toBeGreaterThan(first?.x ?? 0);
  expect(places[0]?.x).toBeLessThan((first?.x ?? 0) + (first?.width ?? 0));
  expect(places[1]?.x).toBeGreaterThan(second?.x ?? 0);
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length);
});
