import { pureOfText } from '../../base/pure.ts';
import { type CelProgram, compileCel } from './compile.ts';
import type { CelProblem } from './problems.ts';

/** Clients can send expressions without end; what they say is read again when this many are known. */
const MOST = 2000;

/** Programs over the same variables by their text, each read once. */
export function celPrograms(names: readonly string[]): (text: string) => CelProgram | CelProblem {
  return pureOfText(MOST, (text: string) => compileCel(text, names));
}
