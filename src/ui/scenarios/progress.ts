import { equalJson } from '../../base/equality.ts';
import type { Frame } from '../../protocol/messages.ts';
import type { Part, Scenario } from '../../scenarios/index.ts';

export interface Progress {
  /** For each part that has been done, the step after which it was. */
  readonly begins: readonly number[];
  /** The part that the cursor stands in; -1 before the first. */
  readonly at: number;
}

/** How far a run has come in a scenario: what was done beside it does not count. */
export function progressOf(scenario: Scenario, frame: Pick<Frame, 'run' | 'seq'> | undefined): Progress {
  const begins: number[] = [];
  for (const { input, afterStep, isPart } of frame?.run.inputs ?? []) {
    const next = scenario.parts[begins.length];
    if (next !== undefined && (isPart === true || equalJson(next.input, input))) begins.push(afterStep);
  }
  const seq = frame?.seq ?? -1;
  return { begins, at: begins.findLastIndex((step) => step < seq) };
}

/** Was nothing done but the scenario's parts, in its own words? */
export function isOnlyParts({ parts }: Scenario, { inputs }: Frame['run']): boolean {
  return inputs.every(({ input }, place) => {
    const part = parts[place];
    return part !== undefined && equalJson(part.input, input);
  });
}

/** Are the files those of the scenario, each with a text that it gives it somewhere? */
export function isAsStaged(
  scenario: Scenario,
  files: readonly { readonly name: string; readonly text: string }[],
): boolean {
  const staged = stageOf(scenario, -1).files;
  return files.every(({ name, text }) => staged.some((each) => each.name === name && each.others.includes(text)));
}

/** How the files of a scenario stand, and which of them is to be seen. */
export interface Stage {
  readonly shown: string | undefined;
  /** The others are the texts that a file has at other times. */
  readonly files: readonly { readonly name: string; readonly text: string; readonly others: readonly string[] }[];
}

/** The newest part up to this one that gives kubectl a file; -1 when there is none. */
export function newestWithFiles({ parts }: Scenario, at: number): number {
  return parts.slice(0, at + 1).findLastIndex((part) => filesOf(part).length > 0);
}

/** Every file as it was given to kubectl last by this part: who jumps over parts finds what is applied there, too. */
export function stageOf({ files, parts }: Scenario, at: number): Stage {
  const done = parts.slice(0, at + 1);
  const [shown] = filesOf(done.at(-1));
  return {
    shown: shown?.[0],
    files: files.map(({ name, text }) => {
      const texts = (some: readonly Part[]) =>
        some.flatMap(filesOf).flatMap(([of, each]) => (of === name ? [each] : []));
      return { name, text: texts(done).at(-1) ?? text, others: [text, ...texts(parts)] };
    }),
  };
}

/** The manifests that a part applies: the editor shows the first. */
function filesOf(part: Part | undefined): readonly (readonly [name: string, text: string])[] {
  return part?.input.type === 'kubectl' ? Object.entries(part.input.files) : [];
}
