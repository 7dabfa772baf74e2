import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GOLDENS, goldenFile, goldenText, TOLD_STORIES } from './told-stories.ts';

it.each(TOLD_STORIES)('the beats of %s are those that were read and found good (npm run beats -- --write)', (name) => {
  expect(goldenText(name)).toBe(readFileSync(goldenFile(name), 'utf8'));
});

it('no beats are kept of a story that is gone', () => {
  expect(readdirSync(GOLDENS).toSorted()).toEqual(TOLD_STORIES.map((name) => `${name}.txt`).toSorted());
});
