import type { KObject } from '../../api/types/meta.ts';
import type { Context } from '../../engine/index.ts';
import { objectKey } from './object-key.ts';
import type { SharedInformer } from './shared-informer.ts';

/**
 * What the informer knows, and what was written here and has not come back yet.
 * Models pkg/controller/volume/persistentvolume/pv_controller_base.go storeObjectUpdate (v1.36)
 */
export class FreshObjects<T extends KObject> {
  private readonly written = new Map<string, T>();

  constructor(private readonly informer: SharedInformer) {}

  /** To be looked after now: undefined when it is gone, or older than what was written here. */
  heard(ctx: Context, key: string): T | undefined {
    const cached = this.informer.indexer.get(ctx, key) as T | undefined;
    return cached !== undefined && this.newest(key, cached) === cached ? cached : undefined;
  }

  get(ctx: Context, key: string): T | undefined {
    const cached = this.informer.indexer.get(ctx, key) as T | undefined;
    if (cached === undefined) this.written.delete(key);
    return cached === undefined ? undefined : this.newest(key, cached);
  }

  list(ctx: Context): readonly T[] {
    return (this.informer.indexer.list(ctx) as readonly T[]).map((known) => this.newest(objectKey(known), known));
  }

  wrote(object: T): void {
    this.written.set(objectKey(object), object);
  }

  /** Drops what this controller has written to the object. */
  forget(key: string): void {
    this.written.delete(key);
  }

  private newest(key: string, known: T): T {
    const written = this.written.get(key);
    if (written === undefined) return known;
    if (written.metadata.uid === known.metadata.uid && revision(written) > revision(known)) return written;
    this.written.delete(key);
    return known;
  }
}

function revision({ metadata }: KObject): number {
  return Number(metadata.resourceVersion ?? 0);
}
