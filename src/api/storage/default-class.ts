import type { KObject } from '../types/meta.ts';

/** The class that is marked as the default one: of several the newest. Models pkg/volume/util/storageclass.go GetDefaultClass (v1.36) */
export function newestDefault(classes: readonly KObject[], annotation: string): KObject | undefined {
  let found: KObject | undefined;
  for (const each of classes) {
    if (each.metadata.annotations?.[annotation] !== 'true') continue;
    if (found === undefined || (each.metadata.creationTimestamp ?? '') > (found.metadata.creationTimestamp ?? '')) {
      found = each;
    }
  }
  return found;
}

export const DEFAULT_STORAGE_CLASS = 'storageclass.kubernetes.io/is-default-class';
