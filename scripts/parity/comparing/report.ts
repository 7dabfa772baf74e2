import type { Difference, FieldDifference, ScenarioReport, Section, Tally } from './difference.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';

const SECTIONS: readonly Section[] = ['writes', 'events', 'objects', 'etcd', 'output', 'run'];

export function openDifferences(report: ScenarioReport): readonly Difference[] {
  return report.differences.filter((difference) => difference.known === undefined);
}

function cell(tally: Tally): string {
  const bad = [
    tally.changed > 0 ? `~${tally.changed}` : '',
    tally.missing > 0 ? `-${tally.missing}` : '',
    tally.extra > 0 ? `+${tally.extra}` : '',
  ].filter((part) => part !== '');
  return [String(tally.matched), ...bad].join(' ');
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One row a scenario: matched, then ~changed, -missing and +extra where there are any. */
export function summaryTable(reports: readonly ScenarioReport[]): string {
  const head = ['scenario', 'seed', ...SECTIONS.slice(0, 5), 'not run', 'optional', 'known', 'open', 'result'];
  const rows = reports.map((report) => {
    const open = openDifferences(report).length;
    const known = report.differences.length - open;
    const cells = SECTIONS.slice(0, 5).map((section) => cell(report.tallies[section]));
    return [
      report.scenario,
      String(report.seed ?? '-'),
      ...cells,
      String(report.tallies.run.missing),
      String(report.optional),
      String(known),
      String(open),
      open === 0 ? 'ok' : 'DIFFERS',
    ];
  });
  return table([head, ...rows]);
}

export function isAccepted(reports: readonly ScenarioReport[]): boolean {
  return reports.every((report) => openDifferences(report).length === 0);
}

export function totalLine(reports: readonly ScenarioReport[], unread = 0): string {
  let [matched, open, known] = [0, 0, 0];
  for (const report of reports) {
    for (const section of SECTIONS) matched += report.tallies[section].matched;
    open += openDifferences(report).length;
    known += report.differences.length - openDifferences(report).length;
  }
  const bad = reports.filter((report) => openDifferences(report).length > 0).length;
  const rest = unread === 0 ? '' : `, ${unread} not read`;
  return `total: ${reports.length} scenarios, ${bad} differ; ${matched} matched, ${open} differences, ${known} known${rest}`;
}

const WIDEST = 150;

function short(value: string | undefined): string {
  if (value === undefined) return '∅';
  return value.length <= WIDEST ? value : `${value.slice(0, WIDEST - 30)} … ${value.slice(-26)}`;
}

/** Long values differ in one place: shows that place. */
function showField({ path, want, got }: FieldDifference): string {
  if (want === undefined) return `  + ${path} = ${short(got)}`;
  if (got === undefined) return `  - ${path} = ${short(want)}`;
  if (want.length + got.length <= 2 * WIDEST) return `  ~ ${path}: ${want} → ${got}`;
  let start = 0;
  while (start < want.length && want[start] === got[start]) start += 1;
  const from = Math.max(0, start - 30);
  return `  ~ ${path} at ${start}: …${short(want.slice(from))} → …${short(got.slice(from))}`;
}

const FOLD = 4;

/** What a field is part of: a list's element, an owner's set of fields, a part of the request. */
function parentOf(path: string): string {
  const owner = /^(.*?managedFields\[[^\]]*\])/.exec(path)?.[1];
  if (owner !== undefined) return owner;
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
  return end > 0 ? path.slice(0, end) : path;
}

/** Several neighbours that are wholly absent or wholly new are told as one line. */
function fold(fields: readonly FieldDifference[]): readonly FieldDifference[] {
  const sideOf = (field: FieldDifference) => (field.want === undefined ? '+' : field.got === undefined ? '-' : '~');
  const groups = new Map<string, FieldDifference[]>();
  for (const field of fields) {
    const side = sideOf(field);
    const key =
      side === '~' || /^std(out|err)$/.test(field.path) ? `${side}${field.path}` : `${side}${parentOf(field.path)}`;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (
      first === undefined ||
      group.length < FOLD ||
      (first.want !== undefined && first.got !== undefined) ||
      /^std(out|err)$/.test(first.path)
    )
      return group;
    const parent = parentOf(first.path);
    const told = group
      .map((field) => `${field.path.slice(parent.length).replace(/^\./, '')}=${field.want ?? field.got ?? ''}`)
      .filter((text) => !/^f:|^(operation|apiVersion|time|fieldsType|manager)=/.test(text));
    const text = `{${group.length} leaves} ${told.join(' ')}`.trimEnd();
    return [
      {
        path: parent,
        want: first.want === undefined ? undefined : text,
        got: first.got === undefined ? undefined : text,
      },
    ];
  });
}

const MOST_FIELDS = 14;

/** Siblings get things wrong alike: the random end of a generated name does not make a difference a new one. */
function alike(text: string): string {
  return text.replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9])/g, '-*');
}

function heading(scenario: string, difference: Difference): string {
  const mark = difference.known === undefined ? '' : ` [known: ${difference.known}]`;
  const who = [difference.writer, difference.action].filter((part) => part !== '').join(' ');
  const what = [who, difference.object].filter((part) => part !== '').join(' → ');
  return `${scenario} ${difference.kind.toUpperCase()} ${difference.section}: ${what}${mark}`;
}

/**
 * The differences as text. A field that differs in the same way in several writes to one object, or to its siblings,
 * is told once: what a first write got wrong, later ones repeat.
 */
export function showDifferences(
  report: ScenarioReport,
  options: { readonly known: boolean; readonly all: boolean },
): string {
  const out: string[] = [];
  const told = new Set<string>();
  const repeats = new Map<string, number>();
  for (const difference of report.differences) {
    if (difference.known !== undefined && !options.known) continue;
    const head = heading(report.scenario, difference);
    const isNew = ({ path, want, got }: FieldDifference) => {
      if (options.all || difference.section === 'output') return true;
      const key = alike(`${difference.kind}\n${difference.object}\n${path}\n${want}\n${got}`);
      if (told.has(key)) return false;
      told.add(key);
      return true;
    };
    const fresh = difference.fields.filter(isNew);
    if (fresh.length === 0 && difference.fields.length > 0) {
      const key = alike(head);
      repeats.set(key, (repeats.get(key) ?? 0) + 1);
      continue;
    }
    out.push(head);
    if (difference.where !== '') out.push(`  (${difference.where})`);
    const folded = options.all ? fresh : fold(fresh);
    const limit = options.all ? folded.length : MOST_FIELDS;
    out.push(...folded.slice(0, limit).map(showField));
    if (folded.length > limit) out.push(`  … ${folded.length - limit} more`);
    const repeated = difference.fields.length - fresh.length;
    if (repeated > 0) out.push(`  (${repeated} fields as told above)`);
  }
  for (const [head, count] of repeats) out.push(`${head} (${count}×, every field as told above)`);
  return out.join('\n');
}

export function knownReasons(reports: readonly ScenarioReport[]): string {
  const counts = new Map<string, number>();
  for (const { differences } of reports) {
    for (const { known } of differences) if (known !== undefined) counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  const here = KNOWN_DIFFERENCES.filter(({ id }) => counts.has(id));
  const rows = here.map(({ id, reason }) => [`  ${counts.get(id)}×`, id, reason]);
  return rows.length === 0 ? '' : `known differences:\n${table(rows)}`;
}
