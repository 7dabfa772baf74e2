// Models busybox ash's ulimit, with what containerd leaves to a container (v1.36)

import { says, type Told } from '../tools/told.ts';

/** In the units of the shell. */
const LIMITS: ReadonlyMap<string, string> = new Map([
  ['-c', 'unlimited'],
  ['-d', 'unlimited'],
  ['-f', 'unlimited'],
  ['-l', '8192'],
  ['-m', 'unlimited'],
  ['-n', '1048576'],
  ['-s', '8192'],
  ['-t', 'unlimited'],
  ['-u', 'unlimited'],
  ['-v', 'unlimited'],
]);

/** `ulimit -n`; undefined: a limit that is not known. */
export function limited(args: readonly string[]): Told | undefined {
  if (args.some((word) => !word.startsWith('-'))) return says('');
  const limit = LIMITS.get(args.find((word) => /^-[^HS]$/.test(word)) ?? '-f');
  return limit === undefined ? undefined : says(`${limit}\n`);
}
