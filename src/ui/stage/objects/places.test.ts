import { describe, expect, it } from 'vitest';
import type { ObjectsView, TiedObject } from '../../../protocol/objects-view.ts';
import { BOX_HEIGHT, placeObjects } from './places.ts';

function object(name: string, column: number): TiedObject {
  return {
    subject: name,
    resource: 'pods',
    kind: 'Pod',
    name,
    namespace: 'default',
    state: '',
    glyph: undefined,
    column,
    now: false,
  };
}
const pods = Array.from({ length: 7 }, (_, at) => object(`pod-${at}`, 2));
const view: ObjectsView = {
  objects: [
    object('deployment', 0),
    object('replicas', 1),
    object('other', 1),
    ...pods,
    object('slice', 3),
    object('service', 4),
  ],
  ties: [
    { from: 'deployment', to: 'replicas', sort: 'owns' },
    ...pods.map(({ subject }) => ({ from: 'replicas', to: subject, sort: 'owns' as const })),
    ...pods.map(({ subject }) => ({ from: 'slice', to: subject, sort: 'lists' as const })),
    { from: 'service', to: 'slice', sort: 'owns' },
    { from: 'service', to: 'nobody', sort: 'selects' },
  ],
  more: 0,
};

describe('the places of objects', () => {
  for (const room of [320, 700, 1200])
    it(`lie within the board and not upon one another, ${room} wide`, () => {
      const { width, height, boxWidth, objects } = placeObjects(view, room);
      expect(boxWidth).toBeGreaterThanOrEqual(120);
      for (const one of objects) {
        expect(one.x).toBeGreaterThanOrEqual(0);
        expect(one.x + boxWidth).toBeLessThanOrEqual(width);
        expect(one.y + BOX_HEIGHT).toBeLessThanOrEqual(height);
        for (const other of objects) {
          if (one === other) continue;
          const apart = Math.abs(one.x - other.x) >= boxWidth || Math.abs(one.y - other.y) >= BOX_HEIGHT;
          expect(apart, `${one.object.name} and ${other.object.name}`).toBe(true);
        }
      }
    });
  it('keep who lists many beside the middle of them, and draw each tie whose both ends are there', () => {
    const { objects, ways } = placeObjects(view, 900);
    const y = (name: string) => objects.find(({ object: { subject } }) => subject === name)?.y ?? -1;
    const middle = (y('pod-0') + y('pod-6')) / 2;
    expect(Math.abs(y('slice') - middle)).toBeLessThan(2);
    expect(ways).toHaveLength(view.ties.length - 1);
  });
  it('are the same for the same view', () => {
    expect(placeObjects(view, 900)).toEqual(placeObjects(view, 900));
  });
});
