import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptLink } from './drawn-links.ts';

/** Below the folder that one works in: the project's. */
const FOLDER = join('testdata', 'links');

export function keptFile(name: string): string {
  return join(FOLDER, `${name}.json`);
}

/** A link a line. */
export function printKept(links: readonly KeptLink[]): string {
  return `[\n${links.map((link) => JSON.stringify(link)).join(',\n')}\n]\n`;
}

/** What each release gave away, by its name. */
export function keptLinks(): ReadonlyMap<string, readonly KeptLink[]> {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(keptFile(name), 'utf8')) as KeptLink[]]));
}
