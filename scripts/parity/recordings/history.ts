import { asCoreEvent, disagreements, type Oddity, oddRevision, sameJson } from './agreement.ts';
import type { Facts } from './facts.ts';
import { resourceNamer } from './facts.ts';
import { at, isObject, type JsonObject, textAt } from './json.ts';
import type { AuditEntry, Recording } from './recording.ts';

export interface Revision {
  readonly rv: number;
  readonly object: JsonObject;
  readonly deleted: boolean;
  readonly t: number;
}

/** One write with the states of its object around it. */
export interface Write {
  readonly entry: AuditEntry;
  /** Place in the recording. */
  readonly index: number;
  /** Commands begun before it. */
  readonly epoch: number;
  readonly before: JsonObject | 'absent' | 'unknown';
  /** State that the write left; undefined when it changed nothing. */
  readonly after?: JsonObject;
  /** What was answered to a write that left no state of its own: it changed nothing, or the object went with it. */
  readonly answer?: JsonObject;
  readonly deleted: boolean;
  /** The pod that the write is about, if any. */
  readonly podName: string;
}

export interface History {
  readonly writes: readonly Write[];
  /** What the recording's own parts say against one another: a revision that no request explains, and the like. */
  readonly oddities: readonly Oddity[];
}

export function isEvent(entry: AuditEntry): boolean {
  return entry.resource === 'events' || entry.resource === 'events.events.k8s.io';
}

function keyOf(resource: string, namespace: string | undefined, name: string): string {
  return `${resource}/${namespace ?? ''}/${name}`;
}

function revisionOf(object: JsonObject | undefined): number {
  return Number(textAt(object, 'metadata', 'resourceVersion')) || 0;
}

/** Answers that are not the object which was written. */
const OTHER_KINDS = new Set(['Status', 'Scale', 'TokenRequest', 'Binding', 'Eviction']);

/** The object as the answer shows it; undefined when the answer is something else. */
export function answeredObject(entry: AuditEntry): JsonObject | undefined {
  const response = entry.response;
  if (!isObject(response) || entry.code >= 300 || OTHER_KINDS.has(textAt(response, 'kind'))) return undefined;
  return textAt(response, 'metadata', 'uid') !== '' && revisionOf(response) > 0 ? response : undefined;
}

class ObjectLog {
  private readonly byKey = new Map<string, Revision[]>();
  readonly claimed = new Set<number>();

  add(key: string, revision: Revision): void {
    const list = this.byKey.get(key) ?? [];
    const same = list.findIndex((item) => item.rv === revision.rv);
    if (same < 0) list.push(revision);
    else if (revision.deleted) list[same] = revision;
    this.byKey.set(key, list);
  }

  sort(): void {
    for (const list of this.byKey.values()) list.sort((a, b) => a.rv - b.rv);
  }

  find(key: string, rv: number): Revision | undefined {
    return this.byKey.get(key)?.find((revision) => revision.rv === rv);
  }

  before(key: string, rv: number): JsonObject | 'absent' | 'unknown' {
    let last: Revision | undefined;
    for (const revision of this.byKey.get(key) ?? []) {
      if (revision.rv < rv) last = revision;
    }
    if (last === undefined) return 'unknown';
    return last.deleted ? 'absent' : last.object;
  }

  /** What an answer shows that no revision of its own stands behind, and the state that it names. */
  answered(key: string, entry: AuditEntry): Pick<Write, 'answer' | 'before'> | undefined {
    const answer = answeredObject(entry);
    const before = answer && this.find(key, revisionOf(answer));
    return before === undefined || before.object === answer ? undefined : { answer, before: before.object };
  }

  /** The first revision of an object that no other write explains. */
  firstFree(key: string, since: number, accept: (revision: Revision) => boolean): Revision | undefined {
    const list = this.byKey.get(key) ?? [];
    return list.find((revision) => revision.t >= since && !this.claimed.has(revision.rv) && accept(revision));
  }
}

function buildLog(recording: Recording): ObjectLog {
  const log = new ObjectLog();
  const resourceOf = resourceNamer(recording);
  for (const object of recording.initial) {
    // What was put together from later states says nothing of the state before.
    if (revisionOf(object) === 0) continue;
    const key = keyOf(resourceOf(object), textAt(object, 'metadata', 'namespace'), textAt(object, 'metadata', 'name'));
    log.add(key, { rv: revisionOf(object), object, deleted: false, t: -1 });
  }
  for (const entry of recording.watch) {
    const rv = Number(entry.rv) || revisionOf(entry.object);
    const key = keyOf(entry.resource, entry.ns, entry.name);
    log.add(key, { rv, object: entry.object, deleted: entry.type === 'DELETED', t: entry.t });
  }
  for (const entry of recording.audit) {
    const object = answeredObject(entry);
    if (object === undefined) continue;
    const key = keyOf(entry.resource, entry.namespace, entry.name);
    const revision = { rv: revisionOf(object), object, deleted: false, t: entry.t1 };
    if (log.find(key, revision.rv) === undefined) log.add(key, revision);
  }
  log.sort();
  return log;
}

function podOf(entry: AuditEntry, facts: Facts): string {
  if (entry.resource === 'pods') return entry.name;
  const involved = isEvent(entry) ? regarding(entry) : at(entry.request, 'spec', 'boundObjectRef');
  const name = textAt(involved, 'kind') === 'Pod' ? textAt(involved, 'name') : '';
  return facts.pods.has(name) ? name : '';
}

/** The object that an event is about, in either of the two event APIs. */
export function regarding(entry: AuditEntry): JsonObject | undefined {
  for (const body of [entry.response, entry.request]) {
    for (const key of ['involvedObject', 'regarding']) {
      const found = at(body, key);
      if (isObject(found)) return found;
    }
  }
  return undefined;
}

/** Requests that never reach etcd. */
function writesNothing(entry: AuditEntry): boolean {
  return entry.subresource === 'token' || /reviews?\./.test(entry.resource) || entry.code >= 300;
}

function differsFromWatch(entry: AuditEntry, log: ObjectLog): boolean {
  const object = answeredObject(entry);
  if (object === undefined) return false;
  // Both APIs of events have one store, and the watch log has them as core/v1.
  const resource = isEvent(entry) ? 'events' : entry.resource;
  const seen = log.find(keyOf(resource, entry.namespace, entry.name), revisionOf(object));
  if (seen === undefined || seen.object === object || seen.deleted) return false;
  return isEvent(entry) ? !sameJson(asCoreEvent(seen.object), asCoreEvent(object)) : !sameJson(seen.object, object);
}

/** Finds for each write the state of its object before and after it. */
export function buildHistory(recording: Recording, facts: Facts): History {
  const log = buildLog(recording);
  const oddities: Oddity[] = [];
  const starts = recording.commands.map((command) => command.t).sort((a, b) => a - b);
  const after = new Map<number, Revision>();

  for (const [index, entry] of recording.audit.entries()) {
    const response = entry.response as JsonObject | undefined;
    const rv = entry.code < 300 ? revisionOf(response) : 0;
    if (rv === 0 || writesNothing(entry) || log.claimed.has(rv)) continue;
    const found = log.find(keyOf(entry.resource, entry.namespace, entry.name), rv);
    if (found === undefined) continue;
    const object = found.deleted ? undefined : answeredObject(entry);
    after.set(index, object === undefined ? found : { ...found, object });
    log.claimed.add(rv);
    if (differsFromWatch(entry, log)) {
      const { verb, resource, name, user: writer } = entry;
      oddities.push({ kind: 'answer differs from watch', name, writer, subject: `${verb} ${resource} ${name}` });
    }
  }
  for (const [index, entry] of recording.audit.entries()) {
    const answered = revisionOf(entry.response as JsonObject | undefined);
    if (after.has(index) || writesNothing(entry) || answered > 0) continue;
    const goes = entry.verb === 'delete';
    const key = keyOf(entry.resource, entry.namespace, entry.name);
    const found = log.firstFree(key, entry.t0, (revision) => {
      return !goes || revision.deleted || textAt(revision.object, 'metadata', 'deletionTimestamp') !== '';
    });
    if (found === undefined) continue;
    after.set(index, found);
    log.claimed.add(found.rv);
  }
  const writes = recording.audit.map((entry, index): Write => {
    const revision = after.get(index);
    const key = keyOf(entry.resource, entry.namespace, entry.name);
    const fresh = entry.verb === 'create' && !entry.subresource;
    const before = fresh ? 'absent' : revision === undefined ? 'unknown' : log.before(key, revision.rv);
    const epoch = starts.filter((start) => start <= entry.t0).length;
    const base = { entry, index, epoch, before, podName: podOf(entry, facts) };
    if (revision === undefined) return { ...base, ...log.answered(key, entry), deleted: false };
    return { ...base, after: revision.object, deleted: revision.deleted };
  });
  const found = [...unexplained(recording, log.claimed), ...disordered(writes), ...disagreements(recording)];
  return { writes, oddities: [...oddities, ...found] };
}

/**
 * An answer names the revision that it made, with two exceptions: what an update removed (the last finalizer went) is
 * in no answer, and the answer to the deletion of a collection is a list, whose own revision may be anybody's.
 */
function unexplained(recording: Recording, claimed: ReadonlySet<number>): readonly Oddity[] {
  const answered = new Set<number>();
  const emptied = new Set<string>();
  const updated = new Set<string>();
  for (const entry of recording.audit) {
    if (entry.code >= 300) continue;
    if (entry.verb === 'deletecollection') emptied.add(`${entry.resource}/${entry.namespace ?? ''}`);
    else answered.add(revisionOf(entry.response as JsonObject | undefined));
    if (entry.verb === 'update' || entry.verb === 'patch')
      updated.add(keyOf(entry.resource, entry.namespace, entry.name));
  }
  const seen = new Map(recording.watch.map((entry) => [Number(entry.rv), entry]));
  const isExplained = (revision: number, op: string): boolean => {
    const entry = seen.get(revision);
    if (entry === undefined) return false;
    if (emptied.has(`${entry.resource}/${entry.ns ?? ''}`) && op !== 'CREATE') return true;
    return op === 'DELETE' && updated.has(keyOf(entry.resource, entry.ns, entry.name));
  };
  return recording.etcd
    .filter((row) => !claimed.has(row.revision) && !answered.has(row.revision) && !isExplained(row.revision, row.op))
    .map((row) => oddRevision('unexplained revision', row));
}

function outOfOrder({ name, user: writer }: AuditEntry, subject: string): Oddity {
  return { kind: 'revisions out of order', name, writer, subject };
}

/** One writer's requests to one object take effect in the order in which they are listed. */
function disordered(writes: readonly Write[]): readonly Oddity[] {
  const last = new Map<string, number>();
  const found: Oddity[] = [];
  for (const { entry, after } of writes) {
    if (after === undefined) continue;
    const key = `${entry.user} ${entry.resource} ${entry.namespace ?? ''}/${entry.name}`;
    const rv = revisionOf(after);
    if (rv < (last.get(key) ?? 0)) found.push(outOfOrder(entry, key));
    last.set(key, rv);
  }
  return found;
}
