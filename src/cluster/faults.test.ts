import { expect, it } from 'vitest';
import { type Context, Engine } from '../engine/index.ts';
import { CACHES_TABLE } from './apiserver/watchcache/rows.ts';
import { assembleCluster } from './assemble.ts';
import { EVERYBODY } from './clients/sign-in.ts';
import type { Cluster, KubeletState } from './config/cluster-config.ts';
import { nodeSpec } from './kubelet/node/spec.ts';
import { KUBELETS_TABLE } from './kubelet/pods/rows.ts';
import type { MemberState } from './ports/etcd.ts';
import { realisticLatencies } from './ports/latency.ts';
import { CLUSTER_START_TIME, clusterKinds } from './program.ts';

/** A cluster at which nobody asks for anything as a person does: faults come from whoever holds it. */
function held(): { readonly engine: Engine; cause(fault: (cluster: Cluster, ctx: Context) => void): void } {
  const kinds = clusterKinds;
  const engine = new Engine({
    seed: 1,
    kinds,
    startTime: CLUSTER_START_TIME,
    recording: 'full',
    maxSteps: 1_000_000,
    freeze: true,
  });
  let cluster: Cluster | undefined;
  engine.perform(() => {
    cluster = assembleCluster(engine, {
      latencies: realisticLatencies,
      nodes: [nodeSpec('one', '10.0.0.1', '10.244.1.0/24')],
      nodeObjects: [],
      objects: [],
      firstRevision: 100,
      rateLimited: true,
      users: EVERYBODY,
      onAudit: undefined,
      etcd: { members: 3 },
    });
  });
  const settle = (): void => {
    const until = engine.now + 3_000_000;
    while ((engine.nextTime ?? until) < until) engine.advance();
    engine.idleUntil(until);
  };
  settle();
  return {
    engine,
    cause: (fault) => {
      engine.perform(() => fault(cluster as Cluster, engine.background('somebody')));
      settle();
    },
  };
}

it('KL21: a kubelet is killed and started by whoever holds the cluster, in any order, and each change has its step', () => {
  const { engine, cause } = held();
  const states: readonly KubeletState[] = ['stopped', 'stopped', 'running', 'running', 'silent', 'stopped', 'silent'];
  const shown = states.map((state) => {
    cause((cluster, ctx) => {
      cluster.setKubelet(ctx, 'one', state);
      cluster.setKubelet(ctx, 'nobody', state);
    });
    return engine.table(KUBELETS_TABLE).size;
  });
  expect(shown).toEqual([1, 1, 0, 0, 0, 1, 1]);
});

it('ET13, AS41: the same goes for members of the store and for the API server', () => {
  const { engine, cause } = held();
  const states: readonly MemberState[] = ['stopped', 'stopped', 'running', 'slow', 'running', 'running'];
  for (const member of ['etcd-0', 'etcd-1', 'etcd-9'])
    for (const state of states) cause((cluster, ctx) => cluster.etcd.setMember(ctx, member, state));
  for (const running of [false, false, true, true]) {
    cause((cluster, ctx) => {
      cluster.apiServer.setRunning(ctx, running);
      for (const informer of cluster.env.informers?.values() ?? []) informer.cut(ctx);
    });
  }
  expect(engine.table(CACHES_TABLE).size).toBeGreaterThan(20);
});
