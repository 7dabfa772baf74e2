// Models braces.c of bash (v1.36)

import { HELD_DOLLAR, QUOTED } from './script.ts';

const MOST = 1000;

/** `a{b,c}{1..3}`: every word that it stands for; what quotes hold, or values, are left alone. */
export function braced(word: string): readonly string[] {
  if (!word.includes('{')) return [word];
  for (let at = word.indexOf('{'); at >= 0; at = word.indexOf('{', at + 1)) {
    const found = isPlain(word, at) ? partsAt(word, at) : undefined;
    if (found === undefined) continue;
    const ends = braced(word.slice(found.end));
    const all = found.parts.flatMap((part) => ends.map((end) => word.slice(0, at) + part + end));
    return all.slice(0, MOST);
  }
  return [word];
}

/** Neither of a value nor within quotes. */
function isPlain(word: string, at: number): boolean {
  const before = word.charAt(at - 1);
  if (before === '$' || before === HELD_DOLLAR) return false;
  return (word.slice(0, at).split(QUOTED).length - 1) % 2 === 0;
}

function partsAt(word: string, from: number): { readonly parts: readonly string[]; readonly end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let begin = from + 1;
  for (let at = from; at < word.length; at += 1) {
    const letter = word.charAt(at);
    if (letter === '{') depth += 1;
    if (letter === ',' && depth === 1) {
      parts.push(word.slice(begin, at));
      begin = at + 1;
    }
    if (letter !== '}') continue;
    depth -= 1;
    if (depth > 0) continue;
    const last = word.slice(begin, at);
    const inner = parts.length === 0 ? range(last) : [...parts, last].flatMap(braced);
    return inner === undefined ? undefined : { parts: inner, end: at + 1 };
  }
  return undefined;
}

/** `1..9`, `a..e`, `1..9..2` */
function range(text: string): readonly string[] | undefined {
  const [, first = '', last = '', by = '1'] = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.-?(\d+))?$/.exec(text) ?? [];
  const areLetters = /^[A-Za-z]$/.test(first);
  if (first === '' || areLetters !== /^[A-Za-z]$/.test(last)) return undefined;
  const [from, to] = areLetters ? [first.charCodeAt(0), last.charCodeAt(0)] : [Number(first), Number(last)];
  const step = Math.max(1, Number(by));
  const width = [first, last].some((each) => /^-?0\d/.test(each)) ? Math.max(first.length, last.length) : 0;
  const count = Math.min(MOST, Math.floor(Math.abs(to - from) / step) + 1);
  return Array.from({ length: count }, (_, at) => {
    const value = from + (to < from ? -1 : 1) * step * at;
    if (areLetters) return String.fromCharCode(value);
    return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
  });
}
