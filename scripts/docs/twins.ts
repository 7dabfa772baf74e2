import { posix } from 'node:path';
import { anchorsIn, outsideCode } from './markdown.ts';
import { FROM_ELSEWHERE } from './pages.ts';

/** A page of the site: its place there, the file that it is made from, and what stands in it. */
export interface Page {
  readonly place: string;
  readonly file: string;
  readonly text: string;
}

const ZH = 'zh/';
const PLACES: ReadonlyMap<string, string> = new Map(
  Object.entries(FROM_ELSEWHERE).map(([place, file]) => [file, place]),
);

/** What of a page does not depend on its language, by name; both languages must have the same. */
export function skeletonOf(page: Page): Readonly<Record<string, readonly string[]>> {
  const { text } = page;
  const prose = proseOf(text);
  return {
    'blocks of code': text.match(/^```[\s\S]*?^```$/gm) ?? [],
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, level = '']) => level),
    moments: [...prose.matchAll(/<Moment (scenario="[^"]+" :part="\d+"(?: :step="\d+")?)/g)].map(
      ([, what = '']) => what,
    ),
    'list items': prose.match(/^ *(?:-|\d+\.) /gm) ?? [],
    'cells and code of table rows': [...prose.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => cellsOf(row)),
    'code in sections': prose.split(/^#+ .*$/m).map((section) => [...new Set(codeIn(section))].sort().join(' ')),
    links: linksIn(page)
      .map(({ target, anchor }) => withoutLanguage(target) + anchor)
      .sort(),
    'links of the first page': [...text.matchAll(/\blink: ([^,}\s]+)/g)].map(([, link = '']) => withoutLanguage(link)),
  };
}

/** What of a Chinese page is not as in its English twin, or is not Chinese. */
export function forgotten(english: Page, chinese: Page): readonly string[] {
  const [wanted, found] = [skeletonOf(english), skeletonOf(chinese)];
  const different = Object.keys(wanted).flatMap((name) => {
    const [ours = [], theirs = []] = [wanted[name], found[name]];
    const at = ours.findIndex((part, place) => part !== theirs[place]);
    const place = at < 0 && theirs.length > ours.length ? ours.length : at;
    return place < 0 ? [] : [`${name}, ${place + 1}: ${ours[place] ?? 'none'} ≠ ${theirs[place] ?? 'none'}`];
  });
  const english_ = proseOf(chinese.text)
    .split(/\n{2,}/)
    .filter((part) => part.length > MOST_NAMES && !/\p{Script=Han}/u.test(part));
  const leaves = linksIn(chinese).filter(
    ({ target }) => target.endsWith('.md') && !target.startsWith(ZH) && isPage(target),
  );
  return [
    ...different,
    ...english_.map((part) => `not translated: ${part.slice(0, MOST_NAMES)}`),
    ...leaves.map(({ target }) => `leads out of its language: ${target}`),
  ].map((what) => `${chinese.place}: ${what}`);
}

/** A paragraph of names alone, as a line of keys, may be as long. */
const MOST_NAMES = 60;

/** Links into pages whose anchor is no heading there. */
export function lostAnchors(pages: readonly Page[]): readonly string[] {
  // On the site both languages have the anchors of the English page.
  const english = pages.filter(({ place }) => !place.startsWith(ZH));
  const anchors = new Map(english.map(({ place, text }) => [place, anchorsIn(text)]));
  return pages.flatMap((page) =>
    linksIn(page)
      .filter(
        ({ target, anchor }) =>
          anchor !== '' && anchors.get(withoutLanguage(target))?.includes(anchor.slice(1)) === false,
      )
      .map(({ target, anchor }) => `${page.file}: ${target}${anchor}`),
  );
}

interface PageLink {
  /** A place on the site, or the file's name in the project. */
  readonly target: string;
  readonly anchor: string;
}

function linksIn({ place, file, text }: Page): readonly PageLink[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s#]*)(#[^)\s]*)?\)/g)].map(([, path = '', anchor = '']) => {
    if (path === '') return { target: place, anchor };
    if (/^(?:[a-z]+:|\/)/.test(path)) return { target: path, anchor };
    const named = posix.normalize(posix.join(posix.dirname(file), path));
    return { target: PLACES.get(named) ?? named.replace(/^docs\//, ''), anchor };
  });
}

const isPage = (target: string) => !target.includes('/') || target in FROM_ELSEWHERE;
const withoutLanguage = (place: string) => place.replace(/^(\/?)zh\//, '$1').replace(/\?lang=zh$/, '');

function proseOf(text: string): string {
  const parts: string[] = [];
  outsideCode(text, (part) => {
    parts.push(part.startsWith('```') ? '' : part);
    return part;
  });
  return parts.join('');
}

function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '));
}

function cellsOf(row: string): string {
  const cells = row.split(/(?<!\\)\|/);
  return cells.map((cell) => codeIn(cell).toSorted().join(' ')).join(' | ');
}
