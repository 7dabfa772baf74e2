// Models pkg/kubelet/kuberuntime/kuberuntime_container.go (v1.36)

import type { Container, EphemeralContainer, Pod, Volume } from '../../../api/types/core.ts';
import { value } from '../../../api/values/quantity.ts';
import type { Writable } from '../../../base/writable.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import {
  type ContainerConfig,
  isRuntimeError,
  type Mount,
  type RuntimeContainer,
  type RuntimeError,
  type RuntimeSandbox,
} from '../../ports/cri.ts';
import { type About, fieldPathOf, type ImagePuller } from '../images/image-puller.ts';
import { ensureMounted, imagesMounted } from '../images/image-volumes.ts';
import type { NodeServices } from '../node/services.ts';
import type { Held } from '../pods/held-volume.ts';
import type { PodState } from '../pods/pod-state.ts';
import type { NotStarted, Waiting } from '../pods/waiting.ts';
import { referEnvironment } from '../process/environment.ts';
import { isExpandable } from '../process/expansion.ts';
import { expandedBy, isTooLong, pathProblem } from '../process/process-facts.ts';
import { rootProblem, userOf } from '../process/user.ts';
import { mountsOf } from '../volumes/files.ts';
import { runPostStart } from './hooks.ts';
import { profileProblem } from './security-profiles.ts';

/** Image, create, start, with the events of each. Models pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer (v1.36) */
export class ContainerStarter {
  constructor(
    private readonly services: NodeServices,
    readonly images: ImagePuller,
  ) {}

  /** The running container, or why it waits. */
  *start(
    ctx: Context,
    state: PodState,
    sandbox: RuntimeSandbox,
    container: Container,
    attempt: number,
  ): Process<RuntimeContainer | NotStarted> {
    const { runtime } = this.services;
    const mountsImages = state.pod.spec.volumes?.some(isImage) === true;
    const notThere = mountsImages ? yield* ensureMounted(ctx, this.images, state, container) : undefined;
    const about = { fieldPath: fieldPathOf(state, container.name) };
    const noImage = notThere ?? (yield* this.images.ensure(ctx, state, container, about));
    if (noImage !== undefined) return noImage;
    state.starts.services = this.services.servicesIn?.(state.pod.metadata.namespace ?? '');
    const missing = (yield* this.hindrance(ctx, state, container)) ?? this.misconfigured(state, container);
    if (missing !== undefined) {
      this.hindered(ctx, state, container, missing);
      return missing;
    }
    const confined = hasProfile(state.pod, container) ? profileProblem(this.services, state.pod, container) : undefined;
    if (confined !== undefined) return this.refused(ctx, state, container, 'CreateContainerError', confined);
    const config = this.configOf(state, container, attempt, mountsImages);
    const created: RuntimeContainer | RuntimeError = yield runtime.createContainer(ctx, sandbox.id, config);
    if (isRuntimeError(created)) return this.refused(ctx, state, container, 'CreateContainerError', created.error);
    const made = this.created(ctx, state, container, about);
    const startAt = this.services.env.chance?.startAt?.(state.pod, container.name);
    if (startAt !== undefined && startAt > made.now) yield made.sleepUntil(startAt);
    const started: RuntimeContainer | RuntimeError = yield runtime.startContainer(made, created.id);
    if (isRuntimeError(started)) return this.refused(made, state, container, 'RunContainerError', started.error);
    const runs = this.started(made, state, container, attempt, about);
    const postStart = container.lifecycle?.postStart;
    return postStart === undefined
      ? started
      : yield* runPostStart(runs, this.services, state, container, started, postStart);
  }

  /** The configuration of a container that was there before the run began. */
  *recognized(ctx: Context, state: PodState, container: Container, attempt: number): Process<ContainerConfig> {
    state.starts.services ??= this.services.servicesIn?.(state.pod.metadata.namespace ?? '');
    yield* this.hindrance(ctx, state, container);
    return this.configOf(state, container, attempt, false);
  }

  /** The same as far as it is known before anybody has asked for what it refers to. */
  found(state: PodState, container: Container, attempt: number): ContainerConfig {
    return this.configOf(state, container, attempt, false);
  }

  private created(ctx: Context, state: PodState, { name }: Container, about: About): Context {
    const made = ctx.step(kinds.containerCreated, state.subject, { container: name });
    this.services.recorder?.event(made, state.eventObject, 'Normal', 'Created', 'Container created', about);
    return made;
  }

  private started(ctx: Context, state: PodState, { name }: Container, restarts: number, about: About): Context {
    const first = this.services.engine.storyScenes.isFirst(ctx.story, 'containers');
    const kind = first ? kinds.containersRun : kinds.containerStarted;
    const runs = ctx.step(kind, state.subject, { container: name, restarts });
    this.services.recorder?.event(runs, state.eventObject, 'Normal', 'Started', 'Container started', about);
    return runs;
  }

  private hindered(ctx: Context, state: PodState, { name }: Container, { reason, message = '' }: Waiting): void {
    const failed = ctx.step(kinds.containerFailed, state.subject, { container: name, reason, message });
    const about = { fieldPath: fieldPathOf(state, name) };
    this.services.recorder?.event(failed, state.eventObject, 'Warning', 'Failed', `Error: ${message}`, about);
  }

  /** What nearly all containers have comes first, so that their configurations have one hidden class. */
  private configOf(state: PodState, container: Container, attempt: number, mountsImages: boolean): ContainerConfig {
    const {
      pod,
      mounts: { held: volumes },
    } = state;
    const { name, image = '', securityContext } = container;
    const { command, args } = this.words(state, container);
    const config: Writable<ContainerConfig> = {
      name,
      attempt,
      image,
      command,
      args,
      source: state,
      lastWords: lastWordsOf(container),
    };
    const imageUser = this.services.runtime.imageUser(image);
    if (imageUser !== undefined || hasUser(pod, container)) config.user = userOf(pod, container, imageUser);
    if (container.stdin === true) config.stdin = true;
    if (container.stdinOnce === true) config.stdinOnce = true;
    if (container.workingDir) config.workingDir = container.workingDir;
    const memoryLimit = memoryLimitOf(pod, container);
    if (memoryLimit !== undefined) config.memoryLimit = memoryLimit;
    if (volumes !== undefined) config.mounts = this.mounts(state, volumes, container);
    if (securityContext?.readOnlyRootFilesystem === true) config.hasReadOnlyRoot = true;
    if (mayBeLong(container, command, args) && isTooLong(state, this.services, container, [...command, ...args]))
      config.isTooLong = true;
    if (mountsImages && imagesMounted(pod, container).length > 0) config.mountsImages = true;
    const { targetContainerName } = container as EphemeralContainer;
    if (targetContainerName) config.joins = targetContainerName;
    return config;
  }

  /** What nearly all containers have not: an environment from other objects. */
  private *hindrance(ctx: Context, state: PodState, container: Container): Process<Waiting | undefined> {
    if (container.env === undefined && container.envFrom === undefined) return undefined;
    return yield* referEnvironment(ctx, this.services, state, container);
  }

  /** Then a folder whose name is made of variables, then a user that must not be root. */
  private misconfigured(state: PodState, container: Container): Waiting | undefined {
    const expands = container.volumeMounts?.some(({ subPathExpr }) => subPathExpr !== undefined) === true;
    const message = expands ? pathProblem(state, this.services, container) : undefined;
    if (message !== undefined) return { reason: 'CreateContainerConfigError', message };
    const user = container.securityContext?.runAsNonRoot ?? state.pod.spec.securityContext?.runAsNonRoot;
    return user === true ? rootProblem(state.pod, container, this.services.runtime) : undefined;
  }

  /** What stands as `$(NAME)` is put in before anybody else reads it. */
  private words(state: PodState, container: Container): Words {
    const { command = NO_WORDS, args = NO_WORDS } = container;
    if (!command.some(isExpandable) && !args.some(isExpandable)) return { command, args };
    const expand = expandedBy(state, this.services, container);
    return { command: command.map(expand), args: args.map(expand) };
  }

  private mounts(state: PodState, volumes: ReadonlyMap<string, Held>, container: Container): readonly Mount[] {
    return mountsOf(container, volumes, expandedBy(state, this.services, container));
  }

  private refused(ctx: Context, state: PodState, container: Container, reason: string, message: string): Waiting {
    const waiting = { reason, message };
    this.hindered(ctx, state, container, waiting);
    return waiting;
  }
}

function hasUser({ spec }: Pod, { securityContext: own }: Container): boolean {
  const of = spec.securityContext;
  const user = own?.runAsUser ?? own?.runAsGroup ?? of?.runAsUser ?? of?.runAsGroup;
  return (user ?? of?.fsGroup ?? of?.supplementalGroups) !== undefined;
}

function hasProfile({ spec: { securityContext: of } }: Pod, { securityContext: own }: Container): boolean {
  const profile = own?.seccompProfile ?? own?.appArmorProfile ?? of?.seccompProfile ?? of?.appArmorProfile;
  return profile !== undefined;
}

const NO_WORDS: readonly string[] = [];

/** Most containers have a few short words and variables: nobody need count those. */
function mayBeLong({ env, envFrom }: Container, command: readonly string[], args: readonly string[]): boolean {
  const grows = env?.some(
    ({ value, valueFrom }) => valueFrom !== undefined || (value ?? '').length > MANY || isExpandable(value ?? ''),
  );
  return (
    grows === true ||
    (env?.length ?? 0) > MANY ||
    envFrom !== undefined ||
    [...command, ...args].some(({ length }) => length > MANY)
  );
}

const MANY = 100;

const isImage = ({ image }: Volume): boolean => image !== undefined;

interface Words {
  readonly command: readonly string[];
  readonly args: readonly string[];
}

/** Its own limit, or that of the whole pod. */
function memoryLimitOf({ spec }: Pod, { resources }: Container): number | undefined {
  const limit = resources?.limits?.memory ?? spec.resources?.limits?.memory;
  return limit === undefined ? undefined : value(limit);
}

function lastWordsOf({ terminationMessagePath: path = '', terminationMessagePolicy }: Container) {
  return { path, orLog: terminationMessagePolicy === 'FallbackToLogsOnError' };
}
