import { describe, expect, it } from 'vitest';
import { runBadRequests } from './run.ts';

describe('AS2: generated bad requests', () => {
  it.each([1, 2, 3])(
    'AS35: seed %i: each gets the code and body of its class, and none is left without an answer',
    (seed) => {
      const { wrong, sent } = runBadRequests(seed, 0, 400);
      expect(sent).toBe(400);
      expect(wrong.map(({ n, why, request }) => `${n} ${request.what}: ${why}`)).toEqual([]);
    },
  );
});
