import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keptLinks } from '../links/kept-links.ts';
import { LinkOpener } from '../links/open.ts';
import { GOLDENS, goldenFile, goldenText, TOLD_STORIES, toldStory } from './told-stories.ts';

/** To moments of scenarios: each story is told once for its beats and its links. */
const links = [...keptLinks().values()].flat();

let told: { readonly name: string; readonly run: ReturnType<typeof toldStory> } | undefined;
const once = (name: string) => {
  if (told?.name !== name) told = { name, run: toldStory(name) };
  return told.run;
};

describe.each(TOLD_STORIES)('%s', (name) => {
  it('the beats are those that were read and found good (npm run beats -- --write)', () => {
    expect(goldenText(name, once(name))).toBe(readFileSync(goldenFile(name), 'utf8'));
  });

  it('links that a release gave away open at the sentence that they were made at, or say that the story is another', () => {
    const opener = new LinkOpener({ build: 'fixture', kubernetes: 'v1.36' }, once);
    const own = links.filter(([link]) => new URLSearchParams(link.replace(/#.*/s, '')).get('scenario') === name);
    expect(own.length).toBeGreaterThanOrEqual(name === TOLD_STORIES[0] ? 0 : 2);
    for (const [link, , what] of own) {
      const opened = opener.open(link);
      if (typeof opened === 'string') throw new Error(`${opened}: ${link}`);
      // What somebody typed names a step of the story that there is.
      if (opened.verdict === undefined && opened.link.form !== 'typed') expect(opened.said.what, link).toBe(what);
    }
  });
});

it('no beats are kept of a story that is gone', () => {
  expect(readdirSync(GOLDENS).toSorted()).toEqual(TOLD_STORIES.map((name) => `${name}.txt`).toSorted());
});
