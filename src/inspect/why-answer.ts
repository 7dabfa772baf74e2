import type { QueryResult } from '../protocol/queries.ts';
import { keyOfSubject } from './keys.ts';
import type { Snapshot } from './snapshot.ts';
import { diagnosisAt } from './views/diagnosis.ts';
import { type Lost, lostTo, tellingChain } from './why.ts';

/** What the filter hides is passed over; where the chain begins and ends is always told. */
function shownChain(snapshot: Snapshot, seq: number): readonly number[] {
  const chain = tellingChain(snapshot.journal, seq);
  return chain.filter(
    (at, place) => place === 0 || place === chain.length - 1 || snapshot.index.indexOf(at) !== undefined,
  );
}

/** The page asks for it at every step, so that it is kept apart from what is asked now and then. */
export function whyAnswer(snapshot: Snapshot, seq: number): QueryResult {
  const chain = shownChain(snapshot, seq).map((at) => snapshot.view(at));
  const winner = winnerOver(snapshot, lostTo(snapshot.journal, seq));
  const isHere = snapshot.cursor.position === seq;
  const unmet = isHere ? diagnosisAt(snapshot).about(snapshot.journal.subjectOf(seq)) : [];
  return {
    type: 'why',
    chain,
    ...(winner === undefined ? {} : { winner: snapshot.view(winner) }),
    ...(unmet.length === 0 ? {} : { unmet }),
  };
}

/** From what one sees of it, such as a pull that failed, to what somebody did. */
export function unmetAnswer(snapshot: Snapshot, subject: string): QueryResult {
  const diagnosis = diagnosisAt(snapshot);
  const seen = diagnosis.evidence(subject);
  const first = seen.at(-1);
  const chain = first === undefined ? [] : [...seen.slice(0, -1), ...shownChain(snapshot, first)];
  return { type: 'unmet', unmet: diagnosis.about(subject), chain: chain.map((at) => snapshot.view(at)) };
}

/** The write that a refused one came too late for. */
function winnerOver(snapshot: Snapshot, lost: Lost | undefined): number | undefined {
  const key = lost === undefined ? undefined : keyOfSubject(lost.subject);
  if (lost === undefined || key === undefined) return undefined;
  return snapshot.writesOf(key).findLast(({ seq }) => seq < lost.seq)?.seq;
}
