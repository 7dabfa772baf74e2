// Models coreutils/od.c, util-linux/hexdump.c and util-linux/hexdump_xxd.c of busybox, in their usual forms (v1.36)

import { hexDigits } from '../../../base/bytes/hex.ts';
import { bytesOf } from '../../../base/bytes/tar.ts';
import { says, type Told } from '../told.ts';

const WIDTH = 16;
const shown = (code: number): string => (code >= 32 && code < 127 ? String.fromCharCode(code) : '.');
const hex = (value: number, digits: number): string => hexDigits(value, digits);
const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
const NAMED: ReadonlyMap<number, string> = new Map([
  [0, '\\0'],
  [7, '\\a'],
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
]);

/** Rows of sixteen bytes; one like the one before is a star. */
function rows(text: string, address: (at: number) => string, row: (codes: readonly number[]) => string): string {
  const bytes = bytesOf(text);
  let told = '';
  let before: string | undefined;
  let isStarred = false;
  for (let at = 0; at < bytes.length; at += WIDTH) {
    const part = bytes.slice(at, at + WIDTH);
    const isSame = part === before && part.length === WIDTH;
    if (isSame && !isStarred) told += '*\n';
    if (!isSame) told += `${address(at)}${row(Array.from(part, (letter) => letter.charCodeAt(0)))}\n`;
    isStarred = isSame;
    before = part;
  }
  return bytes.length === 0 ? '' : `${told}${address(bytes.length)}\n`;
}

/** Two bytes a word, the lower one first. */
function words(codes: readonly number[]): readonly number[] {
  return codes.flatMap((code, at) => (at % 2 === 0 ? [code + 256 * (codes[at + 1] ?? 0)] : []));
}

const named = (code: number): string => NAMED.get(code) ?? (code >= 32 && code < 127 ? shown(code) : octal(code, 3));

/** `od [-c] [-b] [-x] [-A d|o|x|n] [-t x1|c|o1|d1|u1]`; undefined: another form. */
export function od(args: readonly string[], input: string): Told | undefined {
  const given = args.join(' ');
  const base = /-A\s*(\w)/.exec(given)?.[1] ?? 'o';
  const type = /-t\s*(\w+)/.exec(given)?.[1] ?? /-\w*?([cbxd])(?:\s|$)/.exec(given.replace(/-A\s*\w/, ''))?.[1] ?? 'o2';
  const forms: { readonly [type: string]: (codes: readonly number[]) => string } = {
    c: (codes) => codes.map((code) => named(code).padStart(4)).join(''),
    b: (codes) => codes.map((code) => ` ${octal(code, 3)}`).join(''),
    o1: (codes) => codes.map((code) => ` ${octal(code, 3)}`).join(''),
    x1: (codes) => codes.map((code) => ` ${hex(code, 2)}`).join(''),
    u1: (codes) => codes.map((code) => ` ${String(code).padStart(3)}`).join(''),
    d1: (codes) => codes.map((code) => ` ${String(code > 127 ? code - 256 : code).padStart(4)}`).join(''),
    x: (codes) =>
      words(codes)
        .map((word) => ` ${hex(word, 4)}`)
        .join(''),
    x2: (codes) =>
      words(codes)
        .map((word) => ` ${hex(word, 4)}`)
        .join(''),
    o2: (codes) =>
      words(codes)
        .map((word) => ` ${octal(word, 6)}`)
        .join(''),
    d: (codes) =>
      words(codes)
        .map((word) => ` ${String(word).padStart(5)}`)
        .join(''),
  };
  const form = forms[type];
  if (form === undefined) return undefined;
  const address = (at: number): string =>
    base === 'n' ? '' : base === 'x' ? hex(at, 6) : base === 'd' ? String(at).padStart(7, '0') : octal(at, 7);
  const told = rows(input, address, form);
  if (base === 'n') return says(told.replace(/\n\n$/, '\n'));
  return says(told === '' ? `${address(0)}\n` : told);
}

/** `hexdump [-C]`; `hd` is the latter. */
export function hexdump(args: readonly string[], input: string): Told | undefined {
  if (args.some((word) => !/^-C?$/.test(word))) return undefined;
  if (!args.includes('-C'))
    return says(
      rows(
        input,
        (at) => hex(at, 7),
        (codes) =>
          words(codes)
            .map((word) => ` ${hex(word, 4)}`)
            .join('')
            .padEnd(40),
      ),
    );
  const row = (codes: readonly number[]): string => {
    const cells = codes.map((code, at) => ` ${at === 8 ? ' ' : ''}${hex(code, 2)}`).join('');
    return ` ${cells.padEnd(51)}|${codes.map(shown).join('')}|`;
  };
  return says(rows(input, (at) => hex(at, 8), row));
}

/** `xxd [-p]` */
export function xxd(args: readonly string[], input: string): Told | undefined {
  if (args.some((word) => !/^-p?$/.test(word))) return undefined;
  const codes = Array.from(bytesOf(input), (letter) => letter.charCodeAt(0));
  if (args.includes('-p')) {
    const all = codes.map((code) => hex(code, 2)).join('');
    return says(all.replace(/.{1,60}/g, '$&\n'));
  }
  let told = '';
  for (let at = 0; at < codes.length; at += WIDTH) {
    const row = codes.slice(at, at + WIDTH);
    const cells = row.map((code, index) => `${hex(code, 2)}${index % 2 === 1 ? ' ' : ''}`).join('');
    told += `${hex(at, 8)}: ${cells.padEnd(41)}${row.map(shown).join('')}\n`;
  }
  return says(told);
}
