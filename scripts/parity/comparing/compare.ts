import { isHousekeepingKey } from '../recordings/artefacts.ts';
import { gatherFacts, resourceNamer } from '../recordings/facts.ts';
import { buildHistory } from '../recordings/history.ts';
import { type JsonObject, textAt } from '../recordings/json.ts';
import type { Command, Recording } from '../recordings/recording.ts';
import { isFilledUp } from '../replaying/start.ts';
import { compareWrites } from './compare-writes.ts';
import {
  type Difference,
  type FieldDifference,
  fieldDifferences,
  NO_TALLY,
  type ScenarioReport,
  type Tally,
} from './difference.ts';
import { alsoWithout, type Excluded, exclude, NOTHING_EXCLUDED } from './exclude.ts';
import { declareKnown } from './known-differences.ts';
import { diffLines } from './lines.ts';
import { anonymous, matchNames, type Side } from './naming.ts';
import { Normaliser } from './normalise.ts';
import { commonOutput } from './output.ts';

interface Both<T> {
  readonly want: T;
  readonly got: T;
}
export interface Options {
  /** Writers that are left out, with all that only they could have caused: their events, the status that they keep. */
  readonly except?: RegExp;
  /** What could not be run at all. */
  readonly notRun?: readonly Difference[];
}
interface Result {
  readonly differences: readonly Difference[];
  readonly tally: Tally;
}

export function sideOf(recording: Recording): Side {
  const facts = gatherFacts(recording);
  return { recording, facts, history: buildHistory(recording, facts) };
}

function plain(scenario: string, section: Difference['section'], kind: Difference['kind'], object: string) {
  return { scenario, section, kind, object, writer: '', action: '', fields: [], where: '' };
}

/** Leaves of each final object, by what it is called in common words. */
function finalObjects(side: Side, normaliser: Normaliser): ReadonlyMap<string, JsonObject> {
  const resourceOf = resourceNamer(side.recording);
  const objects = new Map<string, JsonObject>();
  for (const object of side.recording.final) {
    const name = textAt(object, 'metadata', 'name');
    const namespace = textAt(object, 'metadata', 'namespace');
    const subject = normaliser.pod(name);
    objects.set(normaliser.text(`${resourceOf(object)} ${namespace ? `${namespace}/` : ''}${name}`, subject), object);
  }
  return objects;
}

/** A node is among the touched objects whenever a heartbeat fell into the scenario: then it is compared, else not missed. */
function mayBeUntouched(name: string): boolean {
  return name.startsWith('nodes ');
}

function compareFinal(scenario: string, sides: Both<Side>, common: Both<Normaliser>, out: Both<Excluded>): Result {
  const want = finalObjects(sides.want, common.want);
  const got = finalObjects(sides.got, common.got);
  const differences: Difference[] = [];
  const tally = { ...NO_TALLY };
  const leavesOf = (object: JsonObject, normaliser: Normaliser) => {
    const name = textAt(object, 'metadata', 'name');
    const isPod = textAt(object, 'kind') === 'Pod';
    return normaliser.leaves(object, isPod ? normaliser.pod(name) : undefined);
  };
  for (const [name, object] of want) {
    const other = got.get(name);
    if (other === undefined) {
      if (mayBeUntouched(name)) continue;
      tally.missing += 1;
      differences.push(plain(scenario, 'objects', 'missing', name));
      continue;
    }
    const ownStatus = out.want.keeps(object) || out.got.keeps(other);
    const fields = fieldDifferences(leavesOf(object, common.want), leavesOf(other, common.got)).filter(
      (field) => !ownStatus || !/^(status|managedFields)\b/.test(field.path),
    );
    if (fields.length === 0) tally.matched += 1;
    else {
      tally.changed += 1;
      differences.push({ ...plain(scenario, 'objects', 'changed', name), fields });
    }
  }
  for (const name of got.keys()) {
    if (want.has(name) || mayBeUntouched(name)) continue;
    tally.extra += 1;
    differences.push(plain(scenario, 'objects', 'extra', name));
  }
  return { differences, tally };
}

interface KeyStory {
  /** Operations in order; neighbouring updates count as one. */
  readonly ops: string;
  readonly count: number;
  readonly odd: string;
}

/** What happened to each etcd key. Several events of one kind about one object share a key in common words. */
function etcdStories(side: Side, normaliser: Normaliser, out: Excluded): ReadonlyMap<string, readonly KeyStory[]> {
  const rows = new Map<string, { ops: string[]; odd: string[]; version: number; created: number; common: string }>();
  for (const row of side.recording.etcd) {
    if (isHousekeepingKey(row.key) || out.wroteEvent(row.key)) continue;
    const item = rows.get(row.key) ?? {
      ops: [],
      odd: [],
      version: -1,
      created: row.createRevision,
      common: normaliser.text(row.key),
    };
    rows.set(row.key, item);
    const op = `${row.op}${row.lease !== '0' ? '+lease' : ''}`;
    if (row.op !== 'UPDATE' || item.ops[item.ops.length - 1] !== op) item.ops.push(op);
    if (row.op === 'CREATE' && row.version !== 1) item.odd.push(`created with version ${row.version}`);
    if (row.op === 'CREATE' && row.createRevision !== row.revision) item.odd.push('created at another revision');
    if (row.op === 'UPDATE' && item.version > 0 && row.version !== item.version + 1) item.odd.push('version jumps');
    if (row.op === 'CREATE') item.created = row.createRevision;
    if (row.op === 'UPDATE' && row.createRevision !== item.created) item.odd.push('another creation');
    item.version = row.op === 'DELETE' ? 0 : row.version;
  }
  const stories = new Map<string, KeyStory[]>();
  for (const item of rows.values()) {
    const story = { ops: item.ops.join(' '), count: 1, odd: item.odd.join(', ') };
    stories.set(item.common, [...(stories.get(item.common) ?? []), story]);
  }
  return stories;
}

/** Revisions that no request explains, as sentences with a count; the recorder's own writes are such. */
function oddities(side: Side, normaliser: Normaliser, out: Excluded): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const oddity of side.history.oddities) {
    if (out.explains(oddity)) continue;
    if (oddity.kind === 'unexplained revision' && isHousekeepingKey(oddity.subject.split(' ')[1] ?? '')) continue;
    const sentence = `${oddity.kind}: ${normaliser.text(oddity.subject)}`;
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return counts;
}

function compareEtcd(scenario: string, sides: Both<Side>, common: Both<Normaliser>, out: Both<Excluded>): Result {
  const want = etcdStories(sides.want, common.want, out.want);
  const got = etcdStories(sides.got, common.got, out.got);
  const differences: Difference[] = [];
  const tally = { ...NO_TALLY };
  const nodes = /^\/registry\/minions\//;
  for (const key of new Set([...want.keys(), ...got.keys()])) {
    const a = [...(want.get(key) ?? [])].map((story) => `${story.ops} ${story.odd}`.trim()).sort();
    const b = [...(got.get(key) ?? [])].map((story) => `${story.ops} ${story.odd}`.trim()).sort();
    // Only a heartbeat distinguishes a node that was touched from one that was not.
    if (nodes.test(key) && [...a, ...b].every((ops) => ops === 'UPDATE')) continue;
    for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
      const one = a[index];
      const other = b[index];
      if (one === other) tally.matched += 1;
      else if (one === undefined) tally.extra += 1;
      else if (other === undefined) tally.missing += 1;
      else tally.changed += 1;
      if (one === other) continue;
      const kind = one === undefined ? 'extra' : other === undefined ? 'missing' : 'changed';
      const fields: FieldDifference[] = [{ path: 'operations', want: one, got: other }];
      differences.push({ ...plain(scenario, 'etcd', kind, key), fields });
    }
  }
  const odd = { want: oddities(sides.want, common.want, out.want), got: oddities(sides.got, common.got, out.got) };
  for (const sentence of new Set([...odd.want.keys(), ...odd.got.keys()])) {
    const one = odd.want.get(sentence) ?? 0;
    const other = odd.got.get(sentence) ?? 0;
    if (one === other || sides.got.recording.etcd.length === 0) continue;
    tally.changed += 1;
    const fields: FieldDifference[] = [{ path: sentence, want: `${one} times`, got: `${other} times` }];
    differences.push({ ...plain(scenario, 'etcd', 'changed', 'consistency'), fields });
  }
  return { differences, tally };
}

/** Columns are as wide as the rest of a description wants them. */
function sayNoEvents(line: string): string {
  return /^Events:\s+<none>$/.test(line) ? NO_EVENTS : line;
}

function compareOutput(scenario: string, sides: Both<Side>, common: Both<Normaliser>, out: Both<Excluded>): Result {
  const differences: Difference[] = [];
  const tally = { ...NO_TALLY };
  const want = sides.want.recording.commands;
  const got = sides.got.recording.commands;
  for (let index = 0; index < Math.max(want.length, got.length); index += 1) {
    const one = want[index];
    const other = got[index];
    const object = `command ${index + 1}: ${(one ?? other)?.argv.join(' ') ?? ''}`;
    if (one === undefined || other === undefined) {
      const kind = one === undefined ? 'extra' : 'missing';
      tally[kind] += 1;
      differences.push(plain(scenario, 'output', kind, object));
      continue;
    }
    for (const stream of ['stdout', 'stderr'] as const) {
      const a = textOf(one, one[stream], common.want, sides.want, out.want);
      const b = textOf(other, other[stream], common.got, sides.got, out.got);
      const found = diffLines(...coalesced(one, a, b));
      tally.matched += found.matched;
      const fields = found.edits.map(({ kind, line }): FieldDifference => {
        tally[kind] += 1;
        return kind === 'missing'
          ? { path: stream, want: line, got: undefined }
          : { path: stream, want: undefined, got: line };
      });
      const ends = { want: one[stream].endsWith('\n'), got: other[stream].endsWith('\n') };
      if (fields.length === 0 && ends.want !== ends.got) {
        fields.push({ path: `${stream} ends with a newline`, want: String(ends.want), got: String(ends.got) });
      }
      if (fields.length > 0) differences.push({ ...plain(scenario, 'output', 'changed', object), fields });
    }
    const changed: FieldDifference[] = [];
    if (one.rc !== other.rc) changed.push({ path: 'rc', want: String(one.rc), got: String(other.rc) });
    if (one.user !== other.user) changed.push({ path: 'user', want: one.user, got: other.user });
    const input = { want: inputOf(one, common.want), got: inputOf(other, common.got) };
    changed.push(...fieldDifferences(input.want, input.got));
    if (changed.length === 0) tally.matched += 1;
    else {
      tally.changed += 1;
      differences.push({ ...plain(scenario, 'output', 'changed', object), fields: changed });
    }
  }
  return { differences, tally };
}

/**
 * `rollout status` prints a line for each update that it sees: progress that only one side saw is left out.
 */
function coalesced(
  command: Command,
  a: readonly string[],
  b: readonly string[],
): [readonly string[], readonly string[]] {
  const { argv } = command;
  if (!(argv.includes('rollout') && argv.includes('status'))) return [a, b];
  const lines = { a: new Set(a), b: new Set(b) };
  const kept = (line: string, other: 'a' | 'b') => lines[other].has(line) || !PROGRESS.test(line);
  return [a.filter((line) => kept(line, 'b')), b.filter((line) => kept(line, 'a'))];
}

const PROGRESS =
  /^Waiting for (.* roll ?out to finish: \d|\d+ pods to be ready|.* spec update to be observed)|^waiting for statefulset rolling update to complete \d/;

/** What a person typed; names that a run made up may be part of it. */
function inputOf(command: Command, normaliser: Normaliser): ReadonlyMap<string, string> {
  const { argv, files = {}, stdin = '', env = {} } = command;
  return normaliser.leaves({ argv: argv.join(' '), files, stdin, env });
}

function textOf(command: Command, text: string, normaliser: Normaliser, side: Side, out: Excluded): readonly string[] {
  const lines = commonOutput(command, text, normaliser, side.facts).map((line) => sayNoEvents(line.text));
  const kept = lines.filter((line) => !out.saidByEvent(line));
  return kept.length === lines.length ? lines : withoutEmptyEvents(kept);
}

/** What `describe` says where nothing is left of its table of events. */
function withoutEmptyEvents(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex(
    (line, index) => line.trim() === 'Events:' && /^\s*Type\s+Reason/.test(lines[index + 1] ?? ''),
  );
  if (at < 0 || (lines[at + 3] ?? '').trim() !== '') return lines;
  return [...lines.slice(0, at), NO_EVENTS, ...lines.slice(at + 3)];
}

const NO_EVENTS = 'Events:  <none>';

function nodeProblems(scenario: string, sides: Both<Side>): readonly Difference[] {
  const known = sides.want.facts.nodes;
  if (![...sides.got.facts.nodes.keys()].some((name) => known.has(name))) return [];
  const fields: FieldDifference[] = [];
  for (const { name, nodes } of sides.got.facts.pods.values()) {
    for (const node of nodes) {
      // A node where nothing happened is in no recording; the run has it all the same.
      if (node === '' || known.has(node) || isFilledUp(node, known.keys())) continue;
      fields.push({ path: `${name} is bound to`, want: [...known.keys()].sort().join(' or '), got: node });
    }
  }
  return fields.length === 0 ? [] : [{ ...plain(scenario, 'objects', 'changed', 'nodes'), fields }];
}

/** Compares a run with a recording. Both are only read; the result depends on nothing else. */
export function compareRecordings(wanted: Recording, given: Recording, options: Options = {}): ScenarioReport {
  const sides = { want: sideOf(wanted), got: sideOf(given) };
  const matching = matchNames(sides.want, sides.got);
  const common = {
    want: new Normaliser(sides.want.facts, matching.want),
    got: new Normaliser(sides.got.facts, matching.got),
  };
  const faceless = {
    want: new Normaliser(sides.want.facts, anonymous(sides.want.facts, matching.want.nodes)),
    got: new Normaliser(sides.got.facts, anonymous(sides.got.facts, matching.got.nodes)),
  };
  const out = {
    want: options.except === undefined ? NOTHING_EXCLUDED : exclude(sides.want, common.want, options.except),
    got: options.except === undefined ? NOTHING_EXCLUDED : exclude(sides.got, common.got, options.except),
  };
  const scenario = wanted.name;
  const writes = compareWrites(scenario, sides, common, faceless, options.except);
  const without = {
    want: alsoWithout(out.want, writes.unneeded.want, common.want),
    got: alsoWithout(out.got, writes.unneeded.got, common.got),
  };
  // What is not there was said under "not run"; what it might have held is not missed again.
  const has = (file: string) => !wanted.unreadable.includes(`${file} (absent)`);
  const nothing: Result = { differences: [], tally: NO_TALLY };
  const objects = has('final.json') ? compareFinal(scenario, sides, common, out) : nothing;
  const etcd = has('etcd.txt') ? compareEtcd(scenario, sides, common, without) : nothing;
  const output = compareOutput(scenario, sides, common, without);
  const nodes = nodeProblems(scenario, sides);
  const differences = [
    ...writes.differences,
    ...objects.differences,
    ...nodes,
    ...etcd.differences,
    ...output.differences,
    ...(options.notRun ?? []),
  ];
  return {
    scenario,
    description: wanted.meta.description ?? '',
    tallies: {
      writes: writes.writes,
      events: writes.events,
      objects: { ...objects.tally, changed: objects.tally.changed + nodes.length },
      etcd: etcd.tally,
      output: output.tally,
      run: { ...NO_TALLY, missing: options.notRun?.length ?? 0 },
    },
    differences: differences.map((difference) => declareKnown(difference)),
    optional: writes.optional,
  };
}
