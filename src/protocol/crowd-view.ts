import type { PodGlyph } from './stage-view.ts';

/** The states of Pods in the order of their numbers in a picture; those in trouble come first. */
export const CROWD_GLYPHS: readonly PodGlyph[] = [
  'failed',
  'backoff',
  'unschedulable',
  'unknown',
  'terminating',
  'pending',
  'creating',
  'running-not-ready',
  'running',
  'succeeded',
];
/** States before this one are trouble. */
export const WRONG_BELOW = CROWD_GLYPHS.indexOf('unknown');
export const RUNNING = CROWD_GLYPHS.indexOf('running');
/** In the place of a state: the Pod is there no more. */
export const GONE = 255;
/** What is known of a node, bit by bit. */
export const NODE_THERE = 1;
export const NODE_READY = 2;
export const NODE_CORDONED = 4;
export const NODE_SILENT = 8;

/** A node or a Pod has a number as long as it is there. What is changed in a picture of very many of them is told by these alone. */
export interface CrowdChange {
  /** Nothing of what was told before counts any more. */
  readonly isWhole: boolean;
  readonly nodes: {
    readonly numbers: Uint32Array;
    readonly flags: Uint8Array;
    /** Places in `districts`. */
    readonly districts: Uint16Array;
    readonly capacities: Uint16Array;
    /** One a line. */
    readonly names: string;
  };
  /** The zone, pool or other group that nodes are in, in the order in which they came up. */
  readonly districts: readonly string[];
  readonly pods: {
    readonly numbers: Uint32Array;
    /** The number of the node; -1 for none. */
    readonly nodes: Int32Array;
    readonly glyphs: Uint8Array;
    /** `namespace/name`, one a line. */
    readonly names: string;
  };
  /** The numbers of Pods that the step at the cursor is about. */
  readonly now: Uint32Array;
}
