import { COMMANDS_TABLE, type CommandRow } from '../../cluster/kubectl/rows.ts';
import { quoted } from '../../protocol/quoted.ts';
import type { TerminalView } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';

/** What the shell shows at the cursor: later commands and later output are not there yet. */
export function terminalView(snapshot: Snapshot): TerminalView {
  // Commands are numbered in the order in which they were typed, and each opens a story.
  const { cursor, journal } = snapshot;
  const typed = snapshot.scenes.all.filter(({ key, seq }) => key === 'enter' && seq <= cursor.position);
  const commands = [...snapshot.table<CommandRow>(COMMANDS_TABLE).values()].map((row) => ({
    id: row.id,
    line: row.argv.map(quoted).join(' '),
    stdout: row.stdout,
    stderr: row.stderr,
    exitCode: row.exitCode,
    seq: typed[row.id - 1]?.seq ?? 0,
  }));
  // At the step of the typing itself kubectl has not begun, but the line is already there.
  const begun = typed.slice(commands.length).map(({ seq }, at) => ({
    id: commands.length + at + 1,
    line: String(journal.step(seq).args.line ?? ''),
    stdout: '',
    stderr: '',
    exitCode: undefined,
    seq,
  }));
  return { commands: [...commands, ...begun] };
}
