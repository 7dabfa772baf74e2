import type { Input } from './run-description.ts';

/** The same words for kubectl, whatever its files hold by now. */
export function isSameCommand(a: Input, b: Input): boolean {
  if (a.type !== 'kubectl' || b.type !== 'kubectl') return false;
  const [before, now] = [wordsOf(a.argv), wordsOf(b.argv)];
  return before.length === now.length && before.every((word, at) => word === now[at]);
}

/** A line may be written with its program's name or without. */
function wordsOf(argv: readonly string[]): readonly string[] {
  return argv[0] === 'kubectl' ? argv.slice(1) : argv;
}
