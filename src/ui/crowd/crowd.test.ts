import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CROWD_GLYPHS, type CrowdChange, GONE, NODE_READY, NODE_THERE } from '../../protocol/crowd-view.ts';
import { arranged, neighbour, nodeAt, ordered } from './arrange.ts';
import { ending, shadeOf } from './draw.ts';
import { pictureWith, podsByNode } from './picture.ts';
import { placeAt, plateGrid } from './plate.ts';
import { centred, FITTED, kept, moved, seen, zoomed } from './view-box.ts';

const RUNNING = CROWD_GLYPHS.indexOf('running');
const FAILED = CROWD_GLYPHS.indexOf('failed');

/** Nodes by name and district, Pods by node and state. */
function change(
  nodes: readonly (readonly [number: number, name: string, district: number])[],
  pods: readonly (readonly [number: number, node: number, glyph: number])[],
  isWhole = false,
): CrowdChange {
  return {
    isWhole,
    nodes: {
      numbers: Uint32Array.from(nodes, ([number]) => number),
      flags: Uint8Array.from(nodes, () => NODE_THERE | NODE_READY),
      districts: Uint16Array.from(nodes, ([, , district]) => district),
      capacities: Uint16Array.from(nodes, () => 110),
      names: nodes.map(([, name]) => name).join('\n'),
    },
    districts: ['b', 'a'],
    pods: {
      numbers: Uint32Array.from(pods, ([number]) => number),
      nodes: Int32Array.from(pods, ([, node]) => node),
      glyphs: Uint8Array.from(pods, ([, , glyph]) => glyph),
      names: pods.map(([number]) => `shop/web-${number}`).join('\n'),
    },
    now: new Uint32Array(0),
  };
}

const NODES = [
  [0, 'node-10', 0],
  [1, 'node-2', 0],
  [2, 'node-1', 1],
] as const;

describe('the picture', () => {
  it('has the Pods of each node, those in trouble first', () => {
    const pods = [
      [0, 1, RUNNING],
      [1, 1, FAILED],
      [2, -1, 5],
      [3, 0, RUNNING],
    ] as const;
    const { starts, order, counts } = podsByNode(pictureWith(undefined, change(NODES, pods, true)));
    expect([...starts]).toEqual([0, 1, 3, 3]);
    expect([...order]).toEqual([3, 1, 0]);
    expect([counts[RUNNING], counts[FAILED], counts[5]]).toEqual([2, 1, 1]);
  });
  it('changes with what comes, and forgets all of it when told so', () => {
    let picture = pictureWith(undefined, change(NODES, [[0, 1, RUNNING]], true));
    const more = [
      [0, 2, FAILED],
      [200, 0, RUNNING],
    ] as const;
    picture = pictureWith(picture, change([], more));
    expect(podsByNode(picture).order).toEqual(Uint32Array.of(200, 0));
    expect(picture.pods.names[200]).toBe('shop/web-200');
    picture = pictureWith(picture, change([], [[200, -1, GONE]]));
    expect(podsByNode(picture).order).toEqual(Uint32Array.of(0));
    const edition = picture.nodeEdition;
    picture = pictureWith(picture, change([[1, 'node-2', 1]], []));
    expect(picture.nodeEdition).toBe(edition + 1);
    picture = pictureWith(picture, change([[0, 'other', 0]], [], true));
    expect([picture.nodes.count, picture.pods.count]).toEqual([1, 0]);
  });
  it('orders nodes as people count, by zone, name and load', () => {
    const picture = pictureWith(undefined, change(NODES, [[0, 0, RUNNING]], true));
    expect(ordered(picture, 'district', undefined)).toEqual([
      { name: 'a', nodes: [2] },
      { name: 'b', nodes: [1, 0] },
    ]);
    expect(ordered(picture, 'name', undefined)[0]?.nodes).toEqual([2, 1, 0]);
    expect(ordered(picture, 'load', podsByNode(picture))[0]?.nodes).toEqual([0, 2, 1]);
  });
});

describe('places', () => {
  it('all fit, and each is found where it stands', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 800 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 300, max: 1200 }),
        fc.integer({ min: 200, max: 800 }),
        (sizes, width, height) => {
          let number = 0;
          const groups = sizes.map((size, at) => ({
            name: `z${at}`,
            nodes: Array.from({ length: size }, () => number++),
          }));
          const places = arranged(groups, number, width, height);
          for (let node = 0; node < number; node += 1) {
            const [x, y] = [places.x[node] as number, places.y[node] as number];
            expect(x + places.side).toBeLessThanOrEqual(width + 0.01);
            expect(y + places.side).toBeLessThanOrEqual(places.height + 0.5);
            expect(nodeAt(places, x + places.side / 2, y + places.side / 2)).toBe(node);
          }
          expect(nodeAt(places, -5, -5)).toBeUndefined();
        },
      ),
      { numRuns: 20 },
    );
  });
  it('are gone through by arrows, over the edges of districts', () => {
    const groups = [
      { name: 'a', nodes: [0, 1, 2, 3, 4] },
      { name: 'b', nodes: [5, 6] },
    ];
    const places = { ...arranged(groups, 7, 300, 300), columns: 3 };
    const from = (node: number | undefined, ...keys: string[]) =>
      keys.reduce<number | undefined>((at, key) => neighbour(places, at, key), node);
    expect(from(undefined, 'ArrowRight')).toBe(0);
    expect(from(0, 'ArrowDown')).toBe(3);
    expect(from(0, 'ArrowDown', 'ArrowDown')).toBe(5);
    expect(from(4, 'ArrowRight')).toBe(5);
    expect(from(6, 'ArrowUp')).toBe(4);
    expect(from(6, 'ArrowDown', 'ArrowRight')).toBe(6);
  });
  it('have six shades, more for more Pods', () => {
    expect([0, 9, 10, 29, 30, 69, 70, 200].map(shadeOf)).toEqual([0, 0, 1, 2, 3, 4, 5, 5]);
  });
});

describe('a plate', () => {
  it('has room for every Pod, which is found where it stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 24, max: 460 }), fc.integer({ min: 1, max: 250 }), (side, pods) => {
        const grid = plateGrid(side, pods);
        for (let at = 0; at < pods; at += 1) {
          const x = grid.left + (at % grid.columns) * grid.cellWidth + grid.cellWidth / 2;
          const y = grid.top + Math.floor(at / grid.columns) * grid.cellHeight + grid.cellHeight / 2;
          expect(placeAt(grid, x, y)).toBe(at);
          expect(Math.max(x, y)).toBeLessThan(side + 1);
        }
      }),
      { numRuns: 50 },
    );
  });
  it('shows names as soon as they have room', () => {
    expect(plateGrid(100, 30).hasNames).toBe(false);
    expect(plateGrid(400, 30).hasNames).toBe(true);
    expect(ending('checkout-6f7c9-mm4zd', 8)).toBe('…9-mm4zd');
  });
});

describe('looking closer', () => {
  const room = { width: 600, height: 400 };
  it('keeps what is under the pointer, and never leaves the picture', () => {
    const at = { x: 200, y: 100 };
    const near = zoomed(FITTED, 4, at, room, 50);
    expect([(at.x - near.x) / near.k, (at.y - near.y) / near.k]).toEqual([200, 100]);
    expect(zoomed(near, 1000, at, room, 50).k).toBe(50);
    expect(zoomed(near, 0.001, at, room, 50)).toEqual(FITTED);
    expect(moved(near, 10_000, -10_000, room)).toEqual(kept({ k: 4, x: 0, y: 400 - 1600 }, room));
  });
  it('brings a node into the middle, or into sight', () => {
    const square = { x: 300, y: 200, side: 10 };
    const box = centred(square, 10, room);
    expect([305 * 10 + box.x, 205 * 10 + box.y]).toEqual([300, 200]);
    expect(seen(box, square, room)).toBe(box);
    const away = seen(box, { x: 0, y: 0, side: 10 }, room);
    expect([away.x, away.y]).toEqual([0, 0]);
  });
});
