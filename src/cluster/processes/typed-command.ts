// Models the Go runtime, printpanics and gopanic (v1.26): what a program prints that panics, and its exit code

import type { Context, Engine, Process } from '../../engine/index.ts';
import { Signal } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { COMMANDS_TABLE, type CommandRow } from '../kubectl/session/rows.ts';
import { type LastingProcess, messageOf, sayPanic } from '../ports/panic.ts';

const PANICKED = 2;

/** A command that somebody typed: it ends when it panics, and says so in the terminal. */
class TypedCommand implements LastingProcess {
  readonly begun = new Signal();
  readonly name: string;
  isGone = false;

  constructor(
    private readonly before: number,
    private readonly argv: readonly string[],
  ) {
    this.name = argv[0] ?? 'kubectl';
  }

  panicked(ctx: Context, error: unknown): void {
    this.isGone = true;
    const commands = ctx.engine.table<CommandRow>(COMMANDS_TABLE);
    const said = sayPanic(ctx.as('kubectl'), this.name, error);
    const row = [...commands.values()].find(
      ({ id, argv, line, exitCode }) =>
        id > this.before && exitCode === undefined && (line ?? argv.join(' ')) === this.argv.join(' '),
    );
    if (row === undefined) return;
    const stderr = `${row.stderr}panic: ${messageOf(error)}\n\ngoroutine 1 [running]:\n`;
    said.step(kubectl.exit, `kubectl/${row.id}`, { code: PANICKED });
    commands.set(String(row.id), { ...row, stderr, exitCode: PANICKED });
  }
}

export function spawnTyped(engine: Engine, argv: readonly string[], command: Process<unknown>): void {
  if (engine.owner === undefined) {
    engine.spawn(command);
    return;
  }
  const before = engine.table<CommandRow>(COMMANDS_TABLE).size;
  engine.under(new TypedCommand(before, argv), () => engine.spawn(command));
}
