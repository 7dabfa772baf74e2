import { aggregate, isStatus } from '../../../../api/errors/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { SECOND } from '../../../../base/time/units.ts';
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type AdmissionServices,
  on,
  refusedBecause,
} from '../attributes.ts';
import { claimErrors, type LimitItem, podErrors, withDefaults } from './limit-ranges.ts';
import { podSpec } from './pod-fields.ts';

const HANDLED = on(['pods', 'persistentvolumeclaims'], ['CREATE', 'UPDATE']);
const CACHE_MICROS = 30 * SECOND;
const ANNOTATION = 'kubernetes.io/limit-ranger';

interface Remembered {
  readonly until: number;
  readonly items: readonly KObject[];
}

/** Containers get the default requests and limits of their namespace, and must keep within its bounds. */
// Models plugin/pkg/admission/limitranger/admission.go (v1.36)
export function limitRanger(): AdmissionPlugin {
  const remembered = new Map<string, Remembered>();

  function known(namespace: string, services: AdmissionServices): readonly KObject[] | undefined {
    const cached = services.list('limitranges', namespace);
    if (cached.length > 0) return cached;
    const live = remembered.get(namespace);
    return live !== undefined && live.until > services.now ? live.items : undefined;
  }

  return {
    name: 'LimitRanger',
    handles: HANDLED,
    admit(attributes, object, services) {
      if (attributes.operation === 'UPDATE' && isPods(attributes)) return object;
      const ranges = known(attributes.namespace, services);
      return ranges === undefined ? undefined : withRanges(attributes, object, ranges);
    },
    *admitLater(ctx, attributes, object, services) {
      const { namespace } = attributes;
      const live = yield* services.liveList(ctx, 'limitranges', namespace);
      if (isStatus(live)) return live;
      remembered.set(namespace, { until: ctx.now + CACHE_MICROS, items: live });
      return withRanges(attributes, object, live);
    },
    describe: (_before, after) => after.metadata.annotations?.[ANNOTATION] ?? 'defaults set',
  };
}

function isPods({ resource }: AdmissionAttributes): boolean {
  return resource.resource === 'pods';
}

function withRanges(attributes: AdmissionAttributes, object: KObject, ranges: readonly KObject[]): KObject {
  if (!isPods(attributes)) return object;
  let result = object;
  for (const range of ranges) result = withDefaults(result, itemsOf(range));
  return result;
}

/** Bounds are looked at when the object has its name and its defaults. */
export const limitBounds: AdmissionPlugin = {
  name: 'LimitRanger',
  handles: HANDLED,
  rules: 'limitranges',
  validate(attributes, services) {
    const { object, operation, namespace } = attributes;
    const isPod = isPods(attributes);
    if (object === undefined || (isPod && operation === 'UPDATE')) return undefined;
    for (const range of services.list('limitranges', namespace)) {
      const items = itemsOf(range);
      const errors = isPod ? podErrors(podSpec(object), items) : claimErrors(object, items);
      if (errors.length > 0) return refusedBecause(attributes, aggregate(errors));
    }
    return undefined;
  },
};

function itemsOf(range: KObject): readonly LimitItem[] {
  return (range.spec as { readonly limits?: readonly LimitItem[] } | undefined)?.limits ?? [];
}
