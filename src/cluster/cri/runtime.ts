// Models containerd internal/cri/server; hollow nodes: pkg/kubelet/container/testing of kubemark (v1.36)

import {
  type Context,
  Deferred,
  type Engine,
  type Origin,
  type Process,
  type Random,
  type Table,
  TIMED_OUT,
  type Wait,
  within,
} from '../../engine/index.ts';
import { cri as kinds } from '../../steps/cri.ts';
import { behaviourOf, canonicalName, PAUSE_IMAGE, pull, runtimeImage } from '../images/catalog.ts';
import type { SignalHandler, Use } from '../images/program.ts';
import { programFor } from '../images/program-for.ts';
import { userOf } from '../images/users.ts';
import type { Channels } from '../ports/channels.ts';
import { channelPair } from '../ports/channels.ts';
import type { NetworkPlugin } from '../ports/cni.ts';
import type {
  ContainerConfig,
  ContainerRuntime,
  ExecResult,
  LogLine,
  NetworkTool,
  Page,
  ProcessFacts,
  RuntimeContainer,
  RuntimeError,
  RuntimeImage,
  RuntimeSandbox,
  SandboxConfig,
  SavedFile,
  StartListener,
  Usage,
} from '../ports/cri.ts';
import type { Environment } from '../ports/environment.ts';
import type { DialFailure, HttpAnswer, HttpRequest } from '../ports/http.ts';
import { draw, type Latencies, type Spread } from '../ports/latency.ts';
import { type Container, listeningOf, type Sandbox } from './container.ts';
import { writeFile } from './container-files.ts';
import { logLines, nextLine } from './container-log.ts';
import {
  answerSignal,
  attachTo,
  execute,
  lastWordsOf,
  missingProgram,
  runAside,
  runFirst,
  type Ways,
} from './execution.ts';
import { hexOf, ImageStore, randomHex64 } from './image-store.ts';
import { forwardPorts } from './port-forward.ts';
import type { ContainerRow, ImageRow, SandboxRow } from './rows.ts';
import { containerRow, describe, imageSubject, refusal, sandboxRow, subjectOf } from './shown.ts';
import { pageAt, webAnswer } from './web-server.ts';

const SECOND = 1_000_000;
const MIB = 1024 * 1024;
/** A program that ends sooner than this keeps the cluster from being at rest; a longer one only waits. */
const SHORT_RUN = 60 * SECOND;
const NOTHING: Spread = { min: 0, max: 0 };
const AT_ONCE: SignalHandler = { exitCode: 0, afterMicros: 0 };
const NO_USES: readonly Use[] = [];
/** So few fill no disk. */
const FEW_IMAGES = 50;
const NO_USAGE: Usage = { memory: 0, files: [] };

export interface RuntimeOptions {
  /** What the node has before anything is pulled. */
  readonly images: readonly RuntimeImage[];
  /** A hollow node's runtime: it does everything at once and never fails. */
  readonly fake?: boolean;
}

/**
 * A container runtime: sandboxes, images and containers of one node. What a program does is data (src/cluster/images).
 * Models github.com/containerd/containerd pkg/cri/server (v1.36)
 */
export function createRuntime(
  env: Environment,
  node: string,
  network: NetworkPlugin,
  options: RuntimeOptions,
): ContainerRuntime {
  return new Runtime(env, node, network, options);
}

class Runtime implements ContainerRuntime {
  readonly scheme: string;
  private readonly actor: string;
  private readonly random: Random;
  private readonly sandboxTable: Table<SandboxRow>;
  private readonly containerTable: Table<ContainerRow>;
  private readonly images: ImageStore;
  private readonly sandboxes = new Map<string, Sandbox>();
  private readonly containers = new Map<string, Container>();
  private readonly listeners: ((container: RuntimeContainer, origin: Origin) => void)[] = [];
  private starts: StartListener | undefined;
  private readonly latencies: Latencies;
  private readonly fake: boolean;
  private published = false;
  private readonly engine: Engine;
  private tool: NetworkTool | undefined;
  private readonly useListeners: ((origin: Origin) => void)[] = [];

  constructor(
    env: Environment,
    node: string,
    private readonly network: NetworkPlugin,
    options: RuntimeOptions,
  ) {
    this.actor = `cri/${node}`;
    this.engine = env.engine;
    this.fake = options.fake === true;
    this.scheme = this.fake ? 'fakeRuntime' : 'containerd';
    this.random = env.engine.random(this.actor);
    this.latencies = env.latencies;
    this.sandboxTable = env.engine.viewTable(`${this.actor}/sandboxes`, () =>
      [...this.sandboxes.values()].map(({ view }) => [view.id, sandboxRow(view)]),
    );
    this.containerTable = env.engine.viewTable(`${this.actor}/containers`, () =>
      [...this.containers.values()].map(({ view, pod, usage }) => [view.id, containerRow(view, pod, usage)]),
    );
    this.images = new ImageStore(env.engine.table<ImageRow>(`${this.actor}/images`), options.images);
  }

  *runPodSandbox(ctx: Context, config: SandboxConfig): Process<RuntimeSandbox | RuntimeError> {
    const id = this.fake
      ? `${config.name}_${config.namespace}_${config.uid}_${config.attempt}`
      : randomHex64(this.random);
    const subject = subjectOf(config);
    const asked = ctx
      .as(this.actor)
      .step(kinds.runPodSandbox, subject, { sandbox: id.slice(0, 12), image: PAUSE_IMAGE });
    this.publishImages();
    yield asked.sleep(this.delay(this.latencies.runPodSandbox));
    let ip: string | undefined;
    let secondIP: string | undefined;
    if (!config.hostNetwork) {
      const result = yield* this.network.add(asked, id, `/var/run/netns/cni-${config.uid}`, {
        K8S_POD_NAMESPACE: config.namespace,
        K8S_POD_NAME: config.name,
        K8S_POD_UID: config.uid,
      });
      if ('error' in result) {
        const error = `rpc error: code = Unknown desc = failed to setup network for sandbox "${id}": ${result.error}`;
        asked.step(kinds.sandboxFailed, subject, { error });
        return { error };
      }
      ({ ip, secondIP } = result);
    }
    const ready = asked.step(kinds.sandboxReady, subject, { sandbox: id.slice(0, 12), ip: ip ?? 'host' });
    const plain = { id, config, ready: true, ip, createdAt: ready.now };
    const view: RuntimeSandbox = secondIP === undefined ? plain : { ...plain, secondIP };
    this.sandboxes.set(id, { view, containers: [] });
    if (this.sandboxTable.isKept) this.sandboxTable.set(id, sandboxRow(view));
    return view;
  }

  *stopPodSandbox(ctx: Context, id: string): Process<void> {
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined || !sandbox.view.ready) return;
    const asked = ctx
      .as(this.actor)
      .step(kinds.stopPodSandbox, subjectOf(sandbox.view.config), { sandbox: id.slice(0, 12) });
    sandbox.view = { ...sandbox.view, ready: false };
    this.sandboxTable.set(id, sandboxRow(sandbox.view));
    yield asked.sleep(this.delay(this.latencies.removeSandbox));
    yield* this.network.del(asked, id, `/var/run/netns/cni-${sandbox.view.config.uid}`);
  }

  *removePodSandbox(ctx: Context, id: string): Process<void> {
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined) return;
    ctx.as(this.actor).step(kinds.removePodSandbox, subjectOf(sandbox.view.config), { sandbox: id.slice(0, 12) });
    for (const container of sandbox.containers) {
      this.containers.delete(container.view.id);
      this.containerTable.delete(container.view.id);
    }
    this.sandboxes.delete(id);
    this.sandboxTable.delete(id);
  }

  *imageStatus(ctx: Context, image: string): Process<RuntimeImage | undefined> {
    if (this.fake) return { id: image, tags: [image], sizeBytes: 0 };
    yield ctx.sleep(this.delay(this.latencies.imageStatus));
    const found = this.images.find(image);
    ctx.as(this.actor).step(kinds.imageStatus, imageSubject(image), { image, present: found !== undefined });
    return found;
  }

  *pullImage(ctx: Context, image: string): Process<RuntimeImage | RuntimeError> {
    if (this.fake) return { id: image, tags: [image], sizeBytes: 0 };
    const name = canonicalName(image);
    const subject = imageSubject(image);
    const answer = pull(image);
    if ('error' in answer) {
      const asked = ctx.as(this.actor).step(kinds.pullImage, subject, { image: name, mebibytes: 0 });
      yield asked.sleep(this.delay(this.latencies.pullImagePerMiB) * 20);
      asked.step(kinds.pullFailed, subject, { image: name, error: answer.error });
      return { error: answer.error };
    }
    const known = this.images.find(name);
    // What is here already only needs a look at the registry.
    const mebibytes = known === undefined ? Math.max(1, Math.round(answer.image.sizeBytes / MIB)) : 1;
    const asked = ctx.as(this.actor).step(kinds.pullImage, subject, { image: name, mebibytes });
    yield asked.sleep(this.delay(this.latencies.pullImagePerMiB) * mebibytes);
    asked.step(kinds.imagePulled, subject, { image: name, mebibytes });
    if (known !== undefined) return known;
    const pulled = runtimeImage(name, hexOf);
    this.images.add(pulled);
    if (this.images.all().length > FEW_IMAGES) for (const listener of this.useListeners) listener(asked.originOnly());
    return pulled;
  }

  *createContainer(ctx: Context, sandboxId: string, config: ContainerConfig): Process<RuntimeContainer | RuntimeError> {
    const sandbox = this.sandboxes.get(sandboxId);
    if (sandbox === undefined)
      return { error: `rpc error: code = NotFound desc = failed to find sandbox id "${sandboxId}": not found` };
    const pod = sandbox.view.config;
    const image = this.fake ? undefined : this.images.find(config.image);
    const id = this.fake ? `${sandboxId}_${config.name}_${config.attempt}` : randomHex64(this.random);
    const subject = subjectOf(pod);
    const asked = ctx
      .as(this.actor)
      .step(kinds.createContainer, subject, { container: config.name, image: config.image, id: id.slice(0, 12) });
    const view: RuntimeContainer = {
      id,
      sandboxId,
      config,
      imageId: image?.id ?? config.image,
      image: image?.tags[0] ?? config.image,
      state: 'created',
      createdAt: asked.now,
      startedAt: undefined,
      finishedAt: undefined,
      exitCode: undefined,
      reason: undefined,
    };
    const program = programFor(behaviourOf(config.image), config.command, config.args, config.stdin, config);
    const container: Container = { view, program, exited: new Deferred(), timer: undefined, subject, pod, asked: [] };
    this.containers.set(id, container);
    sandbox.containers = sandbox.containers.concat(container);
    if (this.containerTable.isKept) this.containerTable.set(id, containerRow(view, pod));
    yield asked.sleep(this.delay(this.latencies.createContainer));
    return container.view;
  }

  *startContainer(ctx: Context, id: string): Process<RuntimeContainer | RuntimeError> {
    const container = this.containers.get(id);
    if (container === undefined)
      return {
        error: `rpc error: code = NotFound desc = an error occurred when try to find container "${id}": not found`,
      };
    const asking = ctx.as(this.actor);
    yield asking.sleep(this.delay(this.latencies.startContainer));
    const { config } = container.view;
    const refused = this.fake ? undefined : refusal(config);
    if (refused !== undefined) {
      asking.step(kinds.startFailed, container.subject, { container: config.name, error: refused });
      this.update(container, {
        state: 'exited',
        startedAt: 0,
        finishedAt: ctx.now,
        exitCode: 128,
        reason: 'StartError',
        message: refused,
      });
      container.exited.resolve();
      return { error: refused };
    }
    const program = this.fake ? 'hollow' : describe(container.program);
    const started = asking.step(kinds.startContainer, container.subject, {
      container: config.name,
      id: id.slice(0, 12),
      program,
    });
    this.update(container, { state: 'running', startedAt: started.now });
    container.stopped = this.starts?.(started, container.view, container.pod, (text) =>
      container.asked.push({ time: this.engine.now, stream: 'stdout', text: `${text}\n` }),
    );
    if (container.program.note === 'live' && !this.fake) this.engine.spawn(this.follow(started, container));
    for (const use of this.fake ? NO_USES : (container.program.uses ?? NO_USES)) {
      started.after(use.at, () => this.use(started, container, use), use.at > SHORT_RUN || started.background);
    }
    const run = this.fake ? undefined : container.program.runMicros;
    if (run !== undefined) {
      container.timer = started.after(
        run,
        () => this.exit(started, container, container.program.exitCode, true),
        run > SHORT_RUN || started.background,
      );
    }
    return container.view;
  }

  private *follow(ctx: Context, container: Container): Process {
    const ended = yield* runFirst(ctx, container, this.ways());
    const noticed = ended.ctx.as(this.actor);
    this.exit(noticed, container, ended.exitCode, true);
  }

  private ways(): Ways {
    const used = (ctx: Context, container: Container, use: Use): void => this.use(ctx, container, use);
    return { tool: this.tool, routine: this.engine.background(this.actor), used };
  }

  usage(id: string): Usage {
    return this.containers.get(id)?.usage ?? NO_USAGE;
  }

  onUse(listener: (origin: Origin) => void): void {
    this.useListeners.push(listener);
  }

  private use(ctx: Context, container: Container, { memory = 0, disk = 0, path = '' }: Use): void {
    if (container.view.state !== 'running') return;
    const { name, memoryLimit, mounts } = container.view.config;
    const before = container.usage ?? NO_USAGE;
    const inMemory = mounts?.some((mount) => mount.inMemory === true && path.startsWith(`${mount.path}/`)) === true;
    const files = disk === 0 ? before.files : [...before.files, { path, bytes: disk, inMemory }];
    const taken = ctx.as(this.actor).step(kinds.used, container.subject, {
      container: name,
      memory: Math.round(memory / MIB),
      disk: Math.round(disk / MIB),
    });
    container.usage = { memory: before.memory + memory + (inMemory ? disk : 0), files };
    this.update(container, {});
    if (memoryLimit !== undefined && container.usage.memory > memoryLimit) this.outOfMemory(taken, container);
    else for (const listener of this.useListeners) listener(taken.originOnly());
  }

  killForMemory(ctx: Context, id: string): void {
    const container = this.containers.get(id);
    if (container !== undefined) this.outOfMemory(ctx.as(this.actor), container);
  }

  /** All processes of the container go. */
  private outOfMemory(ctx: Context, container: Container): void {
    const { name, memoryLimit = 0 } = container.view.config;
    const killed = ctx.step(kinds.oomKilled, container.subject, {
      container: name,
      limit: Math.round(memoryLimit / MIB),
    });
    this.exit(killed, container, 137, true, 'OOMKilled');
  }

  *updateContainer(ctx: Context, id: string, memoryLimit: number | undefined): Process<void> {
    const container = this.containers.get(id);
    if (container === undefined) return;
    const { config } = container.view;
    const limit = memoryLimit === undefined ? 0 : Math.round(memoryLimit / MIB);
    yield ctx.sleep(this.delay(this.latencies.createContainer));
    ctx.as(this.actor).step(kinds.updateContainer, container.subject, { container: config.name, limit });
    this.update(container, { config: { ...config, memoryLimit } });
  }

  *removeImage(ctx: Context, image: RuntimeImage): Process<void> {
    const [name = image.id] = image.tags;
    yield ctx.sleep(this.delay(this.latencies.imageStatus));
    const mebibytes = Math.round(image.sizeBytes / MIB);
    ctx.as(this.actor).step(kinds.removeImage, imageSubject(name), { image: name, mebibytes });
    this.images.remove(image);
  }

  connect(tool: NetworkTool): void {
    this.tool = tool;
  }

  *execSync(
    ctx: Context,
    id: string,
    command: readonly string[],
    micros: number | undefined,
  ): Process<ExecResult | RuntimeError | undefined> {
    const container = this.containers.get(id);
    if (container === undefined) return undefined;
    if (this.fake) return { exitCode: 0, stdout: '', stderr: '', ctx };
    return yield* runAside(ctx.as(this.actor), container, command, this.ways(), this.random, micros);
  }

  *stopContainer(ctx: Context, id: string, graceSeconds: number): Process<void> {
    const container = this.containers.get(id);
    if (container === undefined || container.view.state !== 'running') return;
    const { name } = container.view.config;
    const asked = ctx.as(this.actor).step(kinds.stopContainer, container.subject, {
      container: name,
      signal: this.signalOf(container),
      grace: graceSeconds,
    });
    const served = container.serves === undefined ? undefined : AT_ONCE;
    const onTerm = this.fake ? AT_ONCE : (container.program.onTerm ?? served);
    const until = asked.now + graceSeconds * SECOND;
    const pause = (): number => this.delay(this.latencies.stopContainer);
    const answered = yield* answerSignal(asked, container, onTerm, until, this.ways(), pause);
    if (answered !== undefined) {
      this.exit(asked, container, answered, false);
      return;
    }
    const outcome = yield* within(asked, Math.max(0, until - asked.now), container.exited);
    if (outcome !== TIMED_OUT) return;
    const killed = asked.step(kinds.stopContainer, container.subject, { container: name, signal: 'KILL', grace: 0 });
    yield killed.sleep(this.delay(this.latencies.stopContainer));
    this.exit(killed, container, 137, false);
  }

  private signalOf({ view }: Container): string {
    return (this.fake ? undefined : behaviourOf(view.config.image)?.stopSignal) ?? 'TERM';
  }

  *removeContainer(ctx: Context, id: string): Process<void> {
    const container = this.containers.get(id);
    if (container === undefined) return;
    ctx.as(this.actor).step(kinds.removeContainer, container.subject, { container: container.view.config.name });
    const sandbox = this.sandboxes.get(container.view.sandboxId);
    if (sandbox !== undefined) sandbox.containers = sandbox.containers.filter((each) => each !== container);
    this.containers.delete(id);
    this.containerTable.delete(id);
  }

  listContainers(sandboxId: string): readonly RuntimeContainer[] {
    return this.sandboxes.get(sandboxId)?.containers.map((container) => container.view) ?? [];
  }

  listSandboxes(): readonly RuntimeSandbox[] {
    return [...this.sandboxes.values()].map((sandbox) => sandbox.view);
  }

  imagesPresent(): readonly RuntimeImage[] {
    return this.images.all();
  }

  imageUser(image: string): string | undefined {
    return userOf(image);
  }

  listening(id: string): { readonly port: number; readonly from: number } | undefined {
    const container = this.containers.get(id);
    return container === undefined ? undefined : listeningOf(container);
  }

  log(id: string, facts: ProcessFacts, after: number, until: number): readonly LogLine[] {
    const container = this.containers.get(id);
    return container === undefined || this.fake ? [] : logLines(container, facts, after, until);
  }

  nextLogAt(id: string, after: number): number | undefined {
    const container = this.containers.get(id);
    return container === undefined || this.fake ? undefined : nextLine(container, after);
  }

  *exec(
    ctx: Context,
    id: string,
    command: readonly string[],
    facts: ProcessFacts,
    tty: boolean,
  ): Process<Channels | RuntimeError> {
    const container = this.containers.get(id);
    if (container === undefined) return { error: `container ${id} not found` };
    const { name, image } = container.view.config;
    const asked = ctx
      .as(this.actor)
      .step(kinds.exec, container.subject, { container: name, command: command.join(' ').slice(0, 120) });
    const missing = missingProgram(image, command, this.random);
    if (missing !== undefined) return { error: missing };
    const [near, far] = channelPair();
    this.engine.spawn(execute(asked, far, { container, command, facts, tty, ways: this.ways() }));
    return near;
  }

  ended(id: string): Wait {
    const { exited } = this.containers.get(id) ?? { exited: undefined };
    if (exited !== undefined) return exited;
    const gone = new Deferred<void>();
    gone.resolve();
    return gone;
  }

  isRunning(id: string): boolean {
    return this.containers.get(id)?.view.state === 'running';
  }

  *attach(ctx: Context, id: string, facts: ProcessFacts, tty: boolean): Process<Channels> {
    const [near, far] = channelPair();
    const container = this.containers.get(id);
    if (container === undefined) {
      far.stop();
      return near;
    }
    const { name, command, args } = container.view.config;
    const asked = ctx.as(this.actor).step(kinds.attach, container.subject, { container: name });
    const execution = { container, command: [...command, ...args], facts, tty, ways: this.ways() };
    this.engine.spawn(attachTo(asked, far, execution, (own, code) => this.exit(own, container, code, true)));
    return near;
  }

  *portForward(ctx: Context, sandboxId: string): Process<Channels> {
    const [near, far] = channelPair();
    const sandbox = this.sandboxes.get(sandboxId);
    const place = { id: sandboxId, uid: sandbox?.view.config.uid ?? '', containers: sandbox?.containers ?? [] };
    this.engine.spawn(forwardPorts(ctx.as(this.actor), far, place, (id) => this.listening(id)));
    return near;
  }

  answer(ctx: Context, sandboxId: string, port: number, request: HttpRequest): HttpAnswer | DialFailure | undefined {
    const container = this.sandboxes.get(sandboxId)?.containers.find(({ view }) => {
      const where = this.listening(view.id);
      return where?.port === port && where.from <= ctx.now;
    });
    if (container === undefined) return undefined;
    const answered = webAnswer(container, request, ctx.now);
    ctx.as(this.actor).step(kinds.answered, container.subject, {
      container: container.view.config.name,
      what: `${request.method} ${request.path}`,
      code: answered?.code ?? 0,
    });
    return answered ?? { error: 'EOF' };
  }

  page(id: string, path: string): Page | undefined {
    const container = this.containers.get(id);
    return container === undefined || this.fake ? undefined : pageAt(container, path, this.engine.now);
  }

  writeFile(id: string, file: SavedFile): void {
    const container = this.containers.get(id);
    if (container !== undefined && !this.fake) writeFile(container, file, this.engine.now);
  }

  onStart(listener: StartListener): void {
    this.starts = listener;
  }

  onExit(listener: (container: RuntimeContainer, origin: Origin) => void): void {
    this.listeners.push(listener);
  }

  private exit(ctx: Context, container: Container, exitCode: number, byItself: boolean, why?: string): void {
    if (container.view.state !== 'running') return;
    container.timer?.cancel();
    container.stopped?.();
    const reason = why ?? (exitCode === 0 ? 'Completed' : 'Error');
    const done = ctx.step(kinds.containerExited, container.subject, {
      container: container.view.config.name,
      exitCode,
      reason,
    });
    // The fake runtime of a hollow node gives no reason.
    const end = { state: 'exited', finishedAt: done.now, exitCode, reason: this.fake ? undefined : reason } as const;
    this.update(container, end);
    const message = this.saysSomething(container) ? lastWordsOf(container, exitCode, done.now) : '';
    if (message !== '') this.update(container, { message });
    container.exited.resolve();
    if (!byItself) return;
    for (const listener of this.listeners) listener(container.view, done.originOnly());
  }

  /** Only what a script left can be read. */
  private saysSomething({ view: { config } }: Container): boolean {
    return !this.fake && (config.command.length + config.args.length > 0 || config.lastWords?.orLog === true);
  }

  private update(container: Container, change: Partial<RuntimeContainer>): void {
    container.view = { ...container.view, ...change };
    const { view, pod } = container;
    if (this.containerTable.isKept) this.containerTable.set(view.id, containerRow(view, pod, container.usage));
  }

  private publishImages(): void {
    if (this.published) return;
    this.published = true;
    this.images.publish();
  }

  private delay(spread: Spread): number {
    return draw(this.random, this.fake ? NOTHING : spread);
  }
}
