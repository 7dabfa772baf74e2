import type { Context } from '../../engine/index.ts';

/** A request to a program. */
export interface HttpRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly userAgent: string;
  /** The client's address, as the program sees it. */
  readonly from: string;
  /** Sent over TLS. */
  readonly secure?: boolean;
  /** Of a POST. */
  readonly body?: string;
}

/** Where a program is asked, and for what. */
export interface ProgramPlace {
  readonly address: string;
  readonly port: number;
  readonly path: string;
}

export interface HttpAnswer {
  readonly code: number;
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** How long the program takes over it. */
  readonly afterMicros?: number;
}

/** What a program asks of others before it answers. */
export interface Dialing {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'http' | 'udp';
  /** A path, or the text of a datagram. */
  readonly request: string;
  readonly tries: number;
}

/** What Go's client says of a server that has no TLS. */
export const PLAIN_SERVER = 'http: server gave HTTP response to HTTPS client';

/** Why nobody answered, as Go's dialer says it. */
export interface DialFailure {
  readonly error: string;
}

export function isDialFailure(value: HttpAnswer | DialFailure): value is DialFailure {
  return 'error' in value;
}

/** What an address in the cluster answers; the way there and back is the caller's. Without a context no step is made of it. */
export type Dial = (
  ctx: Context | undefined,
  address: string,
  port: number,
  request: HttpRequest,
) => HttpAnswer | DialFailure;
