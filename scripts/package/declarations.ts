import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { ENTRIES } from './entries.ts';

/** A type declaration that a file names, by its place in the same folder. */
const NAMED = /(?:from|import)\s*\(?\s*'(\.[^']+)\.ts'/g;

/** Writes the type declarations of the entries, and of what these name, into a folder. Gives back which files those are. */
export function writeDeclarations(root: string, folder: string): readonly string[] {
  const emitted = join(root, 'node_modules', '.cache', 'kubestep', `declarations-${process.pid}`);
  try {
    emit(root, emitted);
    const written = new Set<string>();
    for (const { source } of Object.values(ENTRIES)) copyWith(emitted, folder, declarationOf(source), written);
    for (const { file, source } of Object.values(ENTRIES))
      writeFileSync(
        join(folder, `${file}.d.ts`),
        `export * from './types/${declarationOf(source).replace(/\.d\.ts$/, '.js')}';\n`,
      );
    return [...written].sort();
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

/** `src/library/index.ts` → `library/index.d.ts` */
function declarationOf(source: string): string {
  return source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts');
}

function emit(root: string, emitted: string): void {
  const project = join(root, 'scripts', 'package', 'tsconfig.json');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--outDir', emitted], {
    encoding: 'utf8',
  });
  if (status !== 0 || !existsSync(emitted)) throw new Error(`the type declarations cannot be made:\n${stdout}`);
}

/** A file and, before it, all that it names: the ways of the sources end in `.ts`, those of the package in `.js`. */
function copyWith(emitted: string, folder: string, file: string, written: Set<string>): void {
  if (written.has(file)) return;
  written.add(file);
  const text = readFileSync(join(emitted, file), 'utf8');
  for (const [, named = ''] of text.matchAll(NAMED))
    copyWith(emitted, folder, normalize(join(dirname(file), `${named}.d.ts`)), written);
  const target = join(folder, 'types', file);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(emitted, file), target);
  writeFileSync(target, text.replace(/'(\.[^']+)\.ts'/g, "'$1.js'"));
}

/** What the package's own types name of the inside, which nobody outside is to see. */
export function leaksIn(files: readonly string[]): readonly string[] {
  return files.filter(
    (file) => !/^(?:library|engine|embed|protocol\/embed)\//.test(file) && !ENGINE_NAMES.has(relative('.', file)),
  );
}

/** What the engine's own types stand on. */
const ENGINE_NAMES: ReadonlySet<string> = new Set(['base/time/units.d.ts']);
