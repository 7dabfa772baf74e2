// Models curl 8 as far as people ask a server with it (v1.36)

import type { Family } from '../../base/address.ts';
import { utf8Length } from '../../base/bytes/utf8.ts';
import type { Micros } from '../../base/time/units.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Result } from '../network/index.ts';
import type { SavedFile } from '../ports/cri.ts';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

export interface CurlAsked {
  readonly target: Target | undefined;
  readonly seconds: number | undefined;
  readonly family: Family | undefined;
  readonly file: string | undefined;
  /** What is told of the transfer when it is over. */
  readonly format: string;
  readonly isSilent: boolean;
  /** Refusals of the server count as failures. */
  readonly fails: boolean;
  readonly head: 'none' | 'too' | 'alone';
  readonly method: string;
  readonly body: string | undefined;
}

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  readonly saved?: SavedFile | undefined;
}

/** Flags that take a value, each by its letter and by its name. */
const VALUED: ReadonlyMap<string, string> = new Map(
  'o/output H/header X/request d/data w/write-out T/upload-file A/user-agent m/max-time u/user b/cookie e/referer'
    .split(' ')
    .map((flag) => flag.split('/') as [string, string]),
);
const LONG_VALUED = new Set([
  ...VALUED.values(),
  'connect-timeout',
  'resolve',
  'retry',
  'url',
  'data-raw',
  'data-binary',
]);
const URL_PARTS = /^(?:http:\/\/)?(?:\[([^\]]+)\]|([^/:]+))(?::(\d+))?(\/.*)?$/;

/** `-sS -m 3 -o /dev/null -w '%{http_code}' URL` and the like. */
export function readCurl(words: readonly string[]): CurlAsked {
  const flags = new Map<string, string>();
  let target: Target | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const long = word.startsWith('--') ? word.slice(2) : undefined;
    if (long !== undefined) {
      const takesNext = LONG_VALUED.has(long);
      flags.set(long, takesNext ? (words[at + 1] ?? '') : '');
      if (takesNext) at += 1;
    } else if (/^-\w/.test(word)) at += readLetters(flags, word, words[at + 1] ?? '');
    else target = targetOf(word) ?? target;
  }
  const has = (letter: string, name: string): boolean => flags.has(letter) || flags.has(name);
  const body = flags.get('data') ?? flags.get('data-raw') ?? flags.get('data-binary');
  const seconds = Number(flags.get('max-time') ?? flags.get('connect-timeout') ?? 0);
  return {
    target: target ?? targetOf(flags.get('url') ?? ''),
    seconds: seconds > 0 ? seconds : undefined,
    family: flags.has('6') ? 'IPv6' : flags.has('4') ? 'IPv4' : undefined,
    file: flags.get('output') === '-' ? undefined : flags.get('output'),
    format: flags.get('write-out') ?? '',
    isSilent: has('s', 'silent') && !has('S', 'show-error'),
    fails: has('f', 'fail'),
    head: has('I', 'head') ? 'alone' : has('i', 'include') ? 'too' : 'none',
    method: flags.get('request') ?? (has('I', 'head') ? 'HEAD' : body === undefined ? 'GET' : 'POST'),
    body,
  };
}

/** How many more words it took. */
function readLetters(flags: Map<string, string>, word: string, next: string): number {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at);
    const name = VALUED.get(letter);
    if (name === undefined) {
      flags.set(letter, '');
      continue;
    }
    const rest = word.slice(at + 1);
    flags.set(name, rest === '' ? next : rest);
    return rest === '' ? 1 : 0;
  }
  return 0;
}

export function targetOf(url: string): Target | undefined {
  const [, bracketed, plain, port = '80', path = '/'] = URL_PARTS.exec(url) ?? [];
  const host = bracketed ?? plain;
  return host === undefined ? undefined : { host, port: Number(port), path };
}

/** A name that nobody knows: nothing was sent. */
export function curlUnresolved(host: string, asked: CurlAsked): Printed {
  return broken(asked, 6, `Could not resolve host: ${host}`, 0);
}

export function curlSays(result: Result, asked: CurlAsked, { host, port }: Target): Printed {
  const { micros, outcome, text } = result;
  if (outcome !== 'answered') return failed(result, asked, host, port);
  const code = result.code ?? 200;
  if (asked.fails && code >= 400) return broken(asked, 22, `The requested URL returned error: ${code}`, micros, code);
  const head = `HTTP/1.1 ${code} ${REASONS.get(code) ?? ''}\r\nContent-Length: ${utf8Length(text)}\r\n\r\n`;
  const shown = asked.head === 'alone' ? head : asked.head === 'too' ? `${head}${text}` : text;
  const told = writtenOut(asked.format, code, asked.head === 'alone' ? 0 : utf8Length(text), micros);
  if (asked.file === undefined) return { stdout: shown + told, stderr: '', code: 0 };
  const saved = asked.file === '/dev/null' ? undefined : { path: asked.file, text: shown };
  return { stdout: told, stderr: '', code: 0, saved };
}

function failed({ outcome, micros }: Result, asked: CurlAsked, host: string, port: number): Printed {
  const ms = Math.round(micros / 1000);
  if (outcome === 'reset') return broken(asked, 56, 'Recv failure: Connection reset by peer', micros);
  if (outcome === 'timed out' && asked.seconds !== undefined && micros >= asked.seconds * SECOND)
    return broken(asked, 28, `Connection timed out after ${ms} milliseconds`, micros);
  const code = outcome === 'timed out' ? 28 : 7;
  return broken(
    asked,
    code,
    `Failed to connect to ${host} port ${port} after ${ms} ms: Couldn't connect to server`,
    micros,
  );
}

function broken(asked: CurlAsked, code: number, why: string, micros: Micros, status = 0): Printed {
  const stderr = asked.isSilent ? '' : `curl: (${code}) ${why}\n`;
  return { stdout: writtenOut(asked.format, status, 0, micros), stderr, code };
}

function writtenOut(format: string, code: number, bytes: number, micros: Micros): string {
  const values: { readonly [name: string]: string } = {
    http_code: String(code).padStart(3, '0'),
    response_code: String(code).padStart(3, '0'),
    size_download: String(bytes),
    time_total: (micros / SECOND).toFixed(6),
  };
  return format
    .replace(/\\([ntr])/g, (_, letter: string) => ({ n: '\n', t: '\t', r: '\r' })[letter] ?? letter)
    .replace(/%(?:%|\{(\w+)\})/g, (_, name?: string) => (name === undefined ? '%' : (values[name] ?? '')));
}

export const REASONS: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [301, 'Moved Permanently'],
  [302, 'Found'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]);
