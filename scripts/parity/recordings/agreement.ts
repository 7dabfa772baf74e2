import { at, isObject, type Json, type JsonObject, textAt } from './json.ts';
import type { AuditEntry, EtcdEntry, Recording, WatchEntry } from './recording.ts';

/** Something that one part of a recording says against another. */
export interface Oddity {
  readonly kind:
    | 'unexplained revision'
    | 'answer differs from watch'
    | 'revisions out of order'
    | 'watch differs from its object'
    | 'deleted object differs from its last state'
    | 'watch differs from etcd'
    | 'final object differs from watch'
    | 'request differs from what its writer had read';
  readonly subject: string;
  /** The name of the object. */
  readonly name: string;
  /** Whose doing it is, where that is known. */
  readonly writer?: string;
}

/** Equality that does not mind the order of keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const left = Object.entries(a).filter(([, value]) => value !== undefined);
  const right = new Map(Object.entries(b).filter(([, value]) => value !== undefined));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)));
}

/** Fields of events.k8s.io/v1 and what core/v1 calls them. */
const CORE_EVENT: { readonly [field: string]: string } = {
  note: 'message',
  regarding: 'involvedObject',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
};

/** An event as core/v1 shows it, without what is empty: the two versions say that in different ways. */
export function asCoreEvent(event: JsonObject): JsonObject {
  const entries = Object.entries(event).filter(([, value]) => !isEmpty(value));
  if (event.apiVersion !== 'events.k8s.io/v1') return Object.fromEntries(entries);
  return { ...Object.fromEntries(entries.map(([key, value]) => [CORE_EVENT[key] ?? key, value])), apiVersion: 'v1' };
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isObject(value) && Object.keys(value).length === 0);
}

const TYPES: { readonly [op: string]: string } = { CREATE: 'ADDED', UPDATE: 'MODIFIED', DELETE: 'DELETED' };

/** What the watch log, the list of etcd's revisions and the final objects say against one another and themselves. */
export function disagreements(recording: Recording): readonly Oddity[] {
  const byRevision = new Map(recording.watch.map((entry) => [entry.rv, entry]));
  return [
    ...recording.watch
      .filter(namesAnother(recording.watch))
      .map((entry) => odd('watch differs from its object', entry)),
    ...lastStatesThatDiffer(recording.watch),
    ...etcdThatDiffers(recording, byRevision),
    ...finalsThatDiffer(recording, byRevision),
    ...recording.audit.filter((entry) => bringsSomethingElse(entry, byRevision)).map(readOtherwise),
  ];
}

function odd(kind: Oddity['kind'], { type, resource, name }: WatchEntry): Oddity {
  return { kind, name, subject: `${type} ${resource} ${name}` };
}

/** Does an entry call its object something else than the object does, or than other entries call objects of its kind? */
function namesAnother(watch: readonly WatchEntry[]): (entry: WatchEntry) => boolean {
  const resources = new Map<string, string>();
  const kindOf = (object: JsonObject) => `${textAt(object, 'apiVersion')} ${textAt(object, 'kind')}`;
  for (const { resource, object } of watch) if (!resources.has(kindOf(object))) resources.set(kindOf(object), resource);
  return ({ resource, ns = '', name, rv, object }) => {
    const here = (key: string) => textAt(object, 'metadata', key);
    const isSame = ns === here('namespace') && name === here('name') && rv === here('resourceVersion');
    return !isSame || resource !== resources.get(kindOf(object));
  };
}

/** The last that watchers see of an object is its last state, with the revision of its end. */
function lastStatesThatDiffer(watch: readonly WatchEntry[]): readonly Oddity[] {
  const last = new Map<string, JsonObject>();
  const found: Oddity[] = [];
  for (const entry of watch) {
    const key = `${entry.resource}/${entry.ns ?? ''}/${entry.name}`;
    const before = last.get(key);
    if (entry.type !== 'DELETED') last.set(key, entry.object);
    else {
      last.delete(key);
      if (before !== undefined && !sameJson(withoutRevision(before), withoutRevision(entry.object)))
        found.push(odd('deleted object differs from its last state', entry));
    }
  }
  return found;
}

function withoutRevision(object: JsonObject): JsonObject {
  return { ...object, metadata: { ...((object.metadata ?? {}) as JsonObject), resourceVersion: '' } };
}

/** Each revision is of one key; what was watched is among them, and they are listed as they were made. */
function etcdThatDiffers(recording: Recording, watched: ReadonlyMap<string, WatchEntry>): readonly Oddity[] {
  const rows = new Map(recording.etcd.map((row) => [String(row.revision), row]));
  const found: Oddity[] = [];
  let last = 0;
  for (const row of recording.etcd) {
    const isGone = row.op === 'DELETE' && (row.version !== 0 || row.createRevision !== 0);
    if (row.revision <= last || isGone) found.push(oddRevision('revisions out of order', row));
    last = row.revision;
  }
  if (recording.etcd.length === 0) return found;
  for (const [revision, entry] of watched) {
    const row = rows.get(revision);
    if (row === undefined || !isOfThatKey(entry, row)) found.push(odd('watch differs from etcd', entry));
  }
  return found;
}

export function oddRevision(kind: Oddity['kind'], { op, key }: EtcdEntry): Oddity {
  return { kind, name: key.slice(key.lastIndexOf('/') + 1), subject: `${op} ${key}` };
}

function isOfThatKey({ type, name }: WatchEntry, { op, key }: EtcdEntry): boolean {
  return key.endsWith(`/${name}`) && TYPES[op] === type;
}

/** A final object whose revision was watched is what was watched then. One made while nobody watched is only listed. */
function finalsThatDiffer(recording: Recording, watched: ReadonlyMap<string, WatchEntry>): readonly Oddity[] {
  const listed = new Set(recording.etcd.map(({ revision }) => String(revision)));
  const seen = new Map(recording.watch.map((entry) => [textAt(entry.object, 'metadata', 'uid'), entry]));
  return recording.final
    .filter((object) => {
      const revision = textAt(object, 'metadata', 'resourceVersion');
      const entry = watched.get(revision);
      if (entry !== undefined) return entry.type === 'DELETED' || !sameJson(entry.object, object);
      return seen.has(textAt(object, 'metadata', 'uid')) && !listed.has(revision);
    })
    .map((object) => ({
      kind: 'final object differs from watch',
      name: textAt(object, 'metadata', 'name'),
      subject: `${textAt(object, 'kind')} ${textAt(object, 'metadata', 'name')}`,
    }));
}

/** A component's update brings along, beside what it is about, the object of the revision that it names. */
function bringsSomethingElse(entry: AuditEntry, watched: ReadonlyMap<string, WatchEntry>): boolean {
  const part = ballastOf(entry);
  if (part === undefined) return false;
  const read = watched.get(textAt(entry.request, 'metadata', 'resourceVersion'));
  if (read === undefined || read.name !== entry.name) return false;
  const generation = part === 'spec' && at(entry.request, 'metadata', 'generation');
  return (
    !sameJson(at(entry.request, part), at(read.object, part)) ||
    (generation !== false && generation !== at(read.object, 'metadata', 'generation'))
  );
}

/** The half of the object that the server does not look at: the spec of a status update, and the other way round. */
export function ballastOf({ user, verb, subresource = '' }: AuditEntry): 'spec' | 'status' | undefined {
  if (verb !== 'update' || !user.startsWith('system:')) return undefined;
  return subresource === '' ? 'status' : subresource === 'status' ? 'spec' : undefined;
}

function readOtherwise({ verb, resource, subresource = '', name, user }: AuditEntry): Oddity {
  return {
    name,
    writer: user,
    kind: 'request differs from what its writer had read',
    subject: `${verb} ${resource}${subresource === '' ? '' : `/${subresource}`} ${name}`,
  };
}
