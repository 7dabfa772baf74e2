import { OWN_PROGRAMS } from '../../cluster/desk/programs.ts';
import { SHELL_TABLE } from '../../cluster/desk/rows.ts';
import { HOME } from '../../cluster/kubectl/session/files.ts';
import type { Candidate, QueryResult } from '../../protocol/queries.ts';
import type { Snapshot } from '../snapshot.ts';
import { Known } from './known.ts';
import { kubectlCandidates, type Offer } from './kubectl.ts';
import { typedAt } from './words.ts';

type Completed = Extract<QueryResult, { type: 'complete' }>;

/** More than these nobody reads. */
const MOST = 200;

/** What may stand at the cursor of a line, of what there is at the cursor of the run. */
export function complete(snapshot: Snapshot, text: string, at: number, files: readonly string[]): Completed {
  const { words, word, from, quote, isRedirect } = typedAt(text, at);
  const known = new Known(snapshot);
  const there = [...new Set([...files, ...known.written()])].sort();
  const around = { known, files: there, names: shellNames(snapshot), after: wordsAfter(text, at) };
  const found: readonly Offer[] = isRedirect ? fileCandidates(there, word) : candidates(around, words, word);
  const begun = found.filter((one) => one.replaces === true || one.text.startsWith(word));
  const shown = begun.slice(0, MOST).map(({ replaces: _, ...one }) => ({ ...one, text: `${quote}${one.text}` }));
  return { type: 'complete', from, candidates: shown };
}

/** What is known beside the words before the cursor. */
interface Around {
  readonly known: Known;
  readonly files: readonly string[];
  readonly names: readonly string[];
  /** The words of the command behind the cursor. */
  readonly after: readonly string[];
}

/** Flags may stand behind what is completed. */
function wordsAfter(text: string, at: number): readonly string[] {
  const rest = /^[^|;&\n]*/.exec(text.slice(at))?.[0] ?? '';
  return typedAt(`${rest} `, rest.length + 1).words;
}

function candidates(around: Around, words: readonly string[], word: string): readonly Offer[] {
  const { known, files, names, after } = around;
  const [program, ...rest] = words;
  if (program === undefined) {
    if (word.includes('/')) return fileCandidates(files, word);
    return [...new Set([...names, ...PROGRAMS])].sort().map((text) => ({ text }));
  }
  switch (program) {
    case 'kubectl':
    case 'k':
      return kubectlCandidates(known, { before: rest, after }, word, (part) => fileCandidates(files, part));
    case 'etcdctl':
      return word.startsWith('-') ? [] : etcdctlCandidates(known, rest, word);
    case 'ssh':
      return known.objects('nodes').map(({ name }) => ({ text: name }));
    case 'watch':
      return candidates(around, rest, word);
    default:
      return word.startsWith('-') ? [] : fileCandidates(files, word);
  }
}

/** What people begin a line with. */
const PROGRAMS = [
  ...OWN_PROGRAMS,
  ...'cat clear cut echo export for grep head help ls sed sort tail tr uniq wc while xargs'.split(' '),
];

/** Of etcdctl, with the commands below each; the others take keys, or nothing that is known. */
const ETCDCTL: Readonly<Record<string, readonly string[]>> = {
  alarm: ['disarm', 'list'],
  compaction: [],
  defrag: [],
  endpoint: ['hashkv', 'health', 'status'],
  lease: ['grant', 'keep-alive', 'list', 'revoke', 'timetolive'],
  member: ['list'],
  'move-leader': [],
  txn: [],
  version: [],
};
const OF_KEYS: readonly string[] = ['del', 'get', 'lock', 'put', 'watch'];

function etcdctlCandidates(known: Known, before: readonly string[], word: string): readonly Candidate[] {
  const command = before.find((one) => OF_KEYS.includes(one) || Object.hasOwn(ETCDCTL, one));
  if (command === undefined) return [...OF_KEYS, ...Object.keys(ETCDCTL)].sort().map((text) => ({ text }));
  if (OF_KEYS.includes(command)) return keyCandidates(known, word);
  return before.at(-1) === command ? (ETCDCTL[command] ?? []).map((text) => ({ text })) : [];
}

/** Files and folders, one folder at a time. */
function fileCandidates(files: readonly string[], word: string): readonly Candidate[] {
  const before = word.slice(0, word.lastIndexOf('/') + 1);
  const place = before
    .replace(/^(?:\.\/)+/, '')
    .replace(/^~\//, '')
    .replace(`${HOME}/`, '');
  const found = new Map<string, Candidate>();
  for (const file of files) {
    if (!file.startsWith(place)) continue;
    const [name = '', ...below] = file.slice(place.length).split('/');
    const text = `${before}${name}${below.length > 0 ? '/' : ''}`;
    found.set(text, below.length > 0 ? { text, goesOn: true } : { text });
  }
  return [...found.values()];
}

/** Keys of the store, one part at a time. */
function keyCandidates(known: Known, word: string): readonly Candidate[] {
  const before = word.slice(0, word.lastIndexOf('/') + 1);
  const found = new Map<string, Candidate>();
  for (const key of known.keys()) {
    if (!key.startsWith(word)) continue;
    const end = key.indexOf('/', before.length);
    const text = end < 0 ? key : key.slice(0, end + 1);
    found.set(text, end < 0 ? { text } : { text, goesOn: true });
  }
  return [...found.values()].sort((one, other) => (one.text < other.text ? -1 : 1));
}

/** Aliases and functions. */
function shellNames(snapshot: Snapshot): readonly string[] {
  if (!snapshot.engine.tableNames.includes(SHELL_TABLE)) return [];
  return snapshot.table(SHELL_TABLE).get('shell')?.names ?? [];
}
