import { civilOf, daysOf } from '../../base/time/calendar.ts';

/** How go-yaml chooses to write a text: plain, quoted in one of two ways, or as a block. */
const WORDS: ReadonlySet<string> = new Set(
  '|~|null|Null|NULL|y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON|n|N|no|No|NO|false|False|FALSE|off|Off|OFF|.nan|.NaN|.NAN|.inf|.Inf|.INF|+.inf|+.Inf|+.INF|-.inf|-.Inf|-.INF'.split(
    '|',
  ),
);
const INTEGER = /^[+-]?(0|[1-9][0-9]*|0[0-7]+|0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const BASE60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const TIMESTAMP =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?)?$/;

/** A time that there is: not the 30th of February, nor 25 o'clock. */
function isTime(text: string): boolean {
  const found = TIMESTAMP.exec(text);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0, ...clock] = found.slice(1).map((part) => Number(part ?? 0));
  const civil = civilOf(daysOf(year, month, day));
  const [hours = 0, minutes = 0, seconds = 0, hour = 0, minute = 0, second = 0] = clock;
  const isOfClock = hours + hour < 24 && minutes + minute < 60 && seconds + second < 60;
  return isOfClock && civil.year === year && civil.month === month && civil.day === day;
}

/** Whether the text would be read back as something else than a string. */
function resolvesOtherwise(text: string): boolean {
  if (WORDS.has(text)) return true;
  const first = text.charCodeAt(0);
  const numeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (!numeric) return false;
  const plain = text.replaceAll('_', '');
  const isFloat = FLOAT.test(plain) && Number.isFinite(Number(plain));
  return INTEGER.test(plain) || isFloat || BASE60.test(text) || isTime(text);
}

const FIRST_INDICATOR = /^[#,[\]{}&*!|>'"%@`]|^[-?:](?:[ \n]|$)|^---|^\.\.\./;
const INNER_INDICATOR = /:(?:[ \n]|$)|[ \n]#/;
const SPACE_BREAK = / \n/;

function isSpecial(text: string): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 10 || (code >= 0x20 && code <= 0x7e)) continue;
    if (code === 0x85 || (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd && code !== 0xfeff)) {
      continue;
    }
    return true;
  }
  return false;
}

/** Whether a text of several lines becomes a block; with blanks at a line's end or control characters it is quoted. */
export function usesLiteral(text: string): boolean {
  return text.includes('\n') && !text.endsWith(' ') && !SPACE_BREAK.test(text) && !isSpecial(text);
}

/** `|`, with the indentation when the text starts with a blank, and what becomes of line ends at its end. */
export function literalHeader(text: string): string {
  const hint = text.startsWith(' ') || text.startsWith('\n') ? '2' : '';
  if (!text.endsWith('\n')) return `|${hint}-`;
  return text === '\n' || text.endsWith('\n\n') ? `|${hint}+` : `|${hint}`;
}

type Style = 'plain' | 'single' | 'double';

function styleOf(text: string): Style {
  const special = isSpecial(text) || SPACE_BREAK.test(text);
  if (special || text.includes('\n') || resolvesOtherwise(text)) return 'double';
  const plain =
    !text.startsWith(' ') && !text.endsWith(' ') && !FIRST_INDICATOR.test(text) && !INNER_INDICATOR.test(text);
  return plain ? 'plain' : 'single';
}

/** On one line, as keys are written. */
export function scalarText(text: string): string {
  return writeScalar(text, 0, undefined);
}

/** As a value: after column 80 the next blank becomes a new line with `pad` before it. */
export function foldedText(text: string, column: number, pad: string): string {
  return writeScalar(text, column, pad);
}

const WIDTH = 80;

function writeScalar(text: string, start: number, pad: string | undefined): string {
  const style = styleOf(text);
  const mark = style === 'plain' ? '' : style === 'single' ? "'" : '"';
  if (style !== 'double' && (pad === undefined || start + text.length <= WIDTH)) {
    return `${mark}${style === 'single' ? text.replaceAll("'", "''") : text}${mark}`;
  }
  const chars = [...text];
  let written = mark;
  let column = start + mark.length;
  let afterBlank = false;
  for (let i = 0; i < chars.length; i += 1) {
    const char = chars[i] ?? '';
    if (char === ' ' && pad !== undefined && !afterBlank && column > WIDTH && mayBreak(style, chars, i)) {
      written += `\n${pad}`;
      column = pad.length;
      if (style === 'double' && chars[i + 1] === ' ') {
        written += '\\';
        column += 1;
      }
    } else {
      const piece = style === 'double' ? escapedChar(char) : style === 'single' && char === "'" ? "''" : char;
      written += piece;
      column += piece.length;
    }
    afterBlank = char === ' ';
  }
  return written + mark;
}

function mayBreak(style: Style, chars: readonly string[], at: number): boolean {
  if (style === 'plain') return chars[at + 1] !== ' ';
  const inside = at > 0 && at < chars.length - 1;
  return inside && (style === 'double' || chars[at + 1] !== ' ');
}

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0, '\\0'],
  [7, '\\a'],
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
  [27, '\\e'],
  [34, '\\"'],
  [92, '\\\\'],
  [0x85, '\\N'],
  [0x2028, '\\L'],
  [0x2029, '\\P'],
]);

function escapedChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const escaped = ESCAPES.get(code);
  if (escaped !== undefined) return escaped;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`;
  if (code === 0xfeff) return '\\uFEFF';
  return code > 0xffff ? `\\U${code.toString(16).toUpperCase().padStart(8, '0')}` : char;
}
