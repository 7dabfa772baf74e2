/** Where the caret is within `{…}` or `[…]`, which began on its line. */
export interface Flow {
  /** Fields and items that lead there from where the outermost bracket stands. */
  readonly path: readonly (string | number)[];
  /** The key whose value is written; undefined where a key or an item is. */
  readonly key: string | undefined;
  readonly isMap: boolean;
  /** Keys of the same map, also those behind the caret. */
  readonly beside: readonly string[];
  /** Where what is being written begins, and whether in a quote. */
  readonly from: number;
  readonly quote: string;
}

interface Frame {
  readonly isMap: boolean;
  readonly keys: string[];
  key: string | undefined;
  item: number;
}

interface Caret {
  readonly frames: readonly { readonly frame: Frame; readonly key: string | undefined; readonly item: number }[];
  readonly from: number;
  readonly quote: string;
}

/** Reads a line from its first bracket on; undefined where the caret is in none. */
export function flowAt(line: string, begin: number, caret: number): Flow | undefined {
  if (!/[{[]/.test(line[begin] ?? '') || caret <= begin) return undefined;
  const frames: Frame[] = [];
  let found: Caret | undefined;
  let from = begin;
  let quote = '';
  for (let at = begin; at <= line.length; at += 1) {
    if (at === caret)
      found = { frames: frames.map((frame) => ({ frame, key: frame.key, item: frame.item })), from, quote };
    const sign = line[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
      continue;
    }
    const isAlone = line.slice(from, at).trim() === '';
    if (isAlone && /["']/.test(sign)) quote = sign;
    if (isAlone && /\s/.test(sign)) from = at + 1;
    const top = frames.at(-1);
    if (sign === '{' || sign === '[') frames.push({ isMap: sign === '{', keys: [], key: undefined, item: 0 });
    else if (sign === '}' || sign === ']') frames.pop();
    else if (sign === ',' && top !== undefined) {
      top.key = undefined;
      top.item += 1;
    } else if (sign === ':' && top?.isMap === true && top.key === undefined && /[\s{["']|^$/.test(line[at + 1] ?? '')) {
      top.key = line
        .slice(from, at)
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2');
      top.keys.push(top.key);
    } else continue;
    from = at + 1;
    if (frames.length === 0) break;
  }
  const top = found?.frames.at(-1);
  if (found === undefined || top === undefined) return undefined;
  const path = found.frames.slice(0, -1).map(({ frame, key, item }) => (frame.isMap ? (key ?? '') : item));
  return {
    path: top.frame.isMap ? path : [...path, top.item],
    key: top.key,
    isMap: top.frame.isMap,
    beside: top.frame.keys,
    from: found.from + found.quote.length,
    quote: found.quote,
  };
}
