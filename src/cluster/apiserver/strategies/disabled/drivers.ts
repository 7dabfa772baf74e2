// Models pkg/registry/storage/csidriver/strategy.go (v1.36), as far as features go that are off by default

import type { KObject } from '../../../../api/types/meta.ts';
import type { CSIDriverSpec } from '../../../../api/types/storage.ts';
import { without } from '../../../../base/extend.ts';

/** `preventPodSchedulingIfMissing` is alpha (VolumeLimitScaling). */
export function withoutDisabledDriverFields(object: KObject, old?: KObject): KObject {
  if (asked(object) === undefined || (old !== undefined && asked(old) !== undefined)) return object;
  return { ...object, spec: without(object.spec as CSIDriverSpec, 'preventPodSchedulingIfMissing') };
}

function asked({ spec }: KObject): boolean | undefined {
  return (spec as CSIDriverSpec).preventPodSchedulingIfMissing;
}
