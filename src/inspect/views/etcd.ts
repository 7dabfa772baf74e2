import { goDuration } from '../../api/values/duration.ts';
import { rfc3339Micro } from '../../api/values/time.ts';
import { hexDigits } from '../../base/bytes/hex.ts';
import { SECOND } from '../../base/time/units.ts';
import {
  KEYS_TABLE,
  type KeyRow,
  LEASES_TABLE,
  MEMBER_LOG_TABLE,
  type MemberLogRow,
  RAFT_TABLE,
  REVISIONS_TABLE,
  type RevisionRow,
} from '../../cluster/etcd/rows.ts';
import { bareValue } from '../../cluster/ports/bare-value.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { EtcdKeyView, EtcdView } from '../../protocol/views.ts';
import { diffValues } from '../diff.ts';
import type { Snapshot } from '../snapshot.ts';
import { yamlLines } from '../yaml-lines.ts';
import { roundAt } from './etcd-round.ts';

const LOG_LENGTH = 60;
const HISTORY_LENGTH = 12;

/** The store as it is at the cursor: keys with their revisions, the newest changes, leases, members, and one key with its history. */
export function etcdView(snapshot: Snapshot, params: ViewParams): EtcdView {
  const rows = snapshot.table(KEYS_TABLE);
  const changed = snapshot.changedKeys(KEYS_TABLE);
  const stamped = snapshot.changedKeys(REVISIONS_TABLE);
  const keys = [...rows.values()]
    .map(({ key, createRevision, modRevision, version, lease }) => ({
      key,
      createRevision,
      modRevision,
      version,
      lease: lease !== undefined,
      now: changed.has(key),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const log = newest(snapshot.table(REVISIONS_TABLE), LOG_LENGTH).map(({ revision, key, op }) => ({
    revision,
    key,
    op,
    now: stamped.has(String(revision)),
  }));
  const key = params.name ?? [...changed][0] ?? log[0]?.key;
  return {
    revision: log[0]?.revision ?? 0,
    keys,
    log,
    selected: key === undefined ? undefined : keyView(snapshot, key, rows.get(key), params.name === undefined),
    leases: leasesOf(snapshot),
    members: membersOf(snapshot),
    warnings: warningsOf(snapshot),
    round: roundAt(snapshot),
  };
}

/** Revisions only grow, so the newest rows are the last ones. */
export function newest(rows: ReadonlyMap<string, RevisionRow>, most: number): readonly RevisionRow[] {
  return [...rows.values()].sort((a, b) => b.revision - a.revision).slice(0, most);
}

function keyView(snapshot: Snapshot, key: string, row: KeyRow | undefined, follows: boolean): EtcdKeyView {
  const { cursor, journal, requests } = snapshot;
  const writes = snapshot.writesOf(key).filter(({ seq }) => seq <= cursor.position);
  const history = writes
    .slice(-HISTORY_LENGTH)
    .reverse()
    .map(({ seq, revision, op }) => ({
      revision,
      seq,
      actor: requests.of(seq)?.client ?? journal.actorOf(seq),
      op,
      now: seq === cursor.position,
      changes: changesOf(snapshot, seq, key),
    }));
  return {
    key,
    follows,
    exists: row !== undefined,
    value: row === undefined ? '' : valueText(bareValue(row.value)),
    lease: row?.lease === undefined ? undefined : hexOf(row.lease),
    history,
    older: Math.max(0, writes.length - HISTORY_LENGTH),
  };
}

/** What a write changed; the whole value when it is the first one is in the value itself. */
function changesOf(snapshot: Snapshot, seq: number, key: string): EtcdKeyView['history'][number]['changes'] {
  const table = snapshot.tableId(KEYS_TABLE);
  let changes: EtcdKeyView['history'][number]['changes'] = [];
  snapshot.journal.eachDelta(seq, (id, changed, before, after) => {
    if (id !== table || changed !== key || before === undefined || after === undefined) return;
    const [old, now] = [(before as KeyRow).value, (after as KeyRow).value];
    if (typeof old === 'object' && typeof now === 'object') changes = diffValues(old, now);
    else
      changes = [
        { op: 'remove', depth: 0, path: '', text: String(old) },
        { op: 'add', depth: 0, path: '', text: String(now) },
      ];
  });
  return changes;
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return yamlLines(value)
    .map(({ text }) => text)
    .join('\n');
}

function hexOf(id: string): string {
  return hexDigits(BigInt(id), 16);
}

function leasesOf(snapshot: Snapshot): EtcdView['leases'] {
  const changed = snapshot.changedKeys(LEASES_TABLE);
  const at = snapshot.step?.time ?? 0;
  return [...snapshot.table(LEASES_TABLE).values()]
    .sort((a, b) => a.expiresAt - b.expiresAt)
    .map(({ lease, ttl, expiresAt, keys }) => ({
      id: hexOf(lease),
      ttl,
      left: Math.max(0, Math.floor((expiresAt - at) / SECOND)),
      keys,
      now: changed.has(lease),
    }));
}

function warningsOf(snapshot: Snapshot): EtcdView['warnings'] {
  const changed = snapshot.changedKeys(MEMBER_LOG_TABLE);
  return [...snapshot.table(MEMBER_LOG_TABLE).entries()]
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([id, row]) => ({ id, line: `${row.member}  ${logLine(row)}`, now: changed.has(id) }));
}

/** As zap writes it. */
export function logLine({ at, caller, message, fields }: MemberLogRow): string {
  const shown = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'number' ? goDuration(value) : value,
  ]);
  return JSON.stringify({ level: 'warn', ts: rfc3339Micro(at), caller, msg: message, ...Object.fromEntries(shown) });
}

function membersOf(snapshot: Snapshot): EtcdView['members'] {
  const changed = snapshot.changedKeys(RAFT_TABLE);
  const rows = [...snapshot.table(RAFT_TABLE).values()].sort((a, b) => (a.member < b.member ? -1 : 1));
  return rows.map(({ member, state, role, term, lastIndex, commitIndex, fsync }) => ({
    name: member,
    state,
    role,
    term,
    lastIndex,
    commitIndex,
    ...(fsync === undefined ? {} : { fsync }),
    now: changed.has(member),
  }));
}
