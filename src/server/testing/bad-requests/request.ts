import type { BadRequest, Expected, Sender } from './generate.ts';

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
