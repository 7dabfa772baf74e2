import { describe, expect, it } from 'vitest';
import { Engine, type Process, type Wait } from '../../engine/index.ts';
import { cni as cniKinds } from '../../steps/cni.ts';
import { cri as criKinds } from '../../steps/cri.ts';
import { kindsOf } from '../../steps/define.ts';
import { AddressPool, parseSubnet } from '../cni/address-pool.ts';
import { createBridgePlugin, createConstantPlugin } from '../cni/bridge.ts';
import { ADDRESS_TABLES, INTERFACE_TABLES, ROUTE_TABLES } from '../cni/rows.ts';
import { type Channels, STDIN } from '../ports/channels.ts';
import { isRuntimeError, type RuntimeContainer } from '../ports/cri.ts';
import { NO_FAULTS } from '../ports/environment.ts';
import { realisticLatencies } from '../ports/latency.ts';
import { presentImages } from './image-store.ts';
import { createRuntime } from './runtime.ts';
import { promptOf } from './terminal.ts';

function node(cidr = '10.244.1.0/24') {
  const engine = new Engine({
    seed: 1,
    kinds: kindsOf(cniKinds, criKinds),
    startTime: 0,
    recording: 'full',
    maxSteps: 100_000,
    freeze: true,
  });
  const env = { engine, latencies: realisticLatencies, faults: NO_FAULTS };
  const runtime = createRuntime(env, 'n1', createBridgePlugin(env, 'n1', cidr), {
    images: presentImages(['nginx:1.27', 'busybox:1.36']),
  });
  const ctx = engine.background('kubelet/n1');
  function* waitFor<T>(wait: Wait<T>): Process<T> {
    return (yield wait) as T;
  }
  function run<T>(asked: Process<T> | Wait<T>): T {
    const task = engine.spawn('begin' in asked ? waitFor(asked) : asked);
    while (!task.done && engine.advance());
    return task.result as T;
  }
  return { engine, runtime, ctx, run };
}

const pod = (name: string) => ({ name, namespace: 'default', uid: `uid-${name}`, attempt: 0, hostNetwork: false });
const container = (image: string, command: readonly string[] = []) => ({
  name: 'c',
  attempt: 0,
  image,
  command,
  args: [],
});

describe('container runtime', () => {
  it('CRI1: a sandbox gets its address from the network plugin, round-robin (CNI1)', () => {
    const { engine, runtime, ctx, run } = node();
    const first = run(runtime.runPodSandbox(ctx, pod('a')));
    expect(first).toMatchObject({ ready: true, ip: '10.244.1.2' });
    if (isRuntimeError(first)) throw new Error(first.error);
    run(runtime.stopPodSandbox(ctx, first.id));
    expect(run(runtime.runPodSandbox(ctx, pod('b')))).toMatchObject({ ip: '10.244.1.3' });
    expect([...engine.table(ADDRESS_TABLES.of('n1')).keys()]).toEqual(['10.244.1.3']);
    expect([...engine.table(INTERFACE_TABLES.of('n1')).keys()][0]).toBe('cni0');
  });

  it('CNI5: a full subnet is refused with the plugin text', () => {
    const { runtime, ctx, run } = node('10.1.0.0/30');
    expect(run(runtime.runPodSandbox(ctx, pod('a')))).toMatchObject({ ip: '10.1.0.2' });
    expect(run(runtime.runPodSandbox(ctx, pod('b')))).toHaveProperty(
      'error',
      expect.stringContaining('no IP addresses available in range set: 10.1.0.1-10.1.0.2'),
    );
  });

  it('CRI2: an image that is not there is pulled, and then there', () => {
    const { runtime, ctx, run } = node();
    expect(run(runtime.imageStatus(ctx, 'redis:7'))).toBeUndefined();
    expect(run(runtime.pullImage(ctx, 'redis:7'))).toMatchObject({ tags: ['docker.io/library/redis:7'] });
    expect(run(runtime.imageStatus(ctx, 'redis:7'))).toMatchObject({ tags: ['docker.io/library/redis:7'] });
    expect(run(runtime.pullImage(ctx, 'redis:99x'))).toHaveProperty('error');
  });

  function start(command: readonly string[], image = 'busybox:1.36') {
    const all = node();
    const { runtime, ctx, run } = all;
    const sandbox = run(runtime.runPodSandbox(ctx, pod('a')));
    if (isRuntimeError(sandbox)) throw new Error(sandbox.error);
    const created = run(runtime.createContainer(ctx, sandbox.id, container(image, command)));
    if (isRuntimeError(created)) throw new Error(created.error);
    const exits: RuntimeContainer[] = [];
    runtime.onExit((exited) => exits.push(exited));
    const started = run(runtime.startContainer(ctx, created.id));
    const state = () => runtime.listContainers(sandbox.id)[0];
    return { ...all, id: created.id, started, state, exits };
  }

  it('CRI3: a program that ends is noticed', () => {
    const { engine, state, exits } = start(['sh', '-c', 'sleep 2; exit 3']);
    while (engine.advance());
    expect(state()).toMatchObject({ state: 'exited', exitCode: 3, reason: 'Error' });
    expect(exits).toHaveLength(1);
    expect((state()?.finishedAt ?? 0) - (state()?.startedAt ?? 0)).toBe(2_000_000);
  });

  it.each(['sleep 2 | sleep 3', 'x=1; sleep 2 | sleep 3'])(
    'SH1: the parts of a pipe wait at the same time: %s',
    (script) => {
      const { engine, state } = start(['sh', '-c', script]);
      while (engine.advance());
      expect((state()?.finishedAt ?? 0) - (state()?.startedAt ?? 0)).toBe(3_000_000);
    },
  );

  it('CRI3: what ends at once is seen to run by who looks right after its start', () => {
    const { engine, state, exits } = start(['sh', '-c', 'exit 3']);
    expect(state()).toMatchObject({ state: 'running' });
    while (engine.advance());
    expect(exits).toHaveLength(1);
    expect((state()?.finishedAt ?? 0) - (state()?.startedAt ?? 0)).toBe(20_000);
  });

  it('CRI4: TERM ends a server with 0 at once; what ignores it is killed after the grace period', () => {
    const nginx = start([], 'nginx:1.27');
    const before = nginx.engine.now;
    nginx.run(nginx.runtime.stopContainer(nginx.ctx, nginx.id, 30));
    expect(nginx.state()).toMatchObject({ exitCode: 0, reason: 'Completed' });
    expect(nginx.engine.now - before).toBeLessThan(300_000);
    const sleeper = start(['sleep', '3600']);
    sleeper.run(sleeper.runtime.stopContainer(sleeper.ctx, sleeper.id, 5));
    expect(sleeper.state()).toMatchObject({ exitCode: 137, reason: 'Error' });
  });

  it('CRI12: a terminal shows what is typed, and the shell asks for the next command', () => {
    const { engine, runtime, ctx, id } = start(['sleep', '3600']);
    const facts = { hostname: 'a', namespace: 'default', address: '10.244.1.2', variables: [] };
    const asked = engine.spawn(runtime.exec(ctx, id, ['sh'], facts, true));
    while (!asked.done) engine.advance();
    const near = asked.result as Channels;
    const step = engine.background('kubelet/n1');
    near.send(step, STDIN, 'echo one\r');
    const until = engine.now + 3_000_000;
    while ((engine.nextTime ?? until) < until) engine.advance();
    let shown = '';
    for (let frame = near.tryNext(); frame !== undefined; frame = near.tryNext()) shown += frame.data;
    expect(shown).toBe('/ # echo one\r\none\r\n/ # ');
    expect(promptOf('nginx:1.27', '/bin/bash', 'web', '/')).toBe('root@web:/# ');
    expect(promptOf('nginx:1.27', 'sh', 'web', '/tmp')).toBe('# ');
    expect(promptOf('registry.example/alpine@sha256:1', 'sh', 'web', '/')).toBe('/ # ');
  });

  it('CRI5: a shell command in an image without one fails to start', () => {
    const { runtime, ctx, run } = node();
    run(runtime.pullImage(ctx, 'hello-world'));
    const sandbox = run(runtime.runPodSandbox(ctx, pod('a')));
    if (isRuntimeError(sandbox)) throw new Error(sandbox.error);
    const created = run(runtime.createContainer(ctx, sandbox.id, container('hello-world', ['sh'])));
    if (isRuntimeError(created)) throw new Error(created.error);
    expect(run(runtime.startContainer(ctx, created.id))).toHaveProperty(
      'error',
      expect.stringContaining('executable file not found in $PATH'),
    );
  });

  it('CNI2: the first, the last and the gateway address are never given; CNI1: the search goes round', () => {
    const pool = new AddressPool(parseSubnet('10.1.0.0/29'));
    expect([1, 2, 3, 4, 5].map(() => pool.take())).toEqual([
      '10.1.0.2',
      '10.1.0.3',
      '10.1.0.4',
      '10.1.0.5',
      '10.1.0.6',
    ]);
    expect(pool.take()).toBeUndefined();
    pool.release('10.1.0.4');
    expect([pool.gateway, pool.take(), pool.take()]).toEqual(['10.1.0.1', '10.1.0.4', undefined]);
  });

  it('CNI3, CNI4: ADD hangs a veth on the bridge, DEL takes it away, twice without harm', () => {
    const { engine, ctx, run } = node();
    const env = { engine, latencies: realisticLatencies, faults: NO_FAULTS };
    const plugin = createBridgePlugin(env, 'n2', '10.244.2.0/24');
    const result = run(plugin.add(ctx, 'c1', '/ns', { K8S_POD_NAMESPACE: 'default', K8S_POD_NAME: 'a' }));
    expect(result).toMatchObject({ ip: '10.244.2.2', gateway: '10.244.2.1' });
    expect([...engine.table(ROUTE_TABLES.of('n2')).keys()]).toEqual(['10.244.2.0/24']);
    expect([...engine.table(INTERFACE_TABLES.of('n2')).keys()]).toHaveLength(2);
    run(plugin.del(ctx, 'c1', '/ns', {}));
    run(plugin.del(ctx, 'c1', '/ns', {}));
    expect([...engine.table(INTERFACE_TABLES.of('n2')).keys()]).toEqual(['cni0']);
  });

  it('CRI6: the runtime of a hollow node does everything at once', () => {
    const { engine, ctx, run } = node();
    const env = { engine, latencies: realisticLatencies, faults: NO_FAULTS };
    const runtime = createRuntime(env, 'h1', createConstantPlugin('192.168.192.168'), { images: [], fake: true });
    const before = engine.now;
    const sandbox = run(runtime.runPodSandbox(ctx, pod('a')));
    expect(sandbox).toMatchObject({ ip: '192.168.192.168', id: 'a_default_uid-a_0' });
    if (isRuntimeError(sandbox)) throw new Error(sandbox.error);
    const created = run(runtime.createContainer(ctx, sandbox.id, container('nginx:1.27')));
    if (isRuntimeError(created)) throw new Error(created.error);
    run(runtime.startContainer(ctx, created.id));
    run(runtime.stopContainer(ctx, created.id, 30));
    expect(runtime.listContainers(sandbox.id)[0]).toMatchObject({ state: 'exited', exitCode: 0, reason: undefined });
    expect(engine.now).toBe(before);
  });
});
