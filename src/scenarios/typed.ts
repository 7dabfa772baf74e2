import type { Input } from '../protocol/run-description.ts';

/** A line in the shell, with the files that lie beside it. */
export function typed(line: string, files: { readonly [name: string]: string } = {}): Input {
  return { type: 'kubectl', argv: line.split(' '), files };
}

/** A request by hand. */
export function asked(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Input {
  const request = { type: 'request', method, path, user: 'kubernetes-admin' } as const;
  return body === undefined ? request : { ...request, body: JSON.stringify(body) };
}
