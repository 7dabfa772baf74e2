// Models pkg/api/pod/util.go dropDisabledFields (v1.36), as far as features go that are off by default

import type { Container, PodSpec } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { replaced } from '../../../../base/extend.ts';

/** Where an object of a kind has its Pods' spec. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['pods', ['spec']],
  ['podtemplates', ['template', 'spec']],
  ['cronjobs.batch', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
  ...[
    'replicationcontrollers',
    'deployments.apps',
    'replicasets.apps',
    'statefulsets.apps',
    'daemonsets.apps',
    'jobs.batch',
  ].map((name) => [name, ['spec', 'template', 'spec']] as const),
]);

const LISTS = ['containers', 'initContainers', 'ephemeralContainers'] as const;

/** Undefined for a kind without Pods: else what takes off what such a Pod may not have, unless it has it already. */
export function podFieldsDropper(kind: string): ((object: KObject, old?: KObject) => KObject) | undefined {
  const path = PLACES.get(kind);
  if (path === undefined) return undefined;
  return (object, old) => {
    if (!asksForSignal(at(object, path)) || asksForSignal(at(old, path))) return object;
    return without(object, path) as KObject;
  };
}

function at(object: unknown, path: readonly string[]): PodSpec | undefined {
  let found = object;
  for (const name of path) found = (found as { readonly [key: string]: unknown } | undefined)?.[name];
  return found as PodSpec | undefined;
}

/** `lifecycle.stopSignal` is alpha. */
function asksForSignal(spec: PodSpec | undefined): boolean {
  if (spec === undefined) return false;
  for (const list of LISTS)
    for (const { lifecycle } of spec[list] ?? []) if (lifecycle?.stopSignal !== undefined) return true;
  return false;
}

function without(object: object, [name, ...rest]: readonly string[]): object {
  if (name === undefined) return withoutSignals(object as PodSpec);
  const inner = (object as { readonly [key: string]: object })[name] as object;
  return replaced(object, { [name]: without(inner, rest) });
}

function withoutSignals(spec: PodSpec): PodSpec {
  const changed: { [list in (typeof LISTS)[number]]?: readonly Container[] } = {};
  for (const list of LISTS) {
    const containers = spec[list] as readonly Container[] | undefined;
    if (containers !== undefined) changed[list] = containers.map(withoutSignal);
  }
  return replaced(spec, changed as Partial<PodSpec>);
}

function withoutSignal(container: Container): Container {
  const { lifecycle, ...rest } = container;
  if (lifecycle?.stopSignal === undefined) return container;
  const { stopSignal: _dropped, ...kept } = lifecycle;
  return Object.keys(kept).length === 0 ? rest : { ...rest, lifecycle: kept };
}
