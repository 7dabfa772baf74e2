import { type Draft, draftsOf, headOf, type Line, metadataOf } from './reading.ts';

/** A part of a text that has a name; lines from 0, both included. */
export interface Part {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly children: readonly Part[];
}

interface Open {
  name: string;
  readonly column: number;
  readonly isItem: boolean;
  readonly from: number;
  to: number;
  readonly children: Open[];
}

/** Documents by kind and name, and in them fields and items that hold something. */
export function outline(text: string): readonly Part[] {
  return draftsOf(text).flatMap((draft) => {
    const name = [headOf(draft, 'kind'), metadataOf(draft, 'name')].filter(Boolean).join(' ');
    return name === '' ? [] : [partOf(draft, name)];
  });
}

function partOf({ from, lines }: Draft, name: string): Part {
  const root: Open = { name, column: -1, isItem: false, from, to: from + lastLine(lines), children: [] };
  const open: Open[] = [root];
  for (const [at, line] of lines.entries()) {
    for (const [place, { column, key }] of line.entries.entries()) {
      close(open, column, key === undefined);
      if (key !== undefined && place === 0) nameItem(open.at(-1), key, line);
      const holds = key === undefined || line.value.text === '';
      if (!holds) continue;
      const part = {
        name: key ?? itemName(line),
        column,
        isItem: key === undefined,
        from: from + at,
        to: from + at,
        children: [],
      };
      open.at(-1)?.children.push(part);
      open.push(part);
    }
    if (!line.isSilent) for (const each of open.slice(1)) each.to = from + at;
  }
  return root;
}

function lastLine(lines: readonly Line[]): number {
  return Math.max(
    0,
    lines.findLastIndex(({ isSilent }) => !isSilent),
  );
}

/** What is no further out ends here; an item may stand in the column of its key. */
function close(open: Open[], column: number, isItem: boolean): void {
  for (let last = open.at(-1); last !== undefined && open.length > 1; last = open.at(-1)) {
    const holds = last.column < column || (last.column === column && isItem && !last.isItem);
    if (holds) return;
    open.pop();
  }
}

function itemName({ entries, value }: Line): string {
  const key = entries.at(-1)?.key;
  return key === undefined || /^(?:name|key)$/.test(key) ? value.text || '-' : `${key} ${value.text}`.trim();
}

/** An item whose name does not come first. */
function nameItem(item: Open | undefined, key: string, { value }: Line): void {
  if (item?.isItem === true && key === 'name' && value.text !== '') item.name = value.text;
}
