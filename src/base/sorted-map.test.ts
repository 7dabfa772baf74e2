import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SortedMap } from './sorted-map.ts';

const keys = fc.array(fc.stringMatching(/^[a-d]{1,4}$/), { maxLength: 600 });

it('counts keys in a range as it visits them', () => {
  fc.assert(
    fc.property(
      keys,
      keys,
      fc.string({ maxLength: 3 }),
      fc.option(fc.string({ maxLength: 3 })),
      (put, gone, start, to) => {
        const end = to === null || to < start ? undefined : to;
        const map = new SortedMap<number>();
        for (const [at, key] of put.entries()) map.set(key, at);
        for (const key of gone) map.delete(key);
        let visited = 0;
        map.scan(start, end, () => {
          visited += 1;
          return true;
        });
        expect(map.count(start, end)).toBe(visited);
      },
    ),
    { numRuns: 60 },
  );
});
