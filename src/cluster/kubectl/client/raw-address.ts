// Models staging/src/k8s.io/kubectl/pkg/rawhttp/raw.go (v1.36)

import { type Failure, failure } from '../session/errors.ts';
import type { Query } from '../session/session.ts';

export function rawAddressProblem(raw: string): Failure | undefined {
  if (raw.startsWith('/')) return undefined;
  return failure(`--raw must be a valid URL path: parse ${JSON.stringify(raw)}: invalid URI for request`);
}

/** What `--raw` asks for. */
export function rawAddress(raw: string): { readonly path: string; readonly query: Query } {
  const [path = '', query = ''] = raw.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  return {
    path,
    query: pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, unescaped(value.join('='))];
    }),
  };
}

/** `a%20b+c` as it is meant. */
function unescaped(text: string): string {
  const plain = text.replaceAll('+', ' ');
  return /%(?![0-9a-fA-F]{2})/.test(plain) ? plain : decodeURIComponent(plain);
}
