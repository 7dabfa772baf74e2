import { describe, expect, it } from 'vitest';
import type { Pod } from '../../api/types/core.ts';
import { Engine, type Recording } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import { cni as cniKinds } from '../../steps/cni.ts';
import { cri as criKinds } from '../../steps/cri.ts';
import { defineSteps, kindsOf, step } from '../../steps/define.ts';
import { kubelet as kubeletKinds } from '../../steps/kubelet.ts';
import { scheduler as schedulerKinds } from '../../steps/scheduler.ts';
import { Backoff } from '../clientgo/backoff.ts';
import { createBridgePlugin, createConstantPlugin } from '../cni/bridge.ts';
import { ADDRESS_TABLES } from '../cni/rows.ts';
import { presentImages } from '../cri/image-store.ts';
import { CONTAINER_TABLES } from '../cri/rows.ts';
import { createRuntime } from '../cri/runtime.ts';
import { NO_FAULTS } from '../ports/environment.ts';
import { realisticLatencies } from '../ports/latency.ts';
import type { Transport } from '../ports/transport.ts';
import { createScheduler } from '../scheduler/scheduler.ts';
import { createKubelet } from './kubelet.ts';
import { nodeObject, nodeSpec } from './node/spec.ts';
import { POD_WORKER_TABLES } from './pods/rows.ts';
import { NodeTestApi, type TestWrite } from './testing/node-api.ts';

const testSteps = defineSteps('test', { begins: step({ level: 'scene', models: 'none' }) });
const START = 1_795_000_000_000_000;

function cluster(names: readonly string[], hollow = false, recording: Recording = 'full') {
  const kinds = kindsOf(testSteps, clientgoSteps, cniKinds, criKinds, kubeletKinds, schedulerKinds);
  const engine = new Engine({
    seed: 7,
    kinds,
    startTime: START,
    recording,
    maxSteps: 1_000_000,
    freeze: recording === 'full',
  });
  const env = { engine, latencies: realisticLatencies, faults: NO_FAULTS };
  const api = new NodeTestApi(engine);
  const transport: Transport = api;
  const images = presentImages(['nginx:1.27', 'nginx:1.28', 'busybox:1.36']);
  engine.perform(() => {
    const root = engine.background('test');
    names.forEach((name, index) => {
      const spec = {
        ...nodeSpec(name, `10.123.0.${21 + index}`, `10.244.${index + 3}.0/24`, images),
        kind: hollow ? ('hollow' as const) : ('real' as const),
      };
      api.put(root, 'nodes', nodeObject(spec, engine.now));
      const network = hollow ? createConstantPlugin('192.168.192.168') : createBridgePlugin(env, name, spec.podCIDR);
      const runtime = createRuntime(env, name, network, { images, fake: hollow });
      createKubelet(env, transport, spec, runtime, {
        credentials: {},
        registered: true,
        heartbeats: false,
        qps: 0,
      }).start();
    });
    createScheduler(env, transport, { credentials: {}, hostname: 'vm', qps: 0 }).start();
  });
  run(2);
  function settle(): void {
    while (engine.advance()) if (engine.quiescent) break;
  }
  function run(seconds: number): void {
    const end = engine.now + seconds * 1_000_000;
    while ((engine.nextTime ?? end + 1) <= end) engine.advance();
    engine.idleUntil(end);
  }
  function create(name: string, spec: object): void {
    engine.perform(() =>
      api.put(engine.beginStory('kubectl', testSteps.begins, `pods/default/${name}`), 'pods', podObject(name, spec)),
    );
  }
  const pod = (name: string) => api.get('pods', `default/${name}`) as Pod | undefined;
  const of = (name: string) =>
    api.writes.filter(({ path, body }) => path.includes(`/${name}`) || JSON.stringify(body).includes(`"${name}"`));
  return { engine, api, settle, run, create, pod, of };
}

function podObject(name: string, spec: object): Pod {
  const mount = {
    name: 'kube-api-access-x',
    mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
    readOnly: true,
  };
  const containers = ((spec as { containers?: object[] }).containers ?? [{ name: 'nginx', image: 'nginx:1.27' }]).map(
    (container) => ({
      resources: {},
      imagePullPolicy: 'IfNotPresent',
      volumeMounts: [mount],
      ...container,
    }),
  );
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt' } },
  ];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', generation: 1, labels: { app: name } },
    spec: {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      serviceAccountName: 'default',
      schedulerName: 'default-scheduler',
      volumes: [{ name: 'kube-api-access-x', projected: { sources } }],
      ...spec,
      containers,
    },
    status: { phase: 'Pending', qosClass: 'BestEffort' },
  } as unknown as Pod;
}

/** `PATCH status: conditions, phase`, `Event Pulled`, … */
function short({ method, path, body }: TestWrite): string {
  const object = body as { reason?: string; note?: string; kind?: string; status?: { [field: string]: unknown } };
  if (path.endsWith('/events')) return `Event ${object.reason}`;
  if (path.endsWith('/binding')) return 'bind';
  if (path.endsWith('/token')) return 'token';
  if (path.endsWith('/status'))
    return `status ${Object.keys(object.status ?? {})
      .filter((field) => !field.startsWith('$'))
      .join(' ')}`;
  return method;
}

const bodyOf = (write: TestWrite | undefined) =>
  write?.body as { metadata: object; status: { [field: string]: never } };
const statusWrites = (writes: readonly TestWrite[]) => writes.filter(({ path }) => path.endsWith('/status'));
const conditionsOf = (pod: Pod | undefined) =>
  Object.fromEntries(
    (pod?.status.conditions ?? []).map(({ type, status, reason }) => [
      type,
      reason === undefined ? status : `${status} ${reason}`,
    ]),
  );

describe('kubelet and scheduler', () => {
  it('KL1: a pod is bound, reported three times and runs; the writes are those of a real node', () => {
    const { create, settle, of, pod } = cluster(['worker-1']);
    create('web', {});
    settle();
    const writes = of('web');
    expect(writes.map(short).filter((line) => !line.startsWith('Event'))).toEqual([
      'bind',
      'status conditions containerStatuses hostIP hostIPs observedGeneration resources startTime',
      'token',
      'status conditions',
      'status conditions containerStatuses phase podIP podIPs',
    ]);
    expect(writes.map(short).filter((line) => line.startsWith('Event'))).toEqual([
      'Event Scheduled',
      'Event Pulled',
      'Event Created',
      'Event Started',
    ]);
    expect(pod('web')?.status).toMatchObject({ phase: 'Running', podIP: '10.244.3.2', hostIP: '10.123.0.21' });
    expect(conditionsOf(pod('web'))).toEqual({
      PodReadyToStartContainers: 'True',
      Initialized: 'True',
      Ready: 'True',
      ContainersReady: 'True',
      PodScheduled: 'True',
    });
  });

  it('KL2: the bodies of the three patches are the recorded ones', () => {
    const { create, settle, of, pod } = cluster(['worker-1']);
    create('web', {});
    settle();
    const [first, second, third] = statusWrites(of('web')).map(bodyOf);
    const order = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(
      (type) => ({ type }),
    );
    const at = (pod('web')?.status.startTime ?? '') as string;
    const unready = {
      lastProbeTime: null,
      lastTransitionTime: at,
      message: 'containers with unready status: [nginx]',
      observedGeneration: 1,
      reason: 'ContainersNotReady',
      status: 'False',
    };
    const volumeMounts = [
      {
        mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
        name: 'kube-api-access-x',
        readOnly: true,
        recursiveReadOnly: 'Disabled',
      },
    ];
    expect(first).toEqual({
      metadata: { uid: 'uid-web' },
      status: {
        '$setElementOrder/conditions': order,
        conditions: [
          {
            lastProbeTime: null,
            lastTransitionTime: at,
            observedGeneration: 1,
            status: 'False',
            type: 'PodReadyToStartContainers',
          },
          { lastProbeTime: null, lastTransitionTime: at, observedGeneration: 1, status: 'True', type: 'Initialized' },
          { ...unready, type: 'Ready' },
          { ...unready, type: 'ContainersReady' },
          { observedGeneration: 1, type: 'PodScheduled' },
        ],
        containerStatuses: [
          {
            image: 'nginx:1.27',
            imageID: '',
            lastState: {},
            name: 'nginx',
            ready: false,
            restartCount: 0,
            started: false,
            state: { waiting: { reason: 'ContainerCreating' } },
            volumeMounts,
          },
        ],
        hostIP: '10.123.0.21',
        hostIPs: [{ ip: '10.123.0.21' }],
        observedGeneration: 1,
        resources: {},
        startTime: at,
      },
    });
    expect(second?.status.conditions).toEqual([
      expect.objectContaining({ status: 'True', type: 'PodReadyToStartContainers' }),
    ]);
    expect(third?.status.conditions).toEqual([
      expect.objectContaining({ message: null, reason: null, status: 'True', type: 'Ready' }),
      expect.objectContaining({ message: null, reason: null, status: 'True', type: 'ContainersReady' }),
    ]);
    expect(third?.status.containerStatuses).toEqual([
      {
        containerID: expect.stringMatching(/^containerd:\/\/[0-9a-f]{64}$/),
        image: 'docker.io/library/nginx:1.27',
        imageID: 'sha256:b1482f70327e1135d84866669e945e6e3578538c42a1a1fef2638191b298abf2',
        lastState: {},
        name: 'nginx',
        ready: true,
        resources: {},
        restartCount: 0,
        started: true,
        state: { running: { startedAt: expect.any(String) } },
        volumeMounts,
      },
    ]);
  });

  it('KL3: a deletion is announced, the container stops, the end is reported, the object goes', () => {
    const { engine, api, create, settle, run, of, pod } = cluster(['worker-1']);
    create('web', {});
    settle();
    run(3);
    const before = of('web').length;
    engine.perform(() =>
      api.markDeleted(engine.beginStory('kubectl', testSteps.begins, 'pods/default/web'), 'default/web', 30),
    );
    settle();
    const writes = of('web').slice(before);
    expect(writes.filter(({ path }) => !path.endsWith('/events')).map(short)).toEqual([
      'status conditions observedGeneration',
      'status conditions containerStatuses phase',
      'DELETE',
    ]);
    expect(writes.map(short)).toContain('Event Killing');
    expect(bodyOf(statusWrites(writes)[0]).status.conditions).toEqual(
      ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        observedGeneration: 2,
        type,
      })),
    );
    const last = bodyOf(statusWrites(writes)[1]).status;
    expect(last.phase).toBe('Succeeded');
    expect(last.conditions).toEqual([
      { lastTransitionTime: expect.any(String), status: 'False', type: 'PodReadyToStartContainers' },
      { reason: 'PodCompleted', type: 'Initialized' },
      { lastTransitionTime: expect.any(String), reason: 'PodCompleted', status: 'False', type: 'Ready' },
      { lastTransitionTime: expect.any(String), reason: 'PodCompleted', status: 'False', type: 'ContainersReady' },
    ]);
    expect(writes.find(({ method }) => method === 'DELETE')?.body).toMatchObject({
      gracePeriodSeconds: 0,
      preconditions: { uid: 'uid-web' },
    });
    expect(pod('web')).toBeUndefined();
    expect([...engine.table(POD_WORKER_TABLES.of('worker-1')).keys()]).toEqual([]);
    expect([...engine.table(CONTAINER_TABLES.of('worker-1')).keys()]).toEqual([]);
    expect([...engine.table(ADDRESS_TABLES.of('worker-1')).keys()]).toEqual([]);
  });

  it('KL4: a program that ends is reported in two steps: conditions first, phase when nothing can run any more', () => {
    const { create, settle, of, pod } = cluster(['worker-1']);
    create('job', {
      restartPolicy: 'Never',
      containers: [{ name: 'pi', image: 'busybox:1.36', command: ['sh', '-c', 'echo 3.14; sleep 2'] }],
    });
    settle();
    const patches = statusWrites(of('job')).map(bodyOf);
    expect(
      patches.slice(3).map((patch) => Object.keys(patch.status).filter((field) => !field.startsWith('$'))),
    ).toEqual([
      ['conditions', 'containerStatuses'],
      ['conditions', 'phase'],
    ]);
    expect(pod('job')?.status.phase).toBe('Succeeded');
  });

  it('KL5: a failing program is restarted at once, then after growing delays', () => {
    const { create, settle, run, of, pod } = cluster(['worker-1']);
    create('bad', { containers: [{ name: 'c', image: 'busybox:1.36', command: ['sh', '-c', 'exit 1'] }] });
    settle();
    run(5);
    const status = () => pod('bad')?.status.containerStatuses?.[0];
    expect(status()).toMatchObject({
      restartCount: 1,
      state: {
        waiting: {
          reason: 'CrashLoopBackOff',
          message: 'back-off 10s restarting failed container=c pod=bad_default(uid-bad)',
        },
      },
    });
    run(60);
    expect(status()).toMatchObject({ restartCount: 3, lastState: { terminated: { exitCode: 1, reason: 'Error' } } });
    expect(of('bad').map(short)).toContain('Event BackOff');
  });

  it('KL5: the delays double, stop at five minutes and are forgotten after a long good run', () => {
    const backoff = new Backoff();
    const second = 1_000_000;
    const delays: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      backoff.next('c', i * second, i * second);
      delays.push(backoff.delayOf('c') / second);
    }
    expect(delays).toEqual([10, 20, 40, 80, 160, 300, 300]);
    expect(backoff.remaining('c', 100 * second, 150 * second)).toBe(250 * second);
    expect(backoff.remaining('c', 700 * second, 701 * second)).toBe(0);
    backoff.next('c', 700 * second, 701 * second);
    expect(backoff.delayOf('c')).toBe(10 * second);
  });

  it('KL15: a failed liveness probe restarts the container', () => {
    const { create, settle, run, of, pod } = cluster(['worker-1']);
    const livenessProbe = { tcpSocket: { port: 81 }, periodSeconds: 2, failureThreshold: 2 };
    create('live', { containers: [{ name: 'nginx', image: 'nginx:1.27', livenessProbe }] });
    settle();
    run(5);
    expect(pod('live')?.status.containerStatuses?.[0]).toMatchObject({ restartCount: 1 });
    const messages = of('live').map(({ body }) => (body as { message?: string }).message);
    expect(messages).toContain('Container nginx failed liveness probe, will be restarted');
    expect(messages).toContain('Liveness probe failed: dial tcp 10.244.3.2:81: connect: connection refused');
  });

  it('KL6: an image that is not there makes the pod wait, first for the error, then backing off', () => {
    const { create, settle, run, of, pod } = cluster(['worker-1']);
    create('typo', { containers: [{ name: 'c', image: 'nginx:9.99' }] });
    settle();
    const reason = () => pod('typo')?.status.containerStatuses?.[0]?.state?.waiting?.reason;
    expect(reason()).toBe('ErrImagePull');
    run(16);
    expect(reason()).toBe('ImagePullBackOff');
    expect(pod('typo')?.status.phase).toBe('Pending');
    expect(of('typo').map(short)).toEqual(expect.arrayContaining(['Event Pulling', 'Event Failed', 'Event BackOff']));
  });

  it('KL7: a pod that nobody can place is told so, and placed when a node becomes fit', () => {
    const { engine, api, create, settle, of, pod } = cluster(['worker-1']);
    create('picky', { nodeSelector: { disktype: 'ssd' } });
    settle();
    const message =
      "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.";
    expect(statusWrites(of('picky')).map((write) => write.body)).toEqual([
      {
        status: {
          conditions: [
            {
              lastProbeTime: null,
              lastTransitionTime: expect.any(String),
              message,
              observedGeneration: 1,
              reason: 'Unschedulable',
              status: 'False',
              type: 'PodScheduled',
            },
          ],
        },
      },
    ]);
    const node = api.get('nodes', 'worker-1');
    engine.perform(() =>
      api.put(engine.beginStory('kubectl', testSteps.begins, 'nodes/worker-1'), 'nodes', {
        ...node,
        metadata: { ...node?.metadata, labels: { disktype: 'ssd' } },
      } as never),
    );
    settle();
    expect(pod('picky')?.spec.nodeName).toBe('worker-1');
  });

  it('KL8: a hollow node reports ready from the start and sends no events of its own', () => {
    const { create, settle, of, pod } = cluster(['node-1'], true);
    create('web', {});
    settle();
    const patches = statusWrites(of('web')).map(bodyOf);
    expect(patches[0]?.status.containerStatuses).toEqual([expect.objectContaining({ ready: true })]);
    expect(
      of('web')
        .map(short)
        .filter((line) => line.startsWith('Event')),
    ).toEqual(['Event Scheduled']);
    expect(pod('web')?.status).toMatchObject({ phase: 'Running', podIP: '192.168.192.168' });
    expect(pod('web')?.status.containerStatuses?.[0]).toMatchObject({
      containerID: 'fakeRuntime://web_default_uid-web_0_nginx_0',
      imageID: 'nginx:1.27',
    });
  });

  it('KL9: readiness waits for its probe', () => {
    const { create, settle, pod } = cluster(['worker-1']);
    create('slow', {
      containers: [
        {
          name: 'nginx',
          image: 'nginx:1.27',
          readinessProbe: { httpGet: { path: '/', port: 80 }, initialDelaySeconds: 5, periodSeconds: 5 },
        },
      ],
    });
    settle();
    expect(conditionsOf(pod('slow')).Ready).toBe('True');
  });

  it('KL10: init containers run one after the other before the others', () => {
    const { create, settle, pod } = cluster(['worker-1']);
    create('init', {
      initContainers: [
        { name: 'a', image: 'busybox:1.36', command: ['sleep', '1'] },
        { name: 'b', image: 'busybox:1.36', command: ['true'] },
      ],
    });
    settle();
    expect(pod('init')?.status).toMatchObject({
      phase: 'Running',
      initContainerStatuses: [
        { name: 'a', state: { terminated: { exitCode: 0 } } },
        { name: 'b', state: { terminated: { exitCode: 0 } } },
      ],
    });
  });

  it('KL11: a changed image replaces the container', () => {
    const { engine, api, create, settle, of, pod } = cluster(['worker-1']);
    create('imm', {});
    settle();
    const before = pod('imm') as Pod;
    const containers = before.spec.containers.map((container) => ({ ...container, image: 'nginx:1.28' }));
    engine.perform(() =>
      api.put(engine.beginStory('kubectl', testSteps.begins, 'pods/default/imm'), 'pods', {
        ...before,
        metadata: { ...before.metadata, generation: 2 },
        spec: { ...before.spec, containers },
      }),
    );
    settle();
    expect(pod('imm')?.status.containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      image: 'docker.io/library/nginx:1.28',
      lastState: { terminated: { exitCode: 0, reason: 'Completed' } },
    });
    expect(of('imm').map(({ body }) => (body as { message?: string }).message)).toContain(
      'Container nginx definition changed, will be restarted',
    );
  });

  it('KL12: a pod costs the same however many there are', () => {
    const costOf = (count: number): number => {
      const { engine, create, settle, pod } = cluster(['n1', 'n2', 'n3', 'n4', 'n5'], true, 'thin');
      const before = engine.occurrences;
      for (let i = 0; i < count; i += 1) create(`p${i}`, {});
      settle();
      expect(pod(`p${count - 1}`)?.status.phase).toBe('Running');
      return (engine.occurrences - before) / count;
    };
    expect(costOf(200)).toBeLessThanOrEqual(costOf(20));
  });

  it('KL13: a pod that does not fit is rejected', () => {
    const { create, settle, of, pod } = cluster(['worker-1']);
    const containers = [{ name: 'c', image: 'nginx:1.27', resources: { requests: { cpu: '3' } } }];
    create('big', { nodeName: 'worker-1', containers });
    settle();
    const message = "Pod was rejected: Node didn't have enough resource: cpu, requested: 3000, used: 0, capacity: 2000";
    expect(pod('big')?.status).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu', message });
    expect(of('big').map(short)).toContain('Event OutOfcpu');
  });

  it('KL14: a refused status is written later, once, with all that happened since', () => {
    const { api, create, settle, of, pod } = cluster(['worker-1']);
    api.refuseGets = 1;
    create('web', {});
    settle();
    expect(pod('web')?.status.phase).toBe('Running');
    expect(statusWrites(of('web'))).toHaveLength(2);
  });

  it('SCH3: an important pod takes the place of a lesser one, end to end', () => {
    const { create, settle, run, of, pod } = cluster(['worker-1']);
    const asking = (cpu: string) => [{ name: 'c', image: 'nginx:1.27', resources: { requests: { cpu } } }];
    create('low', { priority: 1, containers: asking('1500m') });
    settle();
    run(2);
    create('high', { priority: 1000, containers: asking('1') });
    settle();
    run(5);
    expect(pod('low')).toBeUndefined();
    expect(pod('high')?.status.phase).toBe('Running');
    expect(statusWrites(of('high'))[0]?.body).toMatchObject({
      status: {
        nominatedNodeName: 'worker-1',
        conditions: [{ message: '0/1 nodes are available: 1 Insufficient cpu.', reason: 'Unschedulable' }],
      },
    });
    expect(of('low').map(short)).toContain('Event Preempted');
    const disrupted = statusWrites(of('low')).find(({ body }) => JSON.stringify(body).includes('DisruptionTarget'));
    expect(disrupted?.body).toMatchObject({
      status: { conditions: [{ reason: 'PreemptionByScheduler', type: 'DisruptionTarget' }] },
    });
  });

  it('SCH10: nobody takes the place that was promised to a pod that preempts', () => {
    const { create, settle, run, of, pod } = cluster(['worker-1']);
    const asking = (cpu: string) => [{ name: 'c', image: 'nginx:1.27', resources: { requests: { cpu } } }];
    create('low', { priority: 1, containers: asking('1500m') });
    settle();
    run(2);
    create('high', { priority: 1000, containers: asking('1500m') });
    run(0.02);
    create('late', { priority: 1, containers: asking('1500m') });
    settle();
    run(5);
    expect(pod('high')?.status.phase).toBe('Running');
    expect(pod('late')?.status.phase).toBe('Pending');
    expect(of('high').filter((write) => short(write) === 'Event FailedScheduling')).toHaveLength(1);
  });

  it('SCH8: priority comes before arrival', () => {
    const { engine, create, settle } = cluster(['worker-1']);
    create('first', {});
    create('low', { priority: 1 });
    create('high', { priority: 100 });
    settle();
    const order: string[] = [];
    for (let seq = engine.journal.base; seq < engine.journal.end; seq += 1) {
      if (engine.journal.kindOf(seq).name === 'scheduler.popped') order.push(engine.journal.subjectOf(seq).slice(13));
    }
    expect(order.indexOf('high')).toBeLessThan(order.indexOf('low'));
  });

  it('SCH9: the condition is patched only when it changes, the event is recorded each time', () => {
    const { engine, api, create, settle, of } = cluster(['worker-1']);
    create('big', { containers: [{ name: 'c', image: 'nginx:1.27', resources: { requests: { cpu: '500' } } }] });
    settle();
    for (const value of ['a', 'b']) {
      const node = api.get('nodes', 'worker-1');
      const taints = [{ key: 'x', value, effect: 'PreferNoSchedule' }];
      engine.perform(() =>
        api.put(engine.beginStory('kubectl', testSteps.begins, 'nodes/worker-1'), 'nodes', {
          ...node,
          spec: { taints },
        } as never),
      );
      settle();
    }
    expect(statusWrites(of('big'))).toHaveLength(1);
    let attempts = 0;
    for (let seq = engine.journal.base; seq < engine.journal.end; seq += 1) {
      if (engine.journal.kindOf(seq).name === 'scheduler.unschedulable') attempts += 1;
    }
    expect(attempts).toBe(3);
  });
});
