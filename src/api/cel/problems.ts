import { NOWHERE, type SyntaxProblem } from './lexer.ts';

export interface CelProblem {
  /** As a compiler of expressions reports it. */
  readonly problem: string;
}

export function isProblem<T extends object>(result: T | CelProblem): result is CelProblem {
  return 'problem' in result;
}

/** Every problem in the order of the text: the message, the line and a caret below the place. */
// Models github.com/google/cel-go/common/errors.go (as vendored by v1.36)
export function reportAll(text: string, problems: readonly SyntaxProblem[]): string {
  const ordered = [...problems].sort((a, b) => a.at - b.at);
  return ordered.map((each) => report(text, each)).join('\n');
}

function report(text: string, { message, at }: SyntaxProblem): string {
  if (at === NOWHERE) return `ERROR: <input>:-1:0: ${message}`;
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
  const row = text.slice(0, lineStart).split('\n').length;
  const column = at - lineStart;
  return `ERROR: <input>:${row}:${column + 1}: ${message}\n | ${line}\n | ${'.'.repeat(column)}^`;
}
