import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { menuIn } from '../../docs/.vitepress/menu.mjs';
import { anchorsIn, withAnchors, withoutLineEnds } from './markdown.ts';
import { FROM_ELSEWHERE, ownPages } from './pages.ts';
import { forgotten, lostAnchors, type Page } from './twins.ts';

const root = process.cwd();
const pages: readonly Page[] = Object.entries({ ...ownPages(root), ...FROM_ELSEWHERE }).map(([place, file]) => ({
  place,
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));
const byPlace = new Map(pages.map((page) => [page.place, page]));
const english = pages.filter(({ place }) => !place.startsWith('zh/'));

describe('the two languages of the site', () => {
  it('have the same pages', () => {
    const chinese = pages.flatMap(({ place }) => (place.startsWith('zh/') ? [place.slice(3)] : []));
    expect(chinese.toSorted()).toEqual(english.map(({ place }) => place).toSorted());
  });

  it.each(english.map(({ place }) => place))('have the same code, headings, tables and links in %s', (place) => {
    expect(forgotten(byPlace.get(place) as Page, byPlace.get(`zh/${place}`) as Page)).toEqual([]);
  });

  it('link to headings that there are', () => {
    expect(lostAnchors(pages)).toEqual([]);
  });

  it('have every page in their menu, and no other', () => {
    const made = ['scenarios/', 'api/', 'true'];
    for (const [language, way] of [
      ['en', '/'],
      ['zh', '/zh/'],
    ] as const) {
      const named = menuIn(language).flatMap(({ link, items = [] }) => [link, ...items.map((item) => item.link)]);
      const wanted = [...english.map(({ place }) => place.replace(/\.md$/, '')), ...made].filter(
        (name) => name !== 'index',
      );
      expect(named.filter((link) => link !== undefined).toSorted()).toEqual(
        wanted.map((name) => way + name).toSorted(),
      );
    }
    const names = JSON.stringify(menuIn('zh')).match(/"text":"[^"]+"/g) ?? [];
    expect(names.filter((name) => !/\p{Script=Han}/u.test(name))).toEqual([]);
  });
});

describe('what one language forgot', () => {
  const of = (place: string, text: string): Page => ({ place, file: `docs/${place}`, text });
  const told = (en: string, zh: string) => forgotten(of('a.md', en), of('zh/a.md', zh));
  const EN = '# A\n\nSee [b](b.md), `x`.\n\n```sh\nls\n```\n\n| `k` | one |\n\n- i\n';
  const ZH = '# 甲\n\n见[乙](b.md)，`x`。\n\n```sh\nls\n```\n\n| `k` | 一 |\n\n- 丙\n';

  it('is nothing where only the words are others', () => {
    expect(told(EN, ZH)).toEqual([]);
  });

  it.each([
    ['blocks of code', 'ls', 'ls -l'],
    ['headings', '# A', '# A\n\n## B'],
    ['cells and code', '`k`', '`l`'],
    ['code in sections', '`x`', '`y`'],
    ['links', 'b.md', 'c.md'],
    ['list items', '- i', '- i\n- j'],
  ])('is said of %s', (what, before, after) => {
    expect(told(EN.replace(before, after), ZH).join('\n')).toContain(what);
    expect(told(EN, ZH)).toEqual([]);
  });

  it('is said of English left over, and of links into it', () => {
    const long = 'Nobody has said this in the other language yet, and it is long.';
    expect(told(`${EN}\n${long}\n`, `${ZH}\n${long}\n`)).toEqual([`zh/a.md: not translated: ${long.slice(0, 60)}`]);
    expect(told(EN, ZH.replace('b.md', '../b.md'))).toEqual(['zh/a.md: leads out of its language: b.md']);
    expect(lostAnchors([of('a.md', '# A\n\n[x](#a) [y](#b) [z](c.md#d)'), of('c.md', '## D')])).toEqual([
      'docs/a.md: a.md#b',
    ]);
  });
});

describe('a Chinese page on the site', () => {
  it('has no space where a line of its source ends', () => {
    expect(withoutLineEnds('一，\n二\n三 Pod\nb 四。\nNode\n\n- 五\n  六\n- 七\n\n```\n一\n二\n```\n')).toBe(
      '一，二三 Pod\nb 四。Node\n\n- 五六\n- 七\n\n```\n一\n二\n```\n',
    );
    expect(withoutLineEnds('# 题。\n一\n| 甲。 |\n| 乙 |\n')).toBe('# 题。\n一\n| 甲。 |\n| 乙 |\n');
    expect(withoutLineEnds('---\na: 一。\nb: 二\n---\n')).toBe('---\na: 一。\nb: 二\n---\n');
  });

  it('has the anchors of the English one', () => {
    const anchors = anchorsIn('# A `b`, c\n\n```sh\n# no\n```\n\n## D\n\n## D\n');
    expect(anchors).toEqual(['a-b-c', 'd', 'd-1']);
    expect(withAnchors('# 甲\n\n```sh\n# no\n```\n\n## 乙\n\n## 丙\n', anchors)).toBe(
      '# 甲 {#a-b-c}\n\n```sh\n# no\n```\n\n## 乙 {#d}\n\n## 丙 {#d-1}\n',
    );
  });
});
