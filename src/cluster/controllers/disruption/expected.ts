// Models pkg/controller/disruption/disruption.go getExpectedPodCount, finders (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { allResources, qualifiedResource, resourceOf, subresourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject, OwnerReference } from '../../../api/types/meta.ts';
import type { PodDisruptionBudget } from '../../../api/types/policy.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllerOf } from '../shared/owner.ts';
import type { BudgetParts } from './parts.ts';

interface Wanted {
  readonly expected: number;
  readonly desired: number;
  /** Pods that no controller made. */
  readonly unmanaged: number;
}

interface Problem {
  readonly problem: string;
}

/** How many Pods there should be, and how many of them must be healthy. */
export function* wanted(
  parts: BudgetParts,
  ctx: Context,
  { spec }: PodDisruptionBudget,
  pods: readonly Pod[],
): Process<Wanted | Problem> {
  const { minAvailable, maxUnavailable } = spec;
  if (maxUnavailable === undefined && typeof minAvailable === 'number') {
    return { expected: pods.length, desired: minAvailable, unmanaged: 0 };
  }
  if (maxUnavailable === undefined && minAvailable === undefined) return { expected: 0, desired: 0, unmanaged: 0 };
  const scale = yield* expectedScale(parts, ctx, pods);
  if ('problem' in scale) return scale;
  const { expected } = scale;
  const desired =
    maxUnavailable === undefined
      ? scaled(minAvailable ?? 0, expected)
      : Math.max(0, expected - scaled(maxUnavailable, expected));
  return { ...scale, desired };
}

/** Percents are rounded up. */
function scaled(value: number | string, total: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number(value.replace('%', '')) * total) / 100);
}

interface Scaled extends KObject {
  readonly spec?: { readonly replicas?: number };
}

/** The sum of what the Pods' controllers want; Pods without one do not count. */
function* expectedScale(
  parts: BudgetParts,
  ctx: Context,
  pods: readonly Pod[],
): Process<Omit<Wanted, 'desired'> | Problem> {
  const scales = new Map<string, number>();
  let unmanaged = 0;
  for (const pod of pods) {
    const owner = controllerOf(pod);
    if (owner === undefined) unmanaged += 1;
    if (owner === undefined || scales.has(owner.uid)) continue;
    const found = (yield* controllerObject(parts, ctx, pod, owner)) ?? (yield* scaleOf(parts, ctx, pod, owner));
    if (found === undefined) return { problem: `found no controllers for pod "${pod.metadata.name}"` };
    if (typeof found === 'string') return { problem: found };
    const above = controllerOf(found);
    const deployment = above?.kind === 'Deployment' ? yield* controllerObject(parts, ctx, pod, above) : undefined;
    const { metadata, spec } = deployment ?? found;
    scales.set(metadata.uid ?? '', spec?.replicas ?? 1);
  }
  return { expected: [...scales.values()].reduce((sum, replicas) => sum + replicas, 0), unmanaged };
}

const KINDS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ReplicaSet', ['replicasets', 'apps']],
  ['Deployment', ['deployments', 'apps']],
  ['StatefulSet', ['statefulsets', 'apps']],
  ['ReplicationController', ['replicationcontrollers', '']],
] as const);

function* controllerObject(
  parts: BudgetParts,
  ctx: Context,
  pod: Pod,
  owner: Pick<OwnerReference, 'kind' | 'name' | 'uid'>,
): Process<Scaled | undefined> {
  const [resource = '', group = ''] = KINDS.get(owner.kind) ?? [];
  if (resource === '') return undefined;
  const informer = parts.runtime.informers.informer(resourceOf(resource, group));
  const found = informer.indexer.get(ctx, `${pod.metadata.namespace}/${owner.name}`);
  return found?.metadata.uid === owner.uid ? (found as Scaled) : undefined;
}

/** Of any other kind, what its subresource says; undefined when the object is gone, a text when it cannot be had. Models getScaleController (v1.36) */
function* scaleOf(
  parts: BudgetParts,
  ctx: Context,
  pod: Pod,
  owner: OwnerReference,
): Process<Scaled | string | undefined> {
  const { apiVersion, kind, name, uid } = owner;
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : [];
  const { custom } = parts.runtime;
  const info = allResources().find((each) => each.group === group && each.kind === kind) ?? custom.find(group, kind);
  if (info === undefined) return `no matches for kind "${kind}" in version "${apiVersion}"`;
  const { namespace } = pod.metadata;
  const found = yield* parts.client.get(ctx, info, namespace, name, undefined, undefined, 'scale');
  if (!isFailure(found)) return found.metadata.uid === uid ? (found as Scaled) : undefined;
  if (found.reason !== 'NotFound') return found.message ?? '';
  const scales = subresourceOf(info, 'scale') !== undefined || custom.hasScale(group, kind);
  return scales ? undefined : `${qualifiedResource(info)} does not implement the scale subresource`;
}
