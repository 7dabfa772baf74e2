// Models braces.c of bash (v1.36)
import type { Piece, Word } from './syntax.ts';

const MOST = 1000;

/** A letter that no quotes hold, or a piece as it is. */
type Unit = string | Piece;

/** `a{b,c}{1..3}`: every word that it stands for; what quotes hold, or values, are left alone. */
export function braced(word: Word): readonly Word[] {
  if (!word.some((piece) => piece.kind === 'text' && !piece.isQuoted && piece.text.includes('{'))) return [word];
  const units = word.flatMap((piece): readonly Unit[] =>
    piece.kind === 'text' && !piece.isQuoted ? [...piece.text] : [piece],
  );
  return spread(units).map(wordOf);
}

function spread(units: readonly Unit[]): readonly (readonly Unit[])[] {
  for (let at = units.indexOf('{'); at >= 0; at = units.indexOf('{', at + 1)) {
    const found = partsAt(units, at);
    if (found === undefined) continue;
    const ends = spread(units.slice(found.end));
    const all = found.parts.flatMap((part) => ends.map((end) => [...units.slice(0, at), ...part, ...end]));
    return all.slice(0, MOST);
  }
  return [units];
}

function wordOf(units: readonly Unit[]): Word {
  const pieces: Piece[] = [];
  for (const unit of units) {
    const last = pieces.at(-1);
    if (typeof unit !== 'string') pieces.push(unit);
    else if (last?.kind === 'text' && !last.isQuoted) pieces[pieces.length - 1] = { ...last, text: last.text + unit };
    else pieces.push({ kind: 'text', text: unit, isQuoted: false });
  }
  return pieces;
}

interface Parts {
  readonly parts: readonly (readonly Unit[])[];
  readonly end: number;
}

function partsAt(units: readonly Unit[], from: number): Parts | undefined {
  const parts: (readonly Unit[])[] = [];
  let depth = 0;
  let begin = from + 1;
  for (let at = from; at < units.length; at += 1) {
    const unit = units[at];
    if (unit === '{') depth += 1;
    if (unit === ',' && depth === 1) {
      parts.push(units.slice(begin, at));
      begin = at + 1;
    }
    if (unit !== '}') continue;
    depth -= 1;
    if (depth > 0) continue;
    const last = units.slice(begin, at);
    const inner = parts.length === 0 ? range(last)?.map((text) => [text]) : [...parts, last].flatMap(spread);
    return inner === undefined ? undefined : { parts: inner, end: at + 1 };
  }
  return undefined;
}

/** `1..9`, `a..e`, `1..9..2` */
function range(units: readonly Unit[]): readonly string[] | undefined {
  if (!units.every((unit) => typeof unit === 'string')) return undefined;
  const [, first = '', last = '', by = '1'] =
    /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.-?(\d+))?$/.exec(units.join('')) ?? [];
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
