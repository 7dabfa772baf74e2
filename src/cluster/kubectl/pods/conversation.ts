// Models staging/src/k8s.io/kubectl/pkg/util/term and cmd/exec of somebody who types: the terminal's keys go over the connection (v1.36)

import type { Context, Process } from '../../../engine/index.ts';
import { type ChannelFrame, type Channels, CLOSE, CTRL_C, CTRL_D, ERROR, STDIN, STDOUT } from '../../ports/channels.ts';
import type { Failure } from '../session/errors.ts';
import type { Reader } from '../session/rows.ts';
import type { Session } from '../session/session.ts';
import { printed } from './running.ts';

/** What somebody types goes to what runs in the container, line by line, until that ends. */
export function* conversed(session: Session, channels: Channels, hasTerminal: boolean): Process<number | Failure> {
  const typist = new Typist(session, channels, hasTerminal);
  typist.wait(true);
  return yield* printed(session, channels, (frame) => typist.hear(frame));
}

class Typist implements Reader {
  readonly for = 'lines';
  /** Ctrl+C was sent, and nothing has come back since. */
  private hasInterrupted = false;
  readonly interrupt: ((ctx: Context) => void) | undefined;

  constructor(
    private readonly session: Session,
    private readonly channels: Channels,
    private readonly hasTerminal: boolean,
  ) {
    if (hasTerminal) this.interrupt = (ctx) => this.stop(ctx);
  }

  wait(busy: boolean): void {
    this.session.asks(busy ? { for: 'lines', busy } : { for: 'lines' }, this);
  }

  take(ctx: Context, text: string | undefined): void {
    this.wait(true);
    // Without a terminal there, the one here shows what is typed.
    if (text !== undefined && !this.hasTerminal) this.session.print(text);
    if (text !== undefined) this.channels.send(ctx, STDIN, text);
    else if (this.hasTerminal) this.channels.send(ctx, STDIN, CTRL_D);
    else this.channels.send(ctx, CLOSE, String(STDIN));
  }

  /** What does not heed it is left alone the second time. */
  private stop(ctx: Context): void {
    if (this.hasInterrupted) this.session.leave();
    else this.channels.send(ctx, STDIN, CTRL_C);
    this.hasInterrupted = true;
  }

  /** A line that is not ended is a prompt: the next one may be typed. */
  hear({ channel, data }: ChannelFrame): void {
    if (channel === ERROR) return;
    this.hasInterrupted = false;
    if (channel !== STDOUT) return;
    if (!this.hasTerminal || !/[\r\n]$/.test(data)) this.wait(false);
  }
}
