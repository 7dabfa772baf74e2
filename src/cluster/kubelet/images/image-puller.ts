// Models pkg/kubelet/images/image_manager.go (v1.36)

import type { Container } from '../../../api/types/core.ts';
import { goMilliseconds } from '../../../api/values/duration.ts';
import { pureOfText } from '../../../base/pure.ts';
import { type Context, Deferred, type Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { isRuntimeError, type RuntimeImage } from '../../ports/cri.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import type { Waiting } from '../pods/waiting.ts';
import { ImageFailures } from './failures.ts';
import { invalidName } from './image-name.ts';

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
    about: About,
    volume?: ImageSource,
  ): Process<Waiting | undefined> {
    const image = (volume === undefined ? container.image : volume.reference) ?? '';
    const wanted: Wanted = { image, state, about, isVolume: volume !== undefined };
    const invalid = problemWithName(image);
    if (invalid !== '') {
      this.say(ctx, wanted, 'Warning', 'InspectFailed', invalid);
      return this.fail(ctx, wanted, 'InvalidImageName', invalid);
    }
    const policy = (volume === undefined ? container.imagePullPolicy : volume.pullPolicy) ?? 'IfNotPresent';
    const found: RuntimeImage | undefined = yield this.services.runtime.imageStatus(ctx, image);
    const present = found !== undefined;
    const checked = ctx.step(kinds.imageChecked, state.subject, { image, policy, present });
    if (!present || policy === 'Always') return yield* this.fetch(checked, wanted, policy);
    this.say(checked, wanted, 'Normal', 'Pulled', presentText(image));
    return undefined;
  }

  private *fetch(ctx: Context, wanted: Wanted, policy: string): Process<Waiting | undefined> {
    const { image, state } = wanted;
    if (policy === 'Never') {
      const message = `Container image "${image}" is not present with pull policy of Never`;
      this.say(ctx, wanted, 'Warning', 'ErrImageNeverPull', message);
      return this.fail(ctx, wanted, 'ErrImageNeverPull', message);
    }
    const key = `${state.uid}/${image}`;
    const lastError = this.failures?.tooEarly(key, ctx.now);
    if (lastError !== undefined) {
      const message = `Back-off pulling image "${image}"`;
      this.say(ctx, wanted, 'Normal', 'BackOff', message);
      return this.fail(ctx, wanted, 'ImagePullBackOff', `${message}: ErrImagePull: ${lastError}`);
    }
    return yield* this.pull(ctx, wanted, key);
  }

  private *pull(ctx: Context, wanted: Wanted, key: string): Process<Waiting | undefined> {
    const { image } = wanted;
    this.say(ctx, wanted, 'Normal', 'Pulling', `Pulling image "${image}"`);
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
      this.say(ctx, wanted, 'Warning', 'Failed', `Failed to pull image "${image}": ${answer.error}`);
      return this.fail(ctx, wanted, 'ErrImagePull', answer.error);
    }
    this.failures?.succeeded(key);
    const [took, waited] = [goMilliseconds(ctx.now - began), goMilliseconds(ctx.now - asked)];
    const message = `Successfully pulled image "${image}" in ${took} (${waited} including waiting). Image size: ${answer.sizeBytes} bytes.`;
    this.say(ctx, wanted, 'Normal', 'Pulled', message);
    return undefined;
  }

  private say(ctx: Context, wanted: Wanted, type: 'Normal' | 'Warning', reason: string, message: string): void {
    const { state, about, isVolume } = wanted;
    this.services.recorder?.event(ctx, state.eventObject, type, reason, message, isVolume ? undefined : about);
  }

  private fail(ctx: Context, { image, state, about }: Wanted, reason: string, message: string): Waiting {
    const failed = ctx.step(kinds.imageFailed, state.subject, { image, reason, message });
    this.services.recorder?.event(failed, state.eventObject, 'Warning', 'Failed', `Error: ${reason}`, about);
    return { reason, message };
  }

  forget(uid: string): void {
    this.failures?.forget(uid);
  }
}

interface ImageSource {
  readonly reference?: string;
  readonly pullPolicy?: string;
}

/** Which part of the pod events are about. */
export interface About {
  readonly fieldPath: string;
}

/** An image, and which part of which pod wants it. */
interface Wanted {
  readonly image: string;
  readonly state: PodState;
  readonly about: About;
  readonly isVolume: boolean;
}

export function fieldPathOf({ pod }: PodState, container: string): string {
  const { initContainers, ephemeralContainers } = pod.spec;
  if (isAmong(ephemeralContainers, container)) return `spec.ephemeralContainers{${container}}`;
  return isAmong(initContainers, container) ? `spec.initContainers{${container}}` : usualPath(container);
}

function isAmong(containers: readonly Container[] | undefined, name: string): boolean {
  return containers?.some((each) => each.name === name) === true;
}

/** Events of Pods of one template are about containers of the same names. */
const usualPath = pureOfText(256, (container: string) => `spec.containers{${container}}`);

const presentText = pureOfText(
  256,
  (image: string) => `Container image "${image}" already present on machine and can be accessed by the pod`,
);

/** Empty where there is none. Nearly all names are plain, and need no closer look. */
const problemWithName = pureOfText(256, (image: string) => (PLAIN.test(image) ? '' : (invalidName(image) ?? '')));
const PLAIN = /^(?:[a-z0-9]{1,40}[./-]){0,5}[a-z0-9]{1,40}(?::[a-z0-9][a-z0-9.-]{0,40})?$/;
