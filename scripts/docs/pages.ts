import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

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
export function copyPages(root: string, folder: string): void {
  const pages = { ...ownPages(root), ...FROM_ELSEWHERE };
  const placeOf = new Map(Object.entries(pages).map(([place, file]) => [file, place]));
  for (const [place, file] of Object.entries(pages)) {
    const text = withLinks(readFileSync(join(root, file), 'utf8'), file, place, placeOf);
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), text);
  }
  cpSync(join(root, 'docs', 'moving.png'), join(folder, 'moving.png'));
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
      if (other === undefined) return label.includes('`') ? label : `${label} (\`${named}\`)`;
      const way = posix.relative(posix.dirname(place), other);
      return `[${label}](${way.startsWith('.') ? way : `./${way}`}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}
