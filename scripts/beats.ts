import { mkdirSync, writeFileSync } from 'node:fs';
import { beatsOf } from './kubestep/beats.ts';
import { readOptions } from './kubestep/options.ts';
import { advance, startRun } from './kubestep/story.ts';
import { GOLDENS, goldenFile, goldenText, TOLD_STORIES, toldStory } from './kubestep/told-stories.ts';

const USAGE = `Usage: npm run beats [-- SCENARIO|FILE …] [--write]

Prints the beats of the story that the page opens with (opening) and of every scenario, in English and Chinese; or of those
that are named. With --write they become what the tests expect: read what has changed in testdata/beats.
`;

function main(words: readonly string[]): number {
  if (words.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const named = words.filter((word) => word !== '--write');
  const names = named.length === 0 ? TOLD_STORIES : named;
  return words.includes('--write') ? write(names) : print(names);
}

function write(names: readonly string[]): number {
  for (const name of names) {
    if (!TOLD_STORIES.includes(name)) return refuse(`the tests know no story ${name}`);
    mkdirSync(GOLDENS, { recursive: true });
    writeFileSync(goldenFile(name), goldenText(name));
  }
  return 0;
}

function print(names: readonly string[]): number {
  for (const name of names) {
    const lines = linesOf(name);
    if (typeof lines === 'string') return refuse(lines);
    console.log(`== ${name}\n\n${lines.join('\n')}\n`);
  }
  return 0;
}

function linesOf(name: string): readonly string[] | string {
  const telling = { languages: ['en', 'zh'], times: true, folds: true } as const;
  if (TOLD_STORIES.includes(name)) return beatsOf(toldStory(name), telling).lines;
  const options = readOptions(['run', name]);
  if (typeof options === 'string') return options;
  const run = startRun(options);
  if (typeof run === 'string') return run;
  advance(run, options.until);
  return beatsOf(run, telling).lines;
}

function refuse(why: string): number {
  console.error(`beats: ${why}`);
  return 2;
}

process.exitCode = main(process.argv.slice(2));
