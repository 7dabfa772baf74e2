import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KUBERNETES } from '../../src/protocol/messages.ts';
import { CALLED } from '../kubestep/called.ts';
import { linksIn } from './links-in-text.ts';
import { LinkOpener, type OpenedLink } from './open.ts';

export const CHECK_LINKS_USAGE = `Usage: ${CALLED} check-links FILE|FOLDER…

Opens every link to a moment that stands in pages (Markdown, MDX, HTML, reStructuredText; of a folder all of them), and
prints where one shows something else than it was made of, with both sentences, or cannot be opened. The exit code is 1 where
there is one.
`;

const PAGES = /\.(?:md|mdx|markdown|html?|rst)$/;

interface Placed {
  readonly file: string;
  readonly line: number;
  readonly address: string;
}

/** What is said goes to `print`. */
export function checkLinks(paths: readonly string[], print: (line: string) => void): number {
  if (paths.length === 0) return refuse('name files or folders', print);
  let files: readonly string[];
  try {
    files = paths.flatMap(pagesIn);
  } catch (error) {
    return refuse((error as Error).message, print);
  }
  const links = files.flatMap((file) => linksIn(readFileSync(file, 'utf8')).map((link): Placed => ({ file, ...link })));
  const opener = new LinkOpener({ build: '', kubernetes: KUBERNETES });
  // Links to one story stand side by side, so that it is told once.
  const told = new Map(links.toSorted(byStory).map((link) => [link, problemOf(opener, link.address)]));
  const bad = links.filter((link) => told.get(link) !== undefined);
  for (const link of bad) print(`${link.file}:${link.line}: ${told.get(link)}\n  ${shortened(link.address)}`);
  print(`${links.length} links in ${files.length} pages: ${links.length - bad.length} as they were, ${bad.length} not`);
  return bad.length > 0 ? 1 : 0;
}

function refuse(why: string, print: (line: string) => void): number {
  print(`kubestep: ${why}`);
  return 2;
}

function pagesIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => PAGES.test(name) && !name.includes('node_modules'))
    .toSorted()
    .map((name) => join(path, name));
}

function byStory(a: Placed, b: Placed): number {
  const [one, other] = [a, b].map(({ address }) => /scenario=([^&#]*)/.exec(address)?.[1] ?? address) as [
    string,
    string,
  ];
  return one < other ? -1 : one > other ? 1 : 0;
}

function problemOf(opener: LinkOpener, address: string): string | undefined {
  let opened: OpenedLink | string;
  try {
    opened = opener.open(address);
  } catch (error) {
    // A story may break off in another build.
    opened = (error as Error).message;
  }
  if (typeof opened === 'string') return `cannot be opened: ${opened}`;
  const { verdict, said } = opened;
  if (verdict === undefined) return undefined;
  const then = verdict.made === undefined ? '' : `\n  then: ${verdict.made}`;
  return `${WORDS[verdict.how]}${then}\n  now:  ${said.sentence}`;
}

const WORDS: { readonly [how in NonNullable<OpenedLink['verdict']>['how']]: string } = {
  same: 'shows what it showed, but what is told before it has changed',
  otherwise: 'has moved: what it points at is told otherwise',
  alike: 'has moved: what it points at happens to another object, which is named alike',
  gone: 'has moved: what it points at does not happen any more',
  numbered: 'may have moved: it holds the number of a step, and the story has changed; make it again',
  unchecked: 'may be damaged or have moved: it has no checksum; make it again',
};

function shortened(address: string): string {
  return address.length > 160 ? `${address.slice(0, 157)}…` : address;
}
