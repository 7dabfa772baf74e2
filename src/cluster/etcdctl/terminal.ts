import { SECOND } from '../../base/time/units.ts';
import { type Context, Deferred, type Process, type Table, TIMED_OUT, within } from '../../engine/index.ts';
import { etcdctlSteps as steps } from '../../steps/etcdctl.ts';
import { Interrupt } from '../kubectl/session/interrupt.ts';
import { COMMANDS_TABLE, type CommandRow, exitOf, type Part, type Written } from '../kubectl/session/rows.ts';
import type { Environment } from '../ports/environment.ts';
import type { EtcdServer } from '../ports/etcd.ts';
import { isKvError, type KvError } from '../ports/kv.ts';

export interface EtcdctlHost {
  readonly env: Environment;
  readonly etcd: EtcdServer;
  /** The commands that have not ended yet, by number. */
  readonly running: Map<number, Interrupt>;
}

export interface EtcdctlInvocation {
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** It is a part of a line, whose shell stops it by this. */
  readonly part?: Part;
  readonly interrupt?: Interrupt;
}

const COMMAND_TIMEOUT = 5 * SECOND;
const DEADLINE: KvError = { error: 'context deadline exceeded', code: 4 };

/** Why a command ends badly, with its exit code. */
// Models etcd pkg/cobrautl/error.go (v3.5)
export class Exit {
  constructor(
    readonly code: number,
    readonly text: string,
  ) {}
}

/** The error of an answer. */
export const failed = (error: string): Exit => new Exit(1, error);
export const noTable = (): Exit => new Exit(BAD_FEATURE, 'table not supported as output format');
export const BAD_CONNECTION = 2;
export const BAD_INPUT = 3;
export const BAD_FEATURE = 4;
export const INTERRUPTED = 5;
export const BAD_ARGS = 128;

/** One etcdctl command: what it prints, and the step that its next step follows from. */
// Models etcd etcdctl/ctlv3/ctl.go (v3.5)
export class Terminal {
  readonly id: number;
  readonly interrupt: Interrupt;
  private readonly commands: Table<CommandRow>;
  private row: CommandRow;

  constructor(
    public ctx: Context,
    readonly host: EtcdctlHost,
    readonly invocation: EtcdctlInvocation,
  ) {
    this.commands = host.env.engine.table<CommandRow>(COMMANDS_TABLE);
    const { part } = invocation;
    this.id = part?.id ?? this.commands.size + 1;
    this.interrupt = invocation.interrupt ?? new Interrupt();
    if (part === undefined) host.running.set(this.id, this.interrupt);
    this.ctx = ctx.step(steps.arguments, this.subject, { line: shorten(invocation.argv.join(' ')) });
    this.row = { id: this.id, argv: invocation.argv, stdout: '', stderr: '', exitCode: undefined };
    this.keep();
  }

  private get subject(): string {
    return `kubectl/${this.id}`;
  }

  print(text: string): void {
    if (text !== '') this.show('stdout', text);
  }

  complain(text: string): void {
    this.show('stderr', text);
  }

  private show(stream: Written['stream'], text: string): void {
    const { part } = this.invocation;
    if (part === undefined)
      this.ctx = this.ctx.step(steps.printed, this.subject, { line: shorten(text.split('\n', 1)[0] ?? '') });
    this.row = { ...this.row, [stream]: this.row[stream] + text };
    part?.say(this.ctx, stream, text);
    this.keep();
  }

  /** The row of a line is its shell's. */
  private keep(): void {
    if (this.invocation.part === undefined) this.commands.set(String(this.id), this.row);
  }

  exit(code: number): void {
    const { part } = this.invocation;
    if (part === undefined) this.host.running.delete(this.id);
    this.ctx = this.ctx.step(steps.exit, this.subject, exitOf(code, part !== undefined, this.row));
    this.row = { ...this.row, exitCode: code };
    part?.ended(this.ctx, code);
    this.keep();
  }

  /** One call, which is given up after five seconds. */
  *call<T>(call: string, key: string, make: (ctx: Context) => Process<T | KvError>): Process<T | KvError> {
    const asked = this.ctx.step(steps.call, this.subject, { call, key: shorten(key) });
    const answer = new Deferred<T | KvError>();
    this.host.env.engine.spawn(
      (function* () {
        answer.resolve(yield* make(asked));
      })(),
    );
    const given = yield* within<T | KvError>(asked, COMMAND_TIMEOUT, answer);
    const result = given === TIMED_OUT ? DEADLINE : given;
    const error = typeof result === 'object' && result !== null && isKvError(result) ? result.error : '';
    this.ctx = asked.step(steps.answer, this.subject, { error, revision: this.host.etcd.revision });
    return result;
  }

  heard(ctx: Context, events: number, revision: number): void {
    this.ctx = this.ctx.from(ctx).step(steps.event, this.subject, { events, revision });
  }
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
