// Models test/images/agnhost/{nettest,porter,test-webserver} (v1.36): what they answer. nettest finds no peers here

import type { SparseMap } from '../../base/sparse-map.ts';
import { SECOND } from '../../base/time/units.ts';
import { flagsOf } from '../tools/agnhost.ts';
import type { Files } from '../tools/files/files.ts';
import type { Asked, Said } from './agnhost-pages.ts';

/** What such a server is asked for, and what it knows. */
export interface AskedServer extends Asked {
  readonly method: string;
  readonly body: string;
  readonly port: number;
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly files: () => Files;
  /** Whoever keeps what it knows from one request to the next. */
  readonly keeper: { memory: SparseMap<readonly string[]> };
}

/** Undefined for a subcommand that is no such server. */
export function agnhostServer(asked: AskedServer): Said | undefined {
  switch (asked.words[0]) {
    case 'nettest':
      return nettest(asked);
    case 'porter':
      return porter(asked);
    case 'test-webserver':
      return fileServer(asked.files(), decodeURI(pathOf(asked)));
    default:
      return undefined;
  }
}

const pathOf = ({ path }: Asked): string => path.split('?', 1)[0] ?? '';
const found = (body: string): Said => ({ code: 200, body });
const NOT_FOUND: Said = { code: 404, body: '404 page not found\n' };

// porter: a port for each of some variables

const PORT = /^SERVE_(TLS_)?PORT_(\d+)$/;

/** The ports of a porter, and whether TLS is spoken there. */
export function porterPorts(variables: AskedServer['variables']): ReadonlyMap<number, boolean> {
  const ports = new Map<number, boolean>();
  for (const [name] of variables) {
    const [whole, tls, port] = PORT.exec(name) ?? [];
    if (whole !== undefined) ports.set(Number(port), tls !== undefined);
  }
  return ports;
}

function porter({ words, method, port, variables }: AskedServer): Said | undefined {
  const value = variables.find(([name]) => Number(PORT.exec(name)?.[2]) === port)?.[1];
  if (value === undefined) return undefined;
  const isJson = words.some((word) => /^--?json-response(?:=true)?$/.test(word));
  return found(isJson ? JSON.stringify({ Method: method, Body: value }) : value);
}

// nettest: who has written to it

/** It waits for its peers for five minutes, and tries to reach them fifteen times. */
const [EVERY, PATIENCE, TRIES] = [5 * SECOND, 300 * SECOND, 15];

function nettest(asked: AskedServer): Said {
  const flags = flagsOf(asked.words.slice(1));
  const { memory } = asked.keeper;
  const [received = [], errors = []] = [memory.get('received'), memory.get('errors')];
  const contacts = asked.now - asked.from < PATIENCE + TRIES * EVERY;
  switch (pathOf(asked)) {
    case '/read':
      return found(JSON.stringify(stateOf(asked, flags, received, errors, contacts), undefined, '\t'));
    case '/write':
      return written(asked, received, errors);
    case '/status':
      return found(contacts ? 'running' : 'fail');
    default:
      return NOT_FOUND;
  }
}

function stateOf(
  { hostname, from, now }: AskedServer,
  flags: ReadonlyMap<string, string>,
  received: readonly string[],
  errors: readonly string[],
  contacts: boolean,
): object {
  const [service, namespace] = [flags.get('service') ?? 'nettest', flags.get('namespace') ?? 'default'];
  const waits = Math.min(Math.floor((now - from) / EVERY) + 1, PATIENCE / EVERY);
  const line = `${namespace}/${service} has 0 endpoints ([]), which is less than ${flags.get('peers') ?? 8} as expected. Waiting for all endpoints to come up.`;
  const counts: Record<string, number> = {};
  for (const source of [...received].sort()) counts[source] = (counts[source] ?? 0) + 1;
  return {
    Hostname: hostname,
    Sent: null,
    Received: received.length === 0 ? null : counts,
    Errors: errors.length === 0 ? null : errors,
    Log: Array.from({ length: waits }, () => line),
    StillContactingPeers: contacts,
  };
}

function written(
  { body, hostname, keeper }: AskedServer,
  received: readonly string[],
  errors: readonly string[],
): Said {
  const source = sourceOf(body);
  keeper.memory =
    source === ''
      ? keeper.memory.with('errors', [...errors, `${hostname}: Got request with no source`])
      : keeper.memory.with('received', [...received, source]);
  return found(`${JSON.stringify({ Hostname: hostname })}\n`);
}

function sourceOf(body: string): string {
  try {
    const { Source } = JSON.parse(body) as { readonly Source?: unknown };
    return typeof Source === 'string' ? Source : '';
  } catch {
    return '';
  }
}

// test-webserver: whatever is on the disk. Models net/http/fs.go of Go

const ESCAPES: { readonly [letter: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

function fileServer(files: Files, path: string): Said {
  if (path.endsWith('/index.html')) return moved('./');
  const at = path.replace(/\/$/, '');
  const text = files.read(at);
  if (text !== undefined) return path.endsWith('/') ? moved(`../${nameOf(at)}`) : found(text);
  if (!files.isFolder(at)) return NOT_FOUND;
  if (!path.endsWith('/')) return moved(`${nameOf(at)}/`);
  const index = files.read(`${at}/index.html`);
  return found(index ?? listing(files, at));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const moved = (location: string): Said => ({ code: 301, body: '', location });

function listing(files: Files, folder: string): string {
  const names = files.list(folder).map((name) => (files.isFolder(`${folder}/${name}`) ? `${name}/` : name));
  const line = (name: string): string =>
    `<a href="${encodeURI(name)}">${name.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)}</a>\n`;
  const head = '<!doctype html>\n<meta name="viewport" content="width=device-width">\n';
  return `${head}<pre>\n${names.sort().map(line).join('')}</pre>\n`;
}
