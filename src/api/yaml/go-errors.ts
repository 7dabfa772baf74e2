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
  ['BAD_INDENT', parser('did not find expected key')],
  ['BAD_SCALAR_START', scanner('found character that cannot start any token')],
  ['BLOCK_AS_IMPLICIT_KEY', scanner('mapping values are not allowed in this context')],
  ['BLOCK_IN_FLOW', parser("did not find expected ',' or '}'")],
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
  if (errors.some((each) => /block-seq-ind on same line/.test(each.message)))
    return parser('did not find expected key');
  const lines = errors.find(({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === start);
  if (lines !== undefined) {
    const later = text.slice(start, lines.pos[1]).split('\n').length - 1;
    return { ...scanner('mapping values are not allowed in this context'), later, lookLater: true };
  }
  if (/need to be followed by map values/.test(message)) return { ...scanner("could not find expected ':'"), later: 1 };
  if (/without - indicator/.test(message)) return parser('did not find expected key');
  if (/scalar at node end/.test(message)) return parser(`did not find expected ${inList ? "'-' indicator" : 'key'}`);
  if (error.code === 'TAB_AS_INDENT' && /[^:\s]\s*$/.test(text.slice(0, start).trimEnd())) {
    return scanner('found a tab character that violates indentation');
  }
  if (/sequence items must start/i.test(message)) return parser("did not find expected '-' indicator");
  if (/Flow (?:sequence|map) .*must|must end with a [\]}]/i.test(message) && /[[{,]\s*$/.test(text.slice(0, start)))
    return parser('did not find expected node content');
  if (/Missing , .*between flow sequence items/.test(message)) return parser("did not find expected ',' or ']'");
  if (/Flow sequence .*must|\bmust end with a \]|expected .*\]/i.test(message)) {
    return parser("did not find expected ',' or ']'");
  }
  if (/Flow map .*must|\bmust end with a \}|expected .*\}/i.test(message)) {
    return parser("did not find expected ',' or '}'");
  }
  if (/closing ["']?.*quote/i.test(message)) return scanner('found unexpected end of stream');
  return BY_CODE.get(error.code) ?? parser('did not find expected key');
}
