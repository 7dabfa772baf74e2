import { aggregate, forbidden, isStatus, type Status } from '../../../../api/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { Context, Process } from '../../../../engine/index.ts';
import { type AdmissionAttributes, type AdmissionPlugin, type AdmissionServices, on } from '../attributes.ts';
import { claimErrors, type LimitItem, podErrors, withDefaults } from './limit-ranges.ts';
import { podSpec } from './pod-fields.ts';

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
    handles: on(['pods', 'persistentvolumeclaims'], ['CREATE', 'UPDATE']),
    *admitLater(ctx, attributes, object, services) {
      if (attributes.operation === 'UPDATE' && attributes.resource.resource === 'pods') return object;
      const ranges = yield* rangesOf(ctx, attributes, services);
      if (isStatus(ranges)) return ranges;
      let result = object;
      for (const range of ranges) {
        const items = itemsOf(range);
        if (attributes.resource.resource === 'pods') {
          result = withDefaults(result, items);
          const errors = podErrors(podSpec(result), items);
          if (errors.length > 0) return forbidden(attributes.resource, attributes.name, aggregate(errors));
        } else {
          const errors = claimErrors(result, items);
          if (errors.length > 0) return forbidden(attributes.resource, attributes.name, aggregate(errors));
        }
      }
      return result;
    },
    describe: (_before, after) => after.metadata.annotations?.[ANNOTATION] ?? 'defaults set',
  };
}

function itemsOf(range: KObject): readonly LimitItem[] {
  return (range.spec as { readonly limits?: readonly LimitItem[] } | undefined)?.limits ?? [];
}
