import type { Input } from '../protocol/run-description.ts';
import type { Part } from './scenario.ts';
import type { PanelName } from './words.ts';

/** A line in the shell, with the files that lie beside it. */
export function typed(line: string, files: { readonly [name: string]: string } = {}): Input {
  return { type: 'kubectl', argv: words(line), files };
}

/** A line for etcdctl. */
export function etcdctl(line: string): Input {
  return { type: 'etcdctl', argv: words(line) };
}

/** A request by hand. */
export function asked(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  user = 'kubernetes-admin',
): Input {
  const request = { type: 'request', method, path, user } as const;
  return body === undefined ? request : { ...request, body: JSON.stringify(body) };
}

/** Something to do, the tab to look at, and what to look for in both languages. */
export function part(input: Input, panel: PanelName, en: string, zh: string, look?: NonNullable<Part['look']>): Part {
  return { input, panel, text: { en, zh }, ...(look === undefined ? {} : { look }) };
}

/** Words between blanks; quotes hold a word together, and so does a command within. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|\$\([^()]*\)|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}
