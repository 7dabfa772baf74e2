import { RAFT_TABLE } from '../../cluster/etcd/rows.ts';
import type { EtcdView, RoundStepView } from '../../protocol/views.ts';
import { etcd } from '../../steps/etcd.ts';
import type { Snapshot } from '../snapshot.ts';

const BEGINS: ReadonlySet<string> = new Set([
  etcd.proposed.name,
  etcd.stalled.name,
  etcd.electionTimeout.name,
  etcd.leaderMoved.name,
]);
const PARTS: ReadonlySet<string> = new Set([
  etcd.sent.name,
  etcd.appended.name,
  etcd.replicated.name,
  etcd.committed.name,
  etcd.applied.name,
  etcd.txnApplied.name,
  etcd.compareFailed.name,
  etcd.followerApplied.name,
  etcd.campaigned.name,
  etcd.voted.name,
  etcd.elected.name,
  etcd.timedOut.name,
  etcd.proposed.name,
]);
/** How far back and ahead a round is looked for. */
const REACH = 3000;
const SPAN = 600;
const MOST = 24;

/** The newest round that had begun at the cursor, with all that followed from it: an entry's way, or an election. */
export function roundAt(snapshot: Snapshot): EtcdView['round'] {
  const { cursor, journal } = snapshot;
  const first = beginning(snapshot, Math.min(cursor.position, journal.end - 1));
  if (first === undefined) return undefined;
  const began = journal.timeOf(first);
  const leader = String(journal.step(first).args.member ?? soleMember(snapshot));
  const steps: RoundStepView[] = [{ step: snapshot.view(first), member: leader, after: 0 }];
  const seen = new Set([first]);
  const last = Math.min(journal.end, first + SPAN);
  for (let seq = first + 1; seq < last && steps.length < MOST; seq += 1) {
    if (!PARTS.has(journal.kindOf(seq).name)) continue;
    const { causes, args } = journal.step(seq);
    if (!causes.some((cause) => seen.has(cause))) continue;
    seen.add(seq);
    const member = typeof args.member === 'string' ? args.member : leader;
    steps.push({ step: snapshot.view(seq), member, after: journal.timeOf(seq) - began });
  }
  return { steps, micros: steps.at(-1)?.after ?? 0 };
}

function beginning({ journal }: Snapshot, from: number): number | undefined {
  const oldest = Math.max(journal.base, from - REACH);
  for (let seq = from; seq >= oldest; seq -= 1) if (BEGINS.has(journal.kindOf(seq).name)) return seq;
  return undefined;
}

function soleMember(snapshot: Snapshot): string {
  return [...snapshot.table(RAFT_TABLE).keys()][0] ?? 'etcd-0';
}
