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

const DECLARATION =
  /^export\s+(?:declare\s+|abstract\s+|async\s+)*(?:function\*?|class|const|let|interface|type|enum)\s+(?!\{)([\w$]+)/gm;

/** Exported declarations without a `Models …` comment: right above, or in the comment at the head of the file. */
export function unmodelled(path: string, text: string): readonly string[] {
  if (/\bModels\s/.test(headComment(text))) return [];
  const { code } = blank(text);
  return [...code.matchAll(DECLARATION)]
    .filter(({ index }) => !/\bModels\s/.test(commentAbove(text, code, index)))
    .map(
      ({ index, 1: name }) =>
        `${path}:${lineOf(text, index)}: ${name} does not say what it models (// Models … (v1.36))`,
    );
}

/** All comments before the first declaration that is not an import. */
function headComment(text: string): string {
  const first = /^(?!import\b|\s|\/|\*|\}|\s*type\b)\S.*$/m.exec(blankBodies(text));
  const head = first === null ? text : text.slice(0, first.index);
  const parts = head.split(/\n\s*\n/);
  // The last part touches the first declaration and speaks for that one only, unless it is also the first of the file.
  return (parts.length > 1 && parts.at(-1)?.trim() !== '' ? parts.slice(0, -1) : parts).join('\n');
}

function blankBodies(text: string): string {
  return text.replace(/^import\b[^;'"]*['"][^'"]*['"];?/gm, (match) => match.replace(/[^\n]/g, ' '));
}

function commentAbove(text: string, code: string, index: number): string {
  let start = index;
  while (start > 0 && /\s/.test(code[start - 1] as string)) start -= 1;
  return text.slice(start, index);
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

/** Relative links of a Markdown text that lead nowhere. */
export function brokenLinks(path: string, text: string, exists: (path: string) => boolean): readonly string[] {
  const prose = text.replace(/```[\s\S]*?```/g, (match) => match.replace(/[^\n]/g, ' '));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .filter(({ 1: target = '' }) => !/^(?:[a-z]+:|#)/.test(target))
    .filter(({ 1: target = '' }) => !exists(posix.join(posix.dirname(path), target.split('#')[0] as string)))
    .map(({ index, 1: target }) => `${path}:${lineOf(text, index)}: the link to ${target} leads nowhere`);
}

export function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
