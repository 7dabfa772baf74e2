import { posix } from 'node:path';
import { blank } from './blank.ts';
import { lineOf } from './source-files.ts';

export const SOFT_LINES = 300;
export const HARD_LINES = 600;

/** Folders of declarations and tables, which are read by looking up one entry. */
export const MAY_BE_LONG = [
  { folder: 'src/api/types/', why: 'one file a group of the API, as upstream has it' },
  { folder: 'src/api/schema/', why: 'one table a group of the API' },
] as const;

/** The simulated half: what these folders compute must depend on nothing but the description of a run. */
export const SIMULATED_FOLDERS = ['base', 'engine', 'steps', 'api', 'cluster', 'scenarios', 'inspect'] as const;

const CODE = /^export\s+(?:abstract\s+)?(?:function\*?|class)\s+([\w$]+)/m;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** A file with code of the cluster that nowhere says which upstream file it models. Types, rows and tables speak for themselves. */
export function unmodelled(path: string, text: string): readonly string[] {
  const { code } = blank(text);
  const found = CODE.exec(code);
  if (found === null) return [];
  const comments = text.match(COMMENT) ?? [];
  if (comments.some((comment) => /\bModels\s/.test(comment))) return [];
  return [`${path}:${lineOf(text, found.index)}: ${found[1]} does not say what it models (// Models … (v1.36))`];
}

const NAMED_KIND = String.raw`\bkind(?:Of\([^)]*\))?\.name`;
const BY_TEXT = [
  new RegExp(String.raw`${NAMED_KIND}\s*[!=]==\s*['"\x60]`, 'g'),
  new RegExp(String.raw`${NAMED_KIND}\.(?:startsWith|endsWith|includes|indexOf|slice|split)\(`, 'g'),
  /new Set\(\[(?=[^\]]*\.name\b)[^\]]*['"`]/g,
];

/** Kinds of step told by a text that no compiler holds against what is declared. */
export function kindsByText(path: string, text: string): readonly string[] {
  return BY_TEXT.flatMap((found) =>
    [...text.matchAll(found)].map(
      ({ index }) =>
        `${path}:${lineOf(text, index)}: a kind is told by its value (=== network.hop), a component by componentOf`,
    ),
  );
}

/** Markers of unfinished work, which belongs in the tracker and not in the tree. */
export function unfinished(path: string, text: string): readonly string[] {
  const marker = new RegExp(
    `\\b(?:${['TO', 'FIX', 'X'].map((half, index) => half + ['DO', 'ME', 'XX'][index]).join('|')})\\b`,
    'g',
  );
  return [...text.matchAll(marker)].map(
    (match) => `${path}:${lineOf(text, match.index)}: ${match[0]}: finish it, or write down what is not modelled`,
  );
}

/** Relative links of a Markdown text that lead nowhere. What begins with a slash is a page of the site, whose build follows it. */
export function brokenLinks(path: string, text: string, exists: (path: string) => boolean): readonly string[] {
  const prose = text.replace(/```[\s\S]*?```/g, (match) => match.replace(/[^\n]/g, ' '));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .filter(({ 1: target = '' }) => !/^(?:[a-z]+:|#|\/)/.test(target))
    .filter(({ 1: target = '' }) => !exists(posix.join(posix.dirname(path), target.split('#')[0] as string)))
    .map(({ index, 1: target }) => `${path}:${lineOf(text, index)}: the link to ${target} leads nowhere`);
}

/** Custom properties of style sheets that are set and read by nobody. */
export function unusedTokens(texts: readonly string[]): readonly string[] {
  const all = texts.join('\n');
  const set = new Set([...all.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name));
  const read = new Set([...all.matchAll(/(--[\w-]+)(?![\w-]|\s*:)/g)].map(([, name = '']) => name));
  return [...set].filter((name) => !read.has(name));
}

/** More files side by side than anybody reads through: a folder has rooms then. */
const MOST_LOOSE_FILES = 30;

/** Folders with more source files of their own than that; tests stand beside what they test. */
export function crowded(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    if (/\.(?:test|spec)\.tsx?$/.test(path)) continue;
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_LOOSE_FILES)
    .map(([folder, count]) => `${folder} holds ${count} loose files, more than ${MOST_LOOSE_FILES}: give them rooms`);
}

export function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
