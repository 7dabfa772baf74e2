// Models the Go standard library, strconv.Quote

import { hexDigits } from '../../base/bytes/hex.ts';

/** As Go's %q prints a text. */
export function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `"${text.replace(ESCAPED, escaped)}"`;
}

const PLAIN = /^[ !#-[\]-~]*$/;
/** What has a form of its own, and all that cannot be printed. */
const ESCAPED = /["\\]|[^ \p{L}\p{M}\p{N}\p{P}\p{S}]/gu;

/** What Go writes with a backslash and a letter of its own. */
export const LETTERS: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

function escaped(character: string): string {
  const letter = LETTERS.get(character);
  if (letter !== undefined) return letter;
  const code = character.codePointAt(0) ?? 0;
  const hex = (digits: number): string => hexDigits(code, digits);
  if (code < 0x80) return `\\x${hex(2)}`;
  return code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}
