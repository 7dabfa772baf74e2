import type { Context, Process } from '../../engine/index.ts';

/** A request to a program that speaks plain HTTP. */
export interface HttpRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly userAgent: string;
  /** The client's address, as the program sees it. */
  readonly from: string;
}

export interface HttpAnswer {
  readonly code: number;
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Why nobody answered, as Go's dialer says it. */
export interface DialFailure {
  readonly error: string;
}

export function isDialFailure(value: HttpAnswer | DialFailure): value is DialFailure {
  return 'error' in value;
}

/** Sends one request to an address in the cluster, and waits for the answer. */
export type Dial = (
  ctx: Context,
  address: string,
  port: number,
  request: HttpRequest,
) => Process<HttpAnswer | DialFailure>;
