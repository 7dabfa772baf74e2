// Models containerd internal/cri/server/images/{image_pull,image_status,image_remove}.go (v1.36)

import type { Context, Origin, Process } from '../../engine/index.ts';
import { cri as kinds } from '../../steps/cri.ts';
import { canonicalName, pull, runtimeImage } from '../images/catalog.ts';
import type { RuntimeError, RuntimeImage } from '../ports/cri.ts';
import { hexOf, ImageStore } from './image-store.ts';
import type { NodeState } from './node-state.ts';
import { IMAGE_TABLES } from './rows.ts';
import { imageSubject } from './shown.ts';

const MIB = 1024 * 1024;
/** Of an image that was only seen. */
const UNKNOWN_SIZE = 50 * MIB;
/** So few fill no disk. */
const FEW_IMAGES = 50;

/** The images of a node, and where they come from. */
export class ImageService {
  private readonly store: ImageStore;
  private published = false;

  /** `used`: an image takes room on the disk. */
  constructor(
    private readonly state: NodeState,
    initial: readonly RuntimeImage[],
    private readonly used: (origin: Origin) => void,
  ) {
    this.store = new ImageStore(state.engine.table(IMAGE_TABLES.of(state.node)), initial);
  }

  find(image: string): RuntimeImage | undefined {
    return this.store.find(image);
  }

  all(): readonly RuntimeImage[] {
    return this.store.all();
  }

  /** Shows what was there from the start, once; needs a step. */
  publish(): void {
    if (this.published) return;
    this.published = true;
    this.store.publish();
  }

  *status(ctx: Context, image: string): Process<RuntimeImage | undefined> {
    const { state } = this;
    if (state.fake) return hollowImage(image);
    yield ctx.sleep(state.delay(state.latencies.imageStatus));
    return this.lookedUp(ctx, image);
  }

  private lookedUp(ctx: Context, image: string): RuntimeImage | undefined {
    const found = this.find(image);
    this.state.acting(ctx).note(kinds.imageStatus, imageSubject(image), { image, present: found !== undefined });
    return found;
  }

  *pull(ctx: Context, image: string): Process<RuntimeImage | RuntimeError> {
    const { state } = this;
    if (state.fake) return hollowImage(image);
    const name = canonicalName(image);
    const subject = imageSubject(image);
    const answer = this.answerTo(image);
    const perMiB = state.latencies.pullImagePerMiB;
    if ('error' in answer) {
      const asked = state.step(ctx, kinds.pullImage, subject, { image: name, mebibytes: 0 });
      yield asked.sleep(state.delay(perMiB) * 20);
      asked.step(kinds.pullFailed, subject, { image: name, error: answer.error });
      return { error: answer.error };
    }
    const known = this.find(name);
    // What is here already only needs a look at the registry.
    const mebibytes = known === undefined ? Math.max(1, Math.round(answer.image.sizeBytes / MIB)) : 1;
    const asked = state.step(ctx, kinds.pullImage, subject, { image: name, mebibytes });
    yield asked.sleep(state.delay(perMiB) * mebibytes);
    asked.step(kinds.imagePulled, subject, { image: name, mebibytes });
    if (known !== undefined) return known;
    const pulled = runtimeImage(name, hexOf);
    this.store.add(pulled);
    if (this.all().length > FEW_IMAGES) this.used(asked.originOnly());
    return pulled;
  }

  /** What is in no list here may have been seen on a node. */
  private answerTo(image: string): ReturnType<typeof pull> | { readonly image: { readonly sizeBytes: number } } {
    const answer = pull(image);
    const seen = 'error' in answer ? this.state.seen.pulled(image) : undefined;
    if (seen === true) return { image: { sizeBytes: UNKNOWN_SIZE } };
    return seen === undefined ? answer : { error: seen };
  }

  *remove(ctx: Context, image: RuntimeImage): Process<void> {
    const { state } = this;
    const [name = image.id] = image.tags;
    yield ctx.sleep(state.delay(state.latencies.imageStatus));
    const mebibytes = Math.round(image.sizeBytes / MIB);
    state.step(ctx, kinds.removeImage, imageSubject(name), { image: name, mebibytes });
    this.store.remove(image);
  }
}

/** A hollow node has every image. */
function hollowImage(image: string): RuntimeImage {
  return { id: image, tags: [image], sizeBytes: 0 };
}
