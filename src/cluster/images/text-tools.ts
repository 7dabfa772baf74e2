// Models the applets of busybox that work on lines: cut, tr, sed, awk, uniq, grep and the like, in their usual forms (v1.36)

import { base64, fromBase64 } from '../../base/base64.ts';
import { hexOfBytes } from '../../base/hex.ts';
import { sha256 } from '../../base/sha256.ts';
import { utf8 } from '../../base/utf8.ts';
import { awk } from './awk.ts';
import { CLASSES, expression } from './line-patterns.ts';
import { fails, linesOf, MOST_TEXT, says, type Told, textOf } from './told.ts';

/** Undefined: asked for more than is modelled. */
type LineTool = (args: readonly string[], input: string) => Told | undefined;

/** How many plain words come before the names of files, and which flags take the next word. */
interface Form {
  readonly words: number;
  readonly valued: readonly string[];
  readonly tool: LineTool;
}

const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['awk', { words: 1, valued: ['-F', '-v'], tool: awk }],
  ['base64', { words: 0, valued: ['-w'], tool: based }],
  ['cut', { words: 0, valued: ['-d', '-f', '-c'], tool: cut }],
  ['egrep', { words: 1, valued: [], tool: (args, input) => grep(['-E', ...args], input) }],
  ['fgrep', { words: 1, valued: [], tool: (args, input) => grep(['-F', ...args], input) }],
  ['fold', { words: 0, valued: ['-w'], tool: fold }],
  ['grep', { words: 1, valued: ['-m', '-A', '-B', '-C'], tool: grep }],
  ['head', { words: 0, valued: ['-n', '-c'], tool: (args, input) => ends(args, input, 'head') }],
  ['nl', { words: 0, valued: [], tool: (_, input) => says(textOf(linesOf(input).map(numbered))) }],
  ['rev', { words: 0, valued: [], tool: (_, input) => says(textOf(linesOf(input).map(reversed))) }],
  ['sed', { words: 1, valued: ['-e', '-ne'], tool: sed }],
  ['sha256sum', { words: 0, valued: [], tool: (_, input) => says(`${hexOfBytes(sha256(asLetters(utf8(input))))}  `) }],
  ['sort', { words: 0, valued: ['-k', '-t'], tool: sort }],
  ['tac', { words: 0, valued: [], tool: (_, input) => says(textOf(linesOf(input).reverse())) }],
  ['tail', { words: 0, valued: ['-n', '-c'], tool: (args, input) => ends(args, input, 'tail') }],
  ['tr', { words: 2, valued: [], tool: tr }],
  ['uniq', { words: 0, valued: [], tool: uniq }],
]);

/** Whether such a tool reads what comes in; undefined: it is none of these. */
export function readsLines(name: string, args: readonly string[]): boolean | undefined {
  const form = FORMS.get(name);
  if (form === undefined) return undefined;
  const [flags, plain] = split(args, form.valued);
  return plain.filter((path) => path !== '-').length <= ownWords(form, flags);
}

const ownWords = ({ words }: Form, flags: readonly string[]): number =>
  flags.some((flag) => /^-n?e$/.test(flag)) ? 0 : words;

/** What such a tool makes of its files, or of what comes in; undefined for any other, or for what is not modelled. */
export function tellOfLines(
  name: string,
  args: readonly string[],
  input: string | undefined,
  read: (path: string) => string | undefined,
): Told | undefined {
  const form = FORMS.get(name);
  if (form === undefined) return undefined;
  const [flags, plain] = split(args, form.valued);
  const own = ownWords(form, flags);
  const paths = plain.slice(own).filter((path) => path !== '-');
  const given = [...flags, ...plain.slice(0, own)];
  if (name === 'tr' || paths.length === 0) {
    const told = form.tool(given, input ?? '');
    return told === undefined || name !== 'sha256sum' ? told : headed(told, name, '-', 1);
  }
  let stderr = '';
  const outcomes: Told[] = [];
  const texts: string[] = [];
  const isEach = EACH.has(name);
  for (const path of paths) {
    const content = read(path);
    if (content === undefined) stderr += missing(name, path);
    else if (!isEach) texts.push(content);
    else {
      const told = form.tool(given, content);
      if (told === undefined) return undefined;
      outcomes.push(headed(told, name, path, paths.length));
    }
  }
  if (!isEach) {
    const told = texts.length === 0 ? says('') : form.tool(given, texts.join(''));
    if (told === undefined) return undefined;
    outcomes.push(told);
  }
  const codes = outcomes.map(({ exitCode }) => exitCode);
  const exitCode = stderr !== '' ? (name === 'grep' ? 2 : 1) : Math.min(...codes);
  return { stdout: outcomes.map(({ stdout }) => stdout).join(''), stderr, exitCode };
}

function missing(name: string, path: string): string {
  if (name === 'tail') return `tail: can't open '${path}': No such file or directory\ntail: no files\n`;
  return `${name}: ${path}: No such file or directory\n`;
}

/** These work on each file by itself. */
const EACH: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'head', 'tail', 'sha256sum']);

function headed(told: Told, name: string, path: string, count: number): Told {
  if (name === 'sha256sum') return { ...told, stdout: `${told.stdout}${path}\n` };
  if (count < 2) return told;
  if (name.endsWith('grep')) return { ...told, stdout: textOf(linesOf(told.stdout).map((line) => `${path}:${line}`)) };
  return { ...told, stdout: `==> ${path} <==\n${told.stdout}` };
}

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

function grep(args: readonly string[], input: string): Told | undefined {
  const pattern = args.at(-1) ?? '';
  const flags = args.slice(0, -1);
  if (['A', 'B', 'C', 'l', 'L'].some((letter) => hasFlag(flags, letter))) return undefined;
  const literal = hasFlag(flags, 'F') ? pattern.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&') : pattern;
  const isExtended = hasFlag(flags, 'E') || hasFlag(flags, 'F');
  const whole = hasFlag(flags, 'w') ? `${isExtended ? '(?:' : '\\(?:'}${literal}${isExtended ? ')' : '\\)'}` : literal;
  const found = expression(whole, isExtended, hasFlag(flags, 'i') ? 'gi' : 'g');
  if (found === undefined) return fails(`grep: bad regex '${pattern}'\n`);
  const isWord = hasFlag(flags, 'w');
  const fits = (line: string): boolean =>
    [...line.matchAll(found)].some(
      ({ 0: match, index }) =>
        !isWord || !(/\w$/.test(line.slice(0, index)) || /^\w/.test(line.slice(index + match.length))),
    );
  const inverted = hasFlag(flags, 'v');
  const kept = linesOf(input)
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line }) => fits(line) !== inverted);
  const exitCode = kept.length === 0 ? 1 : 0;
  if (hasFlag(flags, 'q')) return says('', exitCode);
  if (hasFlag(flags, 'c')) return says(`${kept.length}\n`, exitCode);
  if (hasFlag(flags, 'o'))
    return says(textOf(kept.flatMap(({ line }) => [...line.matchAll(found)].map(([match]) => match))), exitCode);
  const isCounted = hasFlag(flags, 'n');
  return says(textOf(kept.map(({ line, number }) => (isCounted ? `${number}:${line}` : line))), exitCode);
}

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

function letters(set: string): readonly string[] {
  const named = set.replace(/\[:(\w+):\]/g, (_, name: string) => (name === 'space' ? ' \t\n' : (CLASSES[name] ?? '')));
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

const SUBSTITUTION = /^s(.)((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1([gpiI\d]*)$/s;
const TURNED = /^y(.)((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1$/s;
const ADDRESSED = /^(?:(\d+|\$)(?:,(\d+|\$))?|\/((?:\\.|[^/])*)\/)?\s*([pd]|[sy][\s\S]*)$/;

/** All of them, or that one alone; nothing is found right behind what was found. */
function substituted(text: string, what: RegExp, instead: string, which: number | undefined): string {
  let count = 0;
  let end = -1;
  return text.replace(what, (found: string, ...more: readonly unknown[]) => {
    const at = more.findLast((each) => typeof each === 'number') as number;
    if (found === '' && at === end) return '';
    end = at + found.length;
    count += 1;
    if (which !== undefined && count !== which) return found;
    return instead.replace(/\$([$&\d])/g, (_, sign: string) => {
      if (sign === '$') return '$';
      return sign === '&' ? found : String(more[Number(sign) - 1] ?? '');
    });
  });
}

/** `s/a/b/g`, `2p`, `2,4d`, `/a/p` and several of them. */
function sed(args: readonly string[], input: string): Told | undefined {
  const given = args.filter((_, at) => /^-n?e$/.test(args[at - 1] ?? ''));
  const script = given.length > 0 ? given.join('\n') : (args.at(-1) ?? '');
  const isQuiet = hasFlag(args, 'n');
  const isExtended = hasFlag(args, 'E') || hasFlag(args, 'r');
  const orders = script.split(/[;\n](?=\s*(?:\d|\$|\/|[pdsy]))/).map((order) => ADDRESSED.exec(order.trim()));
  const all = linesOf(input);
  const shown: string[] = [];
  for (const [at, line] of all.entries()) {
    let text: string | undefined = line;
    for (const order of orders) {
      if (order === null) return undefined;
      const [, from, until, pattern, action = ''] = order;
      const place = (word: string): number => (word === '$' ? all.length : Number(word));
      const match = pattern === undefined ? undefined : expression(pattern, isExtended);
      if (pattern !== undefined && match === undefined) return undefined;
      const isChosen =
        match === undefined
          ? from === undefined || (at + 1 >= place(from) && at + 1 <= place(until ?? from))
          : match.test(text);
      if (!isChosen) continue;
      if (action === 'd') {
        text = undefined;
        break;
      }
      if (action === 'p') {
        shown.push(text);
        continue;
      }
      if (action.startsWith('y')) {
        const [, , from = '', to = ''] = TURNED.exec(action) ?? [];
        if (from === '' || from.length !== to.length) return undefined;
        text = [...text].map((letter) => to.charAt(from.indexOf(letter)) || letter).join('');
        continue;
      }
      const [, , found = '', put = '', flags = ''] = SUBSTITUTION.exec(action) ?? [];
      const which = Number(/\d+/.exec(flags)?.[0] ?? 1);
      const what = expression(found.replaceAll('\\/', '/'), isExtended, `g${/[iI]/.test(flags) ? 'i' : ''}`);
      if (found === '' || what === undefined) return undefined;
      const instead = put
        .replaceAll('\\/', '/')
        .replace(/\$/g, '$$$$')
        .replace(/\\(\d)/g, '$$$1')
        .replace(/\\&|&/g, (sign) => (sign === '&' ? '$&' : '&'))
        .replaceAll('\\n', '\n')
        .replaceAll('\\t', '\t');
      const next = substituted(text, what, instead, flags.includes('g') ? undefined : which);
      if (next.length > MOST_TEXT) return { ...says(''), bursts: true };
      if (flags.includes('p') && text.search(what) >= 0) shown.push(next);
      text = next;
    }
    if (text !== undefined && !isQuiet) shown.push(text);
  }
  return says(textOf(shown));
}

function sort(args: readonly string[], input: string): Told | undefined {
  if (hasFlag(args, 'k') || hasFlag(args, 't')) return undefined;
  const all = linesOf(input);
  const isNumbers = hasFlag(args, 'n');
  const number = (line: string): number => Number.parseFloat(line) || 0;
  const sorted = all.sort((a, b) => (isNumbers ? number(a) - number(b) : 0) || (a < b ? -1 : a > b ? 1 : 0));
  const turned = hasFlag(args, 'r') ? sorted.reverse() : sorted;
  return says(textOf(hasFlag(args, 'u') ? [...new Set(turned)] : turned));
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

/** A letter a byte. One by one: a long text would be more arguments than a call takes. */
function asLetters(bytes: readonly number[]): string {
  return bytes.map((byte) => String.fromCharCode(byte)).join('');
}
