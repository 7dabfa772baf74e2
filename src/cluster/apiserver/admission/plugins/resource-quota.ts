import { isStatus, type Status } from '../../../../api/errors/status.ts';
import {
  type Amounts,
  addAmounts,
  amountsText,
  equalAmounts,
  maskAmounts,
  subtractAmounts,
  withoutZeros,
} from '../../../../api/quota/amounts.ts';
import { quotaEvaluator } from '../../../../api/quota/evaluators.ts';
import { matchesScopes, type QuotaView } from '../../../../api/quota/scopes.ts';
import { qualifiedResource } from '../../../../api/scheme/scheme.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { compareQuantity } from '../../../../api/values/quantity.ts';
import { compareStrings } from '../../../../base/order.ts';
import type { Context, Process } from '../../../../engine/index.ts';
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type AdmissionServices,
  refusedBecause,
} from '../attributes.ts';

const ATTEMPTS = 3;
const ON_UPDATE: ReadonlySet<string> = new Set(['services', 'persistentvolumeclaims']);
const NEVER: ReadonlySet<string> = new Set(['namespaces', 'events', 'events.events.k8s.io', 'subjectaccessreviews']);

/** The last plugin: what would exceed a quota of the namespace is refused, what fits is counted before it is stored. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota (v1.36). Not modelled: limitedResources of its configuration.
export const resourceQuota: AdmissionPlugin = {
  name: 'ResourceQuota',
  handles: (resource, operation) =>
    !resource.includes('/') &&
    !NEVER.has(resource) &&
    (operation === 'CREATE' || (operation === 'UPDATE' && ON_UPDATE.has(resource))),
  asks: ({ namespace, object }, services) =>
    namespace !== '' && object !== undefined && services.list('resourcequotas', namespace).length > 0,
  *validateLater(ctx, attributes, services) {
    let quotas = services.list('resourcequotas', attributes.namespace) as readonly QuotaView[];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const charged = chargeAll(attributes, quotas);
      if (isStatus(charged)) return charged;
      if (charged.length === 0) return attempt === 0 ? undefined : 'within quota';
      if (attributes.dryRun) return 'within quota';
      const lost = yield* write(ctx, charged, services);
      if (lost.length === 0) return 'within quota';
      quotas = yield* again(ctx, attributes.namespace, lost, services);
    }
    return refusedBecause(attributes, 'quota could not be charged: it was changed at the same time');
  },
};

/** The quotas that the request changes, as they will be; a Status when one has nothing to spare. */
function chargeAll(attributes: AdmissionAttributes, all: readonly QuotaView[]): readonly QuotaView[] | Status {
  const { resource, object, old, operation } = attributes;
  const evaluator = quotaEvaluator(qualifiedResource(resource));
  const interesting: QuotaView[] = [];
  for (const quota of all) {
    const { hard = {}, used = {} } = quota.status ?? {};
    const measured = Object.keys(hard).filter((key) => evaluator.measures(key));
    if (measured.length === 0 || !matchesScopes(quota, object as KObject)) continue;
    measured.sort(compareStrings);
    const missing = evaluator.missing?.(object as KObject, measured) ?? [];
    const quotaName = quota.metadata.name ?? '';
    if (missing.length > 0) {
      return refusedBecause(attributes, `failed quota: ${quotaName}: must specify ${missing.join('; ')}`);
    }
    if (measured.some((key) => used[key] === undefined)) {
      return refusedBecause(attributes, `status unknown for quota: ${quotaName}, resources: ${measured.join(',')}`);
    }
    interesting.push(quota);
  }
  if (interesting.length === 0) return interesting;
  let delta = evaluator.usage(object as KObject);
  if (operation === 'UPDATE' && old !== undefined) delta = subtractAmounts(delta, evaluator.usage(old));
  delta = withoutZeros(delta);
  return chargeEach(attributes, interesting, delta);
}

function chargeEach(
  attributes: AdmissionAttributes,
  quotas: readonly QuotaView[],
  delta: Amounts,
): readonly QuotaView[] | Status {
  const changed: QuotaView[] = [];
  for (const quota of quotas) {
    const { hard = {}, used = {} } = quota.status ?? {};
    const requested = maskAmounts(delta, Object.keys(hard));
    const next = addAmounts(used, requested);
    const exceeded = Object.keys(requested).filter(
      (key) => compareQuantity(next[key] as string, hard[key] as string) > 0,
    );
    if (exceeded.length > 0) {
      const list = (amounts: Amounts): string => amountsText(maskAmounts(amounts, exceeded));
      const text = `requested: ${list(requested)}, used: ${list(used)}, limited: ${list(hard)}`;
      return refusedBecause(attributes, `exceeded quota: ${quota.metadata.name}, ${text}`);
    }
    if (!equalAmounts(next, used)) changed.push({ ...quota, status: { ...quota.status, hard, used: next } });
  }
  return changed;
}

/** Writes the new usage; gives back the names of quotas that somebody else has changed meanwhile. */
function* write(ctx: Context, quotas: readonly QuotaView[], services: AdmissionServices): Process<readonly string[]> {
  const lost: string[] = [];
  for (const quota of quotas) {
    const { managedFields: _, ...metadata } = quota.metadata;
    const written = yield* services.replaceStatus(ctx, { ...quota, metadata });
    if (isStatus(written)) lost.push(quota.metadata.name ?? '');
  }
  return lost;
}

function* again(
  ctx: Context,
  namespace: string,
  names: readonly string[],
  services: AdmissionServices,
): Process<readonly QuotaView[]> {
  const quotas: QuotaView[] = [];
  for (const name of names) {
    const live = yield* services.liveGet(ctx, 'resourcequotas', namespace, name);
    if (!isStatus(live)) quotas.push(live as QuotaView);
  }
  return quotas;
}
