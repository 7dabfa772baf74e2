import { failure } from '../../api/errors/status.ts';
import type { Context, Origin, Process, Wait } from '../../engine/index.ts';
import type { Channels } from './channels.ts';

/** Any JSON value. Bodies travel as frozen values, not as text; text appears at the edges. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** What the TLS layer hands to the server about a client certificate that it verified. */
export interface ClientCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** `X509SHA256=…`, the credential id that goes into the user's extra. */
  readonly fingerprint: string;
  /** Whose word it is: the cluster's own authority unless it says otherwise. */
  readonly authority?: 'front-proxy';
}

/** Not to be spread: a client's request has what follows from its kind as getters. */
export interface ApiRequest {
  readonly method: Method;
  /** Without the query. */
  readonly path: string;
  /** In order; a key may repeat. */
  readonly query: readonly (readonly [string, string])[];
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: unknown;
  /** Why a body in another form than text could not be read; only who read it can know. */
  readonly bodyError?: string;
  /** What a strict reader minds about the body's text, such as keys that stand twice; only who read the text can know. */
  readonly textErrors?: readonly string[];
  readonly clientCertificate: ClientCertificate | undefined;
  /** The client's address, where there is one. */
  readonly from?: string;
  /** What the client made it of, for who need not find it out of path and method again; a request that came as text has none, nor one for somebody else. */
  readonly target?: RequestTarget;
}

/** What a request asks for, as its method, path and query say it. */
export interface RequestInfo {
  readonly isResource: boolean;
  readonly verb: string;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** What follows the subresource in the path. */
  readonly rest: readonly string[];
}

export interface RequestTarget extends RequestInfo {
  /** How steps call what it is about. */
  readonly subject: string;
  /** What all requests share that differ in nothing but name, query and body: who found out something about one of them can know it of the next. */
  readonly kind: object;
}

export interface ApiResponse {
  readonly code: number;
  readonly headers: { readonly [name: string]: string | undefined };
  /** An object or Status as a frozen value, or plain text. Undefined for a watch. */
  readonly body: unknown;
  readonly stream: WatchStream | undefined;
  /** The client's end of what the request was turned into: a log that is followed, or an upgraded connection. */
  readonly channels?: Channels | undefined;
  /** `Warning:` header texts. */
  readonly warnings: readonly string[];
  /** The server's last step for this request: what the client does next is caused by it. */
  readonly origin?: Origin;
}

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** One event on a watch, with the step that caused it: a delivery points to the write. */
export interface WatchFrame {
  readonly type: WatchEventType;
  readonly object: unknown;
  readonly origin: Origin;
  /** Namespace and name of the object, the same string in all its frames; who sends no objects that have some, sends none. */
  readonly key?: string | undefined;
}

export interface WatchStream {
  /** The next frame; undefined when the stream ended. */
  next(): Process<WatchFrame | undefined>;
  /** A frame that has arrived already, without waiting. */
  tryNext(): WatchFrame | undefined;
  /** The same as `next`, without a process of its own: only when `tryNext` has nothing, and the stream is not over. */
  readonly arrival: Wait;
  readonly isOver: boolean;
  stop(): void;
  /** Nothing of it arrives any more, until it is released: then all does that was sent meanwhile. */
  hold?(): void;
  release?(): void;
}

/** The way to an API server: everything that talks to it, talks through this. Network latency is inside. */
export interface Transport {
  request(ctx: Context, request: ApiRequest): Process<ApiResponse>;
}

/** What a client makes of a connection that fails. Code 0: no server has said anything. `own` is caused by what went wrong. */
export function nobodyAnswered(own: Context, why: string, headers: ApiResponse['headers'] = {}): ApiResponse {
  const body = failure(503, 'ServiceUnavailable', why);
  return { code: 0, headers, body, stream: undefined, warnings: [], origin: own.originOnly() };
}
