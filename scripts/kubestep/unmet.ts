import type { Run } from '../../src/engine/index.ts';
import { Snapshot } from '../../src/inspect/snapshot.ts';
import { findingOf, unmetAt } from '../../src/library/unmet.ts';
import type { ChangeView, NodeAnswer, UnmetView } from '../../src/protocol/diagnosis-view.ts';
import type { Input } from '../../src/protocol/run-description.ts';
import { findLines } from '../../src/ui/editor/fields-in-text.ts';
import { duration } from '../../src/ui/widgets/kit/format.ts';

/** The wishes that are not met where a run has come to rest; of one object, where it is named. */
export function unmetIn(run: Run<Input>, object?: string): readonly UnmetView[] {
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  return unmetAt(snapshot, object);
}

/** One finding as lines of text: what, since when, what to change, how to go back. */
export function linesOf(run: Run<Input>, unmet: UnmetView): readonly string[] {
  const { since, deed, change, undo, nodes = [] } = unmet;
  const finding = findingOf(unmet, 'en');
  const told = deed?.kind === 'kubectl.command' ? String(deed.args.line) : deed && `${deed.kind} ${deed.subject}`;
  const line = (label: string, text: string | undefined) => (text === undefined ? [] : [`  ${label}: ${text}`]);
  return [
    `Unmet: ${finding.sentence}`,
    ...nodes.map((each) => `  ${answerOf(each)}`),
    ...line('since', since && `${duration(since.micros)} ago${since.seq === undefined ? '' : `, step ${since.seq}`}`),
    ...line('after', told),
    ...line('change', `${finding.change}${placeOf(run, change)}`),
    ...line('undo', undo),
  ];
}

/** What one node said, with its numbers. */
function answerOf({ node, plugin, reason, asked, has, short }: NodeAnswer): string {
  const numbers = [asked && `asked ${asked}`, has && `there ${has}`, short && `short by ${short}`].filter(Boolean);
  return `${node}: ${plugin}, ${reason}${numbers.length === 0 ? '' : ` (${numbers.join(', ')})`}`;
}

/** The command, or the line of the manifest that was given last. */
function placeOf({ inputs }: Run<Input>, change: ChangeView | undefined): string {
  if (change?.type === 'command') return `\n          ${change.line}`;
  if (change?.type !== 'field') return '';
  const { subject, path } = change;
  for (const { input } of [...inputs].reverse()) {
    for (const [file, text] of input.type === 'kubectl' ? Object.entries(input.files) : []) {
      const found = nearestLine(text, subject, path);
      if (found !== undefined) return ` (${file}:${found}, ${path})`;
    }
  }
  return ` (${path} of ${subject})`;
}

/** A field that is not there yet belongs below the last part of its path that is. */
function nearestLine(text: string, subject: string, path: string): number | undefined {
  for (let parts = path.split('.'); parts.length > 0; parts = parts.slice(0, -1)) {
    const lines = findLines(text, subject, parts.join('.'));
    if (lines !== undefined) return lines.from;
  }
  return undefined;
}
