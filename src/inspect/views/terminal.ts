import { SHELL_TABLE } from '../../cluster/desk/rows.ts';
import { quoted } from '../../protocol/quoted.ts';
import type { TerminalView } from '../../protocol/views.ts';
import { commandsAt } from '../commands.ts';
import type { Snapshot } from '../snapshot.ts';

/** What the shell shows at the cursor: later commands and later output are not there yet. */
export function terminalView(snapshot: Snapshot): TerminalView {
  const commands = commandsAt(snapshot).map(({ id, seq, row, line, isBeside }) => ({
    id,
    line: `${row === undefined ? line : (row.line ?? row.argv.map(quoted).join(' '))}${isBeside ? ' &' : ''}`,
    stdout: row?.stdout ?? '',
    stderr: row?.stderr ?? '',
    exitCode: row?.exitCode,
    seq,
    ...(row === undefined || row.line !== undefined ? { isLine: true } : {}),
    ...(row?.written === undefined ? {} : { written: row.written }),
    ...(row?.clears === true ? { clears: true } : {}),
    ...(row?.asks === undefined ? {} : { asks: row.asks }),
  }));
  const known = snapshot.engine.tableNames.includes(SHELL_TABLE);
  const shell = known ? snapshot.table(SHELL_TABLE).get('shell') : undefined;
  return shell === undefined ? { commands } : { commands, shell: { host: shell.host, folder: shell.folder } };
}
