import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Every file below `folder` (a path inside the project), sorted, with `/` on every system. */
export function filesBelow(folder: string): readonly string[] {
  const stat = statSync(join(root, folder), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [folder];
  const result: string[] = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    // `.site` is where the pages of the documentation are gathered.
    if (entry.name === 'node_modules' || entry.name === '.site') continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) result.push(...filesBelow(path));
    else result.push(path);
  }
  return result.sort();
}

const texts = new Map<string, string>();

export function textOf(path: string): string {
  let text = texts.get(path);
  if (text === undefined) {
    text = readFileSync(join(root, path), 'utf8');
    texts.set(path, text);
  }
  return text;
}

export function isTypeScript(path: string): boolean {
  return path.endsWith('.ts') || path.endsWith('.tsx') || path.endsWith('.mts');
}

/** Tests, and what only tests use. They may see both halves. */
export function isTest(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) ||
    path.endsWith('.claims.ts') ||
    /(^|\/)(testing|testdata|e2e)\//.test(path) ||
    /(^|\/)(testing|fake-[\w-]+)\.ts$/.test(path)
  );
}

export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
