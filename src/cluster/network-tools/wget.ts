// Models wget of busybox (v1.36 of busybox, as in its images)

import { utf8Length } from '../../base/bytes/utf8.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Result } from '../network/index.ts';
import { type Printed, REASONS } from './curl.ts';

export interface WgetAsked {
  readonly url: string;
  readonly isQuiet: boolean;
  /** `-` for standard output; undefined: a file named after the path. */
  readonly file: string | undefined;
  readonly seconds: number | undefined;
  readonly isSpider: boolean;
  /** What is posted; undefined: a page is read. */
  readonly body: string | undefined;
}

const VALUED = new Set(['O', 'T', 't', 'o', 'P', 'U', 'Y']);

/** `-qO-`, `-q -O - -T 3`, `--timeout=3 --spider` and the like. */
export function readWget(words: readonly string[]): WgetAsked {
  const values = new Map<string, string>();
  let url = '';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const long = /^--([\w-]+)(?:=(.*))?$/.exec(word);
    if (long !== null) values.set(long[1] as string, long[2] ?? '');
    else if (/^-\w/.test(word)) {
      for (let letter = 1; letter < word.length; letter += 1) {
        const name = word.charAt(letter);
        if (!VALUED.has(name)) {
          values.set(name, '');
          continue;
        }
        const rest = word.slice(letter + 1);
        if (rest === '') at += 1;
        values.set(name, rest === '' ? (words[at] ?? '') : rest);
        break;
      }
    } else url = word;
  }
  const seconds = Number(values.get('T') ?? values.get('timeout') ?? 0);
  return {
    url,
    isQuiet: values.has('q') || values.has('quiet'),
    file: values.get('O') ?? values.get('output-document'),
    seconds: seconds > 0 ? seconds : undefined,
    isSpider: values.has('spider'),
    body: values.get('post-data'),
  };
}

/** The host as it was written, with its port. */
export function hostText(url: string): string {
  return url.replace(/^http:\/\//, '').split('/', 1)[0] ?? '';
}

interface Place {
  readonly address: string;
  readonly port: number;
  readonly path: string;
}

export function wgetSays(result: Result, asked: WgetAsked, { address, port, path }: Place): Printed {
  const begins = asked.isQuiet ? '' : `Connecting to ${hostText(asked.url)} (${address}:${port})\n`;
  if (result.outcome !== 'answered')
    return { stdout: '', stderr: `${begins}wget: ${problem(result, asked, address)}\n`, code: 1 };
  if (result.code !== undefined && result.code >= 400)
    return {
      stdout: '',
      stderr: `${begins}wget: server returned error: HTTP/1.1 ${result.code} ${REASONS.get(result.code) ?? ''}\n`,
      code: 1,
    };
  if (asked.isSpider) return { stdout: '', stderr: asked.isQuiet ? '' : `${begins}remote file exists\n`, code: 0 };
  const file = asked.file ?? (path.slice(path.lastIndexOf('/') + 1) || 'index.html');
  const stdout = file === '-' ? result.text : '';
  const saved = file === '-' ? undefined : { saved: { path: file, text: result.text } };
  if (asked.isQuiet) return { stdout, stderr: '', code: 0, ...saved };
  const bar = `100% |${'*'.repeat(32)}| ${String(utf8Length(result.text)).padStart(5)}  0:00:00 ETA`;
  const [to, name, done] =
    file === '-' ? ['writing to stdout', '-', 'written to stdout'] : [`saving to '${file}'`, file, `'${file}' saved`];
  return { stdout, stderr: `${begins}${to}\n${name.padEnd(20)} ${bar}\n${done}\n`, code: 0, ...saved };
}

function problem(result: Result, { seconds }: WgetAsked, address: string): string {
  if (result.outcome === 'timed out') {
    const isOwn = seconds !== undefined && result.micros >= seconds * SECOND;
    return isOwn ? 'download timed out' : `can't connect to remote host (${address}): Connection timed out`;
  }
  if (result.outcome === 'reset') return 'error getting response: Connection reset by peer';
  const why =
    result.error === '' ? 'Connection refused' : `${result.error.charAt(0).toUpperCase()}${result.error.slice(1)}`;
  return `can't connect to remote host (${address}): ${why}`;
}
