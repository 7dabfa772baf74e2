// npm run new -- command|panel|controller|scenario NAME: writes a worked skeleton, which passes the checks, in one folder.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameProblem, SORTS, type Sort, skeletonOf } from './skeletons.ts';

const [sort = '', name = ''] = process.argv.slice(2);
if (!isSort(sort) || name === '') giveUp(`usage: npm run new -- ${SORTS.join('|')} NAME`);
const wrong = nameProblem(name);
if (wrong !== undefined) giveUp(wrong);
const { folder, files } = skeletonOf(sort as Sort, name);
const paths = files.map(([file]) => join(folder, file));
const there = paths.find((path) => existsSync(path));
if (there !== undefined) giveUp(`${there} is there already`);
mkdirSync(folder, { recursive: true });
for (const [file, text] of files) writeFileSync(join(folder, file), text);
const biome = join('node_modules', '@biomejs', 'biome', 'bin', 'biome');
execFileSync(process.execPath, [biome, 'check', '--write', ...paths.filter((path) => /\.tsx?$/.test(path))], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
console.log(
  `${paths.join('\n')}\n\nTest it: npm run unit -- ${sort === 'scenario' ? `src/worker/scenarios.test.ts -t ${name}` : folder}`,
);

function isSort(word: string): boolean {
  return (SORTS as readonly string[]).includes(word);
}

function giveUp(why: string): never {
  console.error(why);
  process.exit(1);
}
