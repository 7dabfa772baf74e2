import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../contract.ts';
import { readinessOf } from '../readiness.ts';
import {
  breakNode,
  ExpectationError,
  expectApplied,
  expectGone,
  expectHealthy,
  expectObject,
  expectReady,
  expectStaysReady,
  loadCluster,
  mendNode,
  serveCluster,
  startCluster,
} from './index.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: nginx:1.27 }]
      tolerations:
        - { key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 10 }
`;

function web(nodes = 1): Cluster {
  const cluster = startCluster({ nodes, proxy: 'none' });
  expectApplied(cluster, WEB);
  return cluster;
}

function failureOf(action: () => unknown): ExpectationError {
  try {
    action();
  } catch (error) {
    if (error instanceof ExpectationError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('expectations', () => {
  it('LI15: what becomes so in time returns at that moment', () => {
    const cluster = web();
    expectReady(cluster, 'deployment/web');
    expect(cluster.now).toBeLessThan(10);
    expectHealthy(cluster);
    expectStaysReady(cluster, 'deploy/default/web', { during: 30 });
    const found = expectObject(cluster, 'deploy/web', { spec: { replicas: 2 }, status: { readyReplicas: 2 } });
    expect(found.metadata.name).toBe('web');
    expectObject(cluster, 'deploy/web', ({ status }) => status.availableReplicas === 2);
    cluster.kubectl('delete deploy web --wait=false');
    expectGone(cluster, 'deployment/web');
  });

  it('LI15: what does not become so throws with what holds it up', () => {
    const cluster = web();
    cluster.kubectl('set image deploy web web=nginx:nothing');
    const failure = failureOf(() => expectReady(cluster, 'deployment/web', { within: 20 }));
    expect(failure.message).toMatch(/^deployment\/web is not ready after 20 virtual seconds: Waiting for deployment/);
    expect(failure.message).toContain('nginx:nothing');
    expect(failure.message).toMatch(/What happened last:\n( {4}[\d.]+ s {2}.+\n?){5}$/);
    expect(loadCluster(failure.run).digest).toBe(cluster.digest);
    expect(failureOf(() => expectHealthy(cluster, { within: 5 })).message).toMatch(/^not all is as it was asked for/);
    const object = failureOf(() => expectObject(cluster, 'deploy/web', { spec: { replicas: 7 } }, { within: 1 }));
    expect(object.message).toContain('deploy/web is not {"spec":{"replicas":7}} after 1 virtual seconds: it is {');
    expect(failureOf(() => expectObject(cluster, 'pod/x', {}, { within: 1 })).message).toContain('it does not exist');
    expect(failureOf(() => expectGone(cluster, 'deploy/web', { within: 1 })).message).toContain(
      'is still there after 1',
    );
    const applied = failureOf(() => expectApplied(cluster, WEB.replace('replicas: 2', 'replicas: x')));
    expect(applied.message).toMatch(/^kubectl apply failed with 1:\n.*replicas/s);
    cluster.kubectl('scale deploy web --replicas=0');
    expect(() => expectGone(cluster, 'web')).toThrow(/names no object/);
  });

  it('LI15: a failure to stay ready says when', () => {
    const cluster = web();
    expectReady(cluster, 'deployment/web');
    cluster.kubectl('delete pods -l app=web --wait=false');
    expect(failureOf(() => expectStaysReady(cluster, 'deployment/web', { during: 60 })).message).toMatch(
      /^deployment\/web stopped being ready after [\d.]+ virtual seconds: /,
    );
  });

  it('LI16: a broken node is known to be gone, and its Pods with it', () => {
    const cluster = web(2);
    expectReady(cluster, 'deployment/web');
    const [pod] = cluster.list('pods', 'default').filter(({ spec }) => spec.nodeName === 'node-2');
    breakNode(cluster, 'node-2');
    expect(cluster.readiness('node/node-2')).toMatchObject({ ready: false });
    expect(cluster.readiness(`pod/${pod?.metadata.name}`).ready).toBe(false);
    expect(cluster.readiness('deployment/web').ready).toBe(false);
    expectReady(cluster, 'deployment/web', { within: 60 });
    expect(cluster.list('pods', 'default').filter(({ spec }) => spec.nodeName === 'node-1')).toHaveLength(2);
    mendNode(cluster, 'node-2');
    expect(cluster.readiness('node/node-2').ready).toBe(true);
  });

  it('LI12: each kind is ready by its own measure', () => {
    const of = (kind: string, spec: object, status: object, metadata: object = {}) =>
      readinessOf({ apiVersion: 'v1', kind, metadata: { name: 'x', ...metadata }, spec, status } as never);
    const condition = (type: string, status: string) => ({ conditions: [{ type, status, reason: 'R', message: 'm' }] });
    expect(of('Pod', {}, condition('Ready', 'True')).ready).toBe(true);
    expect(of('Pod', {}, condition('Ready', 'False'))).toEqual({ ready: false, reason: 'Ready is False (R: m)' });
    expect(of('Pod', {}, { phase: 'Succeeded' }).ready).toBe(true);
    expect(of('Pod', {}, {}).reason).toBe('it has no condition Ready yet');
    expect(of('Job', {}, condition('Complete', 'True')).ready).toBe(true);
    expect(of('Job', {}, condition('Failed', 'True')).ready).toBe(false);
    expect(of('PersistentVolumeClaim', {}, { phase: 'Pending' })).toEqual({
      ready: false,
      reason: 'its phase is Pending',
    });
    expect(of('PersistentVolumeClaim', {}, { phase: 'Bound' }).ready).toBe(true);
    expect(of('ReplicaSet', { replicas: 2 }, { readyReplicas: 1 }).reason).toBe('1 of 2 replicas are ready');
    expect(
      of('ReplicaSet', { replicas: 1 }, { readyReplicas: 1, observedGeneration: 1 }, { generation: 2 }).ready,
    ).toBe(false);
    expect(of('ConfigMap', {}, {}).ready).toBe(true);
    expect(of('ConfigMap', {}, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }).ready).toBe(false);
    expect(of('Widget', {}, condition('Ready', 'False')).ready).toBe(false);
    expect(of('Widget', {}, { ...condition('Ready', 'True'), observedGeneration: 1 }, { generation: 2 }).reason).toBe(
      'its newest spec has not been observed',
    );
  });

  it('LI17: a served cluster is reached by a client, until it is closed', async () => {
    const served = await serveCluster({ nodes: 1 });
    try {
      expect(readFileSync(served.kubeconfig, 'utf8')).toContain(served.url);
      const { code, stdout } = await served.kubectl(['get', 'nodes', '-o', 'name']);
      expect([code, stdout]).toEqual([0, 'node/node-1\n']);
      const { rejected } = await asked(served.url);
      expect(rejected).toMatch(/self-signed|certificate/i);
    } finally {
      await served.close();
    }
    expect((await asked(served.url)).rejected).toMatch(/ECONNREFUSED|failed/);
    expect(existsSync(served.kubeconfig)).toBe(false);
  });
});

/** A client that knows none of its certificates. */
async function asked(url: string): Promise<{ readonly rejected: string }> {
  try {
    await fetch(`${url}/version`);
    return { rejected: '' };
  } catch (error) {
    return { rejected: `${(error as Error).message} ${String((error as { cause?: unknown }).cause ?? '')}` };
  }
}
