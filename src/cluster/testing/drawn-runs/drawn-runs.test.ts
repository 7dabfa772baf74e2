import { describe, expect, it } from 'vitest';
import { drawRun } from './description.ts';
import { problemOf } from './run.ts';

const FIRST = 20_260_115;

describe('runs in which anything may happen', () => {
  it('keep what holds at every moment: nobody lacks what he was told of, and every way to a step leads to the same', () => {
    for (let seed = FIRST; seed < FIRST + 4; seed += 1)
      expect(problemOf(drawRun(seed)), `seed ${seed}`).toBeUndefined();
  }, 120_000);

  it('are drawn alike for the same seed, and differ in everything that can be drawn', () => {
    const drawn = Array.from({ length: 60 }, (_, at) => drawRun(FIRST + at));
    expect(drawRun(FIRST)).toEqual(drawn[0]);
    const kinds = new Set(drawn.flatMap(({ deeds }) => deeds.map(({ given }) => given.type)));
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining(['api-server', 'clock', 'cut-watch', 'delays', 'etcd-member', 'etcdctl', 'kubectl']),
    );
    expect(new Set(drawn.flatMap(({ cluster }) => Object.keys(cluster.delays ?? {}))).size).toBeGreaterThan(12);
    expect([...kinds]).toEqual(expect.arrayContaining(['kubelet', 'partition', 'rates']));
    expect(new Set(drawn.map(({ thinning }) => thinning !== undefined))).toEqual(new Set([true, false]));
    expect(new Set(drawn.map(({ cluster }) => cluster.etcdMembers))).toEqual(new Set([1, 3]));
  });
});
