// Models the Go standard library, strconv.UnquoteChar

import { eachByteOf, fromUtf8 } from '../../../base/bytes/utf8.ts';

const LETTERS: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
]);
/** A character, or what a backslash begins: a byte in octal or hexadecimal, a code point, one letter. */
const CHARACTER = /\\(?:([0-3][0-7]{2})|x([\da-fA-F]{2})|(?:u([\da-fA-F]{4})|U([\da-fA-F]{8}))|(.))|[^\\]/suy;
const MOST = 0x10ffff;

/** The text that a literal stands for, between two of the same quotes; undefined when Go could not read it. */
export function unquote(literal: string): string | undefined {
  const mark = literal.charAt(0);
  const inner = literal.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  const bytes: number[] = [];
  const put = (byte: number): number => bytes.push(byte);
  CHARACTER.lastIndex = 0;
  while (CHARACTER.lastIndex < inner.length) {
    const found = CHARACTER.exec(inner);
    if (found === null) return undefined;
    const [whole, octal, short, point4, point8, letter] = found;
    const point = point4 ?? point8;
    if (octal !== undefined) put(Number.parseInt(octal, 8));
    else if (short !== undefined) put(Number.parseInt(short, 16));
    else if (point !== undefined) {
      const code = Number.parseInt(point, 16);
      if (code > MOST || (code >= 0xd800 && code < 0xe000)) return undefined;
      eachByteOf(code, put);
    } else if (letter === undefined) eachByteOf(whole.codePointAt(0) ?? 0, put);
    else {
      const code = letter === mark ? mark.charCodeAt(0) : LETTERS.get(letter);
      if (code === undefined) return undefined;
      put(code);
    }
  }
  return fromUtf8(bytes);
}
