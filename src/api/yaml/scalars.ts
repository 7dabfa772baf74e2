/** How go-yaml chooses to write a text: plain, quoted in one of two ways, or as a block. */
const WORDS: ReadonlySet<string> = new Set(
  '|~|null|Null|NULL|y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON|n|N|no|No|NO|false|False|FALSE|off|Off|OFF|.nan|.NaN|.NAN|.inf|.Inf|.INF|+.inf|+.Inf|+.INF|-.inf|-.Inf|-.INF|<<'.split(
    '|',
  ),
);
const INTEGER = /^[+-]?(0|[1-9][0-9]*|0[0-7]+|0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const BASE60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const TIMESTAMP =
  /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?$/;

/** Whether the text would be read back as something else than a string. */
function resolvesOtherwise(text: string): boolean {
  if (WORDS.has(text)) return true;
  const first = text.charCodeAt(0);
  const numeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (!numeric) return false;
  const plain = text.replaceAll('_', '');
  return INTEGER.test(plain) || FLOAT.test(plain) || BASE60.test(text) || TIMESTAMP.test(text);
}

const FIRST_INDICATOR = /^[#,[\]{}&*!|>'"%@`]|^[-?:](?:[ \n]|$)|^---|^\.\.\./;
const INNER_INDICATOR = /:(?:[ \n]|$)|[ \n]#/;
const SPACE_BREAK = / \n/;
const BREAK_SPACE = /\n /;

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

/** On one line. */
export function scalarText(text: string): string {
  const special = isSpecial(text) || SPACE_BREAK.test(text);
  if (special || text.includes('\n') || resolvesOtherwise(text)) return doubleQuoted(text);
  const plain =
    !text.startsWith(' ') && !text.endsWith(' ') && !FIRST_INDICATOR.test(text) && !INNER_INDICATOR.test(text);
  if (plain) return text;
  return BREAK_SPACE.test(text) ? doubleQuoted(text) : `'${text.replaceAll("'", "''")}'`;
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
]);

function doubleQuoted(text: string): string {
  let quoted = '"';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const escaped = ESCAPES.get(code);
    if (escaped !== undefined) quoted += escaped;
    else if (code < 0x20 || code === 0x7f) quoted += `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`;
    else if (code === 0xfeff) quoted += '\\uFEFF';
    else if (code > 0xffff) quoted += `\\U${code.toString(16).toUpperCase().padStart(8, '0')}`;
    else quoted += char;
  }
  return `${quoted}"`;
}
