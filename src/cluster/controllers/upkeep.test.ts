import { describe, expect, it } from 'vitest';
import type { Endpoints, Node, Pod } from '../../api/types/core.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject } from '../../api/types/meta.ts';
import { ControllerBench, change, makeReady, nginx } from './testing.ts';

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

describe('garbage collection, the finer rules', () => {
  function configMap(name: string, metadata: object = {}): KObject {
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'default', uid: `${name}-uid`, ...metadata },
    };
  }

  const ownedBy = (name: string, uid = `${name}-uid`) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    uid,
    blockOwnerDeletion: true,
  });

  const collector = (bench: ControllerBench): string[] => bench.writes('generic-garbage-collector');

  it('GC8: an owner of another namespace is none: an event tells of it, and the dependent goes', () => {
    const bench = new ControllerBench();
    bench.put('configmaps', configMap('parent', { namespace: 'other' }));
    bench.settle();
    bench.put('configmaps', configMap('child', { ownerReferences: [ownedBy('parent')] }));
    bench.put(
      'configmaps',
      configMap('renamed', { namespace: 'other', ownerReferences: [ownedBy('p2', 'parent-uid')] }),
    );
    bench.settle();
    expect(bench.server.all('configmaps').map(({ metadata }) => metadata.name)).toEqual(['parent']);
    const told = bench.server.all('events').filter(({ reason }) => reason === 'OwnerRefInvalidNamespace');
    expect(told.map(({ message, involvedObject }) => [message, (involvedObject as { name: string }).name])).toEqual([
      [
        'ownerRef [v1/ConfigMap, namespace: default, name: parent, uid: parent-uid] does not exist in namespace "default"',
        'child',
      ],
    ]);
  });

  it('GC3: one owner is enough to stay; the reference to the other goes', () => {
    const bench = new ControllerBench();
    bench.put('configmaps', configMap('parent'));
    bench.put('configmaps', configMap('child', { ownerReferences: [ownedBy('parent'), ownedBy('ghost')] }));
    bench.settle();
    expect(collector(bench)).toEqual(['PATCH default/configmaps/child 200']);
    expect(bench.server.get('configmaps', 'default/child')?.metadata.ownerReferences).toMatchObject([
      { name: 'parent' },
    ]);
  });

  function deleteWith(finalizer: string): string[] {
    const bench = new ControllerBench();
    bench.put('configmaps', configMap('parent'));
    bench.put('configmaps', configMap('child', { ownerReferences: [ownedBy('parent')] }));
    bench.settle();
    const deletionTimestamp = '2026-11-21T02:22:49Z';
    bench.put('configmaps', configMap('parent', { deletionTimestamp, finalizers: [finalizer] }));
    bench.settle();
    return collector(bench);
  }

  it('GC4: in the foreground the dependents go first, then the finalizer', () => {
    expect(deleteWith('foregroundDeletion')).toEqual([
      'DELETE default/configmaps/child 200',
      'PATCH default/configmaps/parent 200',
    ]);
  });

  it('GC5: orphans lose their reference, then the finalizer goes', () => {
    expect(deleteWith('orphan')).toEqual(['PATCH default/configmaps/child 200', 'PATCH default/configmaps/parent 200']);
  });

  it('GC6: a refused DELETE is repeated without the revision when the owners are the same', () => {
    const bench = new ControllerBench();
    bench.put('configmaps', configMap('parent'));
    bench.put('configmaps', configMap('child', { ownerReferences: [ownedBy('parent')] }));
    bench.settle();
    bench.act((ctx) => bench.server.remove(ctx, 'configmaps', 'default/parent'));
    const asked = (): boolean => bench.server.requests.some(({ path }) => path.endsWith('/configmaps/child'));
    while (!asked()) bench.engine.advance();
    bench.put('configmaps', configMap('child', { ownerReferences: [ownedBy('parent')], labels: { now: 'other' } }));
    bench.settle();
    expect(collector(bench)).toEqual(['DELETE default/configmaps/child 409', 'DELETE default/configmaps/child 200']);
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
    const published = bench.server.get('configmaps', 'shop/kube-root-ca.crt') as KObject;
    expect(published).toBeDefined();
    // Other words are left as they are, as long as there are any.
    const annotations = { 'kubernetes.io/description': 'ours' };
    bench.put('configmaps', { ...published, metadata: { ...published.metadata, annotations } });
    bench.settle();
    expect(bench.server.get('configmaps', 'shop/kube-root-ca.crt')?.metadata.annotations).toEqual(annotations);
  });
});

it('the root certificate is made again when somebody deletes it, tried even in a namespace that goes', () => {
  const bench = new ControllerBench();
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', uid: 'ns' } };
  const certificates = () => bench.writes('root-ca-cert-publisher').filter((write) => write.includes('shop'));
  bench.put('namespaces', { ...namespace, status: { phase: 'Active' } });
  bench.settle();
  expect(certificates()).toHaveLength(1);
  bench.put('namespaces', { ...namespace, status: { phase: 'Terminating' } });
  bench.settle();
  expect(certificates()).toHaveLength(1);
  bench.act((ctx) => bench.server.remove(ctx, 'configmaps', 'shop/kube-root-ca.crt'));
  bench.settle();
  expect(certificates()).toHaveLength(2);
});

describe('endpoints of a Service', () => {
  function serve(bench: ControllerBench): void {
    const metadata = { name: 'web', namespace: 'default', uid: 'svc-uid', creationTimestamp: '2026-11-21T02:22:48Z' };
    const ports = [{ port: 80, protocol: 'TCP', targetPort: 80 }];
    const spec = { type: 'ClusterIP', clusterIP: '10.96.0.9', selector: { app: 'nginx' }, ports };
    bench.put('services', { apiVersion: 'v1', kind: 'Service', metadata, spec });
    bench.put('nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'n1' }, spec: {}, status: {} });
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

  const slices = (bench: ControllerBench) => bench.server.all('endpointslices') as readonly EndpointSlice[];

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
    bench.run(5);
    const states = slices(bench)[0]?.endpoints.map(({ conditions }) => conditions);
    expect(states?.filter((state) => state?.terminating === true)).toEqual([
      { ready: false, serving: true, terminating: true },
    ]);
    const endpoints = bench.server.get('endpoints', 'default/web') as Endpoints;
    expect(endpoints.subsets?.[0]?.addresses).toHaveLength(1);
  });

  it('ES4 ES5: the time of the change is written when there is one; no write is refused', () => {
    const bench = new ControllerBench();
    serve(bench);
    bench.put('deployments', nginx(3));
    bench.settle();
    withAddresses(bench);
    const trigger = () => slices(bench)[0]?.metadata.annotations?.['endpoints.kubernetes.io/last-change-trigger-time'];
    expect(trigger()).toBe('2026-11-21T02:22:50Z');
    change(bench, { replicas: 1 });
    bench.run(5);
    expect(trigger()).toBeUndefined();
    expect(bench.writes('endpointslice-controller').filter((write) => write.endsWith('409'))).toEqual([]);
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

  function node(spec: object = {}, name = 'n1', heartbeat = ready.lastHeartbeatTime): KObject {
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, uid: name },
      spec,
      status: { conditions: [{ ...ready, lastHeartbeatTime: heartbeat }] },
    };
  }

  const aboutPods = (message: string): boolean => message.includes(' Pod ');
  const taints = (bench: ControllerBench): string[] | undefined =>
    (bench.server.get('nodes', 'n1') as Node).spec.taints?.map(
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
    bench.run(18);
    expect(taints(bench)).toEqual(['unreachable NoSchedule']);
    expect(bench.events()).toContain('Node n1 status is now: NodeNotReady');
    const [pod] = bench.server.all('pods') as readonly Pod[];
    expect(pod?.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('False');
  });

  it('NL4: the NoExecute taint comes in the same look, and not while all nodes are silent', () => {
    const bench = new ControllerBench();
    const alone = new ControllerBench();
    for (const made of [bench, alone]) made.put('nodes', node());
    for (let second = 0; second < 57; second += 1) {
      bench.put('nodes', node({}, 'n2', `beat ${second}`));
      for (const made of [bench, alone]) made.run(1);
    }
    expect(taints(bench)).toEqual(['unreachable NoSchedule', 'unreachable NoExecute']);
    expect(taints(alone)).toEqual(['unreachable NoSchedule']);
    const found = bench.server.get('nodes', 'n1') as KObject;
    bench.put('nodes', { ...found, status: { conditions: [{ ...ready, lastHeartbeatTime: '2026-11-21T02:24:00Z' }] } });
    bench.settle();
    expect(taints(bench)).toEqual(['unreachable NoExecute']);
    bench.run(6);
    expect(taints(bench) ?? []).toEqual([]);
  });

  it('NL4: each zone has its own pace, and one that is down as a whole does not spare its nodes', () => {
    const bench = new ControllerBench();
    const zoned = (name: string, zone: string, more: object = {}): KObject => {
      const made = node({}, name, `beat of ${name}`) as KObject;
      return {
        ...made,
        metadata: { ...made.metadata, uid: name, labels: { 'topology.kubernetes.io/zone': zone, ...more } },
      };
    };
    for (const name of ['a1', 'a2', 'a3']) bench.put('nodes', zoned(name, 'a'));
    for (const name of ['b1', 'b2', 'b3', 'b4']) bench.put('nodes', zoned(name, 'b'));
    for (let second = 0; second < 110; second += 1) {
      const alive = zoned('b4', 'b');
      const conditions = [{ ...ready, lastHeartbeatTime: `beat ${second}` }];
      bench.put('nodes', { ...alive, status: { conditions } });
      bench.run(1);
    }
    const evicting = (name: string) =>
      (bench.server.get('nodes', name) as Node).spec.taints?.some(({ effect }) => effect === 'NoExecute') === true;
    expect(['a1', 'a2', 'a3'].map(evicting)).toEqual([true, true, true]);
    expect(['b1', 'b2', 'b3'].map(evicting)).toEqual([false, false, false]);
  });

  it('NL10: people hear of nodes that come and go', () => {
    const bench = new ControllerBench();
    bench.settle();
    bench.put('nodes', node());
    bench.run(6);
    bench.act((ctx) => bench.server.remove(ctx, 'nodes', 'n1'));
    bench.run(6);
    expect(bench.events()).toEqual([
      'Node n1 event: Registered Node n1 in Controller',
      'Node n1 event: Removing Node n1 from Controller',
    ]);
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

  it('TE3: a taint that goes in time evicts nobody', () => {
    const bench = new ControllerBench();
    bench.put('nodes', node({ taints: [{ key: 'maint', effect: 'NoExecute' }] }));
    const tolerations = [{ key: 'maint', operator: 'Exists', tolerationSeconds: 5 }];
    const spec = { nodeName: 'n1', containers: [], tolerations };
    bench.put('pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'default', uid: 'p' }, spec });
    bench.run(2);
    bench.put('nodes', node());
    bench.run(10);
    expect(bench.events().filter(aboutPods)).toEqual(['Cancelling deletion of Pod default/p']);
    expect(bench.server.get('pods', 'default/p')?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('TE1 TE2: who does not tolerate goes at once, who tolerates for a while goes then', () => {
    const bench = new ControllerBench();
    bench.put('nodes', node());
    for (const [name, tolerations] of [
      ['plain', undefined],
      ['patient', [{ key: 'maint', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }]],
      ['stoic', [{ operator: 'Exists' }, { key: 'maint', operator: 'Exists', tolerationSeconds: 1 }]],
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
    expect(bench.events().filter(aboutPods)).toEqual([
      'Marking for deletion Pod default/plain',
      'Marking for deletion Pod default/patient',
    ]);
  });

  it('TE3 TE4: what was scheduled stays, whatever limit comes; it is cancelled by what lasts, what presses, and the end', () => {
    const bench = new ControllerBench();
    const taint = (...keys: readonly string[]) => node({ taints: keys.map((key) => ({ key, effect: 'NoExecute' })) });
    bench.put('nodes', taint('long'));
    const tolerations = [
      { key: 'long', operator: 'Exists', tolerationSeconds: 20 },
      { key: 'short', operator: 'Exists', tolerationSeconds: 1 },
    ];
    for (const name of ['p', 'q']) {
      const metadata = { name, namespace: 'default', uid: name };
      const spec = { nodeName: 'n1', containers: [], tolerations };
      bench.put('pods', { apiVersion: 'v1', kind: 'Pod', metadata, spec } as KObject);
    }
    bench.run(2);
    bench.put('nodes', taint('long', 'short'));
    bench.run(5);
    expect(bench.events().filter(aboutPods)).toEqual([]);
    bench.act((ctx) => bench.server.remove(ctx, 'pods', 'default/q'));
    bench.run(1);
    bench.put('nodes', taint('long', 'other'));
    bench.run(1);
    expect(bench.events().filter(aboutPods)).toEqual([
      'Cancelling deletion of Pod default/q',
      'Cancelling deletion of Pod default/p',
      'Marking for deletion Pod default/p',
    ]);
  });
});
