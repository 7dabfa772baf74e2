import type { Chance } from './random.ts';

/** Who sends a request. */
export type Sender = 'admin' | 'jane' | 'nobody' | 'stranger';

/** A request as it goes over the wire, and what must come back. */
export interface BadRequest {
  readonly what: string;
  readonly method: string;
  readonly target: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly sender: Sender;
  /** Undefined: whatever a server may say that is well-formed and no 500. */
  readonly expected: Expected | undefined;
}

export interface Expected {
  readonly code: number;
  readonly reason?: string;
  readonly message?: RegExp;
  /** The whole body, where it is plain text. */
  readonly text?: string;
}

export type Case = (chance: Chance) => BadRequest;

export const JSON_TYPE = 'application/json';

interface Given {
  readonly sender?: Sender;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly type?: string;
}

/** A request with a body as JSON, or as it is when it is text. */
export function request(
  what: string,
  method: string,
  target: string,
  expected: Expected | undefined,
  { sender = 'admin', headers = {}, body, type = JSON_TYPE }: Given = {},
): BadRequest {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const own = { accept: JSON_TYPE, ...(body === undefined ? {} : { 'content-type': type }), ...headers };
  return { what, method, target, headers: own, body: text, sender, expected };
}

export function status(code: number, reason: string, message?: RegExp): Expected {
  return message === undefined ? { code, reason } : { code, reason, message };
}

export const NOT_FOUND_PATH: Expected = status(404, 'NotFound', /^the server could not find the requested resource$/);
export const NOT_ALLOWED: Expected = status(
  405,
  'MethodNotAllowed',
  /^the server does not allow this method on the requested resource$/,
);
