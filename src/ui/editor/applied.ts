import type { RunDescription } from '../../protocol/run-description.ts';

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
