// Models plugin/pkg/admission/limitranger/admission.go (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import { addQuantity, compareQuantity, milliValue } from '../../../../api/values/quantity.ts';
import { type ContainerView, type PodSpecView, podSpec, withPodSpec } from './pod-fields.ts';

type Amounts = { readonly [resource: string]: string };

export interface LimitItem {
  readonly type: string;
  readonly default?: Amounts;
  readonly defaultRequest?: Amounts;
  readonly min?: Amounts;
  readonly max?: Amounts;
  readonly maxLimitRequestRatio?: Amounts;
}

const ANNOTATION = 'kubernetes.io/limit-ranger';

export function withDefaults(pod: KObject, items: readonly LimitItem[]): KObject {
  const limits: Record<string, string> = {};
  const requests: Record<string, string> = {};
  for (const item of items) {
    if (item.type !== 'Container') continue;
    Object.assign(limits, item.default);
    Object.assign(requests, item.defaultRequest);
  }
  const notes: string[] = [];
  const spec = podSpec(pod);
  const fill = (container: ContainerView, kind: string): ContainerView => {
    const own = container.resources ?? {};
    const setRequests = missingFrom(own.requests, requests);
    const setLimits = missingFrom(own.limits, limits);
    if (setRequests.length > 0) notes.push(`${setRequests.join(', ')} request for ${kind} ${container.name}`);
    if (setLimits.length > 0) notes.push(`${setLimits.join(', ')} limit for ${kind} ${container.name}`);
    if (setRequests.length === 0 && setLimits.length === 0) return container;
    const resources = {
      ...own,
      ...(setLimits.length === 0 && own.limits === undefined ? undefined : { limits: { ...limits, ...own.limits } }),
      ...(setRequests.length === 0 && own.requests === undefined
        ? undefined
        : { requests: { ...requests, ...own.requests } }),
    };
    return { ...container, resources };
  };
  const containers = spec.containers?.map((each) => fill(each, 'container'));
  const initContainers = spec.initContainers?.map((each) => fill(each, 'init container'));
  if (notes.length === 0) return pod;
  const changed: PodSpecView = {
    ...spec,
    ...(containers === undefined ? undefined : { containers }),
    ...(initContainers === undefined ? undefined : { initContainers }),
  };
  const annotations = { ...pod.metadata.annotations, [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}` };
  return withPodSpec({ ...pod, metadata: { ...pod.metadata, annotations } }, changed);
}

function missingFrom(have: Amounts | undefined, defaults: Amounts): readonly string[] {
  return Object.keys(defaults)
    .filter((resource) => have?.[resource] === undefined)
    .sort();
}

export function podErrors(spec: PodSpecView, items: readonly LimitItem[]): readonly string[] {
  const errors: string[] = [];
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const item of items) {
    if (item.type === 'Container') {
      for (const container of containers) {
        check(item, container.resources?.requests ?? {}, container.resources?.limits ?? {}, errors);
      }
    } else if (item.type === 'Pod') {
      check(item, total(spec, 'requests'), total(spec, 'limits'), errors);
    }
  }
  return errors;
}

/** Of a claim only what it asks for counts. */
export function claimErrors(claim: KObject, items: readonly LimitItem[]): readonly string[] {
  const { resources } = (claim.spec ?? {}) as { readonly resources?: { readonly requests?: Amounts } };
  const requests = resources?.requests ?? {};
  const errors: string[] = [];
  for (const item of items) {
    if (item.type !== 'PersistentVolumeClaim') continue;
    for (const resource of keysOf(item.min)) errors.push(...minimum(item, resource, requests, {}));
    for (const resource of keysOf(item.max)) errors.push(...maximumRequest(item, resource, requests));
  }
  return errors;
}

function maximumRequest(item: LimitItem, resource: string, requests: Amounts): readonly string[] {
  const bound = item.max?.[resource] as string;
  const request = requests[resource];
  const where = `maximum ${resource} usage per ${item.type} is ${bound}`;
  if (request === undefined) return [`${where}.  No request is specified`];
  return compareQuantity(request, bound) > 0 ? [`${where}, but request is ${request}`] : [];
}

function check(item: LimitItem, requests: Amounts, limits: Amounts, errors: string[]): void {
  for (const resource of keysOf(item.min)) errors.push(...minimum(item, resource, requests, limits));
  for (const resource of keysOf(item.max)) errors.push(...maximum(item, resource, requests, limits));
  for (const resource of keysOf(item.maxLimitRequestRatio)) errors.push(...ratio(item, resource, requests, limits));
}

function minimum(item: LimitItem, resource: string, requests: Amounts, limits: Amounts): readonly string[] {
  const bound = item.min?.[resource] as string;
  const request = requests[resource];
  const limit = limits[resource];
  const where = `minimum ${resource} usage per ${item.type} is ${bound}`;
  if (request === undefined) return [`${where}.  No request is specified`];
  if (compareQuantity(request, bound) < 0) return [`${where}, but request is ${request}`];
  if (limit !== undefined && compareQuantity(limit, bound) < 0) return [`${where}, but limit is ${limit}`];
  return [];
}

function maximum(item: LimitItem, resource: string, requests: Amounts, limits: Amounts): readonly string[] {
  const bound = item.max?.[resource] as string;
  const request = requests[resource];
  const limit = limits[resource];
  const where = `maximum ${resource} usage per ${item.type} is ${bound}`;
  if (limit === undefined) return [`${where}.  No limit is specified`];
  if (compareQuantity(limit, bound) > 0) return [`${where}, but limit is ${limit}`];
  if (request !== undefined && compareQuantity(request, bound) > 0) return [`${where}, but request is ${request}`];
  return [];
}

function ratio(item: LimitItem, resource: string, requests: Amounts, limits: Amounts): readonly string[] {
  const bound = item.maxLimitRequestRatio?.[resource] as string;
  const request = requests[resource];
  const limit = limits[resource];
  const where = `${resource} max limit to request ratio per ${item.type} is ${bound}`;
  if (request === undefined || milliValue(request) === 0)
    return [`${where}, but no request is specified or request is 0`];
  if (limit === undefined || milliValue(limit) === 0) return [`${where}, but no limit is specified or limit is 0`];
  const observed = milliValue(limit) / milliValue(request);
  return observed * 1000 > milliValue(bound) ? [`${where}, but provided ratio is ${observed.toFixed(6)}`] : [];
}

function total(spec: PodSpecView, which: 'requests' | 'limits'): Amounts {
  const sum: Record<string, string> = {};
  for (const container of spec.containers ?? []) {
    for (const [resource, amount] of Object.entries(container.resources?.[which] ?? {})) {
      sum[resource] = addQuantity(sum[resource], amount);
    }
  }
  return sum;
}

function keysOf(amounts: Amounts | undefined): readonly string[] {
  return Object.keys(amounts ?? {}).sort();
}
