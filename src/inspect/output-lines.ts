import type { CommandRow } from '../cluster/kubectl/rows.ts';
import type { FieldChange } from '../protocol/views.ts';

const MOST_LINES = 200;

/** What a command has printed, the newest lines marked. */
export function outputLines(before: CommandRow | undefined, after: CommandRow): readonly FieldChange[] {
  const printed = (row: CommandRow | undefined): readonly string[] =>
    row === undefined ? [] : `${row.stdout}${row.stderr}`.split('\n').slice(0, -1);
  const [had, has] = [printed(before), printed(after)];
  const ended: readonly FieldChange[] =
    after.exitCode === undefined || before?.exitCode !== undefined
      ? []
      : [{ op: 'add', depth: 0, path: 'exitCode', text: `exit code ${after.exitCode}` }];
  const lines = has.map(
    (text, at): FieldChange => ({ op: at < had.length ? 'same' : 'add', depth: 0, path: `${at}`, text }),
  );
  return [...lines.slice(-MOST_LINES), ...ended];
}
