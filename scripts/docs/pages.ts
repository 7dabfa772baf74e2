import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { anchorsIn, outsideCode, withAnchors, withoutLineEnds } from './markdown.ts';

/** Pages that lie elsewhere in the project, by their place on the site. */
export const FROM_ELSEWHERE: Readonly<Record<string, string>> = {
  'library.md': 'src/library/README.md',
  'demos.md': 'src/embed/README.md',
  'examples.md': 'examples/README.md',
  'architecture.md': 'src/README.md',
  'engine.md': 'src/engine/README.md',
  'vocabulary.md': 'src/VOCABULARY.md',
  'contributing.md': 'CONTRIBUTING.md',
  'roadmap.md': 'ROADMAP.md',
  'changelog.md': 'CHANGELOG.md',
  'security.md': 'SECURITY.md',
  'conduct.md': 'CODE_OF_CONDUCT.md',
};

/** The pages of `docs`, by their place on the site, with where they lie. */
export function ownPages(root: string): Readonly<Record<string, string>> {
  const docs = join(root, 'docs');
  const found = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split('\\').join('/'))
    .filter((name) => name.endsWith('.md') && !/^(?:node_modules|\.site)\//.test(name));
  return Object.fromEntries(found.sort().map((name) => [name, `docs/${name}`]));
}

/** Writes all of them into a folder; what links to a file that is no page of the site says its name instead. */
export function copyPages(root: string, folder: string, base: string): void {
  const pages = { ...ownPages(root), ...FROM_ELSEWHERE };
  const placeOf = new Map(Object.entries(pages).map(([place, file]) => [file, place]));
  for (const [place, file] of Object.entries(pages)) {
    const text = intoApp(withLinks(readFileSync(join(root, file), 'utf8'), file, place, placeOf), base);
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), isChinese(place) ? withoutLineEnds(text) : text);
  }
  cpSync(join(root, 'docs', 'moving.png'), join(folder, 'moving.png'));
  cpSync(join(root, 'public', 'icon.svg'), join(folder, 'public', 'icon.svg'));
}

const isChinese = (place: string) => place.startsWith('zh/');

/** Whoever changes the language stays where he reads: the headings of both pages are called the same. */
export function nameHeadingsAlike(folder: string): void {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split('\\').join('/'));
  for (const page of pages.filter((name) => name.endsWith('.md') && isChinese(name))) {
    const [chinese, english] = [join(folder, page), join(folder, page.slice('zh/'.length))];
    const anchors = anchorsIn(readFileSync(english, 'utf8'));
    for (const file of [chinese, english]) writeFileSync(file, withAnchors(readFileSync(file, 'utf8'), anchors));
  }
}

/** The reference is made from types, whose comments are English: its Chinese readers find it in their menu. */
export function copyReference(folder: string): void {
  cpSync(join(folder, 'api'), join(folder, 'zh', 'api'), { recursive: true });
  const index = join(folder, 'zh', 'api', 'index.md');
  const note = '这份参考由类型和其中的英文注释生成，没有译文。';
  writeFileSync(index, readFileSync(index, 'utf8').replace(/^# .*$/m, `# API 参考\n\n${note}`));
}

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/** Links between pages go on working where these lie now; a link to another file of the project becomes its name. */
export function withLinks(text: string, file: string, place: string, placeOf: ReadonlyMap<string, string>): string {
  return outsideCode(text, (part) =>
    part.replace(LINK, (whole, picture: string, label: string, target: string) => {
      if (picture !== '' || /^(?:[a-z]+:|#|\/)/.test(target)) return whole;
      const [path = '', anchor] = target.split('#');
      const named = posix.normalize(posix.join(posix.dirname(file), path));
      const other = placeOf.get(named);
      if (other === undefined) return label.includes('`') ? label : label + inBrackets(`\`${named}\``, place);
      const way = posix.relative(posix.dirname(place), other);
      return `[${label}](${way.startsWith('.') ? way : `./${way}`}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

const inBrackets = (text: string, place: string) => (isChinese(place) ? `（${text}）` : ` (${text})`);

const INTO_APP = /\[([^\]]+)\]\(\/(app\/[^)]+)\)\{target="_self"\}/g;

/** The page is no page of the site: a link to it is written as it is to be, for the site knows not where it lies. */
export function intoApp(text: string, base: string): string {
  return text.replace(INTO_APP, `<a href="${base}$2" target="_self">$1</a>`);
}
