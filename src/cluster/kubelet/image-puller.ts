// Models pkg/kubelet/images/image_manager.go (v1.36)

import type { Container } from '../../api/types/core.ts';
import { remembered } from '../../base/remembered.ts';
import { type Context, Deferred, type Process } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import { isRuntimeError } from '../ports/cri.ts';
import { goDuration } from './go-duration.ts';
import { ImageFailures } from './image-failures.ts';
import { invalidName } from './image-name.ts';
import type { NodeServices } from './node-services.ts';
import type { PodState } from './pod-state.ts';
import type { Waiting } from './status/container-status.ts';

/** Models pkg/kubelet/images/{image_manager,puller}.go (v1.36): the pulls of a node run one after another. */
export class ImagePuller {
  /** Undefined until a pull has failed. */
  private failures: ImageFailures | undefined;
  /** The pull that was asked for last. */
  private last: Deferred<void> | undefined;

  constructor(private readonly services: NodeServices) {}

  /** Undefined when the image is there; else why the container waits. `volume`: not the container's own, but what it mounts. */
  *ensure(
    ctx: Context,
    state: PodState,
    container: Container,
    volume?: { readonly reference?: string; readonly pullPolicy?: string },
  ): Process<Waiting | undefined> {
    const image = (volume === undefined ? container.image : volume.reference) ?? '';
    const { recorder } = this.services;
    const about = { fieldPath: fieldPathOf(state, container.name) };
    const say = (at: Context, type: 'Normal' | 'Warning', reason: string, message: string) =>
      recorder?.event(at, state.eventObject, type, reason, message, volume === undefined ? about : undefined);
    const fail = (at: Context, reason: string, message: string): Waiting => {
      const failed = at.step(kinds.imageFailed, state.subject, { image, reason, message });
      recorder?.event(failed, state.eventObject, 'Warning', 'Failed', `Error: ${reason}`, about);
      return { reason, message };
    };
    const invalid = problemWithName(image);
    if (invalid !== '') {
      say(ctx, 'Warning', 'InspectFailed', invalid);
      return fail(ctx, 'InvalidImageName', invalid);
    }
    const policy = (volume === undefined ? container.imagePullPolicy : volume.pullPolicy) ?? 'IfNotPresent';
    const present = yield* this.services.runtime.imageStatus(ctx, image);
    const checked = ctx.step(kinds.imageChecked, state.subject, {
      image,
      policy,
      present: present !== undefined,
    });
    if (present !== undefined && policy !== 'Always') {
      say(
        checked,
        'Normal',
        'Pulled',
        `Container image "${image}" already present on machine and can be accessed by the pod`,
      );
      return undefined;
    }
    if (policy === 'Never') {
      const message = `Container image "${image}" is not present with pull policy of Never`;
      say(checked, 'Warning', 'ErrImageNeverPull', message);
      return fail(checked, 'ErrImageNeverPull', message);
    }
    const key = `${state.uid}/${image}`;
    const lastError = this.failures?.tooEarly(key, checked.now);
    if (lastError !== undefined) {
      say(checked, 'Normal', 'BackOff', `Back-off pulling image "${image}"`);
      return fail(checked, 'ImagePullBackOff', `Back-off pulling image "${image}": ErrImagePull: ${lastError}`);
    }
    return yield* this.pull(checked, key, image, say, fail);
  }

  private *pull(
    ctx: Context,
    key: string,
    image: string,
    say: (at: Context, type: 'Normal' | 'Warning', reason: string, message: string) => void,
    fail: (at: Context, reason: string, message: string) => Waiting,
  ): Process<Waiting | undefined> {
    say(ctx, 'Normal', 'Pulling', `Pulling image "${image}"`);
    const asked = ctx.now;
    const before = this.last;
    const own = new Deferred<void>();
    this.last = own;
    if (before !== undefined) yield* before.wait();
    const began = ctx.now;
    const answer = yield* this.services.runtime.pullImage(ctx, image);
    own.resolve();
    if (isRuntimeError(answer)) {
      this.failures ??= new ImageFailures();
      this.failures.note(key, answer.error, ctx.now);
      say(ctx, 'Warning', 'Failed', `Failed to pull image "${image}": ${answer.error}`);
      return fail(ctx, 'ErrImagePull', answer.error);
    }
    this.failures?.succeeded(key);
    const [took, waited] = [goDuration(ctx.now - began), goDuration(ctx.now - asked)];
    say(
      ctx,
      'Normal',
      'Pulled',
      `Successfully pulled image "${image}" in ${took} (${waited} including waiting). Image size: ${answer.sizeBytes} bytes.`,
    );
    return undefined;
  }

  forget(uid: string): void {
    this.failures?.forget(uid);
  }
}

export function fieldPathOf(state: PodState, container: string): string {
  const { initContainers = [], ephemeralContainers = [] } = state.pod.spec;
  const isOne = ({ name }: Container): boolean => name === container;
  if (ephemeralContainers.some(isOne)) return `spec.ephemeralContainers{${container}}`;
  return initContainers.some(isOne) ? `spec.initContainers{${container}}` : usualPath(container);
}

/** Events of Pods of one template are about containers of the same names. */
const usualPath = remembered(256, (container) => `spec.containers{${container}}`);

/** Empty where there is none. Nearly all names are plain, and need no closer look. */
const problemWithName = remembered(256, (image) => (PLAIN.test(image) ? '' : (invalidName(image) ?? '')));
const PLAIN = /^(?:[a-z0-9]{1,40}[./-]){0,5}[a-z0-9]{1,40}(?::[a-z0-9][a-z0-9.-]{0,40})?$/;
