import { expect, it } from 'vitest';
import type { Given } from '../../cluster/inputs/inputs.ts';
import { startedRun } from '../../cluster/testing/started-run.ts';
import type { Run } from '../../engine/index.ts';
import { Snapshot } from '../snapshot.ts';
import { etcdView } from './etcd.ts';

function begin(etcdMembers: 1 | 3): { run: Run<Given>; etcdctl(...argv: string[]): void; snapshot(): Snapshot } {
  const run = startedRun({ nodes: 1, latencies: 'realistic', etcdMembers, proxy: 'none' });
  return {
    run,
    etcdctl(...argv) {
      run.give({ type: 'etcdctl', argv });
      run.advance({ quiescent: true });
    },
    snapshot() {
      const made = new Snapshot(run.engine, { grain: 'detail', scope: 'story' });
      made.refresh();
      made.cursor.seek(run.engine.journal.end - 1);
      return made;
    },
  };
}

it('ET15: the view of etcd follows the key that a step changes, with what every write changed', () => {
  const { etcdctl, snapshot } = begin(1);
  etcdctl('put', 'a', 'one');
  etcdctl('put', 'a', 'two');
  etcdctl('put', 'b', 'else');
  const last = snapshot();
  expect(etcdView(last, {}).selected).toMatchObject({ key: 'b', follows: true });
  const { selected } = etcdView(last, { name: 'a' });
  expect(selected).toMatchObject({ key: 'a', follows: false, exists: true, value: 'two' });
  expect(selected?.history.map(({ op, changes }) => [op, changes.map(({ text }) => text)])).toEqual([
    ['update', ['one', 'two']],
    ['create', []],
  ]);
  // At the first write the second is not there yet.
  last.cursor.seek(selected?.history[1]?.seq ?? 0);
  const before = etcdView(last, {}).selected;
  expect(before).toMatchObject({ key: 'a', value: 'one' });
  expect(before?.history.map(({ now }) => now)).toEqual([true]);
  // What the API server stored is shown as it is in the bytes: only the key knows the revision.
  const namespace = etcdView(last, { name: '/registry/namespaces/default' }).selected?.value;
  expect(namespace).toContain('name: default');
  expect(namespace).not.toContain('resourceVersion');
});

it('ET15: the removal of several keys at once is in the history of each', () => {
  const { etcdctl, snapshot } = begin(1);
  etcdctl('put', 'a', '1');
  etcdctl('put', 'ab', '2');
  etcdctl('del', 'a', '--prefix');
  const view = snapshot();
  const revisions = ['a', 'ab'].map((name) => etcdView(view, { name }).selected?.history[0]);
  expect(revisions.map((entry) => entry?.op)).toEqual(['delete', 'delete']);
  expect(new Set(revisions.map((entry) => entry?.revision)).size).toBe(1);
  expect(etcdView(view, { name: 'a' }).selected?.exists).toBe(false);
});

it('ET15: leases have the time that is left at the cursor', () => {
  const { etcdctl, snapshot } = begin(1);
  etcdctl('lease', 'grant', '100');
  const [lease] = etcdView(snapshot(), {}).leases;
  expect(lease).toMatchObject({ ttl: 100, keys: 0 });
  expect(lease?.left).toBeGreaterThan(97);
  expect(lease?.id).toMatch(/^[0-9a-f]{16}$/);
});

it('ET16: a round is an entry’s way through the members, or an election', () => {
  const { run, etcdctl, snapshot } = begin(3);
  etcdctl('put', 'a', '1');
  const { round, members } = etcdView(snapshot(), {});
  const kinds = (round?.steps ?? []).map(({ step, member }) => `${step.kind} ${member}`);
  expect(kinds[0]).toBe('etcd.proposed etcd-0');
  expect(kinds.slice(1).sort()).toEqual([
    'etcd.appended etcd-0',
    'etcd.applied etcd-0',
    'etcd.committed etcd-0',
    'etcd.followerApplied etcd-1',
    'etcd.followerApplied etcd-2',
    'etcd.replicated etcd-1',
    'etcd.replicated etcd-2',
    'etcd.sent etcd-0',
  ]);
  expect(members.map(({ name, role }) => [name, role])).toEqual([
    ['etcd-0', 'leader'],
    ['etcd-1', 'follower'],
    ['etcd-2', 'follower'],
  ]);
  run.give({ type: 'etcd-member', member: 'etcd-0', state: 'stopped' });
  run.advance({ quiescent: true });
  const view = snapshot();
  const { journal } = run.engine;
  let elected = journal.end - 1;
  while (journal.kindOf(elected).name !== 'etcd.elected') elected -= 1;
  view.cursor.seek(elected);
  const election = etcdView(view, {}).round?.steps.map(({ step }) => step.kind);
  expect(election).toEqual(
    expect.arrayContaining(['etcd.electionTimeout', 'etcd.campaigned', 'etcd.voted', 'etcd.elected']),
  );
});
