// Models coreutils/sort.c of busybox (v1.36)

import { linesOf, says, type Told, textOf } from '../told.ts';

/** Where a key begins and ends, by fields and letters that count from one; which way it is compared. */
interface Key {
  readonly from: number;
  readonly fromLetter: number;
  readonly until: number;
  readonly untilLetter: number;
  readonly how: string;
}

const KEY = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$/;

/** `sort [-bcdfgnrsuV] [-t SIGN] [-k FROM[,UNTIL]]`; undefined: a flag that is not modelled. */
export function sort(args: readonly string[], input: string): Told | undefined {
  let flags = '';
  let sign: string | undefined;
  const keys: Key[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    const [, before = '', letter = '', joined = ''] = /^-(\w*?)([kto])(.*)$/s.exec(word) ?? [];
    if (letter === '') {
      flags += word.replace(/^-/, '');
      continue;
    }
    flags += before;
    at += Number(joined === '');
    const value = joined === '' ? (args[at] ?? '') : joined;
    if (letter === 't') sign = value === '\\t' ? '\t' : value;
    if (letter !== 'k') continue;
    const key = keyOf(value);
    if (key === undefined) return { stdout: '', stderr: `sort: bad field specification '${value}'\n`, exitCode: 2 };
    keys.push(key);
  }
  if (/[^bcdfgnrsuV]/.test(flags)) return undefined;
  return new Sorting(flags, sign, keys).told(linesOf(input));
}

function keyOf(text: string): Key | undefined {
  const [all, from, letter, own = '', until, last, more = ''] = KEY.exec(text) ?? [];
  if (all === undefined) return undefined;
  return {
    from: Number(from),
    fromLetter: Number(letter ?? 1),
    until: Number(until ?? Number.POSITIVE_INFINITY),
    untilLetter: Number(last ?? 0),
    how: own + more,
  };
}

class Sorting {
  constructor(
    private readonly flags: string,
    private readonly sign: string | undefined,
    private readonly keys: readonly Key[],
  ) {}

  told(lines: string[]): Told {
    const { flags } = this;
    const compare = (one: string, other: string): number => this.compare(one, other);
    if (flags.includes('c')) {
      const wrong = lines.findIndex((line, at) => at > 0 && compare(lines[at - 1] as string, line) > 0);
      return wrong < 0
        ? says('')
        : { stdout: '', stderr: `sort: -:${wrong + 1}: disorder: ${lines[wrong]}\n`, exitCode: 1 };
    }
    const sorted = lines.sort(compare);
    if (!flags.includes('u')) return says(textOf(sorted));
    return says(textOf(sorted.filter((line, at) => at === 0 || this.byKeys(sorted[at - 1] as string, line) !== 0)));
  }

  private compare(one: string, other: string): number {
    const order = this.byKeys(one, other);
    if (order !== 0 || /[us]/.test(this.flags)) return order;
    return (one < other ? -1 : Number(one > other)) * (this.flags.includes('r') ? -1 : 1);
  }

  private byKeys(one: string, other: string): number {
    const { keys, flags } = this;
    if (keys.length === 0) return ordered(one, other, flags);
    for (const key of keys) {
      const how = key.how === '' ? flags : key.how;
      const order = ordered(this.part(one, key), this.part(other, key), how);
      if (order !== 0) return order;
    }
    return 0;
  }

  /** Without a sign a field begins with the blanks before it. */
  private part(line: string, { from, fromLetter, until, untilLetter, how }: Key): string {
    const { sign } = this;
    const fields = sign === undefined ? (line.match(/\s*\S+|\s+$/g) ?? []) : line.split(sign);
    const whole = fields.slice(from - 1, until);
    const joint = sign ?? '';
    if (untilLetter > 0 && whole.length === until - from + 1) whole.push((whole.pop() ?? '').slice(0, untilLetter));
    const text = whole.join(joint);
    return (how.includes('b') ? text.trimStart() : text).slice(fromLetter - 1);
  }
}

function ordered(one: string, other: string, how: string): number {
  const turn = how.includes('r') ? -1 : 1;
  if (/[ng]/.test(how)) return (amountOf(one) - amountOf(other)) * turn;
  if (how.includes('V')) return byVersion(one, other) * turn;
  const shown = (text: string): string => {
    const cased = how.includes('f') ? text.toUpperCase() : text;
    return how.includes('d') ? cased.replace(/[^\w\s]/g, '') : cased;
  };
  const [left, right] = [shown(one), shown(other)];
  return (left < right ? -1 : Number(left > right)) * turn;
}

/** What is no number counts nothing. */
const amountOf = (text: string): number => Number(/^\s*(-?\d*\.?\d+(?:[eE][-+]?\d+)?)/.exec(text)?.[1] ?? 0);

/** Numbers within texts count as numbers. */
function byVersion(one: string, other: string): number {
  const parts = (text: string): readonly string[] => text.match(/\d+|\D+/g) ?? [];
  const [left, right] = [parts(one), parts(other)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [a = '', b = ''] = [left[at], right[at]];
    const areNumbers = /\d/.test(a) && /\d/.test(b);
    const order = areNumbers ? Number(a) - Number(b) : a < b ? -1 : Number(a > b);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
