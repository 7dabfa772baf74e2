import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeScratch, scratchCopy } from './scratch.ts';
import { SORTS, type Sort, skeletonOf } from './skeletons.ts';

const NAME = 'count-things';
/** It is told as a part of the suite that holds all scenarios to their claims. */
const SCENARIOS = 'src/worker/scenarios.test.ts';
const MINUTES = 60_000;

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** The skeletons as `npm run new` writes them, all in one copy of the project: one compiler and one run of tests look at them. */
describe('npm run new', () => {
  let copy = '';
  let mistyped = '';
  let report: Report = { testResults: [] };

  beforeAll(async () => {
    copy = scratchCopy();
    for (const sort of SORTS) await inCopy('scripts/run-ts.mjs', 'scripts/new/main.ts', sort, NAME);
    mistyped = await types();
    report = await tests();
  }, 10 * MINUTES);

  afterAll(() => removeScratch(copy));

  it.each(SORTS)('writes a %s that has the right types', (sort) => {
    const { folder, files } = skeletonOf(sort, NAME);
    expect(mistyped.split('\n').filter((line) => files.some(([file]) => line.startsWith(`${folder}/${file}`)))).toEqual(
      [],
    );
  });

  it('leaves the types of what uses them right', () => {
    expect(mistyped).toBe('');
  });

  it.each(SORTS)('writes a %s that passes its own tests', (sort) => {
    const place = sort === 'scenario' ? SCENARIOS : `${skeletonOf(sort, NAME).folder}/`;
    const of = report.testResults.filter(({ name }) => name.replaceAll('\\', '/').includes(place));
    const ran = of.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status !== 'skipped');
    expect(of.map(({ message }) => message).join('')).toBe('');
    expect(ran.map(({ title, status }) => [title, status])).toEqual(titlesOf(sort).map((title) => [title, 'passed']));
  });

  /** What the compiler says of the skeletons and of all that they stand on. */
  async function types(): Promise<string> {
    const include = [...SORTS.flatMap(pathsOf), 'src/build.d.ts'];
    writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include }));
    return await inCopy(
      'node_modules/typescript/lib/tsc.js',
      '--noEmit',
      '--pretty',
      'false',
      '-p',
      'tsconfig.new.json',
    );
  }

  async function tests(): Promise<Report> {
    const files = [...SORTS.flatMap(pathsOf).filter((path) => path.includes('.test.')), SCENARIOS];
    const titles = SORTS.flatMap(titlesOf).map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const only = ['-t', `(${titles.join('|')})$`];
    const to = ['--reporter=json', '--outputFile=report.json'];
    await inCopy('node_modules/vitest/vitest.mjs', 'run', ...files, ...only, ...to);
    return JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8')) as Report;
  }

  /** What it prints, whether it succeeds or not. */
  async function inCopy(...words: readonly string[]): Promise<string> {
    const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('VITE')));
    const asked = promisify(execFile)(process.execPath, words, { cwd: copy, env, maxBuffer: 1 << 26 });
    const { stdout } = await asked.catch((error: { readonly stdout: string }) => error);
    return stdout.trim();
  }
});

function pathsOf(sort: Sort): readonly string[] {
  const { folder, files } = skeletonOf(sort, NAME);
  return files.map(([file]) => `${folder}/${file}`).filter((path) => /\.tsx?$/.test(path));
}

/** Of the tests that it comes with; a scenario's is one of the suite of all scenarios. */
function titlesOf(sort: Sort): readonly string[] {
  if (sort === 'scenario') return [NAME];
  return skeletonOf(sort, NAME).files.flatMap(([, text]) =>
    [...text.matchAll(/^(?:it|test)\('([^']+)'/gm)].map(([, title = '']) => title),
  );
}
