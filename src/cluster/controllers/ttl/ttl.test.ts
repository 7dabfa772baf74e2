import { describe, expect, it } from 'vitest';
import { NODE_TTL, secondsAt, secondsFor, stepAfter } from '../../ports/node-ttl.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';

const marks = (bench: ClusterBench) => bench.stored('minions').map(({ metadata }) => metadata.annotations?.[NODE_TTL]);

describe('TTLs of nodes', () => {
  it('TTL1: they grow with the cluster, and shrink later', () => {
    expect([1, 100, 101, 501, 1001, 5000].map(secondsFor)).toEqual([0, 0, 15, 30, 60, 300]);
    let step = 0;
    for (let nodes = 1; nodes <= 101; nodes += 1) step = stepAfter(step, nodes);
    expect(secondsAt(step)).toBe(15);
    expect(secondsAt(stepAfter(step, 90))).toBe(15);
    expect(secondsAt(stepAfter(step, 89))).toBe(0);
  });

  it('TTL2: an annotation that somebody takes off comes back', () => {
    const bench = new ClusterBench();
    expect(marks(bench)).toEqual(['0', '0']);
    bench.kubectl('annotate', 'node', 'node-1', `${NODE_TTL}-`);
    expect(marks(bench)).toEqual(['0', '0']);
  });
});
