import { compareStrings } from '../../base/order.ts';
import type { ComparedRow } from '../../protocol/compare-view.ts';
import type { StepView } from '../../protocol/step-view.ts';
import type { StepArgs } from '../../steps/define.ts';
import { withoutGenerated } from '../anchors/generated-names.ts';
import { digestOf, type ToldBeat } from '../anchors/told-beats.ts';
import type { Snapshot } from '../snapshot.ts';
import { type Keys, paired } from './align.ts';

/** One beat, and by what it is found on the other side. */
export interface Told {
  readonly step: StepView;
  readonly keys: Keys;
}

/** Every beat of a run, in order. */
export function toldIn(snapshot: Snapshot): readonly Told[] {
  return snapshot.told.all.map((told) => {
    const { kind, args, subject, actor } = told;
    return { step: { ...snapshot.view(told.seq), kind, args, subject, actor }, keys: keysOf(told) };
  });
}

type Sentence = Pick<ToldBeat, 'kind' | 'args' | 'subject' | 'actor' | 'says'>;

/** Says the same; the same but for made-up names; about the same object; about one that is named alike. */
export function keysOf({ kind, args, subject, actor, says }: Sentence): Keys {
  const [alikeActor, alikeSubject] = [alikeName(actor), alikeName(subject)];
  return [
    JSON.stringify([kind, actor, subject, says]),
    JSON.stringify([kind, alikeActor, alikeSubject, digestOf(kind, alikeSubject, alikeArgs(args))]),
    JSON.stringify([kind, actor, subject]),
    JSON.stringify([kind, alikeActor, alikeSubject]),
  ];
}

/** Commands are numbered through: one more before it gives a command another number. */
function alikeName(name: string): string {
  return withoutGenerated(name).replace(/^(kubectl|etcdctl|line)\/\d+$/, '$1/*');
}

function alikeArgs(args: StepArgs): StepArgs {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/[\w./-]+/g, alikeName) : value,
    ]),
  );
}

/** Both stories in one list, what is paired on one line. */
export function rowsOf(left: readonly Told[], right: readonly Told[]): readonly ComparedRow[] {
  // Of several best pairings it shall be the same one, whichever side is asked about first.
  const isTurned = compareLists(left, right) > 0;
  return isTurned ? merged(right, left).map(mirrored) : merged(left, right);
}

function compareLists(left: readonly Told[], right: readonly Told[]): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [left[at]?.keys[0] as string, right[at]?.keys[0] as string];
    if (a !== b) return compareStrings(a, b);
  }
  return left.length - right.length;
}

function mirrored({ how, left, right }: ComparedRow): ComparedRow {
  return { how, ...(right === undefined ? {} : { left: right }), ...(left === undefined ? {} : { right: left }) };
}

function merged(left: readonly Told[], right: readonly Told[]): readonly ComparedRow[] {
  const partners = paired(
    left.map(({ keys }) => keys),
    right.map(({ keys }) => keys),
  );
  const moved = movedIn(left, right, partners);
  const limits = limitsOf(partners, right.length);
  const rows: ComparedRow[] = [];
  let at = 0;
  const alone = (l: Told | undefined, r: Told | undefined) => {
    const how = moved.has((l ?? r) as Told) ? 'moved' : 'only';
    rows.push({ how, ...(l === undefined ? {} : { left: l.step }), ...(r === undefined ? {} : { right: r.step }) });
  };
  for (const [place, l] of left.entries()) {
    const partner = partners[place] as number;
    // What only one side has stands in the order in which it happened.
    const limit = partner >= 0 ? partner : (limits[place] as number);
    for (; at < limit && (partner >= 0 || isBefore(right[at], l)); at += 1) alone(undefined, right[at]);
    if (partner < 0) {
      alone(l, undefined);
      continue;
    }
    const r = right[partner] as Told;
    rows.push({ how: howOf(l, r), left: l.step, right: r.step });
    at += 1;
  }
  for (; at < right.length; at += 1) alone(undefined, right[at]);
  return rows;
}

function isBefore(r: Told | undefined, l: Told): boolean {
  return r !== undefined && r.step.time < l.step.time;
}

/** For each item of the left, where on the right the next pair after it is. */
function limitsOf(partners: readonly number[], end: number): readonly number[] {
  const limits = new Array<number>(partners.length);
  let limit = end;
  for (let place = partners.length - 1; place >= 0; place -= 1) {
    const partner = partners[place] as number;
    if (partner >= 0) limit = partner;
    limits[place] = limit;
  }
  return limits;
}

function howOf(left: Told, right: Told): ComparedRow['how'] {
  if (left.keys[0] === right.keys[0]) return 'same';
  return left.keys[1] === right.keys[1] ? 'alike' : 'otherwise';
}

/** What both sides say, and is paired on neither: it comes in another order. */
function movedIn(left: readonly Told[], right: readonly Told[], partners: readonly number[]): ReadonlySet<Told> {
  const taken = new Set(partners);
  const ofRight = new Map<string, Told[]>();
  // From the end, so that the first of several is taken first.
  for (let at = right.length - 1; at >= 0; at -= 1) {
    const told = right[at] as Told;
    const key = told.keys[1] as string;
    if (taken.has(at)) continue;
    const same = ofRight.get(key);
    if (same === undefined) ofRight.set(key, [told]);
    else same.push(told);
  }
  const moved = new Set<Told>();
  left.forEach((told, at) => {
    const other = (partners[at] as number) >= 0 ? undefined : ofRight.get(told.keys[1] as string)?.pop();
    if (other !== undefined) moved.add(told).add(other);
  });
  return moved;
}
