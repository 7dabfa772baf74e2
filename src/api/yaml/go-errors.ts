import type { YAMLError } from 'yaml';

export interface GoYamlError {
  readonly problem: string;
  /** Found by the scanner, whose line numbers are right; the parser's are one too small. */
  readonly scanner: boolean;
  /** Says no line at all. */
  readonly placeless?: boolean;
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

export function goYamlError(error: YAMLError): GoYamlError {
  const message = error.message;
  if (/sequence items must start/i.test(message)) return parser("did not find expected '-' indicator");
  if (/Flow sequence .*must|\bmust end with a \]|expected .*\]/i.test(message)) {
    return parser("did not find expected ',' or ']'");
  }
  if (/Flow map .*must|\bmust end with a \}|expected .*\}/i.test(message)) {
    return parser("did not find expected ',' or '}'");
  }
  if (/closing ["']?.*quote/i.test(message)) return scanner('found unexpected end of stream');
  return BY_CODE.get(error.code) ?? parser('did not find expected key');
}
