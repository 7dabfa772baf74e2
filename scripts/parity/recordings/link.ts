import { type JsonObject, textAt } from './json.ts';
import type { Recording } from './recording.ts';

/** Cluster-wide objects say nothing about which scenario came before: every scenario shares them. */
function uidOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'namespace') === '' ? '' : textAt(object, 'metadata', 'uid');
}

/** Namespaced objects that a recording touches but did not create: they were there when it started. */
function uidsFromBefore(recording: Recording): ReadonlySet<string> {
  const created = new Set<string>();
  const before = new Set<string>();
  const see = (uid: string, isNew: boolean) => {
    if (uid === '') return;
    if (isNew) created.add(uid);
    else if (!created.has(uid)) before.add(uid);
  };
  for (const entry of recording.watch) see(uidOf(entry.object), entry.type === 'ADDED');
  for (const object of recording.final) see(uidOf(object), created.has(uidOf(object)));
  return before;
}

function follows(recording: Recording, all: readonly Recording[]): Recording | undefined {
  const before = uidsFromBefore(recording);
  let best: Recording | undefined;
  for (const other of all) {
    if (other === recording || other.meta.start >= recording.meta.start) continue;
    if (!other.final.some((object) => before.has(uidOf(object)))) continue;
    if (best === undefined || other.meta.start > best.meta.start) best = other;
  }
  return best;
}

/** Objects are the same when their uid is; later states win. */
export function mergeObjects(
  older: readonly JsonObject[],
  newer: readonly JsonObject[],
  gone: ReadonlySet<string> = new Set(),
): readonly JsonObject[] {
  const byUid = new Map<string, JsonObject>();
  for (const object of [...older, ...newer]) {
    const uid = textAt(object, 'metadata', 'uid');
    if (!gone.has(uid)) byUid.set(uid, object);
  }
  return [...byUid.values()];
}

export function deletedUids(recording: Recording): ReadonlySet<string> {
  const gone = recording.watch.filter((entry) => entry.type === 'DELETED');
  return new Set(gone.map((entry) => textAt(entry.object, 'metadata', 'uid')));
}

/** Gives each recording that goes on where another ended the name and the objects of that other one. */
export function linkRecordings(recordings: readonly Recording[]): readonly Recording[] {
  const done = new Map<string, Recording>();
  const byStart = [...recordings].sort((a, b) => (a.meta.start < b.meta.start ? -1 : 1));
  for (const recording of byStart) {
    const origin = follows(recording, recordings);
    const linked = origin === undefined ? undefined : done.get(origin.name);
    if (linked === undefined) {
      done.set(recording.name, recording);
      continue;
    }
    const initial = mergeObjects(linked.initial, linked.final, deletedUids(linked));
    done.set(recording.name, { ...recording, follows: linked.name, initial });
  }
  return recordings.map((recording) => done.get(recording.name) ?? recording);
}
