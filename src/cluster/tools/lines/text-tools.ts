// Models the applets of busybox that work on lines: cut, tr, sed, awk, uniq, grep and the like, in their usual forms (v1.36)

import { base64, fromBase64 } from '../../../base/bytes/base64.ts';
import { fails, linesOf, says, type Told, textOf } from '../told.ts';
import { escapes } from '../word-tools.ts';
import { Work } from '../work.ts';
import { awk } from './awk.ts';
import { checkDigests, digestLine, isDigest } from './digests.ts';
import { hexdump, od, xxd } from './dumps.ts';
import { grep, grepWords } from './grep.ts';
import { CLASSES } from './line-patterns.ts';
import { sed } from './sed.ts';
import { sort } from './sort.ts';

/** Undefined: asked for more than is modelled. */
type LineTool = (args: readonly string[], input: string, work: Work) => Told | undefined;

/** How many plain words come before the names of files, and which flags take the next word. */
interface Form {
  readonly words: number;
  readonly valued: readonly string[];
  readonly tool: LineTool;
}

const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['awk', { words: 1, valued: ['-F', '-v'], tool: awk }],
  ['base64', { words: 0, valued: ['-w'], tool: based }],
  ['column', { words: 0, valued: ['-s', '-o'], tool: column }],
  ['cut', { words: 0, valued: ['-d', '-f', '-c'], tool: cut }],
  ['fold', { words: 0, valued: ['-w'], tool: fold }],
  ['hd', { words: 0, valued: [], tool: (args, input) => hexdump(['-C', ...args], input) }],
  ['head', { words: 0, valued: ['-n', '-c'], tool: (args, input) => ends(args, input, 'head') }],
  ['hexdump', { words: 0, valued: [], tool: hexdump }],
  ['nl', { words: 0, valued: [], tool: (_, input) => says(textOf(linesOf(input).map(numbered))) }],
  ['rev', { words: 0, valued: [], tool: (_, input) => says(textOf(linesOf(input).map(reversed))) }],
  ['sed', { words: 1, valued: ['-e', '-ne', '-re', '-Ee', '-nre', '-nEe'], tool: sed }],
  ['od', { words: 0, valued: ['-A', '-t'], tool: od }],
  ['sort', { words: 0, valued: ['-k', '-t', '-o'], tool: sort }],
  ['tac', { words: 0, valued: [], tool: (_, input) => says(textOf(linesOf(input).reverse())) }],
  ['tail', { words: 0, valued: ['-n', '-c'], tool: (args, input) => ends(args, input, 'tail') }],
  ['tr', { words: 2, valued: [], tool: tr }],
  ['uniq', { words: 0, valued: [], tool: uniq }],
  ['xxd', { words: 0, valued: [], tool: xxd }],
]);

/** `column -t [-s SIGNS] [-o BETWEEN]`: cells below one another. */
function column(args: readonly string[], input: string): Told | undefined {
  if (!args.some((word) => /^-\w*t/.test(word))) return undefined;
  const after = (flag: string): string | undefined => args[args.indexOf(flag) + 1];
  const signs = args.includes('-s') ? after('-s') : undefined;
  const between = args.includes('-o') ? (after('-o') ?? '') : '  ';
  const cellsOf = (line: string): readonly string[] =>
    signs === undefined ? line.split(/[ \t]+/).filter((cell) => cell !== '') : splitAtAny(line, signs);
  const rows = linesOf(input)
    .filter((line) => line.trim() !== '')
    .map(cellsOf);
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  const most = widths.length - 1;
  return says(
    textOf(
      rows.map((row) =>
        row
          .map((cell, at) => (at === most || at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
          .join(between),
      ),
    ),
  );
}

function splitAtAny(line: string, signs: string): readonly string[] {
  const cells: string[] = [''];
  for (const sign of line) {
    if (signs.includes(sign)) cells.push('');
    else cells[cells.length - 1] += sign;
  }
  return cells;
}

/** Whether such a tool reads what comes in; undefined: it is none of these. */
export function readsLines(name: string, args: readonly string[]): boolean | undefined {
  if (GREPS.has(name)) {
    const { paths, flags } = grepWords(args) ?? {};
    return (paths ?? []).every((path) => path === '-') && !/[rR]/.test(flags ?? '');
  }
  if (isDigest(name)) return !args.some((word) => !word.startsWith('-'));
  if (name === 'paste') return pasteWords(args).paths.some((path) => path === '-');
  const form = FORMS.get(name);
  if (form === undefined) return undefined;
  const [flags, plain] = split(args, form.valued);
  return plain.filter((path) => path !== '-').length <= ownWords(form, flags);
}

const ownWords = ({ words }: Form, flags: readonly string[]): number =>
  flags.some((flag) => /^-\w*e$/.test(flag)) ? 0 : words;

/** How such tools come to files. */
export interface Reading {
  read(path: string): string | undefined;
  /** All files below a folder; undefined: it is none. */
  under(path: string): readonly string[] | undefined;
}

/** What such a tool makes of its files, or of what comes in; undefined for any other, or for what is not modelled. */
export function tellOfLines(
  name: string,
  args: readonly string[],
  input: string | undefined,
  files: Reading,
): Told | undefined {
  const work = new Work();
  const told = worked(name, args, input ?? '', files, work);
  return told === undefined || work.micros === 0 ? told : { ...told, takes: { micros: work.micros } };
}

function worked(
  name: string,
  args: readonly string[],
  input: string,
  { read, under }: Reading,
  work: Work,
): Told | undefined {
  const letters = GREPS.get(name);
  if (letters !== undefined) return searched(letters, args, input, { read, under }, work);
  if (isDigest(name)) return digested(name, args, input, read, work);
  if (name === 'paste') return paste(args, input, read);
  const form = FORMS.get(name);
  if (form === undefined) return undefined;
  const [flags, plain] = split(args, form.valued);
  const own = ownWords(form, flags);
  const paths = plain.slice(own).filter((path) => path !== '-');
  const given = [...flags, ...plain.slice(0, own)];
  if (name === 'tr' || paths.length === 0) return form.tool(given, input, work);
  let stderr = '';
  const outcomes: Told[] = [];
  const texts: string[] = [];
  const isEach = EACH.has(name);
  for (const path of paths) {
    const content = read(path);
    if (content === undefined) stderr += missing(name, path);
    else if (!isEach) texts.push(content);
    else {
      const told = form.tool(given, content, work);
      if (told === undefined) return undefined;
      outcomes.push(paths.length < 2 ? told : { ...told, stdout: `==> ${path} <==\n${told.stdout}` });
    }
  }
  if (!isEach) {
    const told = texts.length === 0 ? says('') : form.tool(given, texts.join(''), work);
    if (told === undefined) return undefined;
    outcomes.push(told);
  }
  const codes = outcomes.map(({ exitCode }) => exitCode);
  const exitCode = stderr !== '' ? 1 : Math.min(...codes);
  const bursts = outcomes.some((told) => told.bursts === true);
  const told = { stdout: outcomes.map(({ stdout }) => stdout).join(''), stderr, exitCode };
  return bursts ? { ...told, bursts } : told;
}

const GREPS: ReadonlyMap<string, string> = new Map([
  ['grep', ''],
  ['egrep', 'E'],
  ['fgrep', 'F'],
]);

function searched(
  letters: string,
  args: readonly string[],
  input: string,
  { read, under }: Reading,
  work: Work,
): Told | undefined {
  const asked = grepWords(letters === '' ? args : [`-${letters}`, ...args]);
  if (asked === undefined) return undefined;
  const isDeep = /[rR]/.test(asked.flags);
  const given = isDeep && asked.paths.length === 0 ? ['.'] : asked.paths;
  const paths = isDeep ? given.flatMap((path) => under(path) ?? [path]) : given;
  const named = paths.map((path) => (path === '-' ? { text: input } : { path, text: read(path) }));
  return grep(asked, given.length === 0 ? [{ text: input }] : named, work);
}

function digested(
  name: string,
  args: readonly string[],
  input: string,
  read: (path: string) => string | undefined,
  work: Work,
): Told {
  const paths = args.filter((word) => !word.startsWith('-') || word === '-');
  const flags = args.filter((word) => /^-\w/.test(word)).join('');
  const given = paths.length === 0 ? ['-'] : paths;
  let stdout = '';
  let stderr = '';
  for (const path of given) {
    const text = path === '-' ? input : read(path);
    if (text === undefined) stderr += `${name}: can't open '${path}': No such file or directory\n`;
    else if (flags.includes('c')) return checkDigests(name, text, read, flags.includes('s'), work);
    else stdout += digestLine(name, text, path, work);
  }
  return { stdout, stderr, exitCode: Number(stderr !== '') };
}

function pasteWords(args: readonly string[]): {
  readonly paths: readonly string[];
  readonly signs: string;
  readonly isSerial: boolean;
} {
  const [flags, plain] = split(args, ['-d', '-sd']);
  const signs = valueBehind(flags, '-d') ?? valueBehind(flags, '-sd') ?? '\t';
  const isSerial = flags.some((word) => word.startsWith('-s'));
  return { paths: plain.length === 0 ? ['-'] : plain, signs: escapes(signs), isSerial };
}

/** `paste [-s] [-d SIGNS] FILE…`: lines side by side, or one behind the other; `-` takes the next of what comes in. */
function paste(args: readonly string[], input: string, read: (path: string) => string | undefined): Told {
  const { paths, signs, isSerial } = pasteWords(args);
  const given = linesOf(input);
  const absent = paths.find((path) => path !== '-' && read(path) === undefined);
  if (absent !== undefined) return fails(`paste: ${absent}: No such file or directory\n`);
  const sign = (at: number): string => signs.charAt(at % Math.max(1, signs.length));
  const joined = (parts: readonly string[]): string =>
    parts.map((part, at) => (at === 0 ? part : sign(at - 1) + part)).join('');
  const columns = paths.map((path) => (path === '-' ? given : linesOf(read(path) ?? '')));
  if (isSerial) return says(textOf(columns.map(joined)));
  const found: string[] = [];
  // What comes in is shared by those that take it; who has no more is left out.
  const places = new Map(columns.map((lines) => [lines, 0]));
  for (;;) {
    const row: string[] = [];
    for (const lines of columns) {
      const place = places.get(lines) ?? 0;
      places.set(lines, place + 1);
      const line = lines[place];
      if (line !== undefined) row.push(line);
    }
    if (row.length === 0) return says(textOf(found));
    found.push(joined(row));
  }
}

function missing(name: string, path: string): string {
  if (name === 'tail') return `tail: can't open '${path}': No such file or directory\ntail: no files\n`;
  return `${name}: ${path}: No such file or directory\n`;
}

/** These work on each file by itself. */
const EACH: ReadonlySet<string> = new Set(['head', 'tail']);

function split(args: readonly string[], valued: readonly string[]): readonly [string[], string[]] {
  const flags: string[] = [];
  const plain: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    if (word.length < 2 || !/^[-+]/.test(word) || plain.length > 0) {
      plain.push(word);
      continue;
    }
    flags.push(word);
    if (!valued.includes(word)) continue;
    at += 1;
    flags.push(args[at] ?? '');
  }
  return [flags, plain];
}

/** `-f2`, `-f 2`. */
function valueBehind(args: readonly string[], flag: string): string | undefined {
  const at = args.findIndex((word) => word.startsWith(flag));
  const word = args[at];
  return word === undefined ? undefined : word === flag ? args[at + 1] : word.slice(flag.length);
}

const hasFlag = (args: readonly string[], letter: string): boolean =>
  args.some((word) => /^-[A-Za-z]+$/.test(word) && word.includes(letter));

/** The first or last lines, or letters. */
function ends(args: readonly string[], input: string, which: 'head' | 'tail'): Told {
  const letters = valueBehind(args, '-c');
  const asked = letters ?? valueBehind(args, '-n') ?? args.find((word) => /^-\d+$/.test(word))?.slice(1) ?? '10';
  const count = Math.abs(Number(asked)) || 0;
  const isFrom = which === 'tail' && asked.startsWith('+');
  const all = letters === undefined ? linesOf(input) : [...input];
  const from = isFrom ? Math.max(0, count - 1) : which === 'head' ? 0 : Math.max(0, all.length - count);
  const until = which === 'tail' ? all.length : asked.startsWith('-') ? Math.max(0, all.length - count) : count;
  const part = all.slice(from, until);
  return says(letters === undefined ? textOf(part) : part.join(''));
}

function cut(args: readonly string[], input: string): Told | undefined {
  const list = valueBehind(args, '-f') ?? valueBehind(args, '-c');
  if (list === undefined) return fails('cut: expected a list of bytes, characters, or fields\n');
  const isLetters = valueBehind(args, '-f') === undefined;
  const sign = valueBehind(args, '-d') ?? '\t';
  const isChosen = (place: number): boolean =>
    list.split(',').some((range) => {
      const [from = '', until] = range.split('-');
      return place >= Number(from || 1) && place <= (until === undefined ? Number(from) : Number(until || Infinity));
    });
  return says(
    textOf(
      linesOf(input).map((line) => {
        if (!isLetters && !line.includes(sign)) return line;
        const parts = isLetters ? [...line] : line.split(sign);
        return parts.filter((_, at) => isChosen(at + 1)).join(isLetters ? '' : sign);
      }),
    ),
  );
}

/** Letters that mean something in a set stand behind a backslash. */
function lettersOfClass(name: string): string {
  const fits = CLASSES.get(name);
  if (fits === undefined) return '';
  const all = Array.from({ length: 128 }, (_, code) => code).filter(fits);
  return all.map((code) => `\\${code.toString(8).padStart(3, '0')}`).join('');
}

function letters(set: string): readonly string[] {
  const named = set.replace(/\[:(\w+):\]/g, (_, name: string) => lettersOfClass(name));
  const plain = named.replace(/\\([0-7]{1,3}|[nt\\])/g, (_, letter: string) =>
    /\d/.test(letter) ? String.fromCharCode(Number.parseInt(letter, 8)) : ({ n: '\n', t: '\t' }[letter] ?? letter),
  );
  const all: string[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    const end = plain.charAt(at + 1) === '-' ? plain.charCodeAt(at + 2) : Number.NaN;
    const from = plain.charCodeAt(at);
    if (end >= from) {
      for (let code = from; code <= end; code += 1) all.push(String.fromCharCode(code));
      at += 2;
    } else all.push(plain.charAt(at));
  }
  return all;
}

function tr(args: readonly string[], input: string): Told {
  const flags = args.filter((word) => /^-[a-z]+$/.test(word)).join('');
  const [first = '', second = ''] = args.filter((word) => !/^-[a-z]+$/.test(word));
  const from = letters(first);
  const to = letters(second);
  const isChosen = (letter: string): boolean => from.includes(letter) !== flags.includes('c');
  if (flags.includes('d')) return says([...input].filter((letter) => !isChosen(letter)).join(''));
  const changed = [...input].map((letter) =>
    !isChosen(letter) || to.length === 0
      ? letter
      : (to[Math.min(flags.includes('c') ? to.length - 1 : from.lastIndexOf(letter), to.length - 1)] ?? letter),
  );
  if (!flags.includes('s')) return says(changed.join(''));
  const squeezed = to.length === 0 ? from : to;
  return says(changed.filter((letter, at) => letter !== changed[at - 1] || !squeezed.includes(letter)).join(''));
}

function uniq(args: readonly string[], input: string): Told {
  const groups: { readonly line: string; count: number }[] = [];
  for (const line of linesOf(input)) {
    const last = groups.at(-1);
    if (last?.line === line) last.count += 1;
    else groups.push({ line, count: 1 });
  }
  const kept = groups.filter(({ count }) => (!hasFlag(args, 'd') || count > 1) && (!hasFlag(args, 'u') || count === 1));
  const isCounted = hasFlag(args, 'c');
  return says(textOf(kept.map(({ line, count }) => (isCounted ? `${String(count).padStart(7)} ${line}` : line))));
}

/** `fold -w WIDTH` */
function fold(args: readonly string[], input: string): Told {
  const width = Number(valueBehind(args, '-w') ?? 80);
  if (!(width > 0)) return fails(`fold: invalid number '${valueBehind(args, '-w')}'\n`);
  return says(input.replace(new RegExp(`([^\\n]{${width}})(?!\\n|$)`, 'g'), '$1\n'));
}

const LONGEST_LINE = 76;

function based(args: readonly string[], input: string): Told {
  if (hasFlag(args, 'd')) {
    const decoded = fromBase64(input.replace(/\s/g, ''));
    return decoded === undefined ? fails('base64: truncated input\n') : says(decoded);
  }
  const width = Number(valueBehind(args, '-w') ?? LONGEST_LINE);
  const encoded = base64(input);
  if (width === 0) return says(encoded);
  return says(textOf(encoded.match(new RegExp(`.{1,${width}}`, 'g')) ?? []));
}

const numbered = (line: string, at: number): string => `${String(at + 1).padStart(6)}\t${line}`;
const reversed = (line: string): string => [...line].reverse().join('');
