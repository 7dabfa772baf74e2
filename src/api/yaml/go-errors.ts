import type { YAMLError } from 'yaml';

export interface GoYamlError {
  readonly problem: string;
  /** Found by the scanner, whose line numbers are right; the parser's are one too small. */
  readonly scanner: boolean;
  /** Says no line at all. */
  readonly placeless?: boolean;
  /** So many lines later than where the parser used here noticed it. */
  readonly later?: number;
  /** That later line is the one to look at. */
  readonly lookLater?: boolean;
  /** Not an error of the YAML, but of what JSON cannot say. */
  readonly json?: boolean;
}

const scanner = (problem: string): GoYamlError => ({ problem, scanner: true });
const parser = (problem: string): GoYamlError => ({ problem, scanner: false });

/** What go-yaml says where the parser used here says something else. */
const BY_CODE: ReadonlyMap<string, GoYamlError> = new Map([
  ['BAD_ALIAS', scanner('did not find expected alphabetic or numeric character')],
  ['BAD_DIRECTIVE', scanner('found unknown directive name')],
  ['BAD_DQ_ESCAPE', scanner('found unknown escape character')],
  ['BAD_SCALAR_START', scanner('found character that cannot start any token')],
  ['BLOCK_AS_IMPLICIT_KEY', scanner('mapping values are not allowed in this context')],
  ['MISSING_CHAR', scanner("could not find expected ':'")],
  ['MULTILINE_IMPLICIT_KEY', scanner('mapping values are not allowed in this context')],
  ['TAB_AS_INDENT', scanner('found character that cannot start any token')],
  ['UNEXPECTED_TOKEN', parser('did not find expected <document start>')],
  ['MULTIPLE_DOCS', parser('did not find expected <document start>')],
]);

export interface Surroundings {
  /** All that the parser complained about, the first included. */
  readonly errors: readonly YAMLError[];
  readonly text: string;
  readonly inList: boolean;
}

export function goYamlError(error: YAMLError, { errors, text, inList }: Surroundings): GoYamlError {
  const message = error.message;
  const [start] = error.pos;
  const before = text.slice(0, start);
  if (/Unexpected , in flow/.test(message)) return parser('did not find expected node content');
  if (/-end token in YAML stream/.test(message) && openedBy(before) === undefined) {
    return parser(`did not find expected ${/:\s*$/.test(before) ? 'node content' : 'key'}`);
  }
  const onSameLine = /block-seq-ind on same line/;
  if (onSameLine.test(message)) return scanner('block sequence entries are not allowed in this context');
  if (errors.some((each) => onSameLine.test(each.message))) return parser('did not find expected key');
  if (/block sequence may not/.test(message)) {
    return { ...parser('did not find expected key'), later: text[start] === '\n' ? 1 : 0 };
  }
  if (/Block scalar header|Not a YAML token/.test(message))
    return scanner('did not find expected comment or line break');
  if (error.code === 'BAD_DQ_ESCAPE' && /^\\[xuU]/.test(text.slice(start))) {
    return scanner('did not find expected hexdecimal number');
  }
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY' && /^\?\s/.test(text.slice(start))) {
    return scanner('mapping keys are not allowed in this context');
  }
  const lines = errors.find(({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === start);
  if (lines !== undefined) {
    const later = text.slice(start, lines.pos[1]).split('\n').length - 1;
    const opened = openedBy(before);
    if (opened !== undefined) return { ...parser(unclosed(opened)), later };
    if (hasSibling(before)) return { ...scanner("could not find expected ':'"), later: 1 };
    return { ...scanner('mapping values are not allowed in this context'), later, lookLater: true };
  }
  if (/need to be followed by map values/.test(message)) return { ...scanner("could not find expected ':'"), later: 1 };
  if (/without - indicator|same column/.test(message))
    return parser(`did not find expected ${expectedAt(before + (/^\s*/.exec(text.slice(start))?.[0] ?? ''))}`);
  if (/scalar at node end/.test(message)) return parser(`did not find expected ${inList ? "'-' indicator" : 'key'}`);
  if (error.code === 'TAB_AS_INDENT' && /[^:\s]\s*$/.test(before.trimEnd())) {
    return scanner('found a tab character that violates indentation');
  }
  if (/sequence items must start/i.test(message)) return parser("did not find expected '-' indicator");
  if (/between flow|\b(?:must|expected) .*[\]}]/i.test(message) || error.code === 'BLOCK_IN_FLOW') {
    const isAtEnd = start >= text.trimEnd().length;
    if (error.code === 'BLOCK_IN_FLOW' && text[start] === '-') return parser('did not find expected node content');
    const problem =
      isAtEnd && /[[{,]\s*$/.test(before) ? 'did not find expected node content' : unclosed(openedBy(before));
    return isAtEnd && !text.endsWith('\n') ? { ...parser(problem), later: 1 } : parser(problem);
  }
  if (/closing ["']?.*quote/i.test(message)) return scanner('found unexpected end of stream');
  return BY_CODE.get(error.code) ?? parser('did not find expected key');
}

const unclosed = (bracket: string | undefined): string =>
  `did not find expected ',' or '${bracket === '[' ? ']' : '}'}'`;

/** The bracket that is open at the end of a text. */
function openedBy(text: string): string | undefined {
  const open: string[] = [];
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') open.push(sign);
    else if (sign === ']' || sign === '}') open.pop();
  }
  return open.at(-1);
}

/** The lines above the last one that are not empty, from below, with what they are indented by; and that of the last one. */
function linesAbove(before: string): { readonly column: number; readonly above: readonly string[] } {
  const lines = before.split('\n');
  const column = (lines.pop() ?? '').length;
  return { column, above: lines.filter((line) => /^\s*[^\s#]/.test(line)).reverse() };
}

const indentOf = (line: string): number => line.search(/\S/);

/** Whether a key stands where another key of the same map stood before. */
function hasSibling(before: string): boolean {
  const { column, above } = linesAbove(before);
  if (/-\s+$/.test(before)) return false;
  const nearest = above.find((line) => indentOf(line) <= column) ?? '';
  return (/^[\s-]*(?=[^\s-])/.exec(nearest)?.[0].length ?? -1) === column;
}

/** A list that is indented waits for its next item, any other for the next key of the map that it is in. */
function expectedAt(before: string): string {
  const { column, above } = linesAbove(before);
  const at = above.findIndex((line) => indentOf(line) <= column);
  const nearest = above[at] ?? '';
  if (!/^\s*- /.test(nearest)) return 'key';
  const dash = indentOf(nearest);
  const parent = above.slice(at).find((line) => !/^\s*- /.test(line) && indentOf(line) <= dash);
  return parent !== undefined && indentOf(parent) === dash ? 'key' : "'-' indicator";
}

/** A document ends at a line that is indented less than its first one; nobody reads what comes behind. */
export function endBefore(text: string, offset: number): number | undefined {
  const place = offset + text.slice(offset).search(/\S/);
  const start = text.lastIndexOf('\n', place - 1) + 1;
  const first = /^ *(?=[^\s#])/m.exec(text)?.[0].length ?? 0;
  return start > 0 && place - start < first ? start : undefined;
}

/** A key that is no text. */
export function goShown(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goShown).join(', ')}}`;
  if (value === null) return 'interface {}(nil)';
  if (typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.entries(value as object).map(([key, each]) => `${JSON.stringify(key)}:${goShown(each)}`);
  return `map[interface {}]interface {}{${pairs.sort().join(', ')}}`;
}
