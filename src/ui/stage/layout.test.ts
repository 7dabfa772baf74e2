// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { LineView } from '../../protocol/views.ts';
import { placeApart } from './apart.ts';
import { laneIndex, lanesOf, listener, MOST_LANES } from './lanes.ts';
import { layOut, placeVehicle, travelled } from './layout.ts';
import { shortened } from './plate-text.ts';
import { belowHead, isLow, scaleFor } from './stage.tsx';
import { twoLines } from './two-lines.ts';

function line(actor: string, family: LineView['family'], spoke = false): LineView {
  return { actor, family, letter: actor.slice(0, 1).toUpperCase(), requested: spoke, heard: spoke, status: undefined };
}
const STATIONS = ['tls', 'authn', 'audit', 'flow-control', 'authz', 'decode', 'mutating-admission'].concat([
  'schema-validation',
  'validating-admission',
  'registry',
  'etcd',
  'watch-cache',
]);
const stations = STATIONS.map((id) => ({ id, state: 'quiet' as const, verdict: undefined }));
const nodes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `node-${at + 1}`,
    ip: '',
    ready: true,
    pods: [],
    podCount: 0,
    podCapacity: 110,
    cpuRequested: '0',
    cpuAllocatable: '1',
    kubelet: undefined,
  }));
const usual = [
  line('kubectl', 'you', true),
  line('kubelet/node-1', 'kubelet'),
  line('kubelet/node-2', 'kubelet'),
  line('kubelet/node-3', 'kubelet', true),
  line('deployment-controller', 'deployment', true),
];

describe('lanes', () => {
  it('always have the well-known lines, so that nothing moves when one speaks', () => {
    expect(lanesOf([]).map(({ id }) => id)).toEqual(lanesOf(usual).map(({ id }) => id));
    expect(lanesOf([]).map(({ id }) => id)).toEqual([
      'you',
      'kubelet',
      'deployment-controller',
      'replicaset-controller',
      'kube-scheduler',
    ]);
  });
  it('are at most eight; the rest share the last', () => {
    const many = [...usual, ...'abcdefghij'.split('').map((name) => line(`${name}-controller`, 'other'))];
    const lanes = lanesOf(many);
    expect(lanes).toHaveLength(MOST_LANES);
    expect(lanes.at(-1)?.id).toBe('others');
    expect(laneIndex(lanes, 'j-controller')).toBe(MOST_LANES - 1);
    expect(listener('kube-controller-manager', 'pods/default/x')).toBe('replicaset-controller');
    expect(listener('kube-controller-manager', 'deployments.apps/default/x')).toBe('deployment-controller');
    expect(listener('kube-scheduler', 'pods/default/x')).toBe('kube-scheduler');
    expect(lanes[laneIndex(lanes, 'cri/node-2')]?.id).toBe('kubelet');
    expect(lanes[laneIndex(lanes, 'kube-proxy/node-2')]?.id).toBe('kubelet');
  });
});

describe('the layout', () => {
  const layout = layOut({ lines: usual, nodes: nodes(3), stations }, 800, 636);

  it('stands where the picture has it at its own size', () => {
    expect(layout.stations.map(({ x }) => x)).toEqual([130, 189, 248, 307, 366, 425, 484, 543, 602, 661]);
    expect(layout.lanes.map(({ y }) => y)).toEqual([104, 111, 118, 125, 132]);
    expect(layout.etcd.x).toBe(716);
    expect(layout.nodeY).toBe(494);
    expect(layout.cache).toMatchObject({ y: 374, height: 50 });
    expect(layout.nodes.map(({ x }) => Math.round(x))).toEqual([104, 332, 560]);
  });

  it('has concentric lines that never cross, at any number and size', () => {
    for (const [extra, width, height] of [
      [0, 800, 636],
      [3, 700, 560],
      [9, 1100, 900],
    ] as const) {
      const lines = [...usual, ...Array.from({ length: extra }, (_, at) => line(`x${at}-controller`, 'other'))];
      const { lanes, closeUp } = layOut({ lines, nodes: nodes(3), stations }, width, height);
      const lefts = lanes
        .slice(1)
        .map(({ track }) => Math.min(...track.between(0, track.length, 400).map(({ x }) => x)));
      for (let at = 1; at < lefts.length; at += 1) expect((lefts[at] ?? 0) - (lefts[at - 1] ?? 0)).toBeCloseTo(7, 0);
      for (const { track, y } of lanes) {
        expect(track.at(track.length)).toEqual({ x: width - 84, y });
        for (const point of track.between(0, track.length, 100)) {
          expect(point.x).toBeGreaterThanOrEqual(30);
          expect(point.y).toBeLessThan(height);
        }
      }
      expect(closeUp.height).toBeGreaterThan(60);
    }
  });

  it('puts a station of every lane at the same x', () => {
    for (const lane of layout.lanes) {
      expect(lane.track.at(lane.stations.get('authz') ?? 0).x).toBeCloseTo(366, 5);
      expect(lane.track.at(lane.stations.get('authz') ?? 0).y).toBeCloseTo(lane.y, 5);
    }
  });

  it('puts a kubelet at its node and a request at its station', () => {
    const heard = placeVehicle(layout, { actor: 'kubelet/node-3', at: 'watch-cache', direction: 'watch' });
    expect(heard?.point.x).toBeCloseTo(layout.nodes[2]?.kubelet.x ?? 0, 5);
    expect(heard?.point.y).toBeCloseTo(494, 5);
    expect(heard?.origin).toBe(0);
    const asked = placeVehicle(layout, { actor: 'deployment-controller', at: 'authn', direction: 'request' });
    expect(asked?.point).toMatchObject({ x: 189, y: 118 });
    expect(asked?.distance).toBeGreaterThan(asked?.origin ?? 0);
  });

  it('keeps bullets at one station apart, this step’s in it', () => {
    const [at, direction] = ['authn', 'request'] as const;
    const actors = ['kubelet/node-3', 'kubelet/node-1', 'deployment-controller'];
    const placed = placeApart(
      layout,
      actors.map((actor) => ({ actor, at, direction, now: actor === 'deployment-controller' })),
    );
    const places = placed.map(({ vehicle, placed: { point } }) => ({ ...point, now: vehicle.now }));
    expect(places.find(({ now }) => now)).toMatchObject({ x: 189, y: 118 });
    for (const [order, one] of places.entries()) {
      for (const other of places.slice(order + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(12.9);
      expect(Math.abs(one.x - 189)).toBeLessThan(30);
    }
  });

  it('draws all of a crowd, which is not moved apart without end', () => {
    const one = { actor: 'kubelet/node-1', at: 'authn', direction: 'request', now: false } as const;
    const placed = placeApart(layout, new Array(500).fill(one));
    expect(placed).toHaveLength(500);
    expect(placed.at(-1)?.placed).toEqual(placeVehicle(layout, one));
  });

  it('draws what was travelled, and the rest of a request apart', () => {
    const deployment = layout.lanes[2];
    if (deployment === undefined) throw new Error('no lane');
    expect(travelled(deployment, undefined)).toMatchObject({ to: deployment.track.length, ahead: false });
    const part = travelled(deployment, 'authz');
    expect(part.ahead).toBe(true);
    expect(deployment.track.at(part.to).x).toBeCloseTo(366, 5);
    const scheduler = layout.lanes[4];
    expect(scheduler && travelled(scheduler, undefined)).toMatchObject({ heard: 0, from: Number.POSITIVE_INFINITY });
  });

  it('draws parts of a line that meet', () => {
    const track = layout.lanes[3]?.track;
    expect(track?.path(0, 100)).toMatch(/^M716 /);
    expect(track?.path(0, track.length)).toContain('A19 19 0 0 1');
  });
});

describe('the scale', () => {
  it('grows with much room, shrinks a little with less, and never to unreadable', () => {
    expect(scaleFor({ width: 800, height: 636 })).toBe(1);
    expect(scaleFor({ width: 2_400, height: 1_600 })).toBe(1.5);
    expect(scaleFor({ width: 1_280, height: 816 }), 'a projector').toBeGreaterThan(1.15);
    const laptop = scaleFor({ width: 1_066, height: 440 });
    expect(laptop).toBeGreaterThan(0.7);
    expect(belowHead(laptop) + 590 * laptop, 'the nodes of a laptop are in sight').toBeLessThanOrEqual(440.5);
    expect(belowHead(laptop) + 36 * laptop, 'no sign is under the head').toBeGreaterThanOrEqual(35.5);
    expect(scaleFor({ width: 1_000, height: 410 })).toBe(0.7);
    expect(scaleFor({ width: 1_000, height: 300 }), 'a zoomed window').toBe(0.82);
    expect(scaleFor({ width: 700, height: 600 })).toBeCloseTo(0.909, 2);
    expect(scaleFor({ width: 540, height: 600 })).toBeGreaterThanOrEqual(0.7);
  });
});

it('an enlarged page draws its map larger than the same window without it, and scrolls it where it must', () => {
  // The room that a window of 1280 by 720, 1440 by 900 and 1920 by 1080 leaves to the map, plain and enlarged.
  for (const [plain, enlarged, page] of [
    [{ width: 720, height: 500 }, { width: 1024, height: 314 }, 1.25],
    [{ width: 800, height: 636 }, { width: 1152, height: 335 }, 1.25],
    [{ width: 1280, height: 816 }, { width: 896, height: 600 }, 1.25],
    [{ width: 1280, height: 816 }, { width: 1280, height: 336 }, 1.5],
  ] as const)
    expect(scaleFor(enlarged, page) * page).toBeGreaterThan(scaleFor(plain));
});

it('small words grow where the map is low and wide, and only there', () => {
  const low = (width: number, height: number) => {
    const scale = scaleFor({ width, height });
    return isLow(scale, Math.floor(width / scale));
  };
  expect([low(726, 440), low(720, 500), low(560, 480), low(770, 620), low(1_000, 700)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('the status on a plate', () => {
  it('keeps the end of a name that has no room', () => {
    expect(shortened('syncing nginx', 103)).toBe('syncing nginx');
    expect(shortened('syncing nginx-775786f995', 200)).toBe('syncing nginx-775786f995');
    expect(shortened('placing nginx-775786f995-fz98q', 160)).toMatch(/^placing nginx-775\w*…-fz98q$/);
    expect(shortened('placing nginx-775786f995-fz98q', 103)).toMatch(/^placing \S*…\S*fz98q$/);
    expect(shortened('正在调度 nginx-775786f995-fz98q', 103)).toMatch(/^正在调度 …\S*fz98q$/);
    // Measured in the browser: these take 104 and 103 of it.
    expect(shortened('正在协调 nginx-775786f995', 107.7)).toBe('正在协调 …786f995');
    expect(shortened('正在调度 nginx-775786f995-9fmq8', 107.7)).toBe('正在调度 …5-9fmq8');
    expect(shortened('还没有 Pod', 40)).toBe('还没有 Pod');
  });

  it('keeps its numbers and its words, and of a key the name before the namespace', () => {
    expect(shortened('2 of 3 available', 84)).toBe('2 of 3 available');
    expect(shortened('100 of 300 available', 84)).toBe('100 of 300 available');
    expect(shortened('syncing kube-system/wardle', 90)).toBe('syncing wardle');
    expect(shortened('syncing kube-system/metrics-server', 90)).toBe('syncing …server');
    expect(shortened('正在协调 kube-system/metrics-server', 112)).toBe('正在协调 …s-server');
  });
});

describe('labels', () => {
  it('break at a space or a hyphen, into two lines at most', () => {
    expect(twoLines('RBAC: allow', 8)).toEqual(['RBAC:', 'allow']);
    expect(twoLines('workload-high', 9)).toEqual(['workload-', 'high']);
    expect(twoLines('1.3', 9)).toEqual(['1.3']);
    expect(twoLines('TokenRequest', 9)).toEqual(['Token', 'Request']);
    expect(twoLines('SubjectAccessReview', 9)).toEqual(['Subject…']);
    expect(twoLines('a very very very long verdict here', 9)).toHaveLength(2);
  });
});
