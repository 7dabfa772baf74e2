import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job } from '../api/types/batch.ts';
import type { Pod } from '../api/types/core.ts';
import { isDying, isReady, storedObjects } from './invariants/tables.ts';
import { TypedCluster } from './testing/typed-cluster.ts';

const SEED = 20_260_115;
const RUNS = { seed: SEED, numRuns: 6 };
/** States of the store last longer than that. */
const LOOK = 50_000;

const podsOf = (cluster: TypedCluster): readonly Pod[] =>
  storedObjects<Pod>(cluster.run.engine, 'pods').filter(({ metadata }) => metadata.namespace === 'default');
const serves = (pod: Pod) => isReady(pod) && !isDying(pod);

/** Looks at the cluster all the while. */
function watch(cluster: TypedCluster, seconds: number, look: () => void): void {
  const { run } = cluster;
  const end = run.engine.now + seconds * 1_000_000;
  while (run.engine.now < end) {
    run.advance({ time: run.engine.now + LOOK });
    look();
  }
}

const give = (cluster: TypedCluster, line: string): void =>
  cluster.run.give({ type: 'kubectl', argv: line.split(' '), files: {} });

/** A number, or a share of so many. */
const bound = fc.oneof(
  fc.integer({ min: 0, max: 4 }).map((value) => ({ text: String(value), of: () => value, up: () => value })),
  fc.constantFrom(0, 10, 25, 34, 50, 100).map((percent) => ({
    text: `${percent}%`,
    of: (total: number) => Math.floor((percent * total) / 100),
    up: (total: number) => Math.ceil((percent * total) / 100),
  })),
);

const TEMPLATE = `
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: c, image: 'nginx:1.27'}]}
`;

describe('what is promised of workloads holds at every moment', () => {
  it('a rolling update never has more Pods, nor fewer that serve, than its strategy allows', () => {
    const image = fc.constantFrom('nginx:1.28', 'nobody/nothing:1');
    const size = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(size, bound, bound, image, (replicas, surge, unavailable, next) => {
        fc.pre(
          surge.text !== '0' && surge.text !== '0%' ? true : unavailable.text !== '0' && unavailable.text !== '0%',
        );
        const cluster = new TypedCluster();
        cluster.apply(`apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  strategy: {rollingUpdate: {maxSurge: ${surge.text}, maxUnavailable: ${unavailable.text}}}${TEMPLATE}`);
        cluster.wait(15);
        expect(podsOf(cluster).filter(serves)).toHaveLength(replicas);
        const more = surge.up(replicas);
        const fewer = more === 0 ? Math.max(1, unavailable.of(replicas)) : unavailable.of(replicas);
        const fewest = replicas - Math.min(replicas, fewer);
        give(cluster, `set image deployment web c=${next}`);
        watch(cluster, 20, () => {
          const pods = podsOf(cluster).filter((pod) => !isDying(pod));
          expect(pods.length).toBeLessThanOrEqual(replicas + more);
          expect(pods.filter(isReady).length).toBeGreaterThanOrEqual(fewest);
        });
      }),
      RUNS,
    );
  }, 60_000);

  it('drains of all nodes at once never take more Pods than a budget leaves', () => {
    const budget = fc.tuple(fc.constantFrom('minAvailable', 'maxUnavailable'), bound);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), budget, (replicas, [kind, limit]) => {
        const cluster = new TypedCluster({ nodes: 3 });
        cluster.apply(`apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}${TEMPLATE}---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {${kind}: ${limit.text}, selector: {matchLabels: {app: web}}}
`);
        cluster.wait(15);
        const wanted = kind === 'minAvailable' ? limit.up(replicas) : Math.max(0, replicas - limit.up(replicas));
        const fewest = Math.min(wanted, replicas);
        for (const node of ['node-1', 'node-2']) give(cluster, `drain ${node} --timeout=20s`);
        watch(cluster, 25, () => expect(podsOf(cluster).filter(serves).length).toBeGreaterThanOrEqual(fewest));
      }),
      RUNS,
    );
  }, 60_000);

  it('of a StatefulSet one Pod at most is not there or not ready, and those before it are', () => {
    const step = fc.oneof(
      fc.integer({ min: 0, max: 5 }).map((size) => `scale statefulset web --replicas=${size}`),
      fc.constantFrom('nginx:1.28', 'nginx:1.29').map((image) => `set image statefulset web c=${image}`),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { minLength: 1, maxLength: 3 }), (size, steps) => {
        const cluster = new TypedCluster();
        cluster.apply(`apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  serviceName: web
  replicas: ${size}${TEMPLATE}`);
        const look = (): void => {
          const pods = new Map(podsOf(cluster).map((pod) => [Number(pod.metadata.name?.split('-')[1]), pod]));
          const highest = Math.max(-1, ...pods.keys());
          let away = 0;
          for (let ordinal = 0; ordinal <= highest; ordinal += 1) {
            const pod = pods.get(ordinal);
            if (pod === undefined || !serves(pod)) away += 1;
          }
          expect(away).toBeLessThanOrEqual(1);
        };
        watch(cluster, 12, look);
        for (const line of steps) {
          give(cluster, line);
          watch(cluster, 12, look);
        }
      }),
      RUNS,
    );
  }, 60_000);

  it('a Job runs no more at once than its parallelism, and ends with as many successes as were asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('NonIndexed', 'Indexed'),
        (completions, parallelism, mode) => {
          const cluster = new TypedCluster();
          cluster.apply(`apiVersion: batch/v1
kind: Job
metadata: {name: work}
spec:
  completions: ${completions}
  parallelism: ${parallelism}
  completionMode: ${mode}
  template:
    spec: {restartPolicy: Never, containers: [{name: c, image: 'busybox:1.36', command: ['true']}]}
`);
          const job = () => storedObjects<Job>(cluster.run.engine, 'jobs.batch')[0];
          watch(cluster, 25, () => {
            const running = podsOf(cluster).filter(({ status }) => status?.phase !== 'Succeeded');
            expect(running.length).toBeLessThanOrEqual(parallelism);
            expect(podsOf(cluster).length).toBeLessThanOrEqual(completions);
          });
          expect(job()?.status).toMatchObject({ succeeded: completions });
          expect(job()?.status?.conditions?.some(({ type }) => type === 'Complete')).toBe(true);
        },
      ),
      RUNS,
    );
  }, 60_000);
});
