import { CelError, type CelProgram, compileCel, isProblem, toJson } from '../api/cel/index.ts';
import type { Cel, CelCompileError, CelProgram as PortProgram } from './ports/cel.ts';

const MOST = 1000;

/** The expression language behind its port. Each text is read once. */
// Models staging/src/k8s.io/apiserver/pkg/cel/environment (v1.36)
export function createCel(): Cel {
  const read = new Map<string, PortProgram | CelCompileError>();
  return {
    compile(expression, variables) {
      const key = `${variables.join(',')}\n${expression}`;
      let found = read.get(key);
      if (found === undefined) {
        const compiled = compileCel(expression, variables);
        found = isProblem(compiled) ? { error: compiled.problem } : programOf(compiled);
        if (read.size >= MOST) read.clear();
        read.set(key, found);
      }
      return found;
    },
  };
}

function programOf(program: CelProgram): PortProgram {
  return {
    uses: program.uses,
    evaluate(variables) {
      try {
        return { value: toJson(program.evaluate(variables)) };
      } catch (error) {
        if (error instanceof CelError) return { error: error.message };
        throw error;
      }
    },
  };
}
