import { isArtefactEvent } from '../recordings/artefacts.ts';
import { textAt } from '../recordings/json.ts';
import type { Recording } from '../recordings/recording.ts';
import { align, type Pairing } from './align.ts';
import type { Difference, FieldDifference, Section, Tally } from './difference.ts';
import { Commoner, type CommonWrite } from './effect.ts';
import type { Side } from './naming.ts';
import type { Normaliser } from './normalise.ts';
import { asAskedFirst, isConflict, isJustInTime, optionalReason, placeOf, refusedAtTheEnd } from './optional.ts';
import { unlikeRefusals } from './refusals.ts';
import { chanceEvents } from './told-events.ts';

type Stream = { readonly writer: string; readonly object: string; readonly writes: CommonWrite[] };

export interface WritesResult {
  /** Events that need not be there, so that their keys need not be either. */
  readonly unneeded: { readonly want: ReadonlySet<CommonWrite>; readonly got: ReadonlySet<CommonWrite> };
  readonly differences: readonly Difference[];
  readonly writes: Tally;
  readonly events: Tally;
  readonly optional: number;
}

function isOfMachine({ isEvent, write }: CommonWrite): boolean {
  return isEvent && isArtefactEvent(textAt(write.entry.request, 'reason'));
}

function streamsOf(writes: readonly CommonWrite[]): Map<string, Stream> {
  const streams = new Map<string, Stream>();
  for (const write of writes) {
    const key = `${write.user}\n${write.object}`;
    const stream = streams.get(key) ?? { writer: write.user, object: write.object, writes: [] };
    stream.writes.push(write);
    streams.set(key, stream);
  }
  return streams;
}

function commonWrites(side: Side, normaliser: Normaliser): readonly CommonWrite[] {
  const commoner = new Commoner(side.facts, normaliser);
  return side.history.writes.map((write) => commoner.write(write));
}

function place(writes: readonly CommonWrite[]): string {
  if (writes.length === 0) return '-';
  return writes.map((write) => `#${write.write.index} ${write.write.entry.t0.toFixed(2)}s`).join(',');
}

function where(pairing: Pairing): string {
  return `want ${place(pairing.want)} got ${place(pairing.got)}`;
}

/** What an event says, whoever of several siblings it names. */
function eventKey(write: CommonWrite, anonymous: Normaliser): string {
  const body = write.write.entry.request;
  const message = textAt(body, 'message') || textAt(body, 'note');
  const pod = anonymous.pod(write.write.podName);
  return `${write.action} ${textAt(body, 'reason')}: ${anonymous.text(message, pod)}`;
}

/** Events about one object come in their order, but which of several siblings came first is chance. */
function alignEvents(
  want: readonly CommonWrite[],
  got: readonly CommonWrite[],
  anonymous: { readonly want: Normaliser; readonly got: Normaliser },
): { readonly pairings: readonly Pairing[]; readonly order: FieldDifference[] } {
  const direct = align(want, got);
  if (direct.every((pairing) => pairing.fields.length === 0 && pairing.want.length === pairing.got.length)) {
    return { pairings: direct, order: [] };
  }
  const used = new Set<CommonWrite>();
  const pairings: Pairing[] = [];
  const left: CommonWrite[] = [];
  const order: { readonly want: string; readonly got: string; readonly place: number; readonly batch: number }[] = [];
  const batches = batchesOf(want);
  for (const one of want) {
    const other = got.find(
      (candidate) =>
        !used.has(candidate) && align([one], [candidate])[0]?.fields.length === 0 && sameAction(one, candidate),
    );
    if (other === undefined) {
      left.push(one);
      continue;
    }
    used.add(other);
    pairings.push({ want: [one], got: [other], fields: [] });
    order.push({
      want: eventKey(one, anonymous.want),
      got: eventKey(other, anonymous.got),
      place: got.indexOf(other),
      batch: batches.get(one) ?? 0,
    });
  }
  const rest = got.filter((write) => !used.has(write));
  const isCombined = want.some(tellsOfMany) && got.some(tellsOfMany);
  for (const pairing of align(left, rest)) {
    const isAlike = tellOfSiblings(pairing, anonymous, isCombined);
    pairings.push(isAlike ? { ...pairing, fields: [] } : pairing);
  }
  const byPlace = [...order].sort((a, b) => a.place - b.place);
  const wrong = order.findIndex(({ want, batch }, index) => {
    const other = byPlace[index];
    return want !== other?.got && (batch !== other?.batch || !MADE_TOGETHER.test(want));
  });
  if (wrong < 0) return { pairings, order: [] };
  return { pairings, order: [{ path: `event ${wrong + 1}`, want: order[wrong]?.want, got: byPlace[wrong]?.got }] };
}

/** A controller makes and deletes several at once, by as many goroutines: who is told of first is chance. */
const MADE_TOGETHER = /^\w+ Successful(?:Create|Delete): /;
/** What is told of one after another within so many seconds was done at once. */
const AT_ONCE = 0.03;

/** In which of several batches each event is. */
function batchesOf(events: readonly CommonWrite[]): ReadonlyMap<CommonWrite, number> {
  const found = new Map<CommonWrite, number>();
  let batch = 0;
  events.forEach((event, index) => {
    const before = events[index - 1]?.write.entry;
    const { t0, request } = event.write.entry;
    const isNext = before !== undefined && textAt(before.request, 'reason') === textAt(request, 'reason');
    if (!isNext || t0 - before.t0 > AT_ONCE) batch += 1;
    found.set(event, batch);
  });
  return found;
}

const COMBINED = ' (combined from similar events): ';

function tellsOfMany({ write }: CommonWrite): boolean {
  return ` ${textAt(write.entry.request, 'message')}`.startsWith(COMBINED);
}

/**
 * Which of several siblings an event names last that stands for many of them is chance; then so is which of those made
 * or deleted together was the last that had an event of its own.
 */
function tellOfSiblings(
  { want: [one], got: [other], fields }: Pairing,
  anonymous: { readonly want: Normaliser; readonly got: Normaliser },
  isCombined: boolean,
): boolean {
  if (one === undefined || other === undefined || !fields.every(({ path }) => path.endsWith(' message'))) return false;
  const key = eventKey(one, anonymous.want);
  if (key !== eventKey(other, anonymous.got)) return false;
  return key.includes(COMBINED) || (isCombined && MADE_TOGETHER.test(key));
}

function sameAction(a: CommonWrite, b: CommonWrite): boolean {
  return a.action === b.action && a.user === b.user;
}

const NOTHING: Stream = { writer: '', object: '', writes: [] };

type Streams = ReadonlyMap<string, Stream>;

/** What of one side may be there or not. */
function optionalOf(own: Streams, others: Streams, ended: ReadonlySet<string>): ReadonlySet<CommonWrite> {
  const found = new Set<CommonWrite>();
  for (const [key, { writes: stream }] of own) {
    const { writes: other } = others.get(key) ?? NOTHING;
    for (const write of stream) if (optionalReason(write, { stream, other, ended }) !== undefined) found.add(write);
  }
  return found;
}

function endsOf({ watch }: Recording): ReadonlyMap<string, number> {
  const gone = watch.filter(({ type }) => type === 'DELETED');
  return new Map(gone.map(({ object, t }) => [textAt(object, 'metadata', 'uid'), t]));
}

class Counter {
  matched = 0;
  changed = 0;
  missing = 0;
  extra = 0;
}

/** Compares who wrote what to which object, in which order and with which effect. */
export function compareWrites(
  scenario: string,
  sides: { readonly want: Side; readonly got: Side },
  common: { readonly want: Normaliser; readonly got: Normaliser },
  anonymous: { readonly want: Normaliser; readonly got: Normaliser },
  except?: RegExp,
): WritesResult {
  const writes = { want: commonWrites(sides.want, common.want), got: commonWrites(sides.got, common.got) };
  const streams = { want: streamsOf(writes.want), got: streamsOf(writes.got) };
  const ended = {
    want: new Set(writes.want.filter(refusedAtTheEnd).map(placeOf)),
    got: new Set(writes.got.filter(refusedAtTheEnd).map(placeOf)),
  };
  const counters = { writes: new Counter(), events: new Counter() };
  const differences: Difference[] = [];
  const lone: { want: CommonWrite[]; got: CommonWrite[] } = { want: [], got: [] };
  const optional = {
    want: optionalOf(streams.want, streams.got, ended.want),
    got: optionalOf(streams.got, streams.want, ended.got),
  };
  const teller = (side: 'want' | 'got') => ({
    recording: sides[side].recording,
    writes: writes[side],
    optional: optional[side],
    anonymous: anonymous[side],
  });
  const chance = {
    want: chanceEvents(teller('want'), teller('got')),
    got: chanceEvents(teller('got'), teller('want')),
  };
  const required = (side: 'want' | 'got', { writes: all }: Stream = NOTHING) =>
    all
      .filter((write) => !optional[side].has(write) && !chance[side].has(write))
      .map((write) => asAskedFirst(write, all));
  const goneAt = { want: endsOf(sides.want.recording), got: endsOf(sides.got.recording) };
  let late = 0;
  const isLate = (pairing: Pairing, one: Stream = NOTHING, other: Stream = NOTHING) => {
    const [want] = pairing.want;
    const [got] = pairing.got;
    if (want === undefined)
      return got !== undefined && isJustInTime(got, { stream: other.writes, other: one.writes }, goneAt.got);
    return got === undefined && isJustInTime(want, { stream: one.writes, other: other.writes }, goneAt.want);
  };
  const record = (pairing: Pairing) => {
    const sample = pairing.want[0] ?? pairing.got[0];
    if (sample === undefined) return;
    const section: Section = sample.isEvent ? 'events' : 'writes';
    const counter = counters[section];
    if (pairing.got.length === 0) lone.want.push(...pairing.want);
    else if (pairing.want.length === 0) lone.got.push(...pairing.got);
    else if (pairing.fields.length === 0) counter.matched += pairing.want.length;
    else {
      counter.changed += pairing.want.length;
      const { user: writer, action, object } = sample;
      const fields = pairing.fields;
      differences.push({ scenario, section, kind: 'changed', writer, action, object, fields, where: where(pairing) });
    }
  };
  for (const key of new Set([...streams.want.keys(), ...streams.got.keys()])) {
    const [one, other] = [streams.want.get(key), streams.got.get(key)];
    const want = required('want', one);
    const got = required('got', other);
    const tried = { want: (one?.writes ?? []).filter(isConflict), got: (other?.writes ?? []).filter(isConflict) };
    const sample = want[0] ?? got[0];
    if (sample === undefined || except?.test(sample.user)) continue;
    if (!sample.isEvent) {
      for (const pairing of align(want, got, tried)) {
        if (isLate(pairing, one, other)) late += 1;
        else record(pairing);
      }
      continue;
    }
    const { pairings, order } = alignEvents(want, got, anonymous);
    for (const pairing of pairings) record(pairing);
    if (order.length > 0) {
      const { user: writer, object } = sample;
      const at = `want ${place(want)} got ${place(got)}`;
      differences.push({
        scenario,
        section: 'events',
        kind: 'order',
        writer,
        action: 'create',
        object,
        fields: order,
        where: at,
      });
      counters.events.changed += 1;
    }
  }
  differences.push(...settleLone(scenario, lone, counters));
  const refused = (side: 'want' | 'got') => ({
    writes: optional[side],
    words: (text: string) => anonymous[side].text(text),
  });
  differences.push(...unlikeRefusals(scenario, refused('want'), refused('got')));
  const dropped = [optional.want, optional.got, chance.want, chance.got].reduce((sum, { size }) => sum + size, 0);
  const tallies = { writes: { ...counters.writes }, events: { ...counters.events } };
  const also = (side: 'want' | 'got') => new Set([...chance[side], ...[...optional[side]].filter(isOfMachine)]);
  return { differences, unneeded: { want: also('want'), got: also('got') }, ...tallies, optional: dropped + late };
}

const CLOSE = 14;

/** A write that is missing here and extra there, and nearly the same, was made by the wrong writer or to the wrong object. */
function settleLone(
  scenario: string,
  lone: { readonly want: CommonWrite[]; readonly got: CommonWrite[] },
  counters: { readonly writes: Counter; readonly events: Counter },
): readonly Difference[] {
  const differences: Difference[] = [];
  const free = new Set(lone.got);
  for (const want of lone.want) {
    const section: Section = want.isEvent ? 'events' : 'writes';
    const { user: writer, action, object } = want;
    let partner: CommonWrite | undefined;
    let fields: readonly FieldDifference[] = [];
    for (const got of free) {
      if (got.isEvent !== want.isEvent || (got.object !== want.object && got.user !== want.user)) continue;
      const found = align([want], [got])[0]?.fields ?? [];
      if (found.length > 0 && found.length < CLOSE && (partner === undefined || found.length < fields.length)) {
        partner = got;
        fields = found;
      }
    }
    if (partner === undefined) {
      counters[section].missing += 1;
      differences.push({
        scenario,
        section,
        kind: 'missing',
        writer,
        action,
        object,
        fields: summary(want, 'want'),
        where: `want ${place([want])}`,
      });
      continue;
    }
    free.delete(partner);
    counters[section].changed += 1;
    differences.push({
      scenario,
      section,
      kind: 'changed',
      writer,
      action,
      object,
      fields,
      where: `want ${place([want])} got ${place([partner])}`,
    });
  }
  for (const got of free) {
    const section: Section = got.isEvent ? 'events' : 'writes';
    counters[section].extra += 1;
    const { user: writer, action, object } = got;
    differences.push({
      scenario,
      section,
      kind: 'extra',
      writer,
      action,
      object,
      fields: summary(got, 'got'),
      where: `got ${place([got])}`,
    });
  }
  return differences;
}

/** The few leaves that tell what a lone write was. */
function summary(write: CommonWrite, side: 'want' | 'got'): readonly FieldDifference[] {
  const show = (path: string, value: string): FieldDifference =>
    side === 'want' ? { path, want: value, got: undefined } : { path, want: undefined, got: value };
  const fields = [show('code', write.head.get('code') ?? '')];
  if (write.isEvent) {
    for (const key of ['reason', 'message', 'note', 'type']) {
      const value = write.request.get(key);
      if (value !== undefined) fields.push(show(key, value));
    }
    return fields;
  }
  const told = [...write.effect].filter(([path]) => !/^managedFields|#order$|Time$/.test(path));
  for (const [path, change] of told.slice(0, 6)) fields.push(show(`effect ${path}`, change.now ?? '(removed)'));
  if (told.length > 6) fields.push(show('effect …', `${told.length - 6} more`));
  return fields;
}
