import { describe, expect, it } from 'vitest';
import type { Deployment, ReplicaSet } from '../../api/types/apps.ts';
import type { KObject } from '../../api/types/meta.ts';
import { ControllerBench } from './testing.ts';

function nginx(replicas: number, image = 'nginx:1.27'): KObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'nginx',
      namespace: 'default',
      uid: 'd-uid',
      generation: 1,
      labels: { app: 'nginx' },
      creationTimestamp: '2026-11-21T02:22:48Z',
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'nginx' } },
      template: {
        metadata: { labels: { app: 'nginx' } },
        spec: {
          containers: [
            {
              name: 'nginx',
              image,
              ports: [{ containerPort: 80, protocol: 'TCP' }],
              resources: {},
              terminationMessagePath: '/dev/termination-log',
              terminationMessagePolicy: 'File',
              imagePullPolicy: 'IfNotPresent',
            },
          ],
          restartPolicy: 'Always',
          terminationGracePeriodSeconds: 30,
          dnsPolicy: 'ClusterFirst',
          securityContext: {},
          schedulerName: 'default-scheduler',
        },
      },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
    status: {},
  };
}

function makeReady(bench: ControllerBench): void {
  for (const pod of bench.server.all('pods')) {
    if ((pod.status as { phase?: string })?.phase !== undefined) continue;
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T02:22:49Z' }];
    bench.put('pods', {
      ...pod,
      spec: { ...(pod.spec as object), nodeName: 'n1' },
      status: { phase: 'Running', conditions },
    });
    bench.settle();
  }
}

describe('a new Deployment', () => {
  it('DP1 RS1: the recorded order of writes, the refused second status included', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    expect(bench.writes('deployment-controller').slice(0, 4)).toEqual([
      'POST namespaces/default/replicasets 201',
      'PUT deployments/nginx/status 200',
      'PUT deployments/nginx/status 409',
      'PUT deployments/nginx/status 200',
    ]);
    const [rs] = bench.server.all('replicasets') as readonly ReplicaSet[];
    expect(rs?.metadata).toMatchObject({
      name: 'nginx-775786f995',
      labels: { app: 'nginx', 'pod-template-hash': '775786f995' },
      annotations: {
        'deployment.kubernetes.io/desired-replicas': '3',
        'deployment.kubernetes.io/max-replicas': '4',
        'deployment.kubernetes.io/revision': '1',
      },
    });
    expect(bench.server.all('pods')).toHaveLength(3);
    expect(bench.writes('replicaset-controller')).toEqual([
      'POST namespaces/default/pods 201',
      'POST namespaces/default/pods 201',
      'POST namespaces/default/pods 201',
      'PUT replicasets/nginx-775786f995/status 200',
      'PUT replicasets/nginx-775786f995/status 200',
    ]);
    expect(rs?.status).toEqual({ replicas: 3, fullyLabeledReplicas: 3, terminatingReplicas: 0, observedGeneration: 1 });
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' });
    expect(d.status).toMatchObject({
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      unavailableReplicas: 3,
      terminatingReplicas: 0,
    });
    expect(d.status?.conditions?.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
      'Available MinimumReplicasUnavailable',
      'Progressing ReplicaSetUpdated',
    ]);
  });

  it('DP2: completes when its pods are ready', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    makeReady(bench);
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.status).toMatchObject({ replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 });
    expect(d.status?.conditions?.map(({ message }) => message)).toEqual([
      'Deployment has minimum availability.',
      'ReplicaSet "nginx-775786f995" has successfully progressed.',
    ]);
    expect(bench.events()[0]).toBe('Scaled up replica set nginx-775786f995 from 0 to 3');
    expect(bench.engine.quiescent).toBe(true);
  });
});

describe('a rolling update', () => {
  it('DP3: one up, one down, never fewer than wanted', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    makeReady(bench);
    const before = bench.events().length;
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    const template = (nginx(3, 'nginx:1.28').spec as Deployment['spec']).template;
    bench.put('deployments', { ...d, metadata: { ...d.metadata, generation: 2 }, spec: { ...d.spec, template } });
    bench.settle();
    for (let i = 0; i < 6; i += 1) makeReady(bench);
    const scaled = bench
      .events()
      .slice(before)
      .filter((message) => message?.includes('Scaled'));
    expect(scaled).toEqual([
      'Scaled up replica set nginx-859b74487b from 0 to 1',
      'Scaled down replica set nginx-775786f995 from 3 to 2',
      'Scaled up replica set nginx-859b74487b from 1 to 2',
      'Scaled down replica set nginx-775786f995 from 2 to 1',
      'Scaled up replica set nginx-859b74487b from 2 to 3',
      'Scaled down replica set nginx-775786f995 from 1 to 0',
    ]);
    const sizes = (bench.server.all('replicasets') as readonly ReplicaSet[]).map(({ spec }) => spec.replicas);
    expect(sizes).toEqual([0, 3]);
    const done = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(done.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
  });
});

describe('scaling', () => {
  it('DP4 RS2: up creates what is missing, down deletes the surplus at once', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    makeReady(bench);
    for (const replicas of [5, 2]) {
      const d = bench.server.get('deployments', 'default/nginx') as Deployment;
      const generation = (d.metadata.generation ?? 0) + 1;
      bench.put('deployments', { ...d, metadata: { ...d.metadata, generation }, spec: { ...d.spec, replicas } });
      bench.settle();
      makeReady(bench);
    }
    const deleted = bench.server.all('pods').filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    expect(deleted).toHaveLength(3);
    const [rs] = bench.server.all('replicasets') as readonly ReplicaSet[];
    expect(rs?.status).toMatchObject({ replicas: 2, readyReplicas: 2, terminatingReplicas: 3 });
    expect(rs?.metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/desired-replicas': '2',
      'deployment.kubernetes.io/max-replicas': '3',
    });
    expect(bench.events().filter((message) => message.startsWith('Scaled'))).toEqual([
      'Scaled up replica set nginx-775786f995 from 0 to 3',
      'Scaled up replica set nginx-775786f995 from 3 to 5',
      'Scaled down replica set nginx-775786f995 from 5 to 2',
    ]);
  });
});

describe('garbage collection', () => {
  it('GC1: deleting a Deployment deletes its ReplicaSets, then their pods, each with preconditions', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    bench.act((ctx) => bench.server.remove(ctx, 'deployments', 'default/nginx'));
    bench.settle();
    const deletions = bench.server.writes.filter(({ method }) => method === 'DELETE');
    expect(deletions.map(({ user }) => user.split(':').at(-1))).toEqual(Array(4).fill('generic-garbage-collector'));
    expect(deletions.map(({ path }) => path.split('/').at(-2))).toEqual(['replicasets', 'pods', 'pods', 'pods']);
    expect(deletions[0]?.body).toMatchObject({
      propagationPolicy: 'Background',
      preconditions: { uid: expect.any(String), resourceVersion: expect.any(String) },
    });
    expect(bench.server.all('replicasets')).toHaveLength(0);
    expect(bench.writes('replicaset-controller').filter((write) => write.startsWith('POST'))).toHaveLength(3);
  });

  it('GC2: what names an owner that does not exist goes too', () => {
    const bench = new ControllerBench();
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'parent', uid: 'nobody' };
    bench.put('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'ghost', namespace: 'default', uid: 'ghost-uid', ownerReferences: [owner] },
    });
    bench.settle();
    expect(bench.server.get('configmaps', 'default/ghost')).toBeUndefined();
  });
});

describe('namespaces', () => {
  it('SA1 CA1: a new namespace gets its default ServiceAccount and the root certificate', () => {
    const bench = new ControllerBench();
    const namespace = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', uid: 'ns' },
      status: { phase: 'Active' },
    };
    bench.put('namespaces', namespace);
    bench.settle();
    expect(bench.server.get('serviceaccounts', 'shop/default')).toBeDefined();
    expect(bench.server.get('configmaps', 'shop/kube-root-ca.crt')).toBeDefined();
  });
});
