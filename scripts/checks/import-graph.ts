import { posix } from 'node:path';
import { blank } from './blank.ts';
import { lineOf } from './source-files.ts';

export interface Import {
  readonly specifier: string;
  /** Erased by the compiler: nothing is loaded for it. */
  readonly typeOnly: boolean;
  readonly line: number;
}

const FROM = /^[ \t]*(?:import|export)\s+(type\s+)?([\w$*\s{},]*?)\s*from\s*['"]([^'"]+)['"]/gm;
const SIDE_EFFECT = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /(typeof\s+)?\bimport\s*\(\s*['"]([^'"]+)['"]/g;

/** All imports of a source text: static, `import type`, `export … from`, for side effects, and dynamic. */
export function importsOf(text: string): readonly Import[] {
  const { withoutComments: source, code } = blank(text);
  const result: Import[] = [];
  const add = (offset: number, specifier: string | undefined, typeOnly: boolean): void => {
    // Inside a string it is an example, not an import.
    const real = code[offset] === source[offset];
    if (specifier !== undefined && real) result.push({ specifier, typeOnly, line: lineOf(source, offset) });
  };
  for (const match of source.matchAll(FROM)) {
    const leading = match[0].length - match[0].trimStart().length;
    add(match.index + leading, match[3], match[1] !== undefined || namesOnlyTypes(match[2] ?? ''));
  }
  for (const match of source.matchAll(SIDE_EFFECT)) add(match.index, match[1], false);
  for (const match of source.matchAll(DYNAMIC)) add(match.index, match[2], match[1] !== undefined);
  return result;
}

function namesOnlyTypes(clause: string): boolean {
  const inside = /^\{([^}]*)\}$/.exec(clause.trim())?.[1];
  if (inside === undefined) return false;
  const names = inside.split(',').filter((name) => name.trim() !== '');
  return names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

/** The project file that a relative import means; undefined when there is none. */
export function resolveImport(from: string, specifier: string, exists: (path: string) => boolean): string | undefined {
  const path = posix.join(posix.dirname(from), specifier.split('?')[0] as string);
  const stem = path.replace(/\.m?js$/, '');
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${stem}.ts`, `${stem}.tsx`, `${stem}.d.ts`, `${stem}.d.mts`];
  return [...candidates, `${path}/index.ts`, `${path}/index.tsx`].find(exists);
}

/** Groups of files that import one another in a circle (strongly connected parts of more than one file, or a file that imports itself). */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const result: string[][] = [];

  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) as number);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node) as number, low.get(next) as number));
      } else if (onStack.has(next)) {
        low.set(node, Math.min(low.get(node) as number, index.get(next) as number));
      }
    }
    if (low.get(node) !== index.get(node)) return;
    const part = stack.splice(stack.indexOf(node));
    for (const each of part) onStack.delete(each);
    if (part.length > 1 || graph.get(node)?.includes(node)) result.push(part.sort());
  };
  for (const node of [...graph.keys()].sort()) if (!index.has(node)) visit(node);
  return result;
}
