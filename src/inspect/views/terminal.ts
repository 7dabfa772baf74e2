import { quoted } from '../../protocol/quoted.ts';
import type { TerminalView } from '../../protocol/views.ts';
import { commandsAt } from '../commands.ts';
import type { Snapshot } from '../snapshot.ts';

/** What the shell shows at the cursor: later commands and later output are not there yet. */
export function terminalView(snapshot: Snapshot): TerminalView {
  const commands = commandsAt(snapshot).map(({ id, seq, row, line, isBeside }) => ({
    id,
    line: `${row === undefined ? line : row.argv.map(quoted).join(' ')}${isBeside ? ' &' : ''}`,
    stdout: row?.stdout ?? '',
    stderr: row?.stderr ?? '',
    exitCode: row?.exitCode,
    seq,
  }));
  return { commands };
}
