// Models pkg/kubelet/images/image_gc_manager.go (v1.36)

import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { ContainerRuntime, RuntimeImage } from '../../ports/cri.ts';
import type { NodeAgent } from '../node/agent.ts';
import type { NodeServices } from '../node/services.ts';

const PERIOD = 5 * MINUTE;
const HIGH_PERCENT = 85;
const LOW_PERCENT = 80;

/** How large the disk of images is, and how much of it is free. */
interface DiskRoom {
  readonly capacity: number;
  readonly available: number;
}

/** In whole percents, as the thresholds are. */
function percentUsed({ available, capacity }: DiskRoom): number {
  return 100 - Math.trunc((available * 100) / capacity);
}

/** What nobody runs; the image of sandboxes is kept. */
export function unusedImages(runtime: ContainerRuntime): readonly RuntimeImage[] {
  const used = new Set<string>();
  for (const { id } of runtime.listSandboxes()) {
    for (const container of runtime.listContainers(id)) used.add(container.imageId);
  }
  return runtime
    .imagesPresent()
    .filter(({ id, tags }) => !used.has(id) && !tags.some((tag) => tag.includes('/pause:')));
}

/** Every five minutes, while the disk is full enough: unused images go, the oldest first, until it is not. */
export class ImageCollector {
  private isPlanned = false;
  private failed = false;
  /** Images that an earlier round has seen: newer ones are left alone. */
  private seen: ReadonlySet<string> = new Set();

  constructor(
    private readonly services: NodeServices,
    private readonly agent: NodeAgent,
    private readonly disk: () => DiskRoom,
  ) {}

  /** Something took disk. */
  noticed(ctx: Context): void {
    if (this.isPlanned || percentUsed(this.disk()) < HIGH_PERCENT) return;
    this.isPlanned = true;
    this.look();
    const { engine } = this.services;
    ctx.after(PERIOD - (engine.now % PERIOD), () => engine.spawn(this.round(ctx)), true);
  }

  private look(): void {
    this.seen = new Set(this.services.runtime.imagesPresent().map(({ id }) => id));
  }

  private *round(ctx: Context): Process {
    this.isPlanned = false;
    const before = this.disk();
    const percent = percentUsed(before);
    if (percent < HIGH_PERCENT) return;
    const wanted = Math.trunc((before.capacity * (100 - LOW_PERCENT)) / 100) - before.available;
    const begun = ctx.step(kinds.imagesCollected, `nodes/${this.services.node.name}`, {
      value: percent,
      mebibytes: Math.round(wanted / MIB),
    });
    let freed = 0;
    for (const image of unusedImages(this.services.runtime)) {
      if (freed >= wanted) break;
      if (!this.seen.has(image.id)) continue;
      yield* this.services.runtime.removeImage(begun, image);
      freed += image.sizeBytes;
    }
    this.tell(begun, freed < wanted ? shortage(percent, before.capacity, freed) : undefined);
    this.noticed(ctx);
  }

  private tell(ctx: Context, problem: string | undefined): void {
    const say = (reason: string, message: string): void =>
      this.services.recorder?.event(ctx, this.agent.reference(), 'Warning', reason, message);
    if (problem !== undefined) {
      say('FreeDiskSpaceFailed', problem);
      if (this.failed) say('ImageGCFailed', problem);
    }
    this.failed = problem !== undefined;
  }
}

function shortage(percent: number, capacity: number, freed: number): string {
  return `Insufficient free disk space on the node's image filesystem (${percent}% of ${(capacity / (1024 * MIB)).toFixed(1)} GiB used). Failed to free sufficient space by deleting unused images (freed ${freed} bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.`;
}

const MIB = 1024 * 1024;
