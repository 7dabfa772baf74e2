import { patternProblem } from '../go/pattern.ts';
import { parseDuration, parseTimestamp } from './functions/time-text.ts';
import { SyntaxProblem } from './lexer.ts';
import type { Expr } from './parser.ts';

/** A text written out where a duration, a time or a pattern is expected must be one. */
// Models github.com/google/cel-go/cel/validator.go (as vendored by v1.36)
export function literalProblem({ name, target, args }: Extract<Expr, { type: 'call' }>): SyntaxProblem | undefined {
  const judge = JUDGES.get(name);
  const argument = name === 'matches' ? args[target === undefined ? 1 : 0] : args[0];
  if (judge === undefined || argument?.type !== 'literal' || typeof argument.value !== 'string') return undefined;
  return judge(argument.value) ? undefined : new SyntaxProblem(`invalid ${name} argument`, argument.at);
}

const JUDGES: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['duration', (text) => parseDuration(text) !== undefined],
  ['timestamp', (text) => parseTimestamp(text) !== undefined],
  ['matches', (text) => patternProblem(text) === undefined],
]);
