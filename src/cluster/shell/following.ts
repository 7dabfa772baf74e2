// Models coreutils tail.c and busybox coreutils/tail.c, as far as files that grow go (v1.36)

import type { Task, Wait } from '../../engine/index.ts';

export interface TailAsked {
  readonly path: string;
  /** A file that is not there yet is waited for: `-F`. */
  readonly isRetried: boolean;
  /** `10`: so many lines before the end; `+1`: from this line on. */
  readonly lines: string;
}

/** The arguments of a `tail -f`. */
export function readTail(args: readonly string[]): TailAsked {
  const text = args.join(' ');
  const lines = /-[a-zA-Z]*n\s*=?\s*(\+?\d+)/.exec(text)?.[1] ?? /--lines=(\+?\d+)/.exec(text)?.[1] ?? '10';
  const path = args.findLast((word, at) => !word.startsWith('-') && !/^-\w*n$/.test(args[at - 1] ?? '')) ?? '';
  return { path, isRetried: args.some((word) => /^-\w*F|^--retry|^--follow=name/.test(word)), lines };
}

/** Where in a text the lines begin that are asked for. */
export function firstPlace(text: string, lines: string): number {
  const isFromStart = lines.startsWith('+');
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  if (isFromStart) return lines === '+0' || lines === '+1' ? 0 : (ends[Number(lines) - 2] ?? text.length);
  const all = text.endsWith('\n') || text === '' ? ends.length : ends.length + 1;
  const skipped = all - Number(lines);
  return skipped <= 0 ? 0 : (ends[skipped - 1] ?? 0);
}

/** Whichever comes first. */
export function either(one: Wait, other: Wait): Wait {
  return {
    begin(task: Task, token: number) {
      one.begin(task, token);
      other.begin(task, token);
    },
  };
}
