// Models programs built with client-go, as images of Pods (v1.36)

import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import type { Transport } from '../ports/transport.ts';

/** What a program finds where it runs. */
export interface ProgramWorld {
  readonly env: Environment;
  readonly transport: Transport;
  /** Its name in what it is seen doing: that of its Pod. */
  readonly name: string;
  readonly namespace: string;
  readonly account: string;
  /** The token that is mounted into its Pod. */
  readonly credentials: Credentials;
  readonly args: readonly string[];
  /** A line of its log. */
  write(text: string): void;
}

/** `--resync=10s` among the arguments. */
export function flagOf(args: readonly string[], name: string): string | undefined {
  const start = `--${name}=`;
  return args.find((arg) => arg.startsWith(start))?.slice(start.length);
}

const MEMBERS = /[^.[\]'"]+/g;

/** What a path such as `spec.nodeName` or `metadata.labels['app']` finds in an object: at most one text. */
export function valuesAt(object: object, path: string): readonly string[] {
  let value: unknown = object;
  for (const member of path.match(MEMBERS) ?? []) {
    value = typeof value === 'object' && value !== null ? (value as { [member: string]: unknown })[member] : undefined;
  }
  return value === undefined || value === null || typeof value === 'object' ? [] : [String(value)];
}
