// Models shuf and mktemp of busybox: what they draw comes from the run's seed (v1.36)

import type { Files } from '../tools/files/files.ts';
import { fails, linesOf, says, type Told, textOf } from '../tools/told.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const MOST_WORDS = 200_000;

/** `shuf [-n COUNT] [-i LOW-HIGH] [-e WORD…] [FILE]` */
export function shuffled(
  args: readonly string[],
  read: (path: string | undefined) => string | undefined,
  draw: () => number,
): Told {
  const count = Number(/(?:^|\s)-\w*n\s*(\d+)/.exec(args.join(' '))?.[1] ?? Number.POSITIVE_INFINITY);
  const [, low, high] = /(?:^|\s)-i\s*(\d+)-(\d+)/.exec(args.join(' ')) ?? [];
  const plain = args.filter((word, at) => !word.startsWith('-') && !/^-\w*[ni]$/.test(args[at - 1] ?? ''));
  const [path] = plain;
  let lines: string[];
  if (low !== undefined) {
    const length = Math.min(Number(high) - Number(low) + 1, MOST_WORDS);
    lines = Array.from({ length }, (_, at) => String(Number(low) + at));
  } else if (args.includes('-e')) lines = [...plain];
  else {
    const text = read(path);
    if (text === undefined) return fails(`shuf: ${path}: No such file or directory`);
    lines = linesOf(text);
  }
  for (let at = lines.length - 1; at > 0; at -= 1) {
    const other = draw() % (at + 1);
    [lines[at], lines[other]] = [lines[other] as string, lines[at] as string];
  }
  return says(textOf(lines.slice(0, count)));
}

/** `mktemp [-d] [-p FOLDER] [NAME with six X at its end]`; `-u` makes nothing. */
export function temporary(args: readonly string[], files: Files, draw: () => number): Told {
  const at = args.indexOf('-p');
  const given = args.find((word, index) => !word.startsWith('-') && (at < 0 || index !== at + 1));
  const folder = at >= 0 ? args[at + 1] : given === undefined || args.includes('-t') ? '/tmp' : undefined;
  const pattern = given ?? `tmp.${'X'.repeat(6)}`;
  if (!/X{6}$/.test(pattern)) return fails(`mktemp: ${pattern}: Invalid argument`);
  const luck = Array.from({ length: 6 }, () => LETTERS.charAt(draw() % LETTERS.length)).join('');
  const path = `${folder === undefined ? '' : `${folder}/`}${pattern.slice(0, -6)}${luck}`;
  const problem = files.refusal(path) ?? files.hindrance(path);
  if (problem !== undefined) return fails(`mktemp: ${pattern}: ${problem}`);
  if (!args.includes('-u')) {
    const isFolder = args.includes('-d');
    if (isFolder) files.makeFolder(path);
    else files.write(path, '', false);
    files.setMode(path, isFolder ? 0o700 : 0o600);
  }
  return says(`${path}\n`);
}
