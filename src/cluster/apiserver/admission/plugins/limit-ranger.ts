import { aggregate, isStatus, type Status } from '../../../../api/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { Context, Process } from '../../../../engine/index.ts';
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
const CACHE_MICROS = 30_000_000;
const ANNOTATION = 'kubernetes.io/limit-ranger';

interface Remembered {
  readonly until: number;
  readonly items: readonly KObject[];
}

/** Containers get the default requests and limits of their namespace, and must keep within its bounds. */
// Models plugin/pkg/admission/limitranger/admission.go (v1.36)
export function limitRanger(): AdmissionPlugin {
  const remembered = new Map<string, Remembered>();

  function* rangesOf(
    ctx: Context,
    { namespace }: AdmissionAttributes,
    services: AdmissionServices,
  ): Process<readonly KObject[] | Status> {
    const cached = services.list('limitranges', namespace);
    if (cached.length > 0) return cached;
    const known = remembered.get(namespace);
    if (known !== undefined && known.until > ctx.now) return known.items;
    const live = yield* services.liveList(ctx, 'limitranges', namespace);
    if (isStatus(live)) return live;
    remembered.set(namespace, { until: ctx.now + CACHE_MICROS, items: live });
    return live;
  }

  return {
    name: 'LimitRanger',
    handles: HANDLED,
    *admitLater(ctx, attributes, object, services) {
      if (attributes.operation === 'UPDATE' && attributes.resource.resource === 'pods') return object;
      const ranges = yield* rangesOf(ctx, attributes, services);
      if (isStatus(ranges)) return ranges;
      if (attributes.resource.resource !== 'pods') return object;
      return ranges.reduce((result, range) => withDefaults(result, itemsOf(range)), object);
    },
    describe: (_before, after) => after.metadata.annotations?.[ANNOTATION] ?? 'defaults set',
  };
}

/** Bounds are looked at when the object has its name and its defaults. */
export const limitBounds: AdmissionPlugin = {
  name: 'LimitRanger',
  handles: HANDLED,
  rules: 'limitranges',
  validate(attributes, services) {
    const { object, operation, resource, namespace } = attributes;
    const isPod = resource.resource === 'pods';
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
