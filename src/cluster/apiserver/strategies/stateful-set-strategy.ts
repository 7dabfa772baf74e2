// Models pkg/registry/apps/statefulset/strategy.go dropStatefulSetDisabledFields (v1.36)

import type { StatefulSetSpec } from '../../../api/types/apps.ts';
import type { KObject } from '../../../api/types/meta.ts';

/** Without `maxUnavailable`, whose feature is off by default, unless the set has it already. */
export function withoutDisabledFields(object: KObject, old?: KObject): KObject {
  const spec = object.spec as StatefulSetSpec;
  if (maxUnavailableOf(spec) === undefined || maxUnavailableOf(old?.spec) !== undefined) return object;
  const { maxUnavailable: _dropped, ...rollingUpdate } = spec.updateStrategy?.rollingUpdate ?? {};
  return { ...object, spec: { ...spec, updateStrategy: { ...spec.updateStrategy, rollingUpdate } } } as KObject;
}

function maxUnavailableOf(spec: unknown): unknown {
  return (spec as StatefulSetSpec | undefined)?.updateStrategy?.rollingUpdate?.maxUnavailable;
}
