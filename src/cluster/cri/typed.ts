// Models drivers/tty/n_tty.c of Linux and the pipe that stands in for it where there is no terminal (v1.36)

import { type Context, type Origin, type Process, Signal } from '../../engine/index.ts';
import { type Channels, CLOSE, CTRL_C, CTRL_D, STDIN, STDOUT } from '../ports/channels.ts';
import { echoed } from './terminal.ts';

/** What a client sends to a command: kept until somebody reads it. */
export class Typed {
  /** Wakes who runs: nobody is there any more, or wants no more of it. */
  readonly over = new Signal();
  /** Who typed last. */
  origin: Origin | undefined;
  private readonly arrived = new Signal();
  private kept = '';
  private isAtEnd = false;
  private isGone = false;
  private isStopped = false;
  private hasTypedEnd = false;

  constructor(
    private readonly far: Channels,
    private readonly isTerminal: boolean,
  ) {}

  /** Nobody reads what the command writes. */
  get hasHungUp(): boolean {
    return this.isGone || this.far.isOver;
  }

  /** Ctrl+D on a terminal: who reads is told that there is no more, whoever is still there. */
  get isEnded(): boolean {
    return this.hasTypedEnd;
  }

  get isInterrupted(): boolean {
    return this.isStopped;
  }

  /** The next command is another one. */
  goOn(): void {
    this.isStopped = false;
  }

  *listen(ctx: Context): Process {
    for (;;) {
      const frame = yield* this.far.next();
      if (frame === undefined) break;
      if (frame.channel === CLOSE) this.isAtEnd = true;
      else if (frame.channel === STDIN) {
        this.origin = frame.origin;
        this.take(ctx.from(frame.origin), frame.data);
      }
      this.arrived.notify();
    }
    this.isGone = true;
    this.isAtEnd = true;
    this.arrived.notify();
    this.over.notify();
  }

  private take(ctx: Context, data: string): void {
    const typed = data.replaceAll(CTRL_C, '').replaceAll(CTRL_D, '');
    const isStop = this.isTerminal && data.includes(CTRL_C);
    if (this.isTerminal && typed !== '') this.far.send(ctx, STDOUT, echoed(typed));
    if (data.includes(CTRL_D)) {
      this.isAtEnd = true;
      this.hasTypedEnd ||= this.isTerminal;
    }
    this.kept = isStop ? '' : this.kept + typed;
    if (!isStop) return;
    this.far.send(ctx, STDOUT, '^C\r\n');
    this.isStopped = true;
    this.over.notify();
  }

  /** The next line; undefined when there is none and will be none. */
  *line(): Process<string | undefined> {
    for (;;) {
      const end = this.kept.search(/[\r\n]/);
      if (this.isStopped) return '';
      if (end >= 0 || (this.isAtEnd && this.kept !== '')) {
        const line = end < 0 ? this.kept : this.kept.slice(0, end);
        this.kept = end < 0 ? '' : this.kept.slice(end + 1);
        return line;
      }
      if (this.isAtEnd) return undefined;
      yield* this.arrived.wait();
    }
  }

  /** What has come since; undefined when there is no more. */
  *some(): Process<string | undefined> {
    while (this.kept === '' && !this.isAtEnd && !this.isStopped) yield* this.arrived.wait();
    const text = this.kept;
    this.kept = '';
    return text === '' ? undefined : text;
  }

  /** Everything until the client has no more. */
  *all(): Process<string> {
    while (!this.isAtEnd && !this.isStopped) yield* this.arrived.wait();
    const text = this.kept;
    this.kept = '';
    return text;
  }
}
