import { COMMANDS_TABLE, type CommandRow } from '../../cluster/kubectl/rows.ts';
import type { TerminalView } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';

/** What the shell shows at the cursor: later commands and later output are not there yet. */
export function terminalView(snapshot: Snapshot): TerminalView {
  // Commands are numbered in the order in which they were typed, and each opens a story.
  const typed = snapshot.scenes.all.filter(({ key }) => key === 'enter');
  const commands = [...snapshot.table<CommandRow>(COMMANDS_TABLE).values()].map((row) => ({
    id: row.id,
    line: row.argv.map(quoted).join(' '),
    stdout: row.stdout,
    stderr: row.stderr,
    exitCode: row.exitCode,
    seq: typed[row.id - 1]?.seq ?? 0,
  }));
  return { commands };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
