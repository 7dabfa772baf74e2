import type { Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import type { ObjectsView, Tie, TiedObject } from '../../protocol/objects-view.ts';
import { keyOfSubject, subjectOfKey } from '../keys.ts';
import { stateOf } from '../objects/states.ts';
import { Shown, type Stored, tiesOf } from '../objects/ties.ts';
import { podTile } from '../pods/pod-tile.ts';
import type { Snapshot } from '../snapshot.ts';

/** Who stands where: those who write others' wishes, as objects of kinds that somebody defined, those who make others, what they make, the Pods, what lists and selects them, what is behind that. */
const COLUMNS: readonly (readonly string[])[] = [
  ['horizontalpodautoscalers.autoscaling'],
  ['cronjobs.batch', 'deployments.apps'],
  ['replicasets.apps', 'statefulsets.apps', 'daemonsets.apps', 'jobs.batch', 'replicationcontrollers'],
  ['pods'],
  [
    'endpointslices.discovery.k8s.io',
    'persistentvolumeclaims',
    'poddisruptionbudgets.policy',
    'networkpolicies.networking.k8s.io',
  ],
  ['services', 'persistentvolumes'],
  ['ingresses.networking.k8s.io'],
];
const COLUMN_OF = new Map(COLUMNS.flatMap((names, column) => names.map((name) => [name, column] as const)));
/** More than these nobody takes in at once. */
const MOST_OBJECTS = 120;
/** The cluster's own: everybody has them, and no story of a person is about them. */
const OWN = /^(?:kube-|local-path-storage$)/;
const OWN_SERVICE = 'services/default/kubernetes';
const OWN_SLICE = 'endpointslices.discovery.k8s.io/default/kubernetes';

/** The objects of people at the cursor, and what ties them to one another. */
export function objectsView(snapshot: Snapshot): ObjectsView {
  const all = stored(snapshot);
  const shown = new Shown(all.slice(0, MOST_OBJECTS));
  const ties = tiesOf(shown);
  const changed = snapshot.changedKeys(KEYS_TABLE);
  const objects = shown.all.map((one): TiedObject => {
    const { subject, resource, object } = one;
    return {
      subject,
      resource,
      kind: object.kind,
      name: object.metadata.name ?? '',
      namespace: object.metadata.namespace ?? '',
      state: stateOf(resource, object),
      glyph: resource === 'pods' ? podTile(object as Pod, false).glyph : undefined,
      column: COLUMN_OF.get(resource) ?? 0,
      now: changed.has(keyOfSubject(subject) ?? ''),
    };
  });
  return { objects: inOrder(objects, ties), ties, more: all.length - shown.all.length };
}

function stored(snapshot: Snapshot): readonly Stored[] {
  const found: Stored[] = [];
  const makers: Stored[] = [];
  const owned = new Set<string>();
  for (const [key, { value }] of snapshot.table(KEYS_TABLE)) {
    const subject = subjectOfKey(key);
    const object = value as KObject;
    if (subject === undefined || OWN.test(object.metadata?.namespace ?? '')) continue;
    if (subject === OWN_SERVICE || subject === OWN_SLICE) continue;
    const resource = subject.slice(0, subject.indexOf('/'));
    if (COLUMN_OF.has(resource)) {
      found.push({ subject, resource, object });
      for (const { uid } of object.metadata.ownerReferences ?? []) owned.add(uid);
    } else if (isCustom(resource)) makers.push({ subject, resource, object });
  }
  // An object of a kind that somebody defined has a place here once it has made something.
  return [...makers.filter(({ object }) => owned.has(object.metadata.uid ?? '')), ...found];
}

function isCustom(resource: string): boolean {
  return (
    resource.includes('.') && !resource.endsWith('.k8s.io') && resource.slice(resource.indexOf('.') + 1).includes('.')
  );
}

/** Owners in the order of their names, what they made beside them, and the others near the Pods that they are tied to. */
function inOrder(objects: readonly TiedObject[], ties: readonly Tie[]): readonly TiedObject[] {
  const ranks = new Map<string, number>();
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of ties) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
    neighbours.set(to, [...(neighbours.get(to) ?? []), from]);
  }
  const ordered: TiedObject[] = [];
  const inColumn = (column: number) => objects.filter((one) => one.column === column);
  const place = (column: number) => {
    const wish = new Map(inColumn(column).map((one) => [one.subject, meanOf(neighbours.get(one.subject), ranks)]));
    const sorted = inColumn(column).sort(
      (a, b) => (wish.get(a.subject) as number) - (wish.get(b.subject) as number) || (a.subject < b.subject ? -1 : 1),
    );
    for (const [rank, one] of sorted.entries()) ranks.set(one.subject, (rank + 0.5) / sorted.length);
    ordered.push(...sorted);
  };
  for (let column = 0; column < COLUMNS.length; column += 1) place(column);
  return ordered;
}

/** Who is tied to nobody that has a place yet comes last. */
function meanOf(subjects: readonly string[] = [], ranks: ReadonlyMap<string, number>): number {
  const known = subjects.flatMap((subject) => ranks.get(subject) ?? []);
  return known.length === 0 ? 2 : known.reduce((sum, rank) => sum + rank, 0) / known.length;
}
