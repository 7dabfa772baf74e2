import { applyDefaults } from '../../api/defaults/index.ts';
import { IGNORED_METADATA } from '../../api/fields/compare-fields.ts';
import { shapeOfObject } from '../../api/fields/shape.ts';
import { type Fields, isFields } from '../../api/go/json.ts';
import { applyMergePatch } from '../../api/patch/merge-patch.ts';
import { applyStrategicMerge } from '../../api/patch/strategic-merge-patch.ts';
import type { KObject } from '../../api/types/meta.ts';
import { LAST_APPLIED } from '../../api/values/annotations.ts';
import { parseFile } from '../../api/yaml/index.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import { threeWay as patchOfApply } from '../../cluster/kubectl/commands/apply/apply.ts';
import { bareValue } from '../../cluster/ports/bare-value.ts';
import type { Query, QueryResult } from '../../protocol/queries.ts';
import type { FieldValue, ThreeWayField, ThreeWayObject } from '../../protocol/three-way.ts';
import { decoded, driftOf, isEmpty, keyOfObject, kindOf, kindsAt } from '../drift.ts';
import { givenBy } from '../fields/field-history.ts';
import { keyOfSubject, subjectOfKey } from '../keys.ts';
import type { Snapshot } from '../snapshot.ts';
import { dotted, type Four, type Place, pathIn, placesOf, shownPath, valueBy } from './fields.ts';
import { lastAppliedOf } from './last-applied.ts';

const MOST_OBJECTS = 200;
const MOST_FIELDS = 60;
/** Writes that are looked through for who changed a field, from the cursor back. */
const MOST_WRITES = 2_000;
/** Who applies a text from here. Fields that it owns and the text does not name were filled in by the server. */
const APPLIER = 'kubectl-client-side-apply';
/** What the server alone writes, and what names the object. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  ...IGNORED_METADATA,
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
]);

/** What is said of a text beside what the cluster has at the cursor. */
export function besideText(
  snapshot: Snapshot,
  query: Extract<Query, { readonly type: 'drift' | 'threeWay' }>,
): QueryResult {
  return query.type === 'drift' ? driftOf(snapshot, query.text) : threeWay(snapshot, query.text, query.subject);
}

/** Every object of a text beside what the cluster has at the cursor and what was applied last; what an apply would do is told by the patch that it would send. */
function threeWay(snapshot: Snapshot, text: string, subject: string | undefined): QueryResult {
  const { documents, errors } = parseFile(text);
  const given = documents.flatMap(({ object }, document) =>
    isFields(object) && isFields(object.metadata) && typeof object.metadata.name === 'string'
      ? [{ object: object as object as KObject, document }]
      : [],
  );
  const allKinds = kindsAt(snapshot);
  const told = given.slice(0, MOST_OBJECTS).map(({ object, document }) => {
    const key = keyOfObject(object, allKinds);
    return besideLive(snapshot, key, object, document);
  });
  const alone = subject === undefined || told.some((each) => each.subject === subject) ? [] : [subject];
  const unnamed = alone.map((each) => besideLive(snapshot, keyOfSubject(each), undefined, undefined));
  const problem = errors[0]?.message;
  return {
    type: 'threeWay',
    objects: [...told, ...unnamed.flatMap((each) => (each.state === 'absent' ? [] : [each]))],
    more: Math.max(0, given.length - MOST_OBJECTS),
    ...(problem === undefined ? {} : { problem }),
  };
}

function besideLive(
  snapshot: Snapshot,
  key: string | undefined,
  given: KObject | undefined,
  document: number | undefined,
): ThreeWayObject {
  const live = key === undefined ? undefined : liveAt(snapshot, key);
  const { kind = '', metadata = {} } = given ?? live ?? {};
  const { name = '', namespace } = metadata;
  const head = {
    subject: (key === undefined ? undefined : subjectOfKey(key)) ?? `${kind}/${name}`,
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(document === undefined ? {} : { document }),
  };
  const nothing = { fields: [], others: [], filled: 0, more: 0 };
  if (live === undefined || key === undefined) return { ...head, state: 'absent', ...nothing };
  if (given !== undefined && given.apiVersion !== live.apiVersion)
    return { ...head, state: 'otherVersion', ...nothing };
  return { ...head, state: 'there', ...compared(snapshot, key, given, live) };
}

function liveAt(snapshot: Snapshot, key: string): KObject | undefined {
  return bareValue(snapshot.table(KEYS_TABLE).get(key)?.value) as KObject | undefined;
}

type Compared = Omit<ThreeWayObject, 'subject' | 'kind' | 'name' | 'namespace' | 'document' | 'state'>;

function compared(snapshot: Snapshot, key: string, text: KObject | undefined, live: KObject): Compared {
  const given = text && inNamespaceOf(text, live);
  const last = lastAppliedOf(live);
  const after = given === undefined ? { object: live } : afterApply(given, live);
  const named = given ?? (last?.object as KObject | undefined);
  const values: Four = {
    given: given === undefined ? undefined : meant(given),
    applied: last === undefined ? undefined : meant(last.object as KObject),
    live: meant(live),
    result: meant(after.object),
  };
  const filled = named === undefined ? {} : meant(withDefaults(named));
  const places = placesOf(values, shapeOfObject(live));
  const loud = places.filter((place) => isLoud(place.values, given !== undefined));
  const quiet = places.filter(
    ({ values: { given, applied, live } }) => given === undefined && applied === undefined && live !== undefined,
  );
  const shown = loud.slice(0, MOST_FIELDS);
  const unasked = quiet.filter(({ steps, values }) => !same(values.live, valueBy(filled, steps)));
  const changes = lastChanges(snapshot, key, [...shown, ...unasked], values.live);
  const field = (place: Place) => fieldOf(place, values, changes.get(place));
  const others = unasked
    .map(field)
    .filter(({ changed }) => changed?.manager !== undefined && changed.manager !== APPLIER);
  return {
    ...(last === undefined ? {} : { lastApplied: last.from }),
    ...('problem' in after ? { problem: after.problem } : {}),
    ...('records' in after && after.records ? { records: true } : {}),
    fields: shown.map(field),
    others: others.slice(0, MOST_FIELDS),
    filled: quiet.length - others.length,
    more: Math.max(0, loud.length - MOST_FIELDS) + Math.max(0, others.length - MOST_FIELDS),
  };
}

/** What an apply would change; where the text, the cluster and the last apply do not agree. */
function isLoud({ given, applied, live, result }: Four, isGiven: boolean): boolean {
  if (given === undefined && applied === undefined && same(live, result)) return false;
  return !same(live, result) || !same(applied ?? live, live) || (isGiven && !same(given, applied ?? given));
}

/** A text need not say its namespace; kubectl does. */
function inNamespaceOf(given: KObject, { metadata: { namespace } }: KObject): KObject {
  return namespace === undefined ? given : { ...given, metadata: { ...given.metadata, namespace } };
}

/** Empty is as good as absent. */
function same(one: unknown, other: unknown): boolean {
  if (isEmpty(one ?? null)) return isEmpty(other ?? null);
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The object that an apply of the text would leave, by the patch that kubectl would send. */
function afterApply(
  given: KObject,
  live: KObject,
): { readonly object: KObject; readonly problem?: string; readonly records?: boolean } {
  const { patch, contentType, problem } = patchOfApply(given as object as Parameters<typeof patchOfApply>[0], live);
  if (problem !== undefined) return { object: live, problem };
  const { annotations } = ((patch as Partial<KObject>).metadata ?? {}) as { readonly annotations?: object | null };
  const records = Object.hasOwn(annotations ?? {}, LAST_APPLIED);
  if (!contentType.includes('strategic')) return { object: applyMergePatch(live, patch), records };
  const patched = applyStrategicMerge(given, live, patch);
  return 'error' in patched
    ? { object: live, problem: patched.error }
    : { object: withDefaults(patched.object), records };
}

function withDefaults(object: KObject): KObject {
  const kind = kindOf(object);
  return kind === undefined ? object : applyDefaults(kind, decoded(object, kind) as KObject);
}

/** What of an object is to be held against another: as the server writes it, without what the server alone writes. */
function meant(object: KObject): Fields {
  const kind = kindOf(object);
  const plain = kind === undefined ? object : (decoded(object, kind) as KObject);
  const folded = plain.kind === 'Secret' ? withDefaults(plain) : plain;
  const { apiVersion: _, kind: __, status: ___, metadata, ...rest } = folded as KObject & { readonly status?: unknown };
  const left = Object.entries(metadata ?? {}).filter(([name]) => !NOT_COMPARED.has(name) && name !== 'annotations');
  const annotations = Object.entries(metadata?.annotations ?? {}).filter(([name]) => name !== LAST_APPLIED);
  // Labels and annotations go by themselves, also where one side has none.
  return {
    ...rest,
    metadata: { labels: {}, ...Object.fromEntries(left), annotations: Object.fromEntries(annotations) },
  };
}

function fieldOf({ steps, values }: Place, all: Four, changed: FieldValue | undefined): ThreeWayField {
  const { given, applied, live, result } = values;
  return {
    path: shownPath(steps),
    livePath: dotted(pathIn(all.live, steps)),
    textPath: pathIn(all.given, steps),
    ...textOf('given', given),
    ...textOf('live', live),
    ...textOf('applied', applied),
    ...textOf('result', result),
    effect: same(live, result) ? 'keeps' : result === undefined ? 'removes' : live === undefined ? 'adds' : 'sets',
    ...(changed === undefined ? {} : { changed }),
  };
}

function textOf(name: 'given' | 'live' | 'applied' | 'result', value: unknown): { readonly [side: string]: string } {
  return value === undefined ? {} : { [name]: JSON.stringify(value) };
}

/** The write that made each field what it is, of the writes of one object up to the cursor. */
function lastChanges(
  snapshot: Snapshot,
  key: string,
  places: readonly Place[],
  live: unknown,
): ReadonlyMap<Place, FieldValue> {
  const { position } = snapshot.cursor;
  const writes = snapshot.writesOf(key).filter(({ seq }) => seq <= position);
  const found = new Map<Place, FieldValue>();
  for (const write of writes.slice(-MOST_WRITES).reverse()) {
    if (found.size === places.length) break;
    const change = snapshot.changesOf(KEYS_TABLE, write.seq).find((one) => one.key === key);
    const [before, after] = [bareValue(change?.before?.value), bareValue(change?.after?.value)];
    for (const place of places) {
      if (found.has(place)) continue;
      const [was, is] = [before, after].map((object) => JSON.stringify(valueBy(object, place.steps)));
      if (was === is) continue;
      const path = dotted(pathIn(live, place.steps));
      found.set(place, givenBy(snapshot, write, change?.after, is, path));
    }
  }
  return found;
}
