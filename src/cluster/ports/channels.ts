import { type Context, Mailbox, type Origin, type Process, type Wait } from '../../engine/index.ts';

/** A piece of what goes over an open connection. */
export interface ChannelFrame {
  readonly channel: number;
  readonly data: string;
  /** The step that sent it. */
  readonly origin: Origin;
}

/** One end of a connection that carries several channels both ways: a followed log, `exec`, `attach`, `port-forward`. */
export interface Channels {
  /** What the other end sent; undefined when it has hung up. */
  next(): Process<ChannelFrame | undefined>;
  /** A frame that has arrived already, without waiting. */
  tryNext(): ChannelFrame | undefined;
  send(ctx: Context, channel: number, data: string): void;
  /** Sends on what came from elsewhere. */
  pass(frame: ChannelFrame): void;
  /** Hangs up: what was sent still arrives, what the other end sends from now on does not. */
  stop(): void;
  /** The other end has hung up. */
  readonly isOver: boolean;
  /** The same as `next`, for who waits for something else too; only when `tryNext` has nothing. */
  readonly arrival: Wait;
}

/** The channels of a process, as `v5.channel.k8s.io` numbers them. */
export const STDIN = 0;
export const STDOUT = 1;
export const STDERR = 2;
/** How it ended, as a Status in JSON. */
export const ERROR = 3;
export const RESIZE = 4;
/** Carries the number of a channel that its sender has finished with. */
export const CLOSE = 255;

/** What a terminal sends for Ctrl+C and Ctrl+D. */
export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

/** Both ends of a new connection. */
export function channelPair(): readonly [near: Channels, far: Channels] {
  const towardsFar = new Mailbox<ChannelFrame>();
  const towardsNear = new Mailbox<ChannelFrame>();
  return [new End(towardsNear, towardsFar), new End(towardsFar, towardsNear)];
}

class End implements Channels {
  constructor(
    private readonly incoming: Mailbox<ChannelFrame>,
    private readonly outgoing: Mailbox<ChannelFrame>,
  ) {}

  next(): Process<ChannelFrame | undefined> {
    return this.incoming.take();
  }
  tryNext(): ChannelFrame | undefined {
    return this.incoming.tryTake();
  }
  send(ctx: Context, channel: number, data: string): void {
    this.pass({ channel, data, origin: ctx.originOnly() });
  }
  pass(frame: ChannelFrame): void {
    if (!this.outgoing.isClosed) this.outgoing.put(frame);
  }
  stop(): void {
    this.outgoing.close();
    this.incoming.close();
  }
  get arrival(): Wait {
    return this.incoming;
  }
  get isOver(): boolean {
    return this.incoming.isClosed;
  }
}
