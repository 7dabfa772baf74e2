import type { Point } from './track.ts';

export interface PlacedNode extends Box {
  readonly name: string;
  readonly kubelet: Point;
  /** Where kube-proxy stops, in a cluster that has one. */
  readonly proxy: Point;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
