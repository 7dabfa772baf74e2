// Models the applets cmp and comm of busybox, which look at two files (v1.36)

import { bytesOf } from '../../../base/bytes/tar.ts';
import { fails, hasFlag, linesOf, NOT_THERE, says, type Told } from '../told.ts';
import type { Files } from './files.ts';

interface Pair {
  readonly paths: readonly string[];
  readonly texts: readonly string[];
}

/** The first two files, `-` for what comes in; told where one is missing. */
function pairOf(tool: string, args: readonly string[], input: string | undefined, files: Files, code: number) {
  const paths = args.filter((word) => word === '-' || !word.startsWith('-')).slice(0, 2);
  const texts = paths.map((path) => (path === '-' ? (input ?? '') : files.text(path)));
  const missing = texts.indexOf(undefined);
  if (missing >= 0) return fails(`${tool}: ${paths[missing]}: ${NOT_THERE}\n`, code);
  return { paths, texts: texts.map((text) => text ?? '') } satisfies Pair;
}

/** `cmp [-s] FILE FILE` */
export function compare(args: readonly string[], input: string | undefined, files: Files): Told {
  const pair = pairOf('cmp', args, input, files, 2);
  if (!('texts' in pair)) return pair;
  const [left = '', right = ''] = pair.texts.map(bytesOf);
  if (left === right) return says('');
  if (hasFlag(args, 's')) return says('', 1);
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left[at] === right[at]) at += 1;
  if (at === shorter) return fails(`cmp: EOF on ${pair.paths[left.length < right.length ? 0 : 1]}\n`);
  const line = left.slice(0, at).split('\n').length;
  return says(`${pair.paths.join(' ')} differ: char ${at + 1}, line ${line}\n`, 1);
}

/** `comm [-123] FILE FILE`: of sorted lines those of the first, of the second, of both. */
export function common(args: readonly string[], input: string | undefined, files: Files): Told {
  const pair = pairOf('comm', args, input, files, 1);
  if (!('texts' in pair)) return pair;
  const [left, right] = [linesOf(pair.texts[0] ?? ''), linesOf(pair.texts[1] ?? '')];
  const shown = ['1', '2', '3'].filter((column) => !hasDigit(args, column));
  let stdout = '';
  const say = (column: string, line: string | undefined): void => {
    if (shown.includes(column)) stdout += `${'\t'.repeat(shown.indexOf(column))}${line}\n`;
  };
  for (let [a, b] = [0, 0]; a < left.length || b < right.length; ) {
    const [one, other] = [left[a], right[b]];
    if (one === other) say('3', one);
    else if (other === undefined || (one !== undefined && one < other)) say('1', one);
    else say('2', other);
    const isLeft = other === undefined || (one !== undefined && one <= other);
    if (one === undefined || (other !== undefined && other <= one)) b += 1;
    if (isLeft) a += 1;
  }
  return says(stdout);
}

const hasDigit = (args: readonly string[], digit: string): boolean =>
  args.some((word) => /^-[123]+$/.test(word) && word.includes(digit));
