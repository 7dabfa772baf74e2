// Models pkg/controller/volume/attachdetach/cache/actual_state_of_world.go (v1.36)

import { attachmentName } from '../ports/attachment.ts';
import type { Held } from './attached-volumes.ts';

/**
 * How far the controller has come with a volume on a node. `uncertain`: it was asked for and did not come in time, so that
 * it may be there.
 */
type AttachState = 'attaching' | 'attached' | 'uncertain' | 'detaching';

export interface Known extends Held {
  readonly state: AttachState;
  /** The name of its VolumeAttachment. */
  readonly attachment: string;
}

/**
 * Which volumes the attach/detach controller knows to be on which nodes, by `node/volume`: those that it asked for itself.
 * Only these it takes off again, and only by the VolumeAttachment that it would have written; what others attach is theirs.
 * It begins before there is a volume of a driver, and finds none when it starts.
 */
export class ActualState {
  private readonly known = new Map<string, Known>();

  get(key: string): Known | undefined {
    return this.known.get(key);
  }

  /** What a VolumeAttachment of that name stands for. */
  named(attachment: string): Known | undefined {
    for (const each of this.known.values()) if (each.attachment === attachment) return each;
    return undefined;
  }

  asked(key: string, held: Held): void {
    const attachment = attachmentName(held.driver, held.handle, held.node);
    this.known.set(key, { ...held, attachment, state: 'attaching' });
  }

  mark(key: string, state: AttachState): void {
    const before = this.known.get(key);
    if (before !== undefined) this.known.set(key, { ...before, state });
  }

  forget(key: string): void {
    this.known.delete(key);
  }

  on(node: string): readonly Known[] {
    return [...this.known.values()].filter((each) => each.node === node);
  }

  /** Where else a volume is, or is about to be. */
  elsewhere(node: string, volume: string): readonly Known[] {
    return [...this.known.values()].filter((each) => each.volume === volume && each.node !== node);
  }
}

export const keyOf = ({ node, volume }: Pick<Held, 'node' | 'volume'>): string => `${node}/${volume}`;
