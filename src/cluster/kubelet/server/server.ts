// Models pkg/kubelet/server/server.go, pkg/kubelet/kubelet_pods.go (v1.36)

import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { type Channels, CLOSE, channelPair, ERROR, STDERR, STDIN, STDOUT } from '../../ports/channels.ts';
import { isRuntimeError, type RuntimeContainer } from '../../ports/cri.ts';
import type { HttpAnswer, HttpRequest } from '../../ports/http.ts';
import type { ContainerPlace, LogOptions, NodeRefusal, NodeServer, StreamOptions } from '../../ports/node-server.ts';
import { isRefusal } from '../../ports/node-server.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { factsOf } from '../process/process-facts.ts';
import { type Remembered, refusalOfCaller } from './authorizer.ts';
import { answerOfNode, plainAnswer } from './endpoints.ts';
import { followLog, logText } from './logs.ts';

const NO_POD: NodeRefusal = { code: 404, error: 'pod does not exist\n' };

type FindPod = (namespace: string, name: string) => PodState | undefined;

/** What a node answers when somebody wants to look into its containers. */
export class KubeletServer implements NodeServer {
  private readonly remembered: Remembered = new Map();

  constructor(
    private readonly services: NodeServices,
    private readonly find: FindPod,
    private readonly all: () => Iterable<PodState>,
  ) {}

  *containerLogs(ctx: Context, place: ContainerPlace, options: LogOptions): Process<string | Channels | NodeRefusal> {
    const own = ctx.as(this.services.actor);
    const refusal = yield* this.refusalOf(own, 'get');
    if (refusal !== undefined) return refusal;
    const state = this.find(place.namespace, place.pod);
    if (state === undefined) return NO_POD;
    const found = this.logged(state, place.container, options.previous);
    if (isRefusal(found)) return this.refuse(own, state, found);
    const { runtime, engine } = this.services;
    const facts = factsOf(state, this.services, place.container);
    const source = { runtime, id: found.id, facts };
    const { lines, text } = logText(ctx, source, options);
    const { container } = place;
    const read = own.step(kinds.logRead, state.subject, { container, lines, follow: options.follow });
    if (!options.follow) return text;
    const [near, far] = channelPair();
    if (text !== '') far.send(read, STDOUT, text);
    engine.spawn(followLog(read, far, source, options, text));
    return near;
  }

  *exec(
    ctx: Context,
    place: ContainerPlace,
    command: readonly string[],
    options: StreamOptions,
  ): Process<Channels | NodeRefusal> {
    const own = ctx.as(this.services.actor);
    const refusal = yield* this.refusalOf(own, 'create');
    if (refusal !== undefined) return refusal;
    const opened = this.running(own, place, 'exec');
    if (isRefusal(opened)) return opened;
    const { state, container, step } = opened;
    const facts = factsOf(state, this.services, place.container);
    const ran = yield* this.services.runtime.exec(step, container.id, command, facts, options.tty);
    if (isRuntimeError(ran)) return failedChannels(step, ran.error);
    if (!options.stdin) ran.send(step, CLOSE, String(STDIN));
    return this.translated(step, ran, options);
  }

  *attach(ctx: Context, place: ContainerPlace, options: StreamOptions): Process<Channels | NodeRefusal> {
    const own = ctx.as(this.services.actor);
    const refusal = yield* this.refusalOf(own, 'create');
    if (refusal !== undefined) return refusal;
    const opened = this.running(own, place, 'attach');
    if (isRefusal(opened)) return opened;
    const { state, container, step } = opened;
    const facts = factsOf(state, this.services, place.container);
    const attached = yield* this.services.runtime.attach(step, container.id, facts, options.tty);
    return this.translated(step, attached, options);
  }

  *portForward(ctx: Context, namespace: string, pod: string): Process<Channels | NodeRefusal> {
    const own = ctx.as(this.services.actor);
    const refusal = yield* this.refusalOf(own, 'create');
    if (refusal !== undefined) return refusal;
    const state = this.find(namespace, pod);
    if (state === undefined) return NO_POD;
    if (state.seen.sandbox === undefined) return { code: 500, error: `not running container for pod "${pod}"` };
    const step = own.step(kinds.streamOpened, state.subject, { what: 'portforward', container: '' });
    return yield* this.services.runtime.portForward(step, state.seen.sandbox.id);
  }

  *answer(ctx: Context, request: HttpRequest): Process<HttpAnswer> {
    const own = ctx.as(this.services.actor);
    const refusal = yield* this.refusalOf(own, request.method === 'GET' ? 'get' : 'create');
    if (refusal !== undefined) return plainAnswer(refusal.code, refusal.error);
    return answerOfNode(this.services, this.all(), request);
  }

  /** A hollow node lets everybody in. */
  private *refusalOf(ctx: Context, verb: 'get' | 'create'): Process<NodeRefusal | undefined> {
    const { services } = this;
    if (services.node.kind === 'hollow') return undefined;
    const asking = ctx.step(kinds.callerChecked, `nodes/${services.node.name}`, { verb });
    return yield* refusalOfCaller(asking, services, this.remembered, verb);
  }

  private refuse(ctx: Context, state: PodState, refusal: NodeRefusal): NodeRefusal {
    ctx.step(kinds.streamRefused, state.subject, { reason: refusal.error.trim() });
    return refusal;
  }

  private running(
    ctx: Context,
    { namespace, pod, container: name }: ContainerPlace,
    what: string,
  ): { readonly state: PodState; readonly container: RuntimeContainer; readonly step: Context } | NodeRefusal {
    const state = this.find(namespace, pod);
    if (state === undefined) return NO_POD;
    const container = this.containersOf(state, name).at(-1);
    if (container?.state !== 'running') {
      return this.refuse(ctx, state, { code: 500, error: `container not found ("${name}")` });
    }
    return { state, container, step: ctx.step(kinds.streamOpened, state.subject, { what, container: name }) };
  }

  /** As the runtime has them now, which the kubelet's own list may not know yet. */
  private containersOf(state: PodState, name: string): readonly RuntimeContainer[] {
    const known = state.seen.containers.filter(({ config, sandboxId }) => {
      return config.name === name && sandboxId !== state.seen.sandbox?.id;
    });
    const current = state.seen.sandbox === undefined ? [] : this.services.runtime.listContainers(state.seen.sandbox.id);
    return [...known, ...current.filter(({ config }) => config.name === name)];
  }

  /** Whose log is meant. Models kubelet_pods.go validateContainerLogStatus */
  private logged(state: PodState, name: string, previous: boolean): RuntimeContainer | NodeRefusal {
    const attempts = this.containersOf(state, name);
    const current = attempts.at(-1);
    const waiting = state.starts.waiting.get(name);
    const hasRun = current !== undefined && current.state !== 'created';
    const waits = !hasRun || (current.state === 'exited' && waiting !== undefined);
    const last = waits && hasRun ? current : attempts.at(-2);
    const where = `container "${name}" in pod "${state.pod.metadata.name}"`;
    if (previous) return last ?? { code: 400, error: `previous terminated ${where} not found` };
    if (!waits && current !== undefined) return current;
    if (last !== undefined) return last;
    const reason = waiting?.reason ?? (state.pod.spec.initContainers === undefined ? CREATING : INITIALIZING);
    return { code: 400, error: `${where} is waiting to start: ${WAITING.get(reason) ?? reason}` };
  }

  /** The runtime says a number; clients want a Status. */
  /** A stream that nobody asked for is not opened. */
  private translated(ctx: Context, inner: Channels, { stdout, stderr }: StreamOptions): Channels {
    const [near, far] = channelPair();
    const isOpen = (channel: number): boolean => (channel === STDOUT ? stdout : channel === STDERR ? stderr : true);
    this.services.engine.spawn(relay(far, inner, isOpen));
    this.services.engine.spawn(back(ctx, inner, far));
    return near;
  }
}

const CREATING = 'ContainerCreating';
const INITIALIZING = 'PodInitializing';
const WAITING: ReadonlyMap<string, string> = new Map([
  ['ErrImagePull', "image can't be pulled"],
  ['ImagePullBackOff', 'trying and failing to pull image'],
]);

function* relay(to: Channels, from: Channels, isOpen: (channel: number) => boolean): Process<void> {
  for (;;) {
    const frame = yield* from.next();
    if (frame === undefined) return to.stop();
    if (frame.channel === ERROR) to.pass({ ...frame, data: endStatus(Number(frame.data)) });
    else if (isOpen(frame.channel)) to.pass(frame);
  }
}

function* back(_ctx: Context, to: Channels, from: Channels): Process<void> {
  for (;;) {
    const frame = yield* from.next();
    if (frame === undefined) return to.stop();
    to.pass(frame);
  }
}

/** Models staging/src/k8s.io/apimachinery/pkg/util/remotecommand (v1.36) */
function endStatus(exitCode: number): string {
  if (exitCode === 0) return '{"metadata":{},"status":"Success"}';
  return JSON.stringify({
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${exitCode}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  });
}

/** An upgraded connection that says at once why nothing ran; both servers on the way call it their internal error. */
function failedChannels(ctx: Context, error: string): Channels {
  const [near, far] = channelPair();
  const message = `Internal error occurred: Internal error occurred: error executing command in container: ${error}`;
  const status = { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 };
  far.send(ctx, ERROR, JSON.stringify(status));
  far.stop();
  return near;
}
