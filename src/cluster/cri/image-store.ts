// Models containerd internal/cri/store/image/image.go (v1.36)

import { hex32 } from '../../base/bytes/hex.ts';
import type { Random, Table } from '../../engine/index.ts';
import { canonicalName, runtimeImage } from '../images/catalog.ts';
import type { RuntimeImage } from '../ports/cri.ts';
import type { ImageRow } from './rows.ts';

/** The images that a node has, found by any name they carry. */
export class ImageStore {
  private readonly byName = new Map<string, RuntimeImage>();
  private readonly images: RuntimeImage[] = [];

  constructor(
    private readonly table: Table<ImageRow>,
    initial: readonly RuntimeImage[],
  ) {
    for (const image of initial) this.index(image);
  }

  /** Shows what was there from the start; needs a step. */
  publish(): void {
    for (const image of this.images) this.table.set(image.id, image);
  }

  find(name: string): RuntimeImage | undefined {
    return this.byName.get(name) ?? this.byName.get(canonicalName(name));
  }

  add(image: RuntimeImage): void {
    this.index(image);
    this.table.set(image.id, image);
  }

  remove(image: RuntimeImage): void {
    const at = this.images.indexOf(image);
    if (at < 0) return;
    this.images.splice(at, 1);
    for (const name of [image.id, ...image.tags]) this.byName.delete(name);
    this.table.delete(image.id);
  }

  all(): readonly RuntimeImage[] {
    return this.images;
  }

  private index(image: RuntimeImage): void {
    this.images.push(image);
    this.byName.set(image.id, image);
    for (const tag of image.tags) this.byName.set(tag, image);
  }
}

/** Images by name, as a node of a scenario has them. */
export function presentImages(names: readonly string[]): readonly RuntimeImage[] {
  return names.map((name) => runtimeImage(name, hexOf));
}

/** 64 hexadecimal digits that depend on the text alone. */
export function hexOf(text: string): string {
  let hex = '';
  for (let part = 0; part < 8; part += 1) {
    let hash = (0x811c9dc5 ^ (part * 0x9e3779b1)) >>> 0;
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
    hex += (hash ^ (hash >>> 13)).toString(16).replace('-', '').padStart(8, '0').slice(-8);
  }
  return hex;
}

export function randomHex64(random: Random): string {
  let hex = '';
  for (let i = 0; i < 8; i += 1) hex += hex32(random.nextU32());
  return hex;
}
