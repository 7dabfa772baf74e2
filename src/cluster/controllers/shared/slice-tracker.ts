import type { KObject } from '../../../api/types/meta.ts';

/** Stands for the generation of a slice that was deleted here. */
const GONE = -1;

/**
 * The generations of the slices that were written here: a cache that shows older ones, or not all of them, is stale.
 * Models staging/src/k8s.io/endpointslice/util/endpointslice_tracker.go (v1.36)
 */
export class SliceTracker {
  /** By what the slices are of, then by their UID. */
  private readonly known = new Map<string, Map<string, number>>();

  wrote(key: string, { metadata: { uid = '', generation = 0 } }: KObject): void {
    let slices = this.known.get(key);
    if (slices === undefined) {
      slices = new Map();
      this.known.set(key, slices);
    }
    slices.set(uid, generation);
  }

  deleted(key: string, { metadata: { uid = '' } }: KObject): void {
    const slices = this.known.get(key);
    if (slices?.has(uid) === true) slices.set(uid, GONE);
  }

  /** Somebody else has written it. */
  isNews(key: string, { metadata: { uid = '', generation = 0 } }: KObject): boolean {
    const own = this.known.get(key)?.get(uid);
    return own === undefined || generation > own;
  }

  /** It is gone for certain now; true when somebody else has deleted it. */
  lost(key: string, { metadata: { uid = '' } }: KObject): boolean {
    const slices = this.known.get(key);
    const own = slices?.get(uid);
    slices?.delete(uid);
    return own !== undefined && own !== GONE;
  }

  isStale(key: string, shown: readonly KObject[]): boolean {
    const slices = this.known.get(key);
    if (slices === undefined) return false;
    let missing = 0;
    for (const generation of slices.values()) if (generation !== GONE) missing += 1;
    for (const { metadata } of shown) {
      const own = slices.get(metadata.uid ?? '');
      if (own === undefined) continue;
      if (own === GONE || own > (metadata.generation ?? 0)) return true;
      missing -= 1;
    }
    return missing > 0;
  }

  forget(key: string): void {
    this.known.delete(key);
  }
}
