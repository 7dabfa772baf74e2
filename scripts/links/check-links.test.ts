import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { anchorAt } from '../../src/inspect/anchors/anchors.ts';
import { type Anchor, writeLink } from '../../src/protocol/link/index.ts';
import { toldStory } from '../kubestep/told-stories.ts';
import { checkLinks } from './check-links.ts';
import { linksIn } from './links-in-text.ts';
import { Stand } from './stand.ts';

const PAGE = 'https://docs.example/kubestep/';
const filter = { grain: 'beat', scope: 'story' } as const;
const stand = new Stand(toldStory('seven-arrows'));
const snapshot = stand.through(filter);

/** To the n-th beat of the first part, as it is or changed. */
function linkTo(place: number, change: Partial<Anchor> = {}): string {
  const seq = snapshot.index.at(place) as number;
  const anchor = { ...(anchorAt(snapshot, seq, true) as Anchor), ...change };
  const told = stand.saidAt(seq, filter).sentence;
  return writeLink(PAGE, { of: { scenario: 'seven-arrows', part: 1 }, to: { anchor }, moment: { filter, told } });
}

const folder = mkdtempSync(join(tmpdir(), 'kubestep-links-'));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (name: string, text: string) => {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const checked = (...paths: string[]) => {
  const lines: string[] = [];
  const code = checkLinks(paths, (line) => lines.push(line));
  return { code, text: lines.join('\n').replaceAll(folder, '') };
};

it('links are found in every sort of page, and nothing else is taken for one', () => {
  const link = linkTo(3);
  const html = link.replaceAll('&', '&amp;');
  const text = [
    `See [the moment](${link}), or <${link}>.`,
    `<iframe src="${html}" loading="lazy"></iframe>`,
    `\`A moment <${link}>\`_ and ${link}.`,
    `<Demo src={"${link}"} /> [relative](/kubestep/?scenario=fruit&part=2&step=7)`,
    '[search](https://example.org/?v=2&q=pods) https://example.org/#running ?',
  ].join('\n');
  expect(linksIn(text).map(({ line, address }) => [line, address.replace(link, 'LINK')])).toEqual([
    [1, 'LINK'],
    [1, 'LINK'],
    [2, 'LINK'],
    [3, 'LINK'],
    [3, 'LINK'],
    [4, 'LINK'],
    [4, '/kubestep/?scenario=fruit&part=2&step=7'],
  ]);
});

it('a tree of pages whose links show what they showed passes', () => {
  written('good/a.md', `[one](${linkTo(2)}) and [two](${linkTo(9, { seq: 1 })})`);
  written('good/deep/b.rst', `\`typed <${PAGE}?scenario=seven-arrows&part=2&step=30>\`_`);
  written('good/c.txt', linkTo(2, { says: '0000000' }));
  expect(checked(join(folder, 'good'))).toEqual({ code: 0, text: '3 links in 2 pages: 3 as they were, 0 not' });
});

it('what has moved is told with both sentences, and what cannot be opened with its reason', () => {
  const file = written(
    'bad.html',
    [
      `<a href="${linkTo(4, { says: '0000000' }).replaceAll('&', '&amp;')}">otherwise</a>`,
      `<a href='${linkTo(4, { kind: 'insight.sung' })}'>gone</a>`,
      `<a href="${linkTo(4, { before: '0000000' })}">before</a>`,
      `<a href="${linkTo(4).slice(0, -3)}">cut</a>`,
      `<a href="${PAGE}?scenario=seven-arrows&part=9">no part</a>`,
      `<a href="${PAGE}?scenario=seven-arrows&part=1&step=99999">no step</a>`,
    ].join('\n'),
  );
  const { code, text } = checked(file);
  const sentence = stand.saidAt(snapshot.index.at(4) as number, filter).sentence;
  expect(code).toBe(1);
  expect(text).toContain(`/bad.html:1: has moved: what it points at is told otherwise\n  then: ${sentence}\n  now:  `);
  expect(text).toContain('/bad.html:2: has moved: what it points at does not happen any more');
  expect(text).toContain('/bad.html:3: shows what it showed, but what is told before it has changed');
  expect(text).toContain('/bad.html:4: cannot be opened: the link is damaged or was cut');
  expect(text).toContain('/bad.html:5: cannot be opened: scenario seven-arrows has no part 9');
  expect(text).toContain('/bad.html:6: cannot be opened: scenario seven-arrows has no step 99999 by the end of part 1');
  expect(text).toContain('6 links in 1 pages: 0 as they were, 6 not');
});

it('a file that is not there is said to be missing', () => {
  expect(checked(join(folder, 'none.md'))).toMatchObject({ code: 2, text: expect.stringContaining('none.md') });
  expect(checked()).toMatchObject({ code: 2 });
});
