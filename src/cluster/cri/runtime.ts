// Models containerd internal/cri/server; hollow nodes: pkg/kubelet/container/testing of kubemark (v1.36)

import type { Micros } from '../../base/time/units.ts';
import { type Context, Deferred, type Origin, type Process, type Wait } from '../../engine/index.ts';
import { cri as kinds } from '../../steps/cri.ts';
import { behaviourOf } from '../images/catalog.ts';
import { type Channels, channelPair } from '../ports/channels.ts';
import type { NetworkPlugin } from '../ports/cni.ts';
import type {
  AskedPage,
  ContainerConfig,
  ContainerRuntime,
  ExecResult,
  ExitListener,
  FoundSandbox,
  Heard,
  LogLine,
  NetworkTool,
  Page,
  ProcessFacts,
  RuntimeContainer,
  RuntimeError,
  RuntimeImage,
  RuntimeSandbox,
  SandboxConfig,
  StartListener,
  Usage,
} from '../ports/cri.ts';
import type { Environment } from '../ports/environment.ts';
import type { SeenPrograms } from '../ports/found.ts';
import { type DialFailure, type Dialing, type HttpAnswer, type HttpRequest, PLAIN_SERVER } from '../ports/http.ts';
import type { Container } from './container.ts';
import { logLines, nextLine } from './container-log.ts';
import { type ContainerListeners, ContainerService, NO_USAGE } from './container-service.ts';
import { askSeen, attachTo, execute, missingProgram, runAside } from './execution.ts';
import { ImageService } from './image-service.ts';
import { NodeState } from './node-state.ts';
import { forwardPorts } from './port-forward.ts';
import { SandboxService } from './sandbox-service.ts';
import {
  datagramAt,
  dialingOf,
  isSecuredServer,
  listensAt,
  noteAsked,
  pageAt,
  takesDatagramsAt,
  webAnswer,
} from './web-server.ts';

export interface RuntimeOptions {
  /** What the node has before anything is pulled. */
  readonly images: readonly RuntimeImage[];
  /** A hollow node's runtime: it does everything at once and never fails. */
  readonly fake?: boolean;
  /** What programs were seen to do that nobody here knows. */
  readonly seen?: SeenPrograms | undefined;
  /** How processes in containers ask the network; without it they ask nobody. */
  readonly tool?: NetworkTool;
}

/**
 * A container runtime: sandboxes, images and containers of one node.
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

/** The port: gives what is asked to the service that does it, and answers itself what only needs a look or a stream. */
class Runtime implements ContainerRuntime {
  readonly scheme: string;
  private readonly state: NodeState;
  private readonly listeners: ContainerListeners = { started: undefined, ended: [], used: [] };
  private readonly sandboxes: SandboxService;
  private readonly images: ImageService;
  private readonly containers: ContainerService;

  constructor(env: Environment, node: string, network: NetworkPlugin, options: RuntimeOptions) {
    const { images, fake = false, seen, tool } = options;
    this.scheme = fake ? 'fakeRuntime' : 'containerd';
    this.state = new NodeState(env, node, fake, seen);
    this.sandboxes = new SandboxService(this.state, network);
    this.images = new ImageService(this.state, images, (origin) => {
      for (const listener of this.listeners.used) listener(origin);
    });
    this.containers = new ContainerService(this.state, this.listeners, tool);
  }

  // Sandboxes

  runPodSandbox(ctx: Context, config: SandboxConfig): Process<RuntimeSandbox | RuntimeError> {
    return this.sandboxes.run(ctx, config, () => this.images.publish());
  }

  stopPodSandbox(ctx: Context, id: string): Process<void> {
    return this.sandboxes.stop(ctx, id);
  }

  removePodSandbox(ctx: Context, id: string): Process<void> {
    return this.sandboxes.remove(ctx, id);
  }

  found(
    ctx: Context,
    sandbox: FoundSandbox,
    configOf: (name: string, attempt: number) => ContainerConfig,
  ): RuntimeSandbox {
    const view = this.sandboxes.found(ctx, sandbox);
    for (const container of sandbox.containers)
      this.containers.found(ctx, sandbox.id, container, configOf(container.name, container.attempt));
    return view;
  }

  configured(id: string, config: ContainerConfig): void {
    const container = this.find(id);
    if (container !== undefined) this.state.updateContainer(container, { ...container.view, config });
  }

  listSandboxes(): readonly RuntimeSandbox[] {
    return [...this.state.sandboxes.values()].map((sandbox) => sandbox.view);
  }

  // Images

  imageStatus(ctx: Context, image: string): Process<RuntimeImage | undefined> {
    return this.images.status(ctx, image);
  }

  pullImage(ctx: Context, image: string): Process<RuntimeImage | RuntimeError> {
    return this.images.pull(ctx, image);
  }

  removeImage(ctx: Context, image: RuntimeImage): Process<void> {
    return this.images.remove(ctx, image);
  }

  imagesPresent(): readonly RuntimeImage[] {
    return this.images.all();
  }

  imageUser(image: string): string | undefined {
    return behaviourOf(image)?.user;
  }

  // Containers

  createContainer(ctx: Context, sandboxId: string, config: ContainerConfig): Process<RuntimeContainer | RuntimeError> {
    const image = this.state.fake ? undefined : this.images.find(config.image);
    return this.containers.create(ctx, sandboxId, config, image);
  }

  startContainer(ctx: Context, id: string): Process<RuntimeContainer | RuntimeError> {
    return this.containers.start(ctx, id);
  }

  updateContainer(ctx: Context, id: string, memoryLimit: number | undefined): Process<void> {
    return this.containers.update(ctx, id, memoryLimit);
  }

  stopContainer(ctx: Context, id: string, graceSeconds: number): Process<void> {
    return this.containers.stop(ctx, id, graceSeconds);
  }

  removeContainer(ctx: Context, id: string): Process<void> {
    return this.containers.remove(ctx, id);
  }

  killForMemory(ctx: Context, id: string): void {
    const container = this.find(id);
    if (container !== undefined) this.containers.outOfMemory(this.state.acting(ctx), container);
  }

  listContainers(sandboxId: string): readonly RuntimeContainer[] {
    return this.state.sandboxes.get(sandboxId)?.containers.map((container) => container.view) ?? [];
  }

  isRunning(id: string): boolean {
    return this.find(id)?.view.state === 'running';
  }

  ended(id: string): Wait {
    const exited = this.find(id)?.exited;
    if (exited !== undefined) return exited;
    const gone = new Deferred<void>();
    gone.resolve();
    return gone;
  }

  // What processes hold, write and serve

  usage(id: string): Usage {
    return this.find(id)?.usage ?? NO_USAGE;
  }

  log(id: string, facts: ProcessFacts, after: number, until: number): readonly LogLine[] {
    const container = this.findReal(id);
    return container === undefined ? [] : logLines(container, facts, after, until);
  }

  nextLogAt(id: string, after: number): number | undefined {
    const container = this.findReal(id);
    return container === undefined ? undefined : nextLine(container, after);
  }

  listens(id: string, port: number): boolean {
    const container = this.find(id);
    return container !== undefined && listensAt(container, port, this.state.engine.now);
  }

  answer(
    ctx: Context | undefined,
    sandboxId: string,
    port: number,
    request: HttpRequest,
  ): HttpAnswer | DialFailure | undefined {
    const now = this.state.engine.now;
    const container = this.state.sandboxes.get(sandboxId)?.containers.find((each) => listensAt(each, port, now));
    if (container === undefined) return undefined;
    if (request.secure === true && !isSecuredServer(container, port)) return { error: PLAIN_SERVER };
    const answered = webAnswer(container, port, request, now);
    ctx?.as(this.state.actor).step(kinds.answered, container.subject, {
      container: container.view.config.name,
      what: `${request.method} ${request.path}`,
      code: answered?.code ?? 0,
    });
    return answered ?? { error: 'EOF' };
  }

  isSecured(id: string): boolean {
    const container = this.find(id);
    return container !== undefined && isSecuredServer(container);
  }

  page(id: string, asked: AskedPage): Page | undefined {
    const container = this.findReal(id);
    return container === undefined ? undefined : pageAt(container, asked, this.state.engine.now);
  }

  dialing(id: string, path: string): Dialing | undefined {
    const container = this.findReal(id);
    return container === undefined ? undefined : dialingOf(container, path, this.state.engine.now);
  }

  takesDatagrams(id: string, port: number): boolean {
    const container = this.findReal(id);
    return container !== undefined && takesDatagramsAt(container, port, this.state.engine.now);
  }

  datagram(id: string, text: string, from: string): string {
    const container = this.findReal(id);
    return container === undefined ? '' : datagramAt(container, text, from, this.state.engine.now);
  }

  heard(id: string, asked: Heard): void {
    const container = this.findReal(id);
    if (container !== undefined) noteAsked(container, asked, this.state.engine.now);
  }

  // Commands and streams

  *execSync(
    ctx: Context,
    id: string,
    command: readonly string[],
    micros: Micros | undefined,
  ): Process<ExecResult | RuntimeError | undefined> {
    const container = this.find(id);
    if (container === undefined) return undefined;
    const { actor, fake, random } = this.state;
    if (fake) return { exitCode: 0, stdout: '', stderr: '', ctx };
    if (container.seen !== undefined && behaviourOf(container.view.config.image) === undefined)
      return askSeen(ctx.as(actor), container, command, container.seen);
    return yield* runAside(ctx.as(actor), container, command, this.containers.ways(), random, micros);
  }

  *exec(
    ctx: Context,
    id: string,
    command: readonly string[],
    facts: ProcessFacts,
    tty: boolean,
  ): Process<Channels | RuntimeError> {
    const container = this.find(id);
    if (container === undefined) return { error: `container ${id} not found` };
    const { actor, engine, random } = this.state;
    const { name } = container.view.config;
    const words = command.join(' ').slice(0, 120);
    const asked = ctx.as(actor).step(kinds.exec, container.subject, { container: name, command: words });
    const missing = missingProgram(container, command, random, engine.now);
    if (missing !== undefined) return { error: missing };
    const [near, far] = channelPair();
    engine.spawn(execute(asked, far, { container, command, facts, tty, ways: this.containers.ways() }));
    return near;
  }

  *attach(ctx: Context, id: string, facts: ProcessFacts, tty: boolean): Process<Channels> {
    const [near, far] = channelPair();
    const container = this.find(id);
    if (container === undefined) {
      far.stop();
      return near;
    }
    const { actor, engine } = this.state;
    const { name, command, args } = container.view.config;
    const asked = ctx.as(actor).step(kinds.attach, container.subject, { container: name });
    const execution = { container, command: [...command, ...args], facts, tty, ways: this.containers.ways() };
    engine.spawn(attachTo(asked, far, execution, (own, code) => this.containers.exit(own, container, code, true)));
    return near;
  }

  *portForward(ctx: Context, sandboxId: string): Process<Channels> {
    const [near, far] = channelPair();
    const sandbox = this.state.sandboxes.get(sandboxId);
    const place = { id: sandboxId, uid: sandbox?.view.config.uid ?? '', containers: sandbox?.containers ?? [] };
    this.state.engine.spawn(forwardPorts(this.state.acting(ctx), far, place));
    return near;
  }

  // Who hears

  onStart(listener: StartListener): void {
    this.listeners.started = listener;
  }

  onExit(listener: ExitListener): void {
    this.listeners.ended.push(listener);
  }

  onUse(listener: (origin: Origin) => void): void {
    this.listeners.used.push(listener);
  }

  private find(id: string): Container | undefined {
    return this.state.containers.get(id);
  }

  /** Nothing runs in the containers of a hollow node. */
  private findReal(id: string): Container | undefined {
    return this.state.fake ? undefined : this.find(id);
  }
}
