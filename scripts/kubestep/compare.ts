import type { Run } from '../../src/engine/index.ts';
import { compareRuns } from '../../src/inspect/compare/compare.ts';
import { Snapshot } from '../../src/inspect/snapshot.ts';
import { sentence } from '../../src/library/words.ts';
import {
  asTold,
  type ComparedRow,
  type Comparison,
  type DifferentObject,
  firstDifference,
} from '../../src/protocol/compare-view.ts';
import type { Input } from '../../src/protocol/run-description.ts';
import type { StepView } from '../../src/protocol/step-view.ts';
import { settledAt } from '../../src/worker/scenario-run.ts';

/** Two runs as text, and whether anything happens otherwise. */
export function comparedAsText(
  left: Run<Input>,
  right: Run<Input>,
): { readonly lines: readonly string[]; readonly differs: boolean } {
  const comparison = compareRuns(wholeOf(left), wholeOf(right));
  const rows = asTold(comparison.rows, (step) => sentence(step, 'en'));
  const first = firstDifference(rows);
  return {
    lines: [...storyLines(rows, first), '', ...endLines({ ...comparison, rows })],
    differs: first >= 0 || comparison.objects.length > 0,
  };
}

function wholeOf(run: Run<Input>): Snapshot {
  const snapshot = new Snapshot(run.engine, { grain: 'beat', scope: 'story' }, settledAt(run));
  snapshot.refresh();
  return snapshot;
}

const MARKS: Readonly<Record<ComparedRow['how'], string>> = {
  same: ' ',
  alike: '~',
  otherwise: '≠',
  moved: '↕',
  only: ' ',
};

function storyLines(rows: readonly ComparedRow[], first: number): readonly string[] {
  const lines: string[] = [];
  let same = 0;
  const fold = () => {
    if (same > 0) lines.push(`    … ${same} ${same === 1 ? 'beat' : 'beats'} the same`);
    same = 0;
  };
  for (const [at, row] of rows.entries()) {
    if (row.how === 'same' || row.how === 'alike') {
      same += 1;
      continue;
    }
    fold();
    if (at === first) lines.push('--- here the stories part ---');
    lines.push(...linesOfRow(row));
  }
  fold();
  return lines;
}

function linesOfRow({ how, left, right }: ComparedRow): readonly string[] {
  const one = (side: 'A' | 'B', step: StepView | undefined) =>
    step === undefined
      ? []
      : [`  ${MARKS[how]} ${side} ${timed(step)}${how === 'moved' ? '  (in another order)' : ''}`];
  return [...one('A', left), ...one('B', right)];
}

function timed(step: StepView): string {
  return `${(step.time / 1000).toFixed(1).padStart(9)} ms  ${sentence(step, 'en')}`;
}

function endLines({ rows, objects, more, asides, left, right }: Comparison): readonly string[] {
  const count = (side: 'left' | 'right') => rows.filter((row) => row.how === 'only' && row[side] !== undefined).length;
  return [
    firstDifference(rows) < 0
      ? `Both tell the same: ${left.beats} beats.`
      : `A: ${left.beats} beats, ${count('left')} of them only there. B: ${right.beats} beats, ${count('right')} only there.`,
    objects.length === 0 ? 'All objects end alike.' : 'Objects that end differently (A → B):',
    ...objects.flatMap(objectLines),
    ...(more > 0 ? [`  … and ${more} more objects`] : []),
    ...(asides > 0 ? [`${asides} more fields differ only in times, ids and made-up names.`] : []),
  ];
}

function objectLines({ kind, namespace, name, only, fields, more }: DifferentObject): readonly string[] {
  const title = `  ${[kind, namespace, name].filter((word) => word !== '').join('/')}`;
  if (only !== undefined) return [`${title}: only in ${only === 'left' ? 'A' : 'B'}`];
  return [
    title,
    ...fields.map(({ path, left, right }) => `    ${path}: ${left ?? 'none'} → ${right ?? 'none'}`),
    ...(more > 0 ? [`    … and ${more} more fields`] : []),
  ];
}
