// Models what a cluster cannot do without, where nobody brought it (v1.36)

import { resourceOfObject } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { randomUid } from '../../api/values/names.ts';
import { parseTime, rfc3339 } from '../../api/values/time.ts';
import { HOUR } from '../../base/time/units.ts';
import type { BegunState } from '../../brought/start-state.ts';
import type { Engine, Random } from '../../engine/index.ts';
import type { InstalledObject } from '../apiserver/core/config.ts';
import { withAddresses } from './addresses.ts';
import { identityOf } from './state.ts';

/** What every cluster has, but for what was brought under the same name, and then all that was brought. */
export function withBrought(
  installed: readonly InstalledObject[],
  start: BegunState,
  engine: Pick<Engine, 'random'>,
  serviceCidr: string,
): readonly InstalledObject[] {
  const brought = new Set(start.objects.map(identityOf));
  const own = installed.filter(({ object }) => !brought.has(identityOf(object)));
  // Its nodes are among what is installed.
  const unplaced = start.objects.filter((object) => object.kind !== 'Node');
  const there = [...own.map(({ object }) => object), ...unplaced];
  const others = withAddresses(unplaced, there, start.made, serviceCidr, engine.random('bootstrap/addresses'));
  const nodes = installed.filter(({ object }) => object.kind === 'Node' && brought.has(identityOf(object)));
  const fresh = own.map(({ object }) => object);
  const namespaces = absentNamespaces(start, fresh, engine.random('bootstrap/brought'));
  return [...own, ...nodes, ...namespaces.map((object) => ({ object })), ...inOrder(others).map(broughtBy(start))];
}

/** What no server has kept is completed by this one. */
function broughtBy({ made }: BegunState): (object: KObject) => InstalledObject {
  return (object) => ({ object, ...(made.has(object.metadata.uid ?? '') ? { isMade: true } : { isBrought: true }) });
}

/** Namespaces that objects stand in and nobody brought, nor the cluster has by itself. */
function absentNamespaces(
  { objects, time }: BegunState,
  fresh: readonly KObject[],
  random: Random,
): readonly KObject[] {
  const there = new Set(
    [...objects, ...fresh].filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name),
  );
  const named = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  const made = rfc3339((parseTime(time) ?? 0) - HOUR);
  return [...named]
    .filter((name) => name !== '' && !there.has(name))
    .map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        uid: randomUid(random),
        creationTimestamp: made,
        labels: { 'kubernetes.io/metadata.name': name },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    }));
}

/** Custom resources stand behind the definitions that declare them. */
function inOrder(objects: readonly KObject[]): readonly KObject[] {
  const isDefinition = ({ kind }: KObject): boolean => kind === 'CustomResourceDefinition';
  const isCustom = (object: KObject): boolean =>
    resourceOfObject({ apiVersion: object.apiVersion ?? '', kind: object.kind ?? '' }) === undefined;
  return [
    ...objects.filter(isDefinition),
    ...objects.filter((each) => !isDefinition(each) && !isCustom(each)),
    ...objects.filter(isCustom),
  ];
}
