import type { AuditEntry as SimulatedAudit } from '../../../src/cluster/apiserver/audit/audit-entry.ts';
import { KEYS_TABLE, type KeyRow } from '../../../src/cluster/etcd/rows.ts';
import type { Engine } from '../../../src/engine/index.ts';
import { subjectOfKey } from '../../../src/inspect/keys.ts';
import { type JsonObject, textAt } from '../recordings/json.ts';
import type { AuditEntry, EtcdEntry, ReadEntry, WatchEntry } from '../recordings/recording.ts';
import { RECORDER } from './recorder.ts';
import type { RecordedParts } from './simulator-port.ts';

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
/** Kept out of recordings, as the recorder did. */
const LEFT_OUT = /^\/registry\/(?:leases|masterleases|peerserverleases)\//;

/** A moment of the engine in seconds since the scenario began. */
type Seconds = (time: number) => number;

/** What a recorder would have kept of a scenario: its requests, and what the store went through since a step. */
export function recordedParts(
  audits: readonly SimulatedAudit[],
  engine: Engine,
  firstStep: number,
  seconds: Seconds,
): RecordedParts {
  const { etcd, watch } = changes(engine, firstStep, seconds);
  const others = audits.filter(({ user }) => user !== RECORDER);
  return { audit: writesOf(others, seconds), reads: readsOf(others, seconds), etcd, watch, final: finalObjects(watch) };
}

/** What the store holds, as a recording's start says it. */
export function storedObjects(engine: Engine): readonly JsonObject[] {
  return [...engine.table(KEYS_TABLE).entries()]
    .filter(([key]) => !LEFT_OUT.test(key) && !key.startsWith('/registry/events/'))
    .map(([, { value, modRevision }]) => withRevision(value as unknown as JsonObject, modRevision));
}

function withRevision(object: JsonObject, revision: number): JsonObject {
  return { ...object, metadata: { ...(object.metadata as JsonObject), resourceVersion: String(revision) } };
}

function readsOf(audits: readonly SimulatedAudit[], seconds: Seconds): readonly ReadEntry[] {
  return audits
    .filter(({ verb }) => READS.has(verb))
    .map(({ t0, user, ua, verb, uri, code }) => ({ t0: seconds(t0), user, ua, verb, uri, code }));
}

function writesOf(audits: readonly SimulatedAudit[], seconds: Seconds): readonly AuditEntry[] {
  return audits
    .filter(({ verb, resource }) => !READS.has(verb) && resource !== '' && !resource.startsWith('leases.'))
    .map((entry) => ({
      t0: seconds(entry.t0),
      t1: seconds(entry.t1),
      user: entry.user,
      groups: entry.groups,
      userExtra: entry.extra,
      ua: entry.ua,
      verb: entry.verb,
      resource: entry.resource,
      subresource: entry.subresource,
      namespace: entry.namespace,
      name: entry.name,
      code: entry.code,
      uri: entry.uri,
      annotations: entry.annotations,
      ...(entry.failure === undefined ? {} : { failure: entry.failure as never }),
      ...(entry.requestObject === undefined ? {} : { request: entry.requestObject as never }),
      ...(entry.responseObject === undefined ? {} : { response: withoutToken(entry.responseObject) as never }),
    }));
}

/** The recorder left out the text of tokens. */
function withoutToken(response: unknown): unknown {
  const { kind, status } = response as { readonly kind?: string; readonly status?: { readonly token?: string } };
  return kind === 'TokenRequest' ? { ...(response as object), status: { ...status, token: '<jwt>' } } : response;
}

/** One key at one revision. */
interface Change {
  readonly key: string;
  readonly revision: number;
  readonly t: number;
  readonly before: KeyRow | undefined;
  readonly after: KeyRow | undefined;
}

/** Every revision since then, from the journal of the store's table. */
function changes(
  { journal, tableNames }: Engine,
  firstStep: number,
  seconds: Seconds,
): { readonly etcd: readonly EtcdEntry[]; readonly watch: readonly WatchEntry[] } {
  const table = tableNames.indexOf(KEYS_TABLE);
  const etcd: EtcdEntry[] = [];
  const watch: WatchEntry[] = [];
  for (let seq = firstStep; seq < journal.end; seq += 1) {
    journal.eachDelta(seq, (id, key, before, after) => {
      if (id !== table || LEFT_OUT.test(key) || (before ?? after) === undefined) return;
      const change: Change = {
        key,
        revision: Number(journal.step(seq).args.revision ?? 0),
        t: seconds(journal.timeOf(seq)),
        before: before as KeyRow | undefined,
        after: after as KeyRow | undefined,
      };
      etcd.push(etcdEntry(change));
      const told = watchEntry(change);
      if (told !== undefined) watch.push(told);
    });
  }
  return { etcd, watch };
}

function etcdEntry({ key, revision, before, after }: Change): EtcdEntry {
  return {
    op: after === undefined ? 'DELETE' : before === undefined ? 'CREATE' : 'UPDATE',
    revision,
    version: after?.version ?? 0,
    createRevision: after?.createRevision ?? 0,
    lease: after?.lease ?? '0',
    key,
  };
}

function watchEntry({ key, revision, t, before, after }: Change): WatchEntry | undefined {
  const subject = subjectOfKey(key);
  if (subject === undefined) return undefined;
  const [resource = '', ...names] = subject.split('/');
  return {
    t,
    type: after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED',
    resource,
    ...(names.length > 1 ? { ns: names[0] as string } : {}),
    name: names.at(-1) ?? '',
    rv: String(revision),
    object: withRevision((after ?? before)?.value as unknown as JsonObject, revision),
  };
}

function finalObjects(watch: readonly WatchEntry[]): readonly JsonObject[] {
  const last = new Map<string, WatchEntry>();
  for (const entry of watch) last.set(textAt(entry.object, 'metadata', 'uid'), entry);
  return [...last.values()]
    .filter(({ type, resource }) => type !== 'DELETED' && !resource.startsWith('events'))
    .map(({ object }) => object);
}
