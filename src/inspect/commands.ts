import { COMMANDS_TABLE, type CommandRow } from '../cluster/kubectl/session/rows.ts';
import { etcdctlSteps } from '../steps/etcdctl.ts';
import { kubectl } from '../steps/kubectl.ts';
import type { Snapshot } from './snapshot.ts';

/** A command of the shell: typed at a step, and with a row from the step on at which it begins. */
export interface TypedCommand {
  readonly id: number;
  readonly seq: number;
  /** `&`: the next one does not wait for it. */
  readonly isBeside: boolean;
  /** The line as it was given, until there is a row. */
  readonly line: string;
  readonly row: CommandRow | undefined;
}

/** Every command up to the cursor, in the order in which they were typed: so they are numbered, and each opens a story. */
export function commandsAt(snapshot: Snapshot): readonly TypedCommand[] {
  return numbered(snapshot, snapshot.table<CommandRow>(COMMANDS_TABLE), snapshot.cursor.position);
}

/** Every command there is. */
export function commandsAtHead(snapshot: Snapshot): readonly TypedCommand[] {
  return numbered(snapshot, rowsAtHead(snapshot) ?? new Map(), snapshot.journal.end - 1);
}

/** The first command that holds up the next one: it has not ended, and nothing was to run beside it. */
export function foregroundOf(commands: readonly TypedCommand[]): number | undefined {
  return commands.find(({ row, isBeside }) => !isBeside && row?.exitCode === undefined)?.id;
}

/** Gives the row of a command, for who asks at every occurrence: the table is looked up once. */
export function rowAtHead(snapshot: Snapshot): (command: number) => CommandRow | undefined {
  let rows: Rows | undefined;
  return (command) => {
    rows ??= rowsAtHead(snapshot);
    return rows?.get(String(command));
  };
}

const EXITS: ReadonlySet<string> = new Set([kubectl.exit.name, etcdctlSteps.exit.name]);

/** Whether a command waits for its reader, or has ended: there is nothing to come of it by itself. */
export function isAnswered({ exitCode, asks }: Partial<CommandRow> = {}): boolean {
  return exitCode !== undefined || (asks !== undefined && !(asks.for === 'lines' && asks.busy === true));
}

/** The step with which a command ended. What ends within a line that goes on is no end of it. */
export function exitStepOf(snapshot: Snapshot, command: number): number | undefined {
  if (rowAtHead(snapshot)(command)?.exitCode === undefined) return undefined;
  const { journal } = snapshot;
  const subject = `kubectl/${command}`;
  for (let seq = journal.end - 1; seq >= journal.base; seq = journal.momentAt(seq - 1))
    if (journal.subjectOf(seq) === subject && EXITS.has(journal.kindOf(seq).name)) return seq;
  return undefined;
}

/** A table is made when it is first asked for: whoever only looks must not make one. */
function rowsAtHead({ engine }: Snapshot): Rows | undefined {
  return engine.tableNames.includes(COMMANDS_TABLE) ? engine.table(COMMANDS_TABLE) : undefined;
}

interface Rows {
  get(key: string): CommandRow | undefined;
  values(): Iterable<CommandRow>;
}

function numbered({ scenes, journal }: Snapshot, rows: Pick<Rows, 'values'>, upTo: number): readonly TypedCommand[] {
  const typed = scenes.all.filter(({ key, seq }) => key === 'enter' && seq <= upTo).map(({ seq }) => journal.step(seq));
  const begun = [...rows.values()].map((row): TypedCommand => {
    const step = typed[row.id - 1];
    return { id: row.id, seq: step?.seq ?? 0, isBeside: step?.args.beside === true, line: '', row };
  });
  // At the step of the typing itself a command has not begun, but its line is already there.
  const later = typed.slice(begun.length).map(
    ({ seq, args }, at): TypedCommand => ({
      id: begun.length + at + 1,
      seq,
      isBeside: args.beside === true,
      line: String(args.line ?? ''),
      row: undefined,
    }),
  );
  return [...begun, ...later];
}
