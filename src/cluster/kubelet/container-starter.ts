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

  /** Environment that comes from objects which do not exist. */
  private *missingConfig(ctx: Context, state: PodState, container: Container): Process<Waiting | undefined> {
    const namespace = state.pod.metadata.namespace;
    for (const [kind, info, name] of referencesOf(container)) {
      const answer = yield* this.services.client.get(ctx, info, namespace, name);
      if (!isStatus(answer)) continue;
      const message = answer.code === 404 ? `${kind} "${name}" not found` : (answer.message ?? '');
      return { reason: 'CreateContainerConfigError', message };
    }
    return undefined;
  }
}

type Reference = readonly [kind: 'configmap' | 'secret', info: typeof CONFIG_MAPS, name: string];

function referencesOf(container: Container): readonly Reference[] {
  const found: Reference[] = [];
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    if (configMapRef?.name !== undefined && configMapRef.optional !== true)
      found.push(['configmap', CONFIG_MAPS, configMapRef.name]);
    if (secretRef?.name !== undefined && secretRef.optional !== true) found.push(['secret', SECRETS, secretRef.name]);
  }
  for (const { valueFrom } of container.env ?? []) {
    const { configMapKeyRef, secretKeyRef } = valueFrom ?? {};
    if (configMapKeyRef?.name !== undefined && configMapKeyRef.optional !== true)
      found.push(['configmap', CONFIG_MAPS, configMapKeyRef.name]);
    if (secretKeyRef?.name !== undefined && secretKeyRef.optional !== true)
      found.push(['secret', SECRETS, secretKeyRef.name]);
  }
  return found;
}
