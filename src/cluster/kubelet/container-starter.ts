// Models pkg/kubelet/kuberuntime/kuberuntime_container.go (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import { isStatus } from '../../api/status.ts';
import type { Container } from '../../api/types/core.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import { isRuntimeError, type RuntimeContainer, type RuntimeSandbox } from '../ports/cri.ts';
import { firstInStory } from '../ports/story-scenes.ts';
import { fieldPathOf, type ImagePuller } from './image-puller.ts';
import type { NodeServices } from './node-services.ts';
import type { PodState } from './pod-state.ts';
import type { Waiting } from './status/container-status.ts';
import { subjectOf } from './status-manager.ts';

const CONFIG_MAPS = present(resourceOf('configmaps'), 'configmaps');
const SECRETS = present(resourceOf('secrets'), 'secrets');

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
  ): Process<RuntimeContainer | Waiting> {
    const { recorder, runtime } = this.services;
    const subject = subjectOf(state.pod);
    const fieldPath = fieldPathOf(state, container.name);
    const noImage = yield* this.images.ensure(ctx, state, container);
    if (noImage !== undefined) return noImage;
    const missing = yield* this.missingConfig(ctx, state, container);
    if (missing !== undefined) {
      recorder?.event(
        this.failed(ctx, state, container, missing),
        state.eventObject,
        'Warning',
        'Failed',
        `Error: ${missing.message}`,
        { fieldPath },
      );
      return missing;
    }
    const created = yield* runtime.createContainer(ctx, sandbox.id, {
      name: container.name,
      attempt,
      image: container.image ?? '',
      command: container.command ?? [],
      args: container.args ?? [],
      ...(container.stdin === true ? { stdin: true } : undefined),
    });
    if (isRuntimeError(created)) return this.refused(ctx, state, container, 'CreateContainerError', created.error);
    const made = ctx.step(kinds.containerCreated, subject, { container: container.name });
    recorder?.event(made, state.eventObject, 'Normal', 'Created', 'Container created', { fieldPath });
    const started = yield* runtime.startContainer(made, created.id);
    if (isRuntimeError(started)) return this.refused(made, state, container, 'RunContainerError', started.error);
    const first = firstInStory(this.services.engine, made.story, 'containers');
    const args = { container: container.name, restarts: attempt };
    const runs = made.step(first ? kinds.containersRun : kinds.containerStarted, subject, args);
    recorder?.event(runs, state.eventObject, 'Normal', 'Started', 'Container started', { fieldPath });
    return started;
  }

  private failed(ctx: Context, state: PodState, container: Container, { reason, message = '' }: Waiting): Context {
    return ctx.step(kinds.containerFailed, subjectOf(state.pod), { container: container.name, reason, message });
  }

  private refused(ctx: Context, state: PodState, container: Container, reason: string, message: string): Waiting {
    const waiting = { reason, message };
    const failed = this.failed(ctx, state, container, waiting);
    const fieldPath = fieldPathOf(state, container.name);
    this.services.recorder?.event(failed, state.eventObject, 'Warning', 'Failed', `Error: ${message}`, { fieldPath });
    return waiting;
  }

  /** Environment that comes from objects or keys which do not exist. */
  private *missingConfig(ctx: Context, state: PodState, container: Container): Process<Waiting | undefined> {
    const { namespace } = state.pod.metadata;
    for (const { kind, name, key, optional } of referencesOf(container)) {
      const info = kind === 'ConfigMap' ? CONFIG_MAPS : SECRETS;
      const answer = yield* this.services.client.get(ctx, info, namespace, name);
      let message: string;
      if (isStatus(answer)) {
        if (optional) continue;
        message = answer.code === 404 ? `${kind.toLowerCase()} "${name}" not found` : (answer.message ?? '');
      } else {
        if (key === undefined || optional || hasKey(answer as Keyed, key)) continue;
        message = `couldn't find key ${key} in ${kind} ${namespace}/${name}`;
      }
      return { reason: 'CreateContainerConfigError', message };
    }
    return undefined;
  }
}

interface Keyed {
  readonly data?: { readonly [key: string]: string };
  readonly binaryData?: { readonly [key: string]: string };
}

function hasKey({ data = {}, binaryData = {} }: Keyed, key: string): boolean {
  return Object.hasOwn(data, key) || Object.hasOwn(binaryData, key);
}

interface Reference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** Undefined: all keys. */
  readonly key: string | undefined;
  readonly optional: boolean;
}

interface Selector {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

function referencesOf(container: Container): readonly Reference[] {
  const found: Reference[] = [];
  const add = (kind: Reference['kind'], selector: Selector | undefined): void => {
    if (selector?.name === undefined) return;
    found.push({ kind, name: selector.name, key: selector.key, optional: selector.optional === true });
  };
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    add('ConfigMap', configMapRef);
    add('Secret', secretRef);
  }
  for (const { valueFrom } of container.env ?? []) {
    add('ConfigMap', valueFrom?.configMapKeyRef);
    add('Secret', valueFrom?.secretKeyRef);
  }
  return found;
}
