import { blank } from './blank.ts';
import { lineOf } from './source-files.ts';

const EXPORTED = /^export\s+(?:async\s+|abstract\s+)?(?:function\s*\*?|const|let|class)\s+([\w$]+)/gm;
const NAME = /[\w$]+/g;

/** Files of which something takes every export, whatever it is called (`import.meta.glob`). */
const TAKEN_WHOLE: readonly { readonly files: RegExp; readonly by: string }[] = [
  { files: /^src\/scenarios\/[\w-]+\/[\w-]+\.ts$/, by: 'src/scenarios/index.ts' },
];

/**
 * Exported functions, classes and constants that no other file names, tests included. Types are not asked for: they are
 * exported with what they describe. A name that two files have counts as used by both.
 */
export function unusedExports(texts: ReadonlyMap<string, string>): readonly string[] {
  const code = [...texts].map(([path, text]) => [path, blank(text).code] as const);
  const usedIn = new Map<string, number>();
  for (const [, text] of code) {
    for (const name of new Set(text.match(NAME))) usedIn.set(name, (usedIn.get(name) ?? 0) + 1);
  }
  const isTaken = (path: string): boolean => TAKEN_WHOLE.some(({ files, by }) => files.test(path) && texts.has(by));
  return code
    .filter(([path]) => !isTaken(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(EXPORTED)]
        .filter(({ 1: name = '' }) => usedIn.get(name) === 1)
        .map(({ index, 1: name }) => `${path}:${lineOf(text, index)}: ${name} is exported, but no other file names it`),
    );
}
