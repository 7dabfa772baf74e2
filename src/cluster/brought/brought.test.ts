import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Node, Pod, Service } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { present } from '../../base/assert.ts';
import { readBrought } from '../../brought/read-brought.ts';
import type { Run } from '../../engine/index.ts';
import type { Input } from '../../protocol/run-description.ts';
import { newRun, settledAt } from '../../worker/scenario-run.ts';
import { KEYS_TABLE } from '../etcd/rows.ts';
import { COMMANDS_TABLE } from '../kubectl/session/rows.ts';

/** What a real cluster held when a recording ended, as kubectl printed it. */
function recorded(name: string): string {
  const packed = readFileSync(new URL(`../../../testdata/golden/${name}.json.gz`, import.meta.url));
  return (JSON.parse(gunzipSync(packed).toString()) as { 'final.json': string })['final.json'];
}

/** A run that begins with the objects of a text, once its parts have looked around. */
function begun(text: string): Run<Input> {
  const start = present(readBrought([{ name: 'dump.json', text }]).start, 'objects');
  const cluster = { nodes: 0, latencies: 'realistic', start } as const;
  const run = newRun(cluster, 1, 1_000_000, false);
  run.advance({ time: settledAt(run) });
  return run;
}

const listOf = (...items: readonly object[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

function stored<T extends KObject = KObject>(run: Run<Input>, key: string): T | undefined {
  return run.engine.table(KEYS_TABLE).get(`/registry/${key}`)?.value as T | undefined;
}

function storedBelow<T extends KObject = KObject>(run: Run<Input>, prefix: string): readonly T[] {
  return [...run.engine.table(KEYS_TABLE).values()]
    .filter(({ key }) => key.startsWith(`/registry/${prefix}/`))
    .map(({ value }) => value as T);
}

function pass(run: Run<Input>, seconds: number): void {
  run.advance({ time: run.engine.now + seconds * 1_000_000 });
}

function type(run: Run<Input>, line: string): void {
  run.give({ type: 'kubectl', argv: line.split(' '), files: {} });
  run.advance({ quiescent: true, steps: 50_000 });
}

const AT = '2026-03-01T10:00:00Z';
const metadata = (name: string, more: object = {}) => ({
  name,
  namespace: 'shop',
  uid: `uid-${name}`,
  creationTimestamp: AT,
  resourceVersion: '5000',
  ...more,
});

/** A Pod as a cluster shows it, with one container of an image that nobody here knows. */
function pod(name: string, status: object, container: object = {}, more: object = {}) {
  const own = { name: 'api', image: 'registry.shop.example/api:3', imagePullPolicy: 'IfNotPresent', ...container };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(name, more),
    spec: {
      nodeName: 'red',
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      serviceAccountName: 'default',
      automountServiceAccountToken: false,
      containers: [own],
    },
    status: {
      phase: 'Running',
      hostIP: '192.168.7.4',
      podIP: '10.42.3.9',
      podIPs: [{ ip: '10.42.3.9' }],
      startTime: AT,
      containerStatuses: [
        { name: 'api', image: own.image, imageID: 'sha256:abc', restartCount: 0, ready: false, ...status },
      ],
    },
  };
}

const RUNS = { ready: true, started: true, containerID: 'containerd://f00d', state: { running: { startedAt: AT } } };
const CRASHES = {
  restartCount: 4,
  containerID: 'containerd://dead',
  state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 1m20s restarting failed container' } },
  lastState: {
    terminated: {
      exitCode: 3,
      reason: 'Error',
      startedAt: '2026-03-01T09:59:58Z',
      finishedAt: AT,
      containerID: 'containerd://dead',
    },
  },
};

describe('what goes on', () => {
  it('BST1: recorded Pods go on as they were', () => {
    for (const name of ['a01', 'b06']) {
      const text = recorded(name);
      const run = begun(text);
      pass(run, 120);
      for (const { kind, metadata: of, status } of (JSON.parse(text) as { items: KObject[] }).items) {
        if (kind !== 'Pod') continue;
        const now = stored<Pod>(run, `pods/${of.namespace}/${of.name}`);
        expect(now?.status, `${name} ${of.name}`).toEqual(status);
        expect(now?.metadata.resourceVersion).toBe(of.resourceVersion);
      }
    }
  });

  it('BST2: a crash loop goes on where it stood', () => {
    const run = begun(listOf(pod('api', CRASHES)));
    const statusNow = () => stored<Pod>(run, 'pods/shop/api')?.status.containerStatuses?.[0];
    pass(run, 30);
    expect(statusNow()).toMatchObject({ restartCount: 4, state: { waiting: { reason: 'CrashLoopBackOff' } } });
    pass(run, 420);
    const { restartCount, lastState } = present(statusNow(), 'status');
    expect(restartCount).toBe(6);
    expect(lastState?.terminated).toMatchObject({ exitCode: 3, reason: 'Error' });
  });

  it('BST2: an image is refused as its registry refused it', () => {
    const said =
      'rpc error: code = NotFound desc = failed to pull and unpack image "registry.shop.example/api:3": not found';
    const message = `Back-off pulling image "registry.shop.example/api:3": ErrImagePull: ${said}`;
    const waiting = { imageID: '', state: { waiting: { reason: 'ImagePullBackOff', message } } };
    const run = begun(listOf(pod('api', waiting)));
    pass(run, 300);
    const events = storedBelow<KObject & { message?: string }>(run, 'events/shop').map((event) => event.message ?? '');
    expect(events.find((each) => each.startsWith('Failed to pull'))).toContain(said);
  });

  it('BST3: what ran well runs well on, and so does another of its kind', () => {
    const probes = {
      ports: [{ name: 'http', containerPort: 8080 }],
      readinessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 5 },
      livenessProbe: { exec: { command: ['/bin/alive'] }, periodSeconds: 5 },
    };
    const template = pod('x', {}, probes).spec;
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'api', uid: 'uid-set', controller: true };
    const labels = { app: 'api' };
    const { nodeName: _, ...spec } = template;
    const set = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: metadata('api', { uid: 'uid-set', labels }),
      spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      status: { replicas: 1 },
    };
    const run = begun(listOf(set, pod('api-1', RUNS, probes, { labels, ownerReferences: [owner] })));
    type(run, 'scale rs/api -n shop --replicas=2');
    pass(run, 60);
    const pods = storedBelow<Pod>(run, 'pods/shop');
    expect(
      pods.map(({ status }) => status.containerStatuses?.map(({ ready, restartCount }) => [ready, restartCount])),
    ).toEqual([[[true, 0]], [[true, 0]]]);
  });
});

describe('what nobody brought', () => {
  it('BST4: nodes and namespaces that are only named are there', () => {
    const run = begun(listOf(pod('api', RUNS)));
    expect(stored(run, 'namespaces/shop')?.status).toEqual({ phase: 'Active' });
    const node = present(stored<Node>(run, 'minions/red'), 'node');
    expect(node.status.addresses?.[0]).toEqual({ type: 'InternalIP', address: '192.168.7.4' });
    expect(node.spec.podCIDR).toBe('10.42.3.0/24');
  });

  it('BST4: a node that was lost stays lost', () => {
    const lost = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'red', uid: 'uid-red', creationTimestamp: '2026-02-01T10:00:00Z' },
      spec: { podCIDR: '10.42.3.0/24' },
      status: {
        addresses: [{ type: 'InternalIP', address: '192.168.7.4' }],
        conditions: [
          { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown', lastHeartbeatTime: '2026-03-01T09:50:00Z' },
        ],
      },
    };
    const run = begun(listOf(lost, pod('api', RUNS)));
    pass(run, 120);
    const node = stored<Node>(run, 'minions/red');
    expect(node?.metadata.uid).toBe('uid-red');
    expect(node?.status.conditions?.find(({ type: of }) => of === 'Ready')?.status).toBe('Unknown');
  });

  it('BST5: Services get addresses of the range that the cluster has', () => {
    const kubernetes = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata('kubernetes', { namespace: 'default' }),
      spec: {
        clusterIP: '10.43.0.1',
        clusterIPs: ['10.43.0.1'],
        ports: [{ port: 443, name: 'https', targetPort: 6443 }],
      },
    };
    const run = begun(listOf(kubernetes, pod('api', RUNS)));
    type(run, 'create service clusterip web -n shop --tcp=80:8080');
    expect(stored<Service>(run, 'services/specs/shop/web')?.spec.clusterIP).toMatch(/^10\.43\./);
    expect(stored(run, 'services/specs/default/kubernetes')?.metadata.uid).toBe('uid-kubernetes');
  });

  it('BST5: containers are told the address that the API server has there', () => {
    const kubernetes = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata('kubernetes', { namespace: 'default' }),
      spec: { clusterIP: '10.43.0.1', clusterIPs: ['10.43.0.1'], ports: [{ port: 443, name: 'https' }] },
    };
    const shell = { image: 'busybox:1.36', command: ['sleep', '3600'] };
    const run = begun(listOf(kubernetes, pod('api', RUNS, shell)));
    pass(run, 5);
    type(run, 'exec api -n shop -- printenv KUBERNETES_SERVICE_HOST');
    expect([...run.engine.table(COMMANDS_TABLE).values()][0]?.stdout).toBe('10.43.0.1\n');
  });

  it('BST7: what cannot be read any more is left out', () => {
    const { start } = readBrought([{ name: 'dump.json', text: listOf(pod('api', RUNS), pod('web', RUNS)) }]);
    const [good, bad] = present(start, 'start').objects as [KObject, KObject];
    const changed = [good, { ...bad, spec: { nodeName: 7, containers: 'none' } } as KObject];
    const run = newRun({ nodes: 0, latencies: 'zero', start: { time: AT, objects: changed } }, 1, 1_000_000, false);
    run.advance({ time: settledAt(run) });
    expect(storedBelow<Pod>(run, 'pods/shop').map(({ metadata: { name } }) => name)).toEqual(['api']);
  });

  it('BST8: what no server has kept is made as a server does, and what it says of itself stays', () => {
    const made = (kind: string, name: string, more: object = {}, apiVersion = 'v1') =>
      ({ apiVersion, kind, metadata: { name, namespace: 'shop' }, ...more }) as unknown as KObject;
    const selector = { matchLabels: { app: 'x' } };
    const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'x', image: 'nginx' }] } };
    const service = (name: string, more: object) => made('Service', name, { spec: { ports: [{ port: 80 }], ...more } });
    const objects = [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } as KObject,
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'oak', labels: { disk: 'ssd' } } } as KObject,
      made(
        'Job',
        'once',
        { spec: { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } } },
        'batch/v1',
      ),
      made('ReplicaSet', 'x', { spec: { replicas: 0, selector, template }, status: { replicas: 4 } }, 'apps/v1'),
      service('usual', {}),
      service('chosen', { clusterIP: '10.96.7.7', type: 'LoadBalancer' }),
      service('headless', { clusterIP: 'None' }),
    ];
    const run = newRun({ nodes: 0, latencies: 'zero', start: { time: AT, objects } }, 1, 1_000_000, false);
    const job = stored(run, 'jobs/shop/once');
    expect(job?.metadata).toMatchObject({ generation: 1, creationTimestamp: '2026-03-01T09:59:59Z' });
    expect(job?.spec).toMatchObject({
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': job?.metadata.uid } },
    });
    expect(stored(run, 'replicasets/shop/x')?.status).toMatchObject({ replicas: 4 });
    expect(stored(run, 'namespaces/shop')).toMatchObject({
      status: { phase: 'Active' },
      spec: { finalizers: ['kubernetes'] },
    });
    expect(stored(run, 'minions/oak')).toMatchObject({
      metadata: { labels: { disk: 'ssd', 'kubernetes.io/hostname': 'oak' } },
      status: { capacity: { cpu: expect.any(String) } },
    });
    const spec = (name: string) => stored<Service>(run, `services/specs/shop/${name}`)?.spec;
    const address = spec('usual')?.clusterIP ?? '';
    expect(spec('usual')).toMatchObject({ clusterIPs: [address], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
    expect(stored(run, `ipaddresses/${address}`)?.spec).toMatchObject({ parentRef: { name: 'usual' } });
    expect(spec('chosen')).toMatchObject({ clusterIP: '10.96.7.7', ports: [{ nodePort: expect.any(Number) }] });
    expect(spec('headless')).toMatchObject({ clusterIP: 'None', clusterIPs: ['None'] });
  });

  it('BST6: told twice it is the same', () => {
    const digest = () => {
      const run = begun(recorded('b14'));
      pass(run, 60);
      return run.engine.digest;
    };
    expect(digest()).toBe(digest());
  });
});
