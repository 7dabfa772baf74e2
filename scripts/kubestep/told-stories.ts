import { join } from 'node:path';
import type { Run } from '../../src/engine/index.ts';
import type { Input } from '../../src/protocol/run-description.ts';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import { SAMPLES } from '../../src/ui/editor/samples.ts';
import { newRun, settledAt, tellScenario } from '../../src/worker/scenario-run.ts';
import { beatsOf } from './beats.ts';

/** Stories whose beats are kept in `testdata/beats`: the page's first one, and the scenarios. */
export const TOLD_STORIES: readonly string[] = ['opening', ...SCENARIOS.map(({ id }) => id)];

export function toldStory(name: string): Run<Input> {
  const scenario = SCENARIOS.find(({ id }) => id === name);
  return scenario === undefined ? opening() : tellScenario(scenario).run;
}

/** What a first visit sees, to its end: the first sample, applied to three nodes. */
function opening(): Run<Input> {
  const { file, text } = SAMPLES[0] as (typeof SAMPLES)[number];
  const run = newRun({ nodes: 3, latencies: 'realistic' }, 1, 1_000_000, false);
  run.advance({ time: settledAt(run) });
  run.give({ type: 'kubectl', argv: ['apply', '-f', file], files: { [file]: text } });
  run.advance({ quiescent: true, steps: 60_000 });
  return run;
}

/** Below the folder that one works in: the project's. */
export const GOLDENS = join('testdata', 'beats');

export function goldenFile(name: string): string {
  return join(GOLDENS, `${name}.txt`);
}

/** Times and numbers of what folds depend on every small delay: they are kept of the first story alone. */
export function goldenText(name: string, run = toldStory(name)): string {
  const isFirst = name === TOLD_STORIES[0];
  return `${beatsOf(run, { languages: ['en', 'zh'], times: isFirst, folds: isFirst }).lines.join('\n')}\n`;
}
