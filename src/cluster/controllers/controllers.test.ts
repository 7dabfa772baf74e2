import { describe, expect, it } from 'vitest';
import type { Deployment, ReplicaSet } from '../../api/types/apps.ts';
import type { Endpoints, Node, Pod } from '../../api/types/core.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
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

function change(bench: ControllerBench, spec: Partial<Deployment['spec']>): void {
  const d = bench.server.get('deployments', 'default/nginx') as Deployment;
  const generation = (d.metadata.generation ?? 0) + 1;
  bench.put('deployments', { ...d, metadata: { ...d.metadata, generation }, spec: { ...d.spec, ...spec } });
  bench.settle();
}

function template(image: string): Deployment['spec']['template'] {
  return (nginx(1, image).spec as Deployment['spec']).template;
}

function sizes(bench: ControllerBench): Record<string, number | undefined> {
  const sets = bench.server.all('replicasets') as readonly ReplicaSet[];
  return Object.fromEntries(sets.map(({ metadata, spec }) => [metadata.name?.slice(6) ?? '', spec.replicas]));
}

describe('other ways to roll out', () => {
  it('DP4: a change of size in the middle of a rollout is shared in proportion', () => {
    const bench = new ControllerBench();
    const rollingUpdate = { maxSurge: 2, maxUnavailable: 2 };
    const d = nginx(10);
    bench.put('deployments', {
      ...d,
      spec: { ...(d.spec as object), strategy: { type: 'RollingUpdate', rollingUpdate } },
    });
    bench.settle();
    makeReady(bench);
    change(bench, { template: template('nginx:1.28') });
    expect(sizes(bench)).toEqual({ '775786f995': 8, '859b74487b': 4 });
    change(bench, { replicas: 20 });
    expect(sizes(bench)).toEqual({ '775786f995': 15, '859b74487b': 7 });
  });

  it('DP5: Recreate waits for the last old pod', () => {
    const bench = new ControllerBench();
    const d = nginx(2);
    bench.put('deployments', { ...d, spec: { ...(d.spec as object), strategy: { type: 'Recreate' } } });
    bench.settle();
    makeReady(bench);
    change(bench, { template: template('nginx:1.28') });
    expect(sizes(bench)).toEqual({ '775786f995': 0 });
    for (const pod of bench.server.all('pods')) {
      bench.act((ctx) => bench.server.remove(ctx, 'pods', `default/${pod.metadata.name}`));
      bench.settle();
    }
    expect(sizes(bench)).toEqual({ '775786f995': 0, '859b74487b': 2 });
  });

  it('DP6: a paused Deployment does not roll out, but scales', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(2));
    bench.settle();
    makeReady(bench);
    change(bench, { paused: true, template: template('nginx:1.28') });
    change(bench, { replicas: 4 });
    expect(sizes(bench)).toEqual({ '775786f995': 4 });
    const reason = (): string | undefined =>
      (bench.server.get('deployments', 'default/nginx') as Deployment).status.conditions?.find(
        ({ type }) => type === 'Progressing',
      )?.reason;
    expect(reason()).toBe('DeploymentPaused');
    change(bench, { paused: false });
    expect(Object.keys(sizes(bench))).toHaveLength(2);
  });

  it('DP7: going back to an old template makes its ReplicaSet the newest revision', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(1));
    bench.settle();
    makeReady(bench);
    for (const image of ['nginx:1.28', 'nginx:1.27']) {
      change(bench, { template: template(image) });
      for (let i = 0; i < 3; i += 1) makeReady(bench);
    }
    const rs = bench.server.get('replicasets', 'default/nginx-775786f995');
    expect(rs?.metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/revision': '3',
      'deployment.kubernetes.io/revision-history': '1',
    });
    expect(bench.writes('deployment-controller')).toContain('PUT default/replicasets/nginx-775786f995 409');
  });

  it('DP8: history beyond the limit is deleted when the rollout is complete', () => {
    const bench = new ControllerBench();
    const d = nginx(1);
    bench.put('deployments', { ...d, spec: { ...(d.spec as object), revisionHistoryLimit: 1 } });
    bench.settle();
    makeReady(bench);
    for (const image of ['a', 'b', 'c']) {
      change(bench, { template: template(image) });
      for (let i = 0; i < 3; i += 1) makeReady(bench);
    }
    expect(bench.server.all('replicasets')).toHaveLength(2);
  });

  it('DP9: without progress the deadline passes, and is noticed although nothing happens', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(1));
    bench.settle();
    expect(bench.engine.quiescent).toBe(true);
    bench.run(700);
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.status.conditions?.find(({ type }) => type === 'Progressing')).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: 'ReplicaSet "nginx-775786f995" has timed out progressing.',
    });
  });
});

describe('pods that come and go by other hands', () => {
  it('RS6: an orphan that matches is adopted, a pod that is relabelled is released and replaced', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(1));
    bench.settle();
    const [pod] = bench.server.all('pods');
    if (pod === undefined) throw new Error('no pod');
    bench.put('pods', { ...pod, metadata: { ...pod.metadata, labels: { app: 'other' } } });
    bench.settle();
    const patch = bench.server.writes.find(({ method, path }) => method === 'PATCH' && path.includes('/pods/'));
    expect(patch?.body).toMatchObject({ metadata: { ownerReferences: [{ $patch: 'delete' }], uid: pod.metadata.uid } });
    expect(bench.server.all('pods')).toHaveLength(2);
  });

  it('RS4: a pod that vanishes is replaced once', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    const [pod] = bench.server.all('pods');
    bench.act((ctx) => bench.server.remove(ctx, 'pods', `default/${pod?.metadata.name}`));
    bench.settle();
    expect(bench.server.all('pods')).toHaveLength(3);
    expect(bench.writes('replicaset-controller').filter((write) => write.startsWith('POST'))).toHaveLength(4);
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

describe('endpoints of a Service', () => {
  function serve(bench: ControllerBench): void {
    const metadata = { name: 'web', namespace: 'default', uid: 'svc-uid', creationTimestamp: '2026-11-21T02:22:48Z' };
    const ports = [{ port: 80, protocol: 'TCP', targetPort: 80 }];
    const spec = { type: 'ClusterIP', clusterIP: '10.96.0.9', selector: { app: 'nginx' }, ports };
    bench.put('services', { apiVersion: 'v1', kind: 'Service', metadata, spec });
    bench.settle();
  }

  function withAddresses(bench: ControllerBench): void {
    for (const [index, pod] of bench.server.all('pods').entries()) {
      const podIP = `10.244.1.${index + 2}`;
      const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T02:22:50Z' }];
      const status = { phase: 'Running', podIP, podIPs: [{ ip: podIP }], conditions };
      bench.put('pods', { ...pod, spec: { ...(pod.spec as object), nodeName: 'n1' }, status });
    }
    bench.settle();
  }

  const slices = (bench: ControllerBench) => bench.server.all('endpointslices') as unknown as readonly EndpointSlice[];

  it('ES1 ES3 EP1: a placeholder first, written over when there are endpoints', () => {
    const bench = new ControllerBench();
    serve(bench);
    expect(slices(bench)).toMatchObject([{ endpoints: null, ports: null }]);
    bench.put('deployments', nginx(2));
    bench.settle();
    withAddresses(bench);
    expect(slices(bench)).toHaveLength(1);
    const [slice] = slices(bench);
    expect(slice?.endpoints.map(({ addresses, conditions }) => [addresses[0], conditions?.ready])).toEqual([
      ['10.244.1.2', true],
      ['10.244.1.3', true],
    ]);
    expect(bench.server.get('endpoints', 'default/web')).toMatchObject({
      subsets: [{ addresses: [{ ip: '10.244.1.2' }, { ip: '10.244.1.3' }], ports: [{ port: 80, protocol: 'TCP' }] }],
    });
  });

  it('ES2 EP1: a terminating Pod stays in the slice, marked, and leaves the Endpoints', () => {
    const bench = new ControllerBench();
    serve(bench);
    bench.put('deployments', nginx(2));
    bench.settle();
    withAddresses(bench);
    change(bench, { replicas: 1 });
    const states = slices(bench)[0]?.endpoints.map(({ conditions }) => conditions);
    expect(states?.filter((state) => state?.terminating === true)).toEqual([
      { ready: false, serving: true, terminating: true },
    ]);
    const endpoints = bench.server.get('endpoints', 'default/web') as unknown as Endpoints;
    expect(endpoints.subsets?.[0]?.addresses).toHaveLength(1);
  });

  it('EP2: Endpoints go with their Service', () => {
    const bench = new ControllerBench();
    serve(bench);
    bench.act((ctx) => bench.server.remove(ctx, 'services', 'default/web'));
    bench.settle();
    expect(bench.server.get('endpoints', 'default/web')).toBeUndefined();
  });
});

describe('nodes', () => {
  const ready = { type: 'Ready', status: 'True', lastHeartbeatTime: '2026-11-21T02:22:48Z' };

  function node(spec: object = {}): KObject {
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1', uid: 'n1' },
      spec,
      status: { conditions: [ready] },
    };
  }

  const taints = (bench: ControllerBench): string[] | undefined =>
    (bench.server.get('nodes', 'n1') as unknown as Node).spec.taints?.map(
      ({ key, effect }) => `${key.split('/')[1] ?? key} ${effect}`,
    );

  it('NL1 NL2: a node that falls silent is Unknown after 50 s, its Pods not ready, and tainted', () => {
    const bench = new ControllerBench();
    bench.put('nodes', node());
    bench.put('deployments', nginx(1));
    bench.settle();
    makeReady(bench);
    bench.run(45);
    expect(taints(bench)).toBeUndefined();
    bench.run(20);
    expect(taints(bench)).toEqual(['unreachable NoSchedule', 'unreachable NoExecute']);
    expect(bench.events()).toContain('Node n1 status is now: NodeNotReady');
    const [pod] = bench.server.all('pods') as unknown as readonly Pod[];
    expect(pod?.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('False');
  });

  it('NL2: cordoning is a taint, and undoing it takes the taint away', () => {
    const bench = new ControllerBench();
    bench.put('nodes', node({ unschedulable: true }));
    bench.settle();
    expect(taints(bench)).toEqual(['unschedulable NoSchedule']);
    const found = bench.server.get('nodes', 'n1') as KObject;
    bench.put('nodes', { ...found, spec: { taints: (found.spec as { taints: unknown }).taints } });
    bench.settle();
    expect(taints(bench) ?? []).toEqual([]);
  });

  it('TE1 TE2: who does not tolerate goes at once, who tolerates for a while goes then', () => {
    const bench = new ControllerBench();
    bench.put('nodes', node());
    for (const [name, tolerations] of [
      ['plain', undefined],
      ['patient', [{ key: 'maint', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }]],
      ['stoic', [{ operator: 'Exists' }]],
    ] as const) {
      const metadata = { name, namespace: 'default', uid: name };
      bench.put('pods', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata,
        spec: { nodeName: 'n1', containers: [], tolerations },
      });
    }
    bench.settle();
    bench.put('nodes', { ...node({ taints: [{ key: 'maint', effect: 'NoExecute' }] }) });
    const left = (): (string | undefined)[] =>
      bench.server
        .all('pods')
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map(({ metadata }) => metadata.name);
    bench.run(1);
    expect(left()).toEqual(['patient', 'stoic']);
    bench.run(6);
    expect(left()).toEqual(['stoic']);
    expect(bench.events()).toEqual([
      'Marking for deletion Pod default/plain',
      'Marking for deletion Pod default/patient',
    ]);
  });
});
