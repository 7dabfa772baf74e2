import { parseFile } from '../../../api/yaml/index.ts';
import { draftsOf, type Line } from './reading.ts';

interface Level {
  readonly before: number;
  readonly after: number;
  readonly isItem: boolean;
}

/** The text with every line two further in than what holds it; the same text where that would say something else. */
export function formatted(text: string): string {
  const lines = text.split('\n');
  for (const draft of draftsOf(text)) {
    for (const [at, line] of indented(draft.lines).entries()) lines[draft.from + at] = line;
  }
  const result = `${lines.join('\n').trimEnd()}\n`;
  return meaning(text) === meaning(result) ? result : text;
}

/** Undefined stands for a text that cannot be read: it means nothing that could be kept. */
function meaning(text: string): string | symbol {
  const { documents, errors } = parseFile(text);
  return errors.length > 0 ? Symbol('unread') : JSON.stringify(documents.map(({ object }) => object));
}

function indented(lines: readonly Line[]): readonly string[] {
  const levels: Level[] = [];
  /** How far the line before was moved: what goes on from it moves with it. */
  let moved = 0;
  const made = lines.map((line) => {
    const [first] = line.entries;
    if (line.isSilent || first === undefined) return shifted(line.text, moved);
    const written = rewritten(line, levels);
    moved = (levels.at(-1)?.after ?? 0) - (levels.at(-1)?.before ?? 0);
    return written;
  });
  return made.map((text, at) => comment(text, lines, made, at));
}

function rewritten({ text, entries, value }: Line, levels: Level[]): string {
  let written = '';
  for (const [place, { column, key }] of entries.entries()) {
    const isItem = key === undefined;
    while (isInner(levels.at(-1), column, isItem)) levels.pop();
    const top = levels.at(-1);
    if (top?.before !== column || top.isItem !== isItem) {
      const after = place > 0 ? written.length : outer(levels, column, isItem);
      levels.push({ before: column, after, isItem });
    }
    if (place === 0) written = ' '.repeat(levels.at(-1)?.after ?? 0);
    written += isItem ? '- ' : keyText(text, column);
  }
  const rest = text.slice(value.column).trimEnd();
  const isKey = entries.at(-1)?.key !== undefined;
  return `${written}${isKey && rest !== '' ? ' ' : ''}${rest}`.trimEnd();
}

function isInner(top: Level | undefined, column: number, isItem: boolean): boolean {
  return top !== undefined && (top.before > column || (top.before === column && top.isItem && !isItem));
}

/** An item may stand in the column of the key that its list is behind. */
function outer(levels: readonly Level[], column: number, isItem: boolean): number {
  const top = levels.at(-1);
  if (top === undefined) return 0;
  return isItem && top.before === column ? top.after : top.after + 2;
}

function keyText(text: string, column: number): string {
  const rest = text.slice(column);
  return /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^:]*?) *:(?=\s|$)/.exec(rest)?.[0].replace(/ +:$/, ':') ?? rest;
}

function shifted(text: string, by: number): string {
  if (text.trim() === '') return '';
  return by >= 0 ? ' '.repeat(by) + text.trimEnd() : text.slice(Math.min(-by, text.search(/\S/))).trimEnd();
}

/** A comment goes with the line below it that it stood in one column with. */
function comment(text: string, lines: readonly Line[], made: readonly string[], at: number): string {
  const line = lines[at];
  if (line === undefined || !line.isSilent || !/^\s*#/.test(line.text)) return text;
  const below = lines.findIndex((each, place) => place > at && !each.isSilent);
  const isAbove = below >= 0 && lines[below]?.text.search(/\S/) === line.text.search(/\S/);
  return isAbove ? ' '.repeat((made[below] ?? '').search(/\S/)) + line.text.trim() : text;
}
