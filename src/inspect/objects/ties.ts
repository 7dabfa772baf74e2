import { matchesLabels, matchesMap } from '../../api/selectors/selectors.ts';
import type { HorizontalPodAutoscaler } from '../../api/types/autoscaling-v2.ts';
import type { Pod, Service } from '../../api/types/core.ts';
import type { PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject, LabelSelector } from '../../api/types/meta.ts';
import type { Ingress } from '../../api/types/networking.ts';
import type { Tie, TieSort } from '../../protocol/objects-view.ts';

/** An object as it is stored, with its subject. */
export interface Stored {
  readonly subject: string;
  readonly resource: string;
  readonly object: KObject;
}

/** All that is shown, so that each can be found by what others say of it. */
export class Shown {
  private readonly byUid = new Map<string, Stored>();
  private readonly bySubject = new Map<string, Stored>();

  constructor(readonly all: readonly Stored[]) {
    for (const one of all) {
      this.bySubject.set(one.subject, one);
      const { uid } = one.object.metadata;
      if (uid !== undefined) this.byUid.set(uid, one);
    }
  }

  withUid(uid: string): Stored | undefined {
    return this.byUid.get(uid);
  }

  has(subject: string): boolean {
    return this.bySubject.has(subject);
  }

  of(resource: string, namespace: string | undefined): readonly Stored[] {
    return this.all.filter((one) => one.resource === resource && one.object.metadata.namespace === namespace);
  }
}

type Finder = (one: Stored, shown: Shown) => readonly (readonly [to: string, sort: TieSort])[];

/** What the objects of a resource say of others; that one owns another, the owned one says. */
const FINDERS: { readonly [resource: string]: Finder } = {
  pods: ({ object }) => {
    const { spec, metadata } = object as Pod;
    return (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) =>
      claim === undefined
        ? []
        : [[`persistentvolumeclaims/${metadata.namespace}/${claim.claimName}`, 'claims'] as const],
    );
  },
  persistentvolumeclaims: ({ object }) => {
    const volume = (object as PersistentVolumeClaim).spec?.volumeName ?? '';
    return volume === '' ? [] : [[`persistentvolumes/${volume}`, 'binds']];
  },
  'endpointslices.discovery.k8s.io': ({ object }) =>
    // Who writes a slice by hand, or Go itself, may leave a list null.
    ((object as EndpointSlice).endpoints ?? []).flatMap(({ targetRef }) =>
      targetRef?.kind === 'Pod' ? [[`pods/${targetRef.namespace}/${targetRef.name}`, 'lists'] as const] : [],
    ),
  services: ({ object }, shown) => {
    const selector = (object as Service).spec?.selector ?? {};
    if (Object.keys(selector).length === 0) return [];
    return podsWhere(shown, object, (labels) => matchesMap(selector, labels));
  },
  'poddisruptionbudgets.policy': selecting('selector'),
  'networkpolicies.networking.k8s.io': selecting('podSelector'),
  'horizontalpodautoscalers.autoscaling': ({ object }, shown) => {
    const { scaleTargetRef: of } = (object as HorizontalPodAutoscaler).spec;
    const target = shown.all.find(
      ({ object: one }) =>
        one.kind === of.kind && one.metadata.name === of.name && one.metadata.namespace === object.metadata.namespace,
    );
    return target === undefined ? [] : [[target.subject, 'scales']];
  },
  'ingresses.networking.k8s.io': ({ object }) => {
    const { spec, metadata } = object as Ingress;
    const backends = [
      spec.defaultBackend,
      ...(spec.rules ?? []).flatMap(({ http }) => http?.paths.map(({ backend }) => backend)),
    ];
    const names = new Set(backends.flatMap((backend) => backend?.service?.name ?? []));
    return [...names].map((name) => [`services/${metadata.namespace}/${name}`, 'routes'] as const);
  },
};

function selecting(field: string): Finder {
  return ({ object }, shown) => {
    const selector = (object as { readonly spec?: { readonly [name: string]: unknown } }).spec?.[field];
    if (selector === undefined || selector === null) return [];
    return podsWhere(shown, object, (labels) => matchesLabels(selector as LabelSelector, labels));
  };
}

function podsWhere(
  shown: Shown,
  { metadata }: KObject,
  fits: (labels: KObject['metadata']['labels']) => boolean,
): readonly (readonly [string, TieSort])[] {
  return shown
    .of('pods', metadata.namespace)
    .filter(({ object }) => fits(object.metadata.labels))
    .map(({ subject }) => [subject, 'selects'] as const);
}

/** Everything that ties two objects that are both shown. */
export function tiesOf(shown: Shown): readonly Tie[] {
  const ties: Tie[] = [];
  for (const one of shown.all) {
    for (const { uid } of one.object.metadata.ownerReferences ?? []) {
      const owner = shown.withUid(uid);
      if (owner !== undefined) ties.push({ from: owner.subject, to: one.subject, sort: 'owns' });
    }
    for (const [to, sort] of FINDERS[one.resource]?.(one, shown) ?? [])
      if (shown.has(to)) ties.push({ from: one.subject, to, sort });
  }
  return withoutListed(ties);
}

/** That a Service selects a Pod is seen by the slice between them; where none lists the Pod, it has to be said. */
function withoutListed(ties: readonly Tie[]): readonly Tie[] {
  const slicesOf = new Map<string, string[]>();
  const listed = new Set<string>();
  for (const { from, to, sort } of ties) {
    if (sort === 'owns' && from.startsWith('services/')) slicesOf.set(from, [...(slicesOf.get(from) ?? []), to]);
    if (sort === 'lists') listed.add(`${from} ${to}`);
  }
  return ties.filter(
    ({ from, to, sort }) =>
      sort !== 'selects' || !(slicesOf.get(from) ?? []).some((slice) => listed.has(`${slice} ${to}`)),
  );
}
