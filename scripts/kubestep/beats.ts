import type { Run, Step } from '../../src/engine/index.ts';
import { beatView } from '../../src/inspect/beats/beat-view.ts';
import { Snapshot } from '../../src/inspect/snapshot.ts';
import type { Language } from '../../src/library/contract.ts';
import { sentence, WORDS } from '../../src/library/words.ts';
import { duration } from '../../src/narration/insight-args.ts';
import { plainText, render } from '../../src/narration/render.ts';
import type { BeatView } from '../../src/protocol/beat-view.ts';
import type { Input } from '../../src/protocol/run-description.ts';
import type { KindName } from '../../src/steps/index.ts';
import { settledAt } from '../../src/worker/scenario-run.ts';

export interface Telling {
  readonly languages: readonly Language[];
  /** Since the cluster was at rest. */
  readonly times: boolean;
  /** How much of what sort is not told. */
  readonly folds: boolean;
  /** Only what touched this object. */
  readonly object?: string;
}

/** Every beat of a run, a line each, and below it what folds into it; above each story what was typed. */
export function beatsOf(
  run: Pick<Run<Input>, 'engine' | 'options'>,
  telling: Telling,
): { readonly beats: number; readonly lines: readonly string[] } {
  const { journal } = run.engine;
  const { object } = telling;
  const all = { grain: 'beat', scope: 'story' } as const;
  const snapshot = new Snapshot(run.engine, object === undefined ? all : { ...all, object });
  snapshot.refresh();
  const { beats, index } = snapshot;
  const lines: string[] = [];
  let story = -1;
  const begun = new Set<number>();
  for (let place = 0; place < index.size; place += 1) {
    const seq = index.at(place) as number;
    const view = beats.has(seq) ? (beatView(beats, journal, beats.placeAt(seq)) as BeatView) : undefined;
    const began = journal.storyOf(seq);
    if (began !== story && journal.has(began))
      lines.push(...titleOf(journal.step(began), story >= 0, begun.has(began)));
    story = began;
    begun.add(began);
    const micros = journal.timeOf(seq) - settledAt(run);
    lines.push(...beatLines(view ?? foldedView(journal.step(seq), place), micros, telling));
  }
  return { beats: index.size, lines };
}

/** What is folded where the whole story is told says of itself what its step says. */
function foldedView({ seq, kind, args, subject, actor }: Step, place: number): Told {
  const insight = { kind: kind.name as KindName, args, subject, actor };
  return { index: place + 1, seq, insight, passed: 0, folded: [] };
}

type Told = Pick<BeatView, 'index' | 'seq' | 'insight' | 'passed' | 'folded'>;

/** `goesOn`: something of another story was told in between. */
function titleOf({ kind, args, subject, actor }: Step, isLater: boolean, goesOn: boolean): readonly string[] {
  const title = args.line ?? sentence({ kind: kind.name as KindName, args, subject, actor }, 'en');
  return [...(isLater ? [''] : []), `# ${goesOn ? '… ' : ''}${title}`];
}

function beatLines(view: Told, micros: number, { languages, times, folds: tellsFolds }: Telling): readonly string[] {
  const time = times ? ` ${(micros / 1000).toFixed(1).padStart(9)} ms` : '';
  const head = `${String(view.index).padStart(3)}${time}  `;
  const indent = ' '.repeat(head.length);
  return languages.flatMap((language, at) => {
    const folds = view.folded.map(({ key, members, pods }) => WORDS[language].folds[key]?.(members.length, pods));
    return [
      `${at === 0 ? head : indent}${laterIn(language, view.passed)}${sentence(view.insight, language)}`,
      ...(folds.length === 0 || !tellsFolds ? [] : [`${indent}+ ${folds.join(language === 'zh' ? '；' : '; ')}`]),
    ];
  });
}

/** What a beat begins with that was long in coming. */
function laterIn(language: Language, passed: number): string {
  return passed > 0 ? plainText(render(WORDS[language].phrases.later, { time: duration(passed) }, '')) : '';
}
