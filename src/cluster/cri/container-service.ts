// Models containerd internal/cri/server/container_{create,start,stop,remove,update_resources,events}.go (v1.36)

import { SparseMap } from '../../base/sparse-map.ts';
import { type Micros, SECOND } from '../../base/time/units.ts';
import type { Writable } from '../../base/writable.ts';
import { type Context, Deferred, type Origin, type Process, TIMED_OUT, within } from '../../engine/index.ts';
import { cri as kinds } from '../../steps/cri.ts';
import { behaviourOf } from '../images/catalog.ts';
import type { Program, SignalHandler } from '../images/program.ts';
import type {
  ContainerConfig,
  ExitListener,
  FoundContainer,
  NetworkTool,
  RuntimeContainer,
  RuntimeError,
  RuntimeImage,
  StartListener,
  Usage,
} from '../ports/cri.ts';
import type { SeenProgram } from '../ports/found.ts';
import { programFor, tooLong } from '../shell/first-program.ts';
import { numberOf } from '../shell/kill.ts';
import type { Use } from '../tools/outcome.ts';
import type { Container, Sandbox } from './container.ts';
import { answerSignal, endOfLog, lastWordsOf, runFirst } from './first-process.ts';
import { randomHex64 } from './image-store.ts';
import type { NodeState } from './node-state.ts';
import { describe, refusal, subjectOf } from './shown.ts';
import type { Ways } from './surroundings.ts';

const MIB = 1024 * 1024;
/** A program that ends sooner than this keeps the cluster from being at rest; a longer one only waits. */
const SHORT_RUN = 60 * SECOND;
/** Programs that end by themselves do so when they are asked politely. */
const POLITE: readonly string[] = ['TERM', 'INT', 'QUIT', 'WINCH'];
/** What ends at once has ended when its shim says so: a kubelet that looks right after the start still sees it run. */
const SHORTEST_RUN = SECOND / 50;
const AT_ONCE: SignalHandler = { exitCode: 0, afterMicros: 0 };

/** What a signal does to whom it means nothing, unless that is the first process of all. */
function endsBy(signal: string, { peers, joined }: Container): SignalHandler | undefined {
  if ((peers ?? joined) === undefined || !ENDING.has(signal)) return undefined;
  return { exitCode: 128 + numberOf(signal), afterMicros: 0 };
}

function runningIn({ containers }: Sandbox, name: string): Container | undefined {
  return containers.find(({ view }) => view.config.name === name && view.state === 'running');
}

/** What was seen says more of how it ends than what is known of its image. */
function asSeen(known: Program, { ends }: SeenProgram): Program {
  if (ends === undefined) return known.note === 'unknown' ? { ...known, onTerm: AT_ONCE } : known;
  const { afterMicros, exitCode } = ends;
  return { ...known, runMicros: afterMicros, exitCode, note: undefined, servesPort: undefined };
}

const ENDING: ReadonlySet<string> = new Set(['HUP', 'INT', 'QUIT', 'KILL', 'USR1', 'USR2', 'TERM']);
/** What is written there is memory, with or without a volume. */
const SHARED_MEMORY = '/dev/shm/';
export const NO_USAGE: Usage = { memory: 0, files: [] };

/** Who wants to hear of containers. */
export interface ContainerListeners {
  started: StartListener | undefined;
  readonly ended: ExitListener[];
  readonly used: ((origin: Origin) => void)[];
}

/** Containers from their making to their removal. What a program does is data (src/cluster/images). */
export class ContainerService {
  constructor(
    private readonly state: NodeState,
    private readonly listeners: ContainerListeners,
    /** How processes in containers ask the network. */
    private readonly tool: NetworkTool | undefined,
  ) {}

  *create(
    ctx: Context,
    sandboxId: string,
    config: ContainerConfig,
    image: RuntimeImage | undefined,
  ): Process<RuntimeContainer | RuntimeError> {
    const container = this.make(ctx, sandboxId, config, image);
    if ('error' in container) return container;
    yield ctx.sleep(this.state.delay(this.state.latencies.createContainer));
    return container.view;
  }

  private make(
    ctx: Context,
    sandboxId: string,
    config: ContainerConfig,
    image: RuntimeImage | undefined,
  ): Container | RuntimeError {
    const { state } = this;
    const sandbox = state.sandboxes.get(sandboxId);
    if (sandbox === undefined)
      return { error: `rpc error: code = NotFound desc = failed to find sandbox id "${sandboxId}": not found` };
    const pod = sandbox.view.config;
    const id = state.fake ? `${sandboxId}_${config.name}_${config.attempt}` : randomHex64(state.random);
    const subject = subjectOf(pod);
    const told = { container: config.name, image: config.image, id: id.slice(0, 12) };
    const asked = state.step(ctx, kinds.createContainer, subject, told);
    // A runtime of this age takes them for folders without a path.
    if (config.mountsImages === true)
      return {
        error: `failed to generate container "${id}" spec: failed to generate spec: failed to mkdir "": mkdir : no such file or directory`,
      };
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
    return this.keep(sandbox, view, subject);
  }

  private keep(sandbox: Sandbox, view: RuntimeContainer, subject: string): Container {
    const { config } = view;
    const pod = sandbox.view.config;
    const behaviour = behaviourOf(config.image);
    const seen = this.state.seen.programOf(config.image, config.command, config.args);
    const known =
      config.isTooLong === true
        ? tooLong(behaviour, config.command, config.args)
        : programFor(behaviour, config.command, config.args, config.stdin);
    const container: Writable<Container> = {
      view,
      program: seen === undefined ? known : asSeen(known, seen),
      exited: new Deferred<void>(),
      timer: undefined,
      subject,
      pod,
      asked: [],
      stopped: undefined,
      memory: SparseMap.EMPTY,
    };
    const { joins } = config;
    if (pod.sharesProcesses === true) container.peers = () => sandbox.containers;
    else if (joins !== undefined) container.joined = () => runningIn(sandbox, joins);
    if (seen !== undefined) container.seen = seen;
    this.state.addContainer(sandbox, container);
    return container;
  }

  /** It was there before the run began: it goes on, or has ended. */
  found(ctx: Context, sandboxId: string, told: FoundContainer, config: ContainerConfig): void {
    const { state } = this;
    const sandbox = state.sandboxes.get(sandboxId);
    if (sandbox === undefined) return;
    const { id, image, imageId, startedAt, end } = told;
    const view: RuntimeContainer = {
      id,
      sandboxId,
      config,
      imageId,
      image,
      state: end === undefined ? 'running' : 'exited',
      createdAt: startedAt,
      startedAt,
      finishedAt: end?.at,
      exitCode: end?.exitCode,
      reason: end?.reason,
      ...(end?.message === undefined ? undefined : { message: end.message }),
    };
    const container = this.keep(sandbox, view, subjectOf(sandbox.view.config));
    if (end === undefined) this.runProgram(state.acting(ctx), container);
    else container.exited.resolve();
  }

  *start(ctx: Context, id: string): Process<RuntimeContainer | RuntimeError> {
    const { state } = this;
    const container = state.containers.get(id);
    if (container === undefined) {
      const error = `rpc error: code = NotFound desc = an error occurred when try to find container "${id}": not found`;
      return { error };
    }
    const asking = state.acting(ctx);
    yield asking.sleep(state.delay(state.latencies.startContainer));
    return this.startNow(asking, container);
  }

  private startNow(asking: Context, container: Container): RuntimeContainer | RuntimeError {
    const { state } = this;
    const { config, id } = container.view;
    const refused = state.fake ? undefined : refusal(config);
    if (refused !== undefined) return this.refuse(asking, container, refused);
    const started = asking.step(kinds.startContainer, container.subject, {
      container: config.name,
      id: id.slice(0, 12),
      program: state.fake ? 'hollow' : describe(container.program),
    });
    state.updateContainer(container, { ...container.view, state: 'running', startedAt: started.now });
    container.stopped = this.listeners.started?.(started, container.view, container.pod, (text) =>
      container.asked.push({ time: state.engine.now, stream: 'stdout', text: `${text}\n` }),
    );
    if (!state.fake) this.runProgram(started, container);
    return container.view;
  }

  private refuse(ctx: Context, container: Container, message: string): RuntimeError {
    ctx.step(kinds.startFailed, container.subject, { container: container.view.config.name, error: message });
    const end = { finishedAt: ctx.now, exitCode: 128, reason: 'StartError', message };
    this.state.updateContainer(container, { ...container.view, state: 'exited', startedAt: 0, ...end });
    container.exited.resolve();
    return { error: message };
  }

  /** The first process does what its program says. */
  private runProgram(started: Context, container: Container): void {
    const { note, runMicros, exitCode } = container.program;
    const waits = (micros: Micros) => micros > SHORT_RUN || started.background;
    if (note === 'live') this.state.engine.spawn(this.follow(started, container));
    if (runMicros === undefined) return;
    const ranFor = started.now - (container.view.startedAt ?? started.now);
    const after = Math.max(runMicros - ranFor, SHORTEST_RUN);
    const ends = (): void => this.exit(started, container, exitCode, true, container.seen?.ends?.reason);
    container.timer = started.after(after, ends, waits(after));
  }

  private *follow(ctx: Context, container: Container): Process {
    const ended = yield* runFirst(ctx, container, this.ways());
    const earliest = (container.view.startedAt ?? 0) + SHORTEST_RUN;
    if (earliest > ended.ctx.now) yield ended.ctx.sleepUntil(earliest);
    this.exit(this.state.acting(ended.ctx), container, ended.exitCode, container.isAsked !== true);
  }

  /** How processes reach what is outside of their container. */
  ways(): Ways {
    const used = (ctx: Context, container: Container, use: Use): void => this.use(ctx, container, use);
    const signalled = (ctx: Context, container: Container, signal: string): void => {
      this.state.engine.spawn(this.signal(ctx, container, signal));
    };
    return { tool: this.tool, routine: this.state.engine.background(this.state.actor), used, signalled };
  }

  /** The first process of all hears only what it has a handler for, and nobody beside it can kill it; others end. */
  private *signal(ctx: Context, container: Container, signal: string): Process {
    const { program, serves } = container;
    if (container.shell?.deliver(ctx, signal) === true) return;
    const handler = program.onTerm ?? (serves === undefined ? undefined : AT_ONCE);
    // A server that reads its settings again on HUP goes on.
    const other = handler === undefined || signal === 'KILL' ? endsBy(signal, container) : undefined;
    const known = POLITE.includes(signal) ? (handler ?? other) : other;
    const answered = yield* answerSignal(ctx, known, Number.POSITIVE_INFINITY, () => 0);
    if (answered !== undefined) this.exit(this.state.acting(ctx), container, answered, true);
  }

  private use(ctx: Context, container: Container, { memory = 0, disk = 0, path = '' }: Use): void {
    const { view, usage: before = NO_USAGE } = container;
    if (view.state !== 'running') return;
    const { name, memoryLimit, mounts } = view.config;
    const inMemory =
      path.startsWith(SHARED_MEMORY) ||
      mounts?.some((mount) => mount.inMemory === true && path.startsWith(`${mount.path}/`)) === true;
    const files = disk === 0 ? before.files : [...before.files, { path, bytes: disk, inMemory }];
    const taken = this.state.step(ctx, kinds.used, container.subject, {
      container: name,
      memory: Math.round(memory / MIB),
      disk: Math.round(disk / MIB),
    });
    const usage = { memory: before.memory + memory + (inMemory ? disk : 0), files };
    container.usage = usage;
    this.state.updateContainer(container, container.view);
    if (memoryLimit !== undefined && usage.memory > memoryLimit) this.outOfMemory(taken, container);
    else for (const listener of this.listeners.used) listener(taken.originOnly());
  }

  /** All processes of the container go. */
  outOfMemory(ctx: Context, container: Container): void {
    const { name, memoryLimit = 0 } = container.view.config;
    const limit = Math.round(memoryLimit / MIB);
    const killed = ctx.step(kinds.oomKilled, container.subject, { container: name, limit });
    this.exit(killed, container, 137, true, 'OOMKilled');
  }

  *update(ctx: Context, id: string, memoryLimit: number | undefined): Process<void> {
    const { state } = this;
    const container = state.containers.get(id);
    if (container === undefined) return;
    const { config } = container.view;
    const limit = memoryLimit === undefined ? 0 : Math.round(memoryLimit / MIB);
    yield ctx.sleep(state.delay(state.latencies.createContainer));
    state.step(ctx, kinds.updateContainer, container.subject, { container: config.name, limit });
    state.updateContainer(container, { ...container.view, config: { ...config, memoryLimit } });
  }

  *stop(ctx: Context, id: string, graceSeconds: number): Process<void> {
    const { state } = this;
    const container = state.containers.get(id);
    if (container === undefined || container.view.state !== 'running') return;
    const { name } = container.view.config;
    const signal = this.signalOf(container);
    const asked = state.step(ctx, kinds.stopContainer, container.subject, {
      container: name,
      signal,
      grace: graceSeconds,
    });
    const served = container.serves === undefined ? undefined : AT_ONCE;
    const onTerm = state.fake ? AT_ONCE : (container.program.onTerm ?? served ?? endsBy(signal, container));
    const until = signal === 'KILL' ? asked.now : asked.now + graceSeconds * SECOND;
    const pause = (): number => state.delay(state.latencies.stopContainer);
    const isHeard = container.shell?.deliver(asked, signal) === true;
    if (isHeard) container.isAsked = true;
    const answered = isHeard ? undefined : yield* answerSignal(asked, onTerm, until, pause);
    if (answered !== undefined) {
      this.exit(asked, container, answered, false);
      return;
    }
    const outcome = yield* within(asked, Math.max(0, until - asked.now), container.exited);
    if (outcome !== TIMED_OUT) return;
    const told = { container: name, signal: 'KILL', grace: 0 };
    const killed = signal === 'KILL' ? asked : asked.step(kinds.stopContainer, container.subject, told);
    yield killed.sleep(pause());
    this.exit(killed, container, 137, false);
  }

  private signalOf({ view }: Container): string {
    return (this.state.fake ? undefined : behaviourOf(view.config.image)?.stopSignal) ?? 'TERM';
  }

  *remove(ctx: Context, id: string): Process<void> {
    const { state } = this;
    const container = state.containers.get(id);
    if (container === undefined) return;
    state.step(ctx, kinds.removeContainer, container.subject, { container: container.view.config.name });
    const sandbox = state.sandboxes.get(container.view.sandboxId);
    if (sandbox !== undefined) sandbox.containers = sandbox.containers.filter((each) => each !== container);
    state.removeContainer(id);
  }

  /** The first process has ended. `byItself`: nobody asked for it, so those who look after it are told. */
  exit(ctx: Context, container: Container, exitCode: number, byItself: boolean, why?: string): void {
    if (container.view.state !== 'running') return;
    const { state } = this;
    container.timer?.cancel();
    container.stopped?.();
    const reason = why ?? (exitCode === 0 ? 'Completed' : 'Error');
    const { name } = container.view.config;
    const done = ctx.step(kinds.containerExited, container.subject, { container: name, exitCode, reason });
    // The fake runtime of a hollow node gives no reason.
    const end = { state: 'exited', finishedAt: done.now, exitCode, reason: state.fake ? undefined : reason } as const;
    const wrote = exitCode === 0 || !byItself || state.fake ? '' : endOfLog(container, done.now);
    if (wrote !== '') container.wrote = wrote;
    state.updateContainer(container, { ...container.view, ...end });
    const message = this.saysSomething(container) ? lastWordsOf(container, exitCode, done.now) : '';
    if (message !== '') state.updateContainer(container, { ...container.view, message });
    container.exited.resolve();
    if (!byItself) return;
    for (const listener of this.listeners.ended) listener(container.view, done.originOnly(), container.pod);
  }

  /** Only what a script left can be read. */
  private saysSomething({ view: { config } }: Container): boolean {
    return !this.state.fake && (config.command.length + config.args.length > 0 || config.lastWords?.orLog === true);
  }
}
