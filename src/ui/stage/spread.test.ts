import { scalePoint } from 'd3-scale';
import { expect, it } from 'vitest';
import { spread } from './spread.ts';

it('places stand where d3 puts them', () => {
  for (let count = 0; count < 12; count += 1) {
    const ids = Array.from({ length: count }, (_, index) => `lane-${index}`);
    const [ours, theirs] = [spread(ids, [39, 905]), scalePoint(ids, [39, 905])];
    expect(ours.step).toBeCloseTo(theirs.step());
    for (const id of ids) expect(ours.at(id)).toBeCloseTo(theirs(id) ?? Number.NaN);
    expect(ours.at('nobody')).toBeUndefined();
  }
});
