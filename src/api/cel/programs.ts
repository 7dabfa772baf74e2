import { type CelProgram, compileCel } from './compile.ts';
import type { CelProblem } from './problems.ts';

/** Clients can send expressions without end; what they say is read again when this many are known. */
const MOST = 2000;

/** Programs over the same variables by their text, each read once. */
export class CelPrograms {
  private readonly compiled = new Map<string, CelProgram | CelProblem>();
  private readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
  }

  of(text: string): CelProgram | CelProblem {
    let found = this.compiled.get(text);
    if (found === undefined) {
      found = compileCel(text, this.names);
      if (this.compiled.size >= MOST) this.compiled.clear();
      this.compiled.set(text, found);
    }
    return found;
  }
}
