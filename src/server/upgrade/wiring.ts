import { StringDecoder } from 'node:string_decoder';
import { CLOSE, ERROR, RESIZE, STDERR, STDIN, STDOUT } from '../../cluster/ports/channels.ts';
import { SpdyConnection, type SpdyStream } from './spdy.ts';

/** The near end of channels inside the simulation. */
export interface Inside {
  send(channel: number, data: string): void;
  stop(): void;
}

/** One way to carry channels over bytes. */
export interface Wiring {
  /** From the client. */
  receive(bytes: Buffer): void;
  /** To the client. */
  frame(channel: number, data: string): void;
  /** The inside has hung up. */
  end(): void;
}

interface Outside {
  write(message: Buffer | string): void;
  close(): void;
}

/** What a program reads and writes: text, or bytes as a character each. */
export type Coding = 'utf8' | 'latin1';

/** A websocket protocol for the channels of a process. */
export interface ChannelProtocol {
  /** Messages are texts: the channel as a digit, the rest in base64. */
  readonly base64: boolean;
  /** The end of the process is told as a Status; older protocols tell failures alone, as a text. */
  readonly status: boolean;
}

/** Channels over websockets: the first byte of each message is the channel. */
export function channelWiring(inside: Inside, outside: Outside, coding: Coding, protocol: ChannelProtocol): Wiring {
  const stdin = new StringDecoder(coding);
  return {
    receive(message) {
      const channel = protocol.base64 ? (message[0] ?? 0) - DIGIT_ZERO : message[0];
      const rest = protocol.base64 ? Buffer.from(message.toString('latin1', 1), 'base64') : message.subarray(1);
      if (channel === STDIN) inside.send(STDIN, stdin.write(rest));
      else if (channel === CLOSE) inside.send(CLOSE, String(rest[0] ?? 0));
      else if (channel === RESIZE) inside.send(RESIZE, rest.toString('utf8'));
    },
    frame(channel, data) {
      const text = channel === ERROR && !protocol.status ? failureText(data) : data;
      if (channel === ERROR && text === '') return;
      const bytes = Buffer.from(text, coding);
      if (protocol.base64) outside.write(`${channel}${bytes.toString('base64')}`);
      else outside.write(Buffer.concat([Buffer.from([channel]), bytes]));
    },
    end: () => outside.close(),
  };
}

const DIGIT_ZERO = 48;

function failureText(status: string): string {
  const { status: outcome, message = '' } = JSON.parse(status) as {
    readonly status?: string;
    readonly message?: string;
  };
  return outcome === 'Success' ? '' : message;
}

/** Port forwarding over `v4.channel.k8s.io`: two channels a port, each beginning with the number of the port. */
export function portChannelWiring(ports: readonly number[], inside: Inside, outside: Outside): Wiring {
  const message = (channel: number, bytes: Buffer): void =>
    outside.write(Buffer.concat([Buffer.from([channel]), bytes]));
  ports.forEach((port, at) => {
    const number = Buffer.from([port & 255, port >> 8]);
    message(2 * at, number);
    message(2 * at + 1, number);
    inside.send(2 * at, String(port));
  });
  return {
    receive: (bytes) => inside.send(bytes[0] ?? 0, bytes.toString('latin1', 1)),
    frame: (channel, data) => (data === '' ? outside.close() : message(channel, Buffer.from(data, 'latin1'))),
    end: () => outside.close(),
  };
}

const STREAM_TYPES: ReadonlyMap<string, number> = new Map([
  ['stdin', STDIN],
  ['stdout', STDOUT],
  ['stderr', STDERR],
  ['error', ERROR],
  ['resize', RESIZE],
]);

/** A process over SPDY: a stream for each of its channels. What comes before a stream is open waits for it. */
export function spdyWiring(inside: Inside, outside: Outside, coding: Coding): Wiring {
  const ids = new Map<number, number>();
  const channels = new Map<number, number>();
  const waiting: { readonly channel: number; readonly data: string }[] = [];
  const stdin = new StringDecoder(coding);
  let isOver = false;
  const connection = new SpdyConnection((bytes) => outside.write(bytes), {
    opened({ id, headers }: SpdyStream) {
      const channel = STREAM_TYPES.get(headers.get('streamtype') ?? '');
      if (channel === undefined) return;
      ids.set(channel, id);
      channels.set(id, channel);
      for (const each of waiting.splice(0)) deliver(each.channel, each.data);
      if (isOver) end();
    },
    data(id, bytes, last) {
      const channel = channels.get(id);
      if (channel === STDIN && bytes.length > 0) inside.send(STDIN, stdin.write(bytes));
      if (channel === STDIN && last) inside.send(CLOSE, String(STDIN));
      if (channel === RESIZE && bytes.length > 0) inside.send(RESIZE, bytes.toString('utf8'));
    },
    ended: () => inside.stop(),
  });
  const deliver = (channel: number, data: string): void => {
    const id = ids.get(channel);
    if (id === undefined) waiting.push({ channel, data });
    else connection.send(id, Buffer.from(data, coding));
  };
  const end = (): void => {
    isOver = true;
    if (waiting.length > 0) return;
    for (const channel of [STDOUT, STDERR, ERROR]) {
      const id = ids.get(channel);
      if (id !== undefined) connection.finish(id);
    }
  };
  return { receive: (bytes) => connection.receive(bytes), frame: deliver, end };
}

/** Port forwarding over SPDY: a pair of streams for each connection, matched by their request id. */
export function spdyPortWiring(inside: Inside, outside: Outside): Wiring {
  interface Pair {
    readonly channel: number;
    data?: number;
    error?: number;
    isOver?: boolean;
  }
  const pairs = new Map<string, Pair>();
  const byChannel = new Map<number, Pair>();
  const byStream = new Map<number, Pair>();
  const finish = (pair: Pair): void => {
    pair.isOver = true;
    if (pair.data !== undefined) connection.finish(pair.data);
    if (pair.error !== undefined) connection.finish(pair.error);
  };
  const connection = new SpdyConnection((bytes) => outside.write(bytes), {
    opened({ id, headers }) {
      const request = headers.get('requestid') ?? String(id);
      let pair = pairs.get(request);
      if (pair === undefined) {
        pair = { channel: 2 * pairs.size };
        pairs.set(request, pair);
        byChannel.set(pair.channel, pair);
      }
      if (headers.get('streamtype') === 'error') {
        pair.error = id;
      } else {
        pair.data = id;
        byStream.set(id, pair);
        inside.send(pair.channel, headers.get('port') ?? '');
      }
      if (pair.isOver === true) finish(pair);
    },
    data(id, bytes, last) {
      const pair = byStream.get(id);
      if (pair === undefined) return;
      if (bytes.length > 0) inside.send(pair.channel, bytes.toString('latin1'));
      if (!last) return;
      inside.send(pair.channel, '');
      finish(pair);
    },
    ended: () => inside.stop(),
  });
  return {
    receive: (bytes) => connection.receive(bytes),
    frame(channel, data) {
      const pair = byChannel.get(channel - (channel % 2));
      if (pair === undefined) return;
      const id = channel % 2 === 0 ? pair.data : pair.error;
      if (id !== undefined && data !== '') connection.send(id, Buffer.from(data, 'latin1'));
      if (data === '' || channel % 2 === 1) finish(pair);
    },
    end: () => outside.close(),
  };
}
