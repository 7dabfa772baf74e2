// Models what a terminal shows of one line: both outputs, in the order in which they were written (v1.36)

import type { Context, Table } from '../../engine/index.ts';
import { kubectl as kinds } from '../../steps/kubectl.ts';
import type { Asked, CommandRow, Written } from '../kubectl/session/rows.ts';

/** What wipes a terminal: the cursor goes home, and all below it is taken away. */
export const WIPE = '\u001b[H\u001b[2J';

/** The row of a line, which grows as something is written. */
export class Screen {
  private written: readonly Written[] = [];

  constructor(
    private readonly rows: Table<CommandRow>,
    private row: CommandRow,
  ) {
    this.keep({});
  }

  write(ctx: Context, stream: Written['stream'], text: string): void {
    if (text === '') return;
    const wiped = text.lastIndexOf(WIPE);
    const rest = wiped < 0 ? text : text.slice(wiped + WIPE.length);
    ctx.as('kubectl').note(kinds.printed, `kubectl/${this.row.id}`, { line: firstLine(rest) });
    const before = wiped < 0 ? this.row : { stdout: '', stderr: '' };
    this.written = joined(wiped < 0 ? this.written : [], stream, rest);
    const own = { stdout: before.stdout, stderr: before.stderr, [stream]: before[stream] + rest };
    this.keep({ ...own, written: this.written, ...(wiped < 0 ? {} : { clears: true }) });
  }

  exit(exitCode: number): void {
    this.keep({ exitCode });
  }

  asks(asked: Asked | undefined): void {
    const { asks: _, ...row } = this.row;
    this.row = row;
    this.keep(asked === undefined ? {} : { asks: asked });
  }

  private keep(change: Partial<CommandRow>): void {
    this.row = { ...this.row, ...change };
    this.rows.set(String(this.row.id), this.row);
  }
}

/** What one output writes piece by piece is one piece. */
function joined(before: readonly Written[], stream: Written['stream'], text: string): readonly Written[] {
  const last = before.at(-1);
  if (text === '') return before;
  if (last?.stream !== stream) return [...before, { stream, text }];
  return [...before.slice(0, -1), { stream, text: last.text + text }];
}

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, 120);
