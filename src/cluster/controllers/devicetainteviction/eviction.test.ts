import { expect, it } from 'vitest';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { AllocatedDevice, DeviceToleration } from '../../../api/types/resource.ts';
import type { StepKind } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { kindsOf } from '../../../steps/define.ts';
import { SharedInformerFactory } from '../../clientgo/index.ts';
import { pod as podNamed, setUp, story } from '../../clientgo/testing.ts';
import { zeroLatencies } from '../../ports/latency.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { CustomResources } from '../shared/custom-resources.ts';
import { DeviceTaintEvictionController } from './controller.ts';
import { evictionTime } from './eviction-time.ts';

const slice = (taints: string) => `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: gpus}
spec:
  driver: gpu.example.com
  nodeName: node-1
  pool: {name: node-1, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0, taints: [${taints}]}]
---
`;
const BROKEN = '{key: broken, effect: NoExecute}';
const pod = (tolerations: string) => `apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.example.com}
spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: one}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com, tolerations: [${tolerations}]}}]}}
---
apiVersion: v1
kind: Pod
metadata: {name: user}
spec:
  terminationGracePeriodSeconds: 1
  resourceClaims: [{name: gpu, resourceClaimName: one}]
  containers: [{name: c, image: "nginx:1.27", resources: {claims: [{name: gpu}]}}]
`;

function running(tolerations: string): TypedCluster {
  const cluster = new TypedCluster();
  cluster.apply(slice('') + pod(tolerations));
  cluster.wait(10);
  expect(cluster.path('pod user', '{.status.phase}')).toBe('Running');
  return cluster;
}

const phase = (cluster: TypedCluster) => cluster.path('pods', '{.items[*].status.phase}');
const told = (cluster: TypedCluster) => cluster.events('user').filter((event) => event.includes('DeviceTaint'));

it('DTE1: who uses a device that gets such a taint is evicted, and told why', () => {
  const cluster = running('');
  cluster.apply(slice('{key: old, effect: NoSchedule}'));
  cluster.wait(5);
  expect(phase(cluster)).toBe('Running');
  cluster.apply(slice(BROKEN));
  cluster.run.advance({ when: () => cluster.path('pod user', '{.metadata.deletionTimestamp}') !== '' });
  expect(cluster.path('pod user', '{.status.conditions[?(@.type=="DisruptionTarget")].message}')).toBe(
    'Device Taint manager: deleting due to NoExecute taint',
  );
  cluster.wait(5);
  expect(phase(cluster)).toBe('');
  expect(told(cluster)).toEqual(['Normal DeviceTaintManagerEviction Marking for deletion']);
});

it('DTE2, DTE3: a toleration puts it off, and what goes in time is forgiven', () => {
  const cluster = running('{operator: Exists, effect: NoExecute, tolerationSeconds: 20}');
  cluster.apply(slice(BROKEN));
  cluster.wait(10);
  expect(phase(cluster)).toBe('Running');
  cluster.apply(slice(''));
  cluster.wait(30);
  expect(phase(cluster)).toBe('Running');
  expect(told(cluster)).toEqual(['Normal DeviceTaintManagerEviction Cancelling deletion']);
  cluster.apply(slice(BROKEN));
  cluster.wait(30);
  expect(phase(cluster)).toBe('');
});

it('DTE2: the shortest toleration and the earliest taint count', () => {
  const time = (tolerations: readonly DeviceToleration[], ...added: readonly number[]) => {
    const taints = added.map((second) => ({
      key: `t${second}`,
      effect: 'NoExecute',
      timeAdded: `1970-01-01T00:00:${String(second).padStart(2, '0')}Z`,
    }));
    return evictionTime({ tolerations } as AllocatedDevice, taints, 50_000_000);
  };
  const all = (tolerationSeconds?: number): DeviceToleration => ({
    operator: 'Exists',
    effect: 'NoExecute',
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
  });
  expect(time([], 20, 10)).toBe(10_000_000);
  expect(time([all(30), all(5)], 20)).toBe(25_000_000);
  expect(time([{ ...all(30), key: 't10' }], 20, 10)).toBe(20_000_000);
  expect(time([all(-1)], 20)).toBe(20_000_000);
  expect(time([all()], 20)).toBeUndefined();
  expect(time([{ operator: 'Exists' }], 20)).toBe(20_000_000);
  expect(evictionTime({} as AllocatedDevice, [{ key: 'new', effect: 'NoExecute' }], 7)).toBe(7);
});

it('DTE4: who learns of claims before their Pod is judged once, by what is known', () => {
  const { engine, env, server, client } = setUp(0, 0, zeroLatencies, 'full', kindsOf(upkeepSteps as never));
  const informers = new SharedInformerFactory(env, 'manager', client);
  const dra = (resource: string) => informers.informer(resourceOf(resource, 'resource.k8s.io'));
  const device = { driver: 'gpu.example.com', pool: 'node-1', device: 'gpu-0' };
  engine.perform(() => {
    const ctx = story(engine);
    const spec = { nodeName: 'node-1', resourceClaims: [{ name: 'gpu', resourceClaimName: 'one' }] };
    server.put(ctx, 'pods', { ...podNamed('user'), spec, status: {} } as KObject);
    const status = {
      reservedFor: [{ resource: 'pods', name: 'user', uid: 'uid-user' }],
      allocation: { devices: { results: [{ request: 'gpu', ...device }] } },
    };
    server.put(ctx, 'resourceclaims', {
      metadata: { name: 'one', namespace: 'default' },
      spec: {},
      status,
    } as unknown as KObject);
    const taints = [{ key: 'broken', effect: 'NoExecute' }];
    const slice = { driver: device.driver, pool: { name: device.pool }, devices: [{ name: device.device, taints }] };
    server.put(ctx, 'resourceslices', { metadata: { name: 'gpus' }, spec: slice } as unknown as KObject);
    for (const resource of ['resourceclaims', 'resourceslices']) dra(resource);
    informers.informer(resourceOf('pods'));
    informers.start();
  });
  while (!informers.informer(resourceOf('pods')).synced || !dra('resourceslices').synced) engine.advance();
  const judged = () =>
    Array.from({ length: engine.journal.end }, (_, at) => engine.journal.step(at)).filter(
      ({ kind }) => kind === (upkeepSteps.deviceTainted as StepKind),
    );
  engine.perform(() => {
    new DeviceTaintEvictionController({
      env,
      informers,
      custom: new CustomResources(informers),
      client: () => client,
    });
  });
  expect(judged().map(({ subject }) => subject)).toEqual(['pods/default/user']);
});
