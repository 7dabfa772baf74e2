import type { RunDescription } from '../../protocol/run-description.ts';
import { MOST_CHECKED } from './limits.ts';

/** An apply of a file, as it is recorded in the run. */
export interface Applied {
  readonly text: string;
  /** The cursor before it, and the first step of it. */
  readonly before: number;
  readonly step: number;
}

/** The newest apply of a file at or before the cursor, and the first one that is still to come. */
export function appliedOf(
  run: RunDescription | undefined,
  name: string,
  cursor: number | undefined,
): { readonly now: Applied | undefined; readonly later: Applied | undefined } {
  let now: Applied | undefined;
  for (const { afterStep, input } of run?.inputs ?? []) {
    if (input.type !== 'kubectl') continue;
    const text = input.files[name];
    if (text === undefined || !putsFiles(input.argv)) continue;
    const applied = { text, before: afterStep, step: afterStep + 1 };
    if (cursor === undefined || afterStep >= cursor) return { now, later: applied };
    now = applied;
  }
  return { now, later: undefined };
}

/** Whether a command makes the cluster have what its files say; a dry run does not. The line may begin with `kubectl` or not. */
export function putsFiles(argv: readonly string[]): boolean {
  const [verb, ...rest] = argv[0] === 'kubectl' ? argv.slice(1) : argv;
  if (rest.some((word) => /^--dry-run(?!=none$)/.test(word))) return false;
  return verb === 'apply' || ((verb === 'create' || verb === 'replace') && rest.some((word) => FILENAME.test(word)));
}

const FILENAME = /^(?:-f|--filename(?:=|$))/;

const MOST_CELLS = 400_000;

/** How many places differ: runs of changed lines, found by the longest common subsequence. */
export function changedPlaces(before: string, after: string): number {
  if (before === after) return 0;
  if (Math.max(before.length, after.length) > MOST_CHECKED) return 1;
  let a = before.split('\n');
  let b = after.split('\n');
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1;
  let cut = 0;
  while (cut < a.length - from && cut < b.length - from && a[a.length - 1 - cut] === b[b.length - 1 - cut]) cut += 1;
  a = a.slice(from, a.length - cut);
  b = b.slice(from, b.length - cut);
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_CELLS) return 1;
  return runsOfChange(a, b);
}

function runsOfChange(a: readonly string[], b: readonly string[]): number {
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  let [i, j, runs, inRun] = [0, 0, 0, false];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      [i, j, inRun] = [i + 1, j + 1, false];
      continue;
    }
    if (!inRun) runs += 1;
    inRun = true;
    if (j >= b.length || (i < a.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0)))
      i += 1;
    else j += 1;
  }
  return runs;
}

/** The files of a run with their newest texts, the one that was given last at the end. */
export function filesOf(run: RunDescription): readonly { readonly name: string; readonly text: string }[] {
  const texts = new Map<string, string>();
  for (const { input } of run.inputs) {
    if (input.type !== 'kubectl') continue;
    for (const [name, text] of Object.entries(input.files)) {
      texts.delete(name);
      texts.set(name, text);
    }
  }
  return [...texts].map(([name, text]) => ({ name, text }));
}
