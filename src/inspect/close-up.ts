import type { WatchRow } from '../cluster/apiserver/watchcache/rows.ts';
import type { KeyRow } from '../cluster/etcd/rows.ts';
import type { Step } from '../engine/index.ts';
import type { CloseUpView, FieldChange } from '../protocol/views.ts';
import { diffValues } from './diff.ts';
import { keyOfSubject } from './keys.ts';
import type { RequestRecord } from './request-index.ts';
import type { Snapshot } from './snapshot.ts';
import { shortArgs } from './stations.ts';
import { stepDiff } from './views/step.ts';
import { effectsOf } from './why.ts';

const MOST_WRITERS = 6;
const PATCHED = 'apiserver.patched';
const RESPONDED = 'apiserver.responded';
const MUTATED = 'apiserver.mutated';
const BOOKKEEPING = /^(?:workqueue\/|scheduler\/queue$|informer\/.*\/handlers$)/;
const RECEIVED_EVENT = 'clientgo.received';

/** The inside of the loop: what the step at the cursor is about. */
export function closeUpOf(snapshot: Snapshot, record: RequestRecord | undefined): CloseUpView | undefined {
  const { step } = snapshot;
  if (step === undefined) return undefined;
  if (step.kind.name === MUTATED && record !== undefined) return admission(snapshot, record, step);
  if (step.kind.name === 'apiserver.cached') return fanOut(snapshot, step);
  const component = step.kind.name.split('.', 1)[0];
  const ofWrite = step.kind.name === 'apiserver.stored' || step.kind.name === PATCHED || step.kind.name === RESPONDED;
  if (component === 'etcd' || ofWrite) {
    const written = stored(snapshot, step);
    if (written !== undefined) return written;
  }
  if (component !== 'apiserver' && component !== 'etcd' && isTelling(snapshot)) {
    const diff = stepDiff(snapshot);
    if (diff.length > 0)
      return { type: 'diff', title: { key: step.kind.name, args: shortArgs(step.args) }, diff, writtenBy: [] };
  }
  return facts(step);
}

/** Keys that wait and are taken are bookkeeping: what the step says of itself tells more than the row. */
function isTelling(snapshot: Snapshot): boolean {
  const [first] = snapshot.deltas;
  return first !== undefined && !BOOKKEEPING.test(snapshot.tableName(first.table));
}

function admission(snapshot: Snapshot, record: RequestRecord, now: Step): CloseUpView {
  const { journal, requests } = snapshot;
  const rows = requests
    .stepsOf(record, Number.POSITIVE_INFINITY)
    .map((seq) => journal.step(seq))
    .filter(({ kind }) => kind.name === MUTATED)
    .map((step) => ({
      plugin: String(step.args.plugin),
      state: step.seq === now.seq ? ('now' as const) : step.seq < now.seq ? ('done' as const) : ('todo' as const),
      changes: step.seq <= now.seq ? changesOf(String(step.args.changed ?? '')) : [],
      note: undefined,
    }));
  return { type: 'admission', rows };
}

/** `a: 1, b: 2` as lines that were added. */
function changesOf(changed: string): readonly FieldChange[] {
  if (changed === '') return [];
  return changed.split(/,\s+(?=[\w.[\]/-]+(?::|$))/).map((text) => ({ op: 'add', depth: 0, path: text, text }));
}

function fanOut(snapshot: Snapshot, step: Step): CloseUpView {
  const { journal } = snapshot;
  const [resource = ''] = step.subject.split('/');
  const heard = new Set(
    effectsOf(journal, step.seq, 64)
      .filter((seq) => journal.kindOf(seq).name === RECEIVED_EVENT)
      .map((seq) => journal.actorOf(seq)),
  );
  const watches = [...snapshot.table<WatchRow>('apiserver/watches').values()].filter(
    (row) => row.resource === resource,
  );
  const rows = watches.map(({ user, fieldSelector, labelSelector, namespace }) => {
    const holder = holderOf(user);
    const selector = [namespace === '' ? '' : `namespace ${namespace}`, fieldSelector, labelSelector].filter(
      (part) => part !== '',
    );
    return { holder, selector: selector.join(', '), sent: heard.has(holder) };
  });
  return {
    type: 'fan-out',
    event: String(step.args.event ?? ''),
    subject: step.subject,
    revision: Number(step.args.revision ?? 0),
    rows,
  };
}

/** The actor behind a user name. */
export function holderOf(user: string): string {
  if (user.startsWith('system:node:')) return `kubelet/${user.slice('system:node:'.length)}`;
  if (user.startsWith('system:serviceaccount:kube-system:'))
    return user.slice('system:serviceaccount:kube-system:'.length);
  return user.replace(/^system:/, '');
}

function stored(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const diff = step.kind.name === PATCHED || step.kind.name === RESPONDED ? [] : stepDiff(snapshot);
  const key = keyOfSubject(step.subject);
  const writes = key === undefined ? [] : snapshot.writesOf(key).filter(({ seq }) => seq <= step.seq);
  const shown = diff.length > 0 ? diff : writeDiff(snapshot, key, writeAround(snapshot, step));
  if (shown.length === 0) return undefined;
  return {
    type: 'diff',
    title: { key: step.kind.name, args: shortArgs(step.args) },
    diff: shown,
    writtenBy: writes.slice(-MOST_WRITERS).map(({ seq, revision }) => ({
      revision,
      actor: snapshot.requests.of(seq)?.client ?? snapshot.journal.actorOf(seq),
      step: snapshot.view(seq).index,
    })),
  };
}

/** The write of the same request: a patch comes just before it, the registry's word just after. Other steps have none. */
function writeAround(snapshot: Snapshot, step: Step): number | undefined {
  const record = snapshot.requests.of(step.seq);
  if (record === undefined || step.kind.name.startsWith('etcd.')) return undefined;
  return snapshot.requests
    .stepsOf(record, Number.POSITIVE_INFINITY)
    .find((seq) => snapshot.journal.kindOf(seq).name === 'etcd.applied');
}

function writeDiff(snapshot: Snapshot, key: string | undefined, seq: number | undefined): readonly FieldChange[] {
  if (key === undefined || seq === undefined) return [];
  const delta = snapshot.journal.deltasOf(seq).find((one) => one.key === key);
  return delta === undefined
    ? []
    : diffValues((delta.before as KeyRow | undefined)?.value, (delta.after as KeyRow | undefined)?.value);
}

function facts(step: Step): CloseUpView {
  return {
    type: 'facts',
    title: { key: step.kind.name, args: shortArgs(step.args) },
    // The answers of all authenticators and authorizers are the access panel's.
    rows: Object.entries(step.args)
      .filter(([name]) => name !== 'tried')
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => ({ name, value: String(value) })),
  };
}
