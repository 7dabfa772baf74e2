import { isArtefactLine, withoutArtefactBlocks } from '../recordings/artefacts.ts';
import type { Facts } from '../recordings/facts.ts';
import type { Command } from '../recordings/recording.ts';
import { inCommonOrder } from './addresses.ts';
import { NAMED_FAILURE, type Normaliser } from './normalise.ts';

/** One printed line in common words. */
export interface Line {
  readonly text: string;
  /** Generated names in it, as printed. */
  readonly mentions: readonly string[];
}

interface Row {
  /** The cells, with ages already replaced; one cell for a line outside a table. */
  readonly cells: readonly string[];
  readonly raw: string;
  readonly inEvents: boolean;
}

const WORDS = /[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/g;
const DURATION = /\b(?:\d+(?:y|d|h|m|s))+\b/g;
const AGE_COLUMNS = /^(AGE|LAST SEEN|FIRST SEEN|DURATION|LAST SCHEDULE|Age|Last Seen)$/;
const AGE_LINES = /^\s*(Age|Duration|AGE):\s/;

interface Column {
  readonly title: string;
  readonly start: number;
}

function columnsOf(header: string): readonly Column[] {
  return [...header.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ title: match[0], start: match.index }));
}

function isHeader(line: string, next: string | undefined): boolean {
  if (/^[A-Z][A-Z0-9()/-]*( [A-Z0-9()/-]+)*( {2,}[A-Z(][A-Z0-9()/-]*( [A-Z0-9()/-]+)*)*\s*$/.test(line)) return true;
  return next !== undefined && /^\s*-+(\s+-+)+\s*$/.test(next) && columnsOf(line).length > 1;
}

function cut(line: string, columns: readonly Column[]): readonly string[] {
  return columns.map((column, index) => line.slice(column.start, columns[index + 1]?.start).trimEnd());
}

/** Padding depends on the longest cell, so on ages and names. It is checked here and then forgotten. */
function isWellPadded(rows: readonly string[], columns: readonly Column[]): boolean {
  const table = rows.map((row) => cut(row, columns));
  const onGrid = rows.every((row) => columns.every(({ start }) => start === 0 || (row[start - 1] ?? ' ') === ' '));
  const fits = (padding: number) =>
    columns.every((column, index) => {
      const next = columns[index + 1];
      if (next === undefined) return true;
      const longest = Math.max(...table.map((cells) => (cells[index] ?? '').length));
      return next.start - column.start === Math.max(longest + padding, padding === 3 ? 6 : 0);
    });
  return onGrid && (fits(3) || fits(2));
}

function commonAge(cell: string): string {
  return cell.replace(DURATION, '<age>');
}

function secondsOf(age: string): number {
  const unit: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86400, y: 31536000 };
  let sum = 0;
  for (const [, count, name] of age.matchAll(/(\d+)([smhdy])/g)) sum += Number(count) * (unit[name ?? ''] ?? 0);
  return sum;
}

/** Nodes have events of the time before the scenario, and so have namespaces in which nothing happens. */
function isOlderThan(cells: readonly string[], columns: readonly Column[], seconds: number): boolean {
  const cell = (title: string) => cells[columns.findIndex((column) => column.title === title)] ?? '';
  const isOfCluster = cell('OBJECT').startsWith('node/') || cell('NAMESPACE').startsWith('kube-');
  return isOfCluster && secondsOf(cell('LAST SEEN')) > seconds + 1;
}

function tableRows(lines: readonly string[], command: Command): readonly Row[] {
  const columns = columnsOf(lines[0] ?? '');
  const inEvents = columns.some((column) => /^(LAST SEEN|REASON)$/.test(column.title));
  const aligned = isWellPadded(lines, columns);
  const rows: Row[] = [];
  lines.forEach((raw, index) => {
    const cells = aligned ? cut(raw, columns) : raw.split(/ {2,}/);
    if (index > 0 && isOlderThan(cells, columns, command.t)) return;
    const common = cells.map((cell, column) => {
      const title = aligned ? (columns[column]?.title ?? '') : '';
      if (index === 0) return aligned || follows(command) || column > 0 ? cell : `(uneven) ${cell}`;
      // `1 (5s ago)` stands in RESTARTS; a table in watch mode has no reliable columns, so every cell may be an age.
      const isAge = AGE_COLUMNS.test(title) || / ago\)$/.test(cell) || (!aligned && cell.replace(DURATION, '') === '');
      return isAge ? commonAge(cell) : cell;
    });
    rows.push({ cells: common, raw, inEvents: inEvents && index > 0 });
  });
  return rows;
}

function rowsOf(text: string, command: Command): readonly Row[] {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  const rows: Row[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (!isHeader(line, lines[at + 1])) {
      const isAge = AGE_LINES.test(line);
      rows.push({ cells: [isAge ? commonAge(line) : line], raw: line, inEvents: false });
      at += 1;
      continue;
    }
    let end = at + 1;
    const indent = /^\s*/.exec(line)?.[0].length ?? 0;
    while (end < lines.length && (lines[end] ?? '').length > indent && !isHeader(lines[end] ?? '', lines[end + 1])) {
      if (indent > 0 && !(lines[end] ?? '').startsWith(' '.repeat(indent))) break;
      end += 1;
    }
    rows.push(...tableRows(lines.slice(at, end), command));
    at = end;
  }
  return rows;
}

function generatedIn(raw: string, facts: Facts): readonly string[] {
  const found = new Set<string>();
  for (const [word] of raw.matchAll(WORDS)) {
    if (facts.generated.has(word)) found.add(word);
    else {
      const dot = word.lastIndexOf('.');
      if (dot > 0 && facts.generated.has(word.slice(0, dot))) found.add(word.slice(0, dot));
    }
  }
  return [...found];
}

function podsIn(words: Iterable<string>, facts: Facts): readonly string[] {
  const found = new Set<string>();
  for (const text of words) for (const [word] of text.matchAll(WORDS)) if (facts.pods.has(word)) found.add(word);
  return [...found];
}

/** How often an EndpointSlice was written is chance, also before the scenario. */
const SLICE_GENERATION =
  /("?kind"?: "?EndpointSlice"?,?\n *"?metadata"?:(?: \{)?\n(?:.*\n){0,60}? *"?generation"?: )\d+/g;

/**
 * The lines that a command printed, in common words. Neighbouring lines about generated names are put in the order of
 * their common names: their printed order followed from chance.
 */
export function commonOutput(command: Command, text: string, normaliser: Normaliser, facts: Facts): readonly Line[] {
  const asked = podsIn(command.argv.slice(1), facts);
  const whole = asked.length === 1 ? facts.pods.get(asked[0] ?? '') : undefined;
  const lines = rowsOf(withoutArtefactBlocks(text).replace(SLICE_GENERATION, '$1<generation>'), command)
    .filter((row) => !isArtefactLine(row.raw))
    .map((row) => {
      const pods = podsIn([row.raw], facts);
      const subject = pods.length === 1 ? facts.pods.get(pods[0] ?? '') : whole;
      const joined = normaliser.text(row.cells.join('  ').trimEnd(), subject);
      return { text: joined, mentions: generatedIn(row.raw.replace(NAMED_FAILURE, ''), facts), inEvents: row.inEvents };
    });
  const sorted = sortRuns(inCommonOrder(lines), normaliser);
  return follows(command) ? sorted.filter((line, index) => line.text !== sorted[index - 1]?.text) : sorted;
}

/** A command that watches prints a line for each update it sees, so as many as did not coalesce. */
function follows(command: Command): boolean {
  const words = command.argv;
  return words.includes('-w') || words.includes('--watch') || (words.includes('rollout') && words.includes('status'));
}

/** Pods are evicted side by side: which is gone first is chance. */
const EVICTED = /^(pod\/\S+ (evicted|deleted)|evicting pod \S+)$/;

function isNamed({ mentions, inEvents, text }: Line & { readonly inEvents: boolean }): boolean {
  return mentions.length > 0 && !inEvents && !EVICTED.test(text);
}

function sortRuns(lines: readonly (Line & { readonly inEvents: boolean })[], normaliser: Normaliser): readonly Line[] {
  const sorted: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at];
    if (first === undefined) break;
    const belongs = (line: (typeof lines)[number] | undefined) =>
      line !== undefined &&
      (first.inEvents ? line.inEvents : EVICTED.test(first.text) ? EVICTED.test(line.text) : isNamed(line));
    if (!belongs(first)) {
      sorted.push(first);
      at += 1;
      continue;
    }
    let end = at;
    while (belongs(lines[end])) end += 1;
    const run = lines.slice(at, end).map((line, place) => {
      // Events are sorted by a time in whole seconds: within a second any order is right.
      const key = first.inEvents || EVICTED.test(line.text) ? line.text : normaliser.text(line.mentions[0] ?? '');
      return { line, key, place };
    });
    run.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.place - b.place));
    sorted.push(...run.map((item) => item.line));
    at = end;
  }
  return sorted;
}
