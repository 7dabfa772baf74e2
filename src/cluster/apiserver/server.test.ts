import { expect, it } from 'vitest';
import { isStatus, type Status } from '../../api/errors/status.ts';
import type { KList, KObject } from '../../api/types/meta.ts';
import type { Process } from '../../engine/index.ts';
import { LEASES_TABLE } from '../etcd/rows.ts';
import type { WatchFrame, WatchStream } from '../ports/transport.ts';
import { apiRequest, nodeCredentials, type TestCluster, testCluster, userCredentials } from './testing.ts';

const PODS = '/api/v1/namespaces/default/pods';
const pod = (name: string, extra: object = {}, labels: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels },
  spec: { containers: [{ name: 'c', image: 'nginx:1.27' }], ...extra },
});
const configMap = (name: string, data: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

function quiet(): TestCluster {
  return testCluster({ config: { compaction: false, periodicBookmarks: false } });
}

function bind(cluster: TestCluster, name: string, node: string) {
  const target = { kind: 'Node', name: node };
  return cluster.request('POST', `${PODS}/${name}/binding`, {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name },
    target,
  });
}

function frames(stream: WatchStream | undefined): readonly WatchFrame[] {
  const found: WatchFrame[] = [];
  for (let next = stream?.tryNext(); next !== undefined; next = stream?.tryNext()) found.push(next);
  return found;
}

const told = (stream: WatchStream | undefined) =>
  frames(stream).map(({ type, object }) => `${type} ${(object as KObject).metadata.name ?? ''}`);

it('AS3: the filters run in order, each a step caused by the one before', () => {
  const cluster = quiet();
  const from = cluster.engine.stepCount;
  cluster.request('POST', PODS, pod('a'));
  const names: string[] = [];
  for (let seq = from; seq < cluster.engine.stepCount; seq += 1) names.push(cluster.engine.journal.kindOf(seq).name);
  const order =
    'received requestInfo authenticated audited classified authorized decoded mutated prepared validated approved'.split(
      ' ',
    );
  const places = [
    ...order.map((name) => names.indexOf(`apiserver.${name}`)),
    names.indexOf('etcd.applied'),
    names.lastIndexOf('apiserver.stored'),
    names.lastIndexOf('apiserver.responded'),
  ];
  expect(places.every((place, index) => place >= 0 && (index === 0 || place > (places[index - 1] as number)))).toBe(
    true,
  );
});

it('AS4: credentials decide who it is', () => {
  const cluster = quiet();
  expect(cluster.request('GET', PODS, undefined, { as: { token: 'nope' } }).code).toBe(401);
  expect(cluster.request('GET', PODS, undefined, { as: {} }).code).toBe(403);
  cluster.request('POST', PODS, pod('a'));
  const made = cluster.request('POST', '/api/v1/namespaces/default/serviceaccounts/default/token', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 3607, boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'a' } },
  });
  const token = (made.body as { status: { token: string } }).status.token;
  const refused = cluster.request('GET', PODS, undefined, { as: { token } }).body as Status;
  expect(refused.message).toContain('User "system:serviceaccount:default:default" cannot list');
  cluster.request('DELETE', `${PODS}/a`);
  expect(cluster.request('GET', PODS, undefined, { as: { token } }).code).toBe(401);
});

it('AS5: a role binding counts at once', () => {
  const cluster = quiet();
  const jane = userCredentials('jane');
  expect(cluster.request('GET', PODS, undefined, { as: jane }).code).toBe(403);
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  cluster.request('POST', `${rbac}/rolebindings`, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'jane-views' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
  });
  expect(cluster.request('GET', PODS, undefined, { as: jane }).code).toBe(200);
  expect(cluster.request('POST', PODS, pod('a'), { as: jane }).code).toBe(403);
});

it('AS6: a kubelet reads its own pods, once the graph knows them', () => {
  const cluster = testCluster({
    config: { compaction: false, periodicBookmarks: false },
    latencies: { informer: { min: 5_000_000, max: 5_000_000 } },
  });
  cluster.request('POST', PODS, pod('a'));
  const node = nodeCredentials('worker-1');
  const engine = cluster.engine;
  let code = 0;
  engine.perform(() => {
    engine.spawn(
      (function* (): Process {
        const ctx = engine.background('test');
        const target = { kind: 'Node', name: 'worker-1' };
        const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'a' }, target };
        yield* cluster.transport.request(ctx, apiRequest('POST', `${PODS}/a/binding`, body));
        code = (yield* cluster.transport.request(ctx, apiRequest('GET', `${PODS}/a`, undefined, { as: node }))).code;
      })(),
    );
  });
  while (code === 0 && engine.advance());
  expect(code).toBe(403);
  while (engine.now < 1_795_227_788_000_000 && engine.advance());
  expect(cluster.request('GET', `${PODS}/a`, undefined, { as: node }).code).toBe(200);
  expect(cluster.request('GET', `${PODS}/a`, undefined, { as: nodeCredentials('worker-2') }).code).toBe(403);
  expect(cluster.request('GET', `${CONFIG_MAPS}/kube-root-ca.crt`, undefined, { as: node }).code).toBe(200);
});

it('AS7: names are generated, and drawn again when taken', () => {
  const cluster = quiet();
  const names = new Set<string>();
  for (let i = 0; i < 20; i += 1) {
    const made = cluster.request('POST', CONFIG_MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'c-' },
    });
    names.add((made.body as KObject).metadata.name ?? '');
  }
  expect(names.size).toBe(20);
  for (const name of names) expect(name).toMatch(/^c-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
});

it('AS8: old versions conflict, patches do not', () => {
  const cluster = testCluster({
    latencies: { etcdWatch: { min: 400_000, max: 400_000 } },
    config: { compaction: false, periodicBookmarks: false },
  });
  const first = cluster.request('POST', CONFIG_MAPS, configMap('a', { n: '1' })).body as KObject;
  cluster.request('PUT', `${CONFIG_MAPS}/a`, { ...first, data: { n: '2' } });
  const stale = cluster.request('PUT', `${CONFIG_MAPS}/a`, { ...first, data: { n: '3' } }).body as Status;
  expect(stale.message).toBe(
    'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
  );
  const answers = cluster.run(
    (function* (): Process<number[]> {
      const ctx = cluster.engine.background('test');
      const codes: number[] = [];
      for (const n of ['4', '5', '6']) {
        codes.push(
          (yield* cluster.transport.request(ctx, apiRequest('PATCH', `${CONFIG_MAPS}/a`, { data: { [n]: n } }))).code,
        );
      }
      return codes;
    })(),
  );
  void answers;
  while (cluster.engine.now < 1_795_227_800_000_000 && cluster.engine.advance());
  const now = cluster.request('GET', `${CONFIG_MAPS}/a`).body as KObject;
  expect(now.data).toEqual({ n: '2', '4': '4', '5': '5', '6': '6' });
});

it('AS9: what changes nothing is not written', () => {
  const cluster = quiet();
  const made = cluster.request('POST', CONFIG_MAPS, configMap('a', { n: '1' })).body as KObject;
  const revision = cluster.kv.revision;
  cluster.request('PUT', `${CONFIG_MAPS}/a`, made);
  const same = cluster.request('PATCH', `${CONFIG_MAPS}/a`, { data: { n: '1' } }).body as KObject;
  expect(cluster.kv.revision).toBe(revision);
  expect(same.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
});

it('AS10: a Pod that is being deleted gets less time only from who says so, and its node sees the end', () => {
  const cluster = quiet();
  cluster.request('POST', PODS, pod('a'));
  bind(cluster, 'a', 'worker-1');
  cluster.request('DELETE', `${PODS}/a`);
  const ended = { ...(cluster.request('GET', `${PODS}/a`).body as KObject), status: { phase: 'Succeeded' } };
  cluster.request('PUT', `${PODS}/a/status`, ended);
  const { revision } = cluster.kv;
  const again = cluster.request('DELETE', `${PODS}/a`, { propagationPolicy: 'Background' }).body as KObject;
  expect(again.metadata.deletionGracePeriodSeconds).toBe(30);
  expect(cluster.kv.revision).toBe(revision);
  cluster.engine.idleUntil(cluster.engine.now + 10_000_000);
  const sooner = cluster.request('DELETE', `${PODS}/a`, { gracePeriodSeconds: 5 }).body as KObject;
  expect(sooner.metadata.deletionGracePeriodSeconds).toBe(1);
});

it('AS10: deletion is graceful for pods, and waits for finalizers', () => {
  const cluster = quiet();
  cluster.request('POST', PODS, pod('a'));
  bind(cluster, 'a', 'worker-1');
  const watch = cluster.request('GET', `${PODS}?watch=true&resourceVersion=${cluster.kv.revision}`).stream;
  const marked = cluster.request('DELETE', `${PODS}/a`).body as KObject;
  expect(marked.metadata).toMatchObject({ deletionGracePeriodSeconds: 30, generation: 2 });
  const gone = cluster.request('DELETE', `${PODS}/a`, {
    gracePeriodSeconds: 0,
    preconditions: { uid: marked.metadata.uid },
  });
  expect((gone.body as KObject).metadata.deletionGracePeriodSeconds).toBe(0);
  expect(told(watch)).toEqual(['MODIFIED a', 'MODIFIED a', 'DELETED a']);
  cluster.request('POST', CONFIG_MAPS, {
    ...configMap('held'),
    metadata: { name: 'held', finalizers: ['example.org/hold'] },
  });
  cluster.request('DELETE', `${CONFIG_MAPS}/held`);
  const held = cluster.request('GET', `${CONFIG_MAPS}/held`).body as KObject;
  expect(held.metadata.deletionTimestamp).toBeDefined();
  cluster.request('PUT', `${CONFIG_MAPS}/held`, { ...held, metadata: { ...held.metadata, finalizers: [] } });
  expect(cluster.request('GET', `${CONFIG_MAPS}/held`).code).toBe(404);
});

it('AS11: watches begin with the present, with what was missed, or with an error', () => {
  const cluster = quiet();
  cluster.request('POST', CONFIG_MAPS, configMap('a'));
  const since = cluster.kv.revision;
  cluster.request('POST', CONFIG_MAPS, configMap('b'));
  const missed = cluster.request('GET', `${CONFIG_MAPS}?watch=true&resourceVersion=${since}`).stream;
  const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const initial = cluster.request('GET', `${CONFIG_MAPS}?${query}`).stream;
  cluster.request('POST', CONFIG_MAPS, configMap('c'));
  expect(told(missed)).toEqual(['ADDED b', 'ADDED c']);
  const heard = frames(initial);
  expect(heard.map((frame) => frame.type)).toEqual(['ADDED', 'ADDED', 'ADDED', 'BOOKMARK', 'ADDED']);
  const mark = heard[3]?.object as KObject;
  expect(mark.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
  for (let i = 0; i < 400; i += 1) {
    cluster.request('PATCH', `${CONFIG_MAPS}/a`, { data: { n: String(i) } });
    if (i % 2 === 0)
      cluster.engine.perform(() => cluster.engine.background('x').after(1_000_000, () => undefined, false));
    cluster.settle();
  }
  const late = frames(cluster.request('GET', `${CONFIG_MAPS}?watch=true&resourceVersion=${since}`).stream);
  expect(late[0]?.type).toBe('ERROR');
  expect((late.at(0)?.object as Status | undefined)?.code).toBe(410);
});

it('AS11: a watch from a revision that is still to come hears nothing of what happens before', () => {
  const cluster = quiet();
  const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=5&resourceVersion=${cluster.kv.revision + 2}`;
  const ahead = cluster.request('GET', `${CONFIG_MAPS}?${query}`).stream;
  for (const name of ['a', 'b', 'c']) cluster.request('POST', CONFIG_MAPS, configMap(name));
  expect(told(ahead)).toEqual(['ADDED c']);
});

it('AS12: selectors see objects come and go', () => {
  const cluster = quiet();
  const labelled = cluster.request('GET', `${PODS}?watch=true&labelSelector=app%3Dweb`).stream;
  const first = cluster.request('GET', `${PODS}?watch=true&fieldSelector=spec.nodeName%3Dworker-1`).stream;
  const second = cluster.request('GET', `${PODS}?watch=true&fieldSelector=spec.nodeName%3Dworker-2`).stream;
  cluster.request('POST', PODS, pod('a', {}, { app: 'web' }));
  cluster.request('PATCH', `${PODS}/a`, { metadata: { labels: { app: 'other' } } });
  bind(cluster, 'a', 'worker-1');
  expect(told(labelled)).toEqual(['ADDED a', 'DELETED a']);
  expect(told(first)).toEqual(['ADDED a']);
  expect(told(second)).toEqual([]);
});

it('AS13: pages continue at the revision of the first', () => {
  const cluster = quiet();
  for (const name of ['a', 'b', 'c']) cluster.request('POST', CONFIG_MAPS, configMap(name));
  const first = cluster.request('GET', `${CONFIG_MAPS}?limit=2`).body as KList;
  expect(first.items.map((item) => item.metadata.name)).toEqual(['a', 'b']);
  expect(first.metadata.remainingItemCount).toBe(2);
  cluster.request('DELETE', `${CONFIG_MAPS}/c`);
  cluster.request('POST', CONFIG_MAPS, configMap('d'));
  const rest = cluster.request('GET', `${CONFIG_MAPS}?limit=2&continue=${first.metadata.continue}`).body as KList;
  expect(rest.items.map((item) => item.metadata.name)).toEqual(['c', 'kube-root-ca.crt']);
  expect(rest.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
});

it('AS14: namespaces gate what is created', () => {
  const cluster = quiet();
  const missing = cluster.request('POST', '/api/v1/namespaces/nope/configmaps', configMap('a')).body as Status;
  expect(missing.message).toBe('namespaces "nope" not found');
  cluster.request('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'going' } });
  const going = cluster.request('DELETE', '/api/v1/namespaces/going').body as KObject;
  expect(going.status).toEqual({ phase: 'Terminating' });
  const late = cluster.request('POST', '/api/v1/namespaces/going/configmaps', configMap('a')).body as Status;
  expect(late.message).toBe(
    'configmaps "a" is forbidden: unable to create new content in namespace going because it is being terminated',
  );
});

it('AS91: what has no name yet is refused by the beginning of its name, by bounds with the whole of it', () => {
  const cluster = quiet();
  const refused = (spec: object): string => {
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'web-' }, spec };
    return (cluster.request('POST', PODS, object).body as Status).message ?? '';
  };
  const containers = [{ name: 'c', image: 'x', resources: { limits: { cpu: '2' } } }];
  expect(refused({ containers, serviceAccountName: 'nobody' })).toBe(
    'pods "web-" is forbidden: error looking up service account default/nobody: serviceaccount "nobody" not found',
  );
  expect(refused({ containers, priorityClassName: 'high' })).toBe(
    'pods "web-" is forbidden: no PriorityClass with name high was found',
  );
  cluster.request('POST', '/api/v1/namespaces/default/limitranges', {
    metadata: { name: 'limits' },
    spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] },
  });
  expect(refused({ containers })).toMatch(/^pods "web-[a-z0-9]{5}" is forbidden: maximum cpu usage per Container is 1/);
});

it('AS15: limits and quotas are kept', () => {
  const cluster = quiet();
  cluster.request('POST', '/api/v1/namespaces/default/limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'limits' },
    spec: {
      limits: [{ type: 'Container', default: { cpu: '200m' }, defaultRequest: { cpu: '100m' }, max: { cpu: '1' } }],
    },
  });
  const made = cluster.request('POST', PODS, pod('a')).body as KObject;
  expect(made.metadata.annotations).toEqual({
    'kubernetes.io/limit-ranger': 'LimitRanger plugin set: cpu request for container c; cpu limit for container c',
  });
  const big = { containers: [{ name: 'c', image: 'x', resources: { limits: { cpu: '2' } } }] };
  const refused = cluster.request('POST', PODS, pod('big', big)).body as Status;
  expect(refused.message).toContain('maximum cpu usage per Container is 1, but limit is 2');
  cluster.request('POST', '/api/v1/namespaces/default/limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'volumes' },
    spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '2Gi' }, min: { storage: '1Gi' } }] },
  });
  const claim = (storage: string): Status =>
    cluster.request('POST', '/api/v1/namespaces/default/persistentvolumeclaims', {
      metadata: { name: 'c' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
    }).body as Status;
  expect(claim('5Gi').message).toContain('maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 5Gi');
  expect(claim('5Mi').message).toContain('minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 5Mi');
  const quota = cluster.request('POST', '/api/v1/namespaces/default/resourcequotas', {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q' },
    spec: { hard: { pods: '2' } },
  }).body as KObject;
  cluster.request('PUT', '/api/v1/namespaces/default/resourcequotas/q/status', {
    ...quota,
    status: { hard: { pods: '2' }, used: { pods: '1' } },
  });
  expect(cluster.request('POST', PODS, pod('b')).code).toBe(201);
  const exceeded = cluster.request('POST', PODS, pod('c')).body as Status;
  expect(exceeded.message).toBe(
    'pods "c" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2, limited: pods=2',
  );
});

it('AS70: a DaemonSet counts its templates', () => {
  const cluster = quiet();
  const sets = '/apis/apps/v1/namespaces/default/daemonsets';
  const labels = { app: 'a' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx:1.27' }] } };
  const set = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'a' } };
  cluster.request('POST', sets, { ...set, spec: { selector: { matchLabels: labels }, template } });
  const count = () => {
    const { body } = cluster.request('GET', `${sets}/a`);
    return (body as KObject).metadata.annotations?.['deprecated.daemonset.template.generation'];
  };
  expect(count()).toBe('1');
  const { body } = cluster.request('GET', `${sets}/a`);
  expect(JSON.stringify((body as KObject).metadata.managedFields)).toContain(
    '"f:annotations":{".":{},"f:deprecated.daemonset.template.generation":{}}',
  );
  const patch = (value: object) =>
    cluster.request('PATCH', `${sets}/a`, value, { headers: { 'Content-Type': 'application/merge-patch+json' } });
  patch({ metadata: { annotations: { 'deprecated.daemonset.template.generation': '7' } } });
  patch({ spec: { revisionHistoryLimit: 3 } });
  expect(count()).toBe('1');
  patch({ spec: { template: { metadata: { annotations: { restarted: 'now' } } } } });
  expect(count()).toBe('2');
});

it('AS18: events are one store with two faces, and hang on leases', () => {
  const cluster = quiet();
  cluster.request('POST', '/apis/events.k8s.io/v1/namespaces/default/events', {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'e' },
    eventTime: '2026-11-21T02:22:48.114794Z',
    reportingController: 'default-scheduler',
    reportingInstance: 'default-scheduler-x',
    action: 'Binding',
    reason: 'Scheduled',
    regarding: { kind: 'Pod', namespace: 'default', name: 'a' },
    note: 'assigned',
    type: 'Normal',
  });
  const core = cluster.request('GET', '/api/v1/namespaces/default/events/e').body as KObject;
  expect(core).toMatchObject({ apiVersion: 'v1', message: 'assigned', involvedObject: { name: 'a' } });
  expect(cluster.engine.table(LEASES_TABLE).size).toBe(1);
});

it('AS19: a scale changes replicas alone', () => {
  const cluster = quiet();
  const apps = '/apis/apps/v1/namespaces/default/deployments';
  cluster.request('POST', apps, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'x' }] } },
    },
  });
  const scaled = cluster.request('PATCH', `${apps}/d/scale`, { spec: { replicas: 5 } }).body as KObject;
  expect(scaled).toMatchObject({ kind: 'Scale', spec: { replicas: 5 }, status: { selector: 'a=b' } });
  const object = cluster.request('GET', `${apps}/d`).body as KObject;
  expect(object.metadata.generation).toBe(2);
  const entry = object.metadata.managedFields?.find((each) => each.subresource === 'scale');
  expect(entry).toEqual({
    manager: 'kubectl',
    operation: 'Update',
    apiVersion: 'apps/v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
    subresource: 'scale',
  });
});

it('AS20: services get addresses and ports of their own', () => {
  const cluster = quiet();
  const make = (name: string, spec: object) =>
    cluster.request('POST', '/api/v1/namespaces/default/services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      spec,
    });
  const one = make('one', { type: 'NodePort', ports: [{ port: 80 }] }).body as {
    spec: { clusterIP: string; ports: { nodePort: number }[] };
  };
  const two = make('two', { ports: [{ port: 80 }] }).body as { spec: { clusterIP: string } };
  expect(one.spec.clusterIP).toMatch(/^10\.(9[6-9]|10\d|11[01])\./);
  expect(one.spec.clusterIP).not.toBe(two.spec.clusterIP);
  expect(one.spec.ports[0]?.nodePort).toBeGreaterThanOrEqual(30000);
  const taken = make('three', { clusterIP: one.spec.clusterIP, ports: [{ port: 80 }] }).body as Status;
  expect(taken.message).toContain('provided IP is already allocated');
});

it('AS21: apply creates, joins, conflicts and forces', () => {
  const cluster = quiet();
  const apply = (manager: string, data: object, force = false) =>
    cluster.request('PATCH', `${CONFIG_MAPS}/a?fieldManager=${manager}&force=${force}`, configMap('a', data), {
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
  expect(apply('one', { x: '1' }).code).toBe(201);
  expect(apply('two', { y: '1' }).code).toBe(200);
  const refused = apply('two', { x: '2', y: '1' });
  expect(refused.code).toBe(409);
  expect((refused.body as Status).message).toBe('Apply failed with 1 conflict: conflict with "one": .data.x');
  const forced = apply('two', { x: '2', y: '1' }, true).body as KObject;
  expect(forced.data).toEqual({ x: '2', y: '1' });
});

it('AS22: with no latency at all the answers are the same', () => {
  const none = { min: 0, max: 0 };
  const fast = testCluster({
    config: { compaction: false, periodicBookmarks: false },
    latencies: { network: none, handler: none, etcdCommit: none, etcdRead: none, etcdWatch: none, informer: none },
  });
  const slow = quiet();
  for (const cluster of [fast, slow]) {
    cluster.request('POST', PODS, pod('a'));
    bind(cluster, 'a', 'worker-1');
  }
  const without = (cluster: TestCluster) => JSON.stringify(cluster.request('GET', `${PODS}/a`).body);
  expect(without(fast)).toBe(without(slow));
});

it('AS23: an eviction asks the budget', () => {
  const cluster = quiet();
  cluster.request('POST', PODS, pod('a', {}, { app: 'web' }));
  bind(cluster, 'a', 'worker-1');
  const seen = cluster.request('GET', `${PODS}/a`).body as KObject;
  cluster.request('PUT', `${PODS}/a/status`, { ...seen, status: { ...(seen.status as object), phase: 'Running' } });
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
  const budget = cluster.request('POST', budgets, {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'b' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
  }).body as KObject;
  const evict = () =>
    cluster.request('POST', `${PODS}/a/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'a' },
    });
  expect(evict().code).toBe(429);
  cluster.request('PUT', `${budgets}/b/status`, {
    ...budget,
    status: { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
  });
  const allowed = evict();
  expect(isStatus(allowed.body) && allowed.body.status).toBe('Success');
  const marked = cluster.request('GET', `${PODS}/a`).body as KObject;
  expect(marked.metadata.deletionGracePeriodSeconds).toBe(30);
  // The Pod was not ready, and the others suffice: it does not count.
  expect(cluster.request('GET', `${budgets}/b`).body).toMatchObject({ status: { disruptionsAllowed: 1 } });
});

it('AS23: an Eviction is read as any object is, of the beta version too', () => {
  const cluster = quiet();
  cluster.request('POST', PODS, pod('a'));
  const evict = (eviction: object, query = '') => {
    const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'a' }, ...eviction };
    const answer = cluster.request('POST', `${PODS}/a/eviction?dryRun=All${query}`, body);
    return [answer.code, isStatus(answer.body) ? answer.body.message : undefined];
  };
  expect(evict({ extra: 1 }, '&fieldValidation=Strict')).toEqual([
    400,
    'Eviction in version "v1" cannot be handled as a Eviction: strict decoding error: unknown field "extra"',
  ]);
  expect(evict({ metadata: { name: 'a', namespace: 'other' } })).toEqual([
    400,
    'the namespace of the provided object does not match the namespace sent on the request',
  ]);
  expect(evict({ metadata: { name: 'b' } })).toEqual([400, 'name in URL does not match name in Eviction object']);
  expect(evict({ apiVersion: 'policy/v1beta1' })).toEqual([201, undefined]);
});

it('AS24: faults break requests and watches', () => {
  const broken = testCluster({ faults: { requestErrorPerMille: 1000 } });
  expect(broken.request('GET', PODS).code).toBe(503);
  const cluster = testCluster({ faults: { dropWatchPerMille: 1000 } });
  const watch = cluster.request('GET', `${CONFIG_MAPS}?watch=true&resourceVersion=${cluster.kv.revision}`).stream;
  cluster.request('POST', CONFIG_MAPS, configMap('a'));
  expect(cluster.run((watch as WatchStream).next())).toBeUndefined();
});

it('AS25: a patch that makes no sense is refused, and none changes what kind an object is of', () => {
  const cluster = quiet();
  cluster.request('POST', PODS, pod('a'));
  const patch = (type: string, body: unknown, path = `${PODS}/a`) =>
    cluster.request('PATCH', path, body, { headers: { 'content-type': `application/${type}+json` } });
  for (const operation of [
    null,
    5,
    { op: 'paint' },
    { op: 'add', path: 'a', value: 1 },
    { op: 'add', path: '', value: 1 },
    { op: 'move', path: '/a' },
    { op: 'remove', path: '/nope' },
  ]) {
    expect(patch('json-patch', [operation]).code).toBe(422);
  }
  expect(patch('merge-patch', { metadata: null }).code).toBeLessThan(500);
  const another = { kind: 'Foo', metadata: { labels: { by: 'me' } } };
  expect(patch('merge-patch', another).body).toMatchObject({
    code: 422,
    message: expect.stringContaining(
      ': no kind "Foo" is registered for version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ),
  });
  expect(patch('strategic-merge-patch', another).body).toMatchObject({ kind: 'Pod' });
});

it('AS26: a path with a broken escape names nothing that exists', () => {
  const cluster = quiet();
  for (const name of ['%', '%zz', 'a%']) expect(cluster.request('GET', `${PODS}/${name}`).code).toBe(404);
});

it('AS27: a Scale takes a whole number of replicas that is not negative', () => {
  const cluster = quiet();
  const labels = { app: 'a' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const spec = { replicas: 1, selector: { matchLabels: labels }, template };
  const deployments = '/apis/apps/v1/namespaces/default/deployments';
  cluster.request('POST', deployments, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec });
  const scale = (replicas: unknown) =>
    cluster.request(
      'PATCH',
      `${deployments}/a/scale`,
      { spec: { replicas } },
      { headers: { 'content-type': 'application/merge-patch+json' } },
    );
  expect(['many', 2.5, 99_999_999_999, -1].map((replicas) => scale(replicas).code)).toEqual([422, 422, 422, 422]);
  expect(scale(3).body).toMatchObject({ spec: { replicas: 3 } });
});
