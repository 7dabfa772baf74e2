// Models what has no end in busybox, and who reads it: /dev/zero, /dev/urandom, yes, dd (v1.36)

import { fnv1a } from '../../base/bytes/hash.ts';
import { MILLISECOND, SECOND } from '../../base/time/units.ts';
import { bytesOfAmount, microsFor } from '../tools/hogs.ts';
import { ends, type Outcome, type Use } from '../tools/outcome.ts';
import { baseOf } from '../tools/told.ts';

/** A text of which only the beginning is there. */
export interface Flood {
  readonly text: string;
  /** How long it is: perhaps without an end. */
  readonly bytes: number;
}

const SAMPLE = 65_536;
const SOON = 500 * MILLISECOND;
const MIB = 1024 * 1024;
/** More than any machine has. */
export const ALL_THERE_IS = 1e15;
/** More than any disk has. */
const ANY_DISK = 1e12;
const DEVICE = /^\/dev\/(zero|u?random)$/;

export const isEndless = (path: string): boolean => DEVICE.test(path);

/** What is read from a device; undefined: it is none. */
export function floodOf(path: string, seed: string): Flood | undefined {
  if (!isEndless(path)) return undefined;
  return { text: path === '/dev/zero' ? '\0'.repeat(SAMPLE) : noise(seed), bytes: Number.POSITIVE_INFINITY };
}

/** `yes WORD` */
export function floodOfYes(words: readonly string[]): Flood {
  const line = `${words.length === 0 ? 'y' : words.join(' ')}\n`;
  return { text: line.repeat(Math.ceil(SAMPLE / line.length)), bytes: Number.POSITIVE_INFINITY };
}

/** Letters of seven bits: whoever counts bytes counts letters. */
function noise(seed: string): string {
  let text = '';
  let state = fnv1a(seed) | 1;
  for (let at = 0; at < SAMPLE; at += 1) {
    state = turned(state);
    const code = 1 + ((state >>> 8) % 127);
    // What stands for a value elsewhere does not come up.
    text += String.fromCharCode(code === 36 ? 35 : code);
  }
  return text;
}

/** The next of a row of numbers that look like chance. */
export function turned(state: number): number {
  let next = state;
  next ^= next << 13;
  next ^= next >>> 17;
  next ^= next << 5;
  return next;
}

/** These say nothing before they have read all. */
const AT_THE_END: ReadonlySet<string> = new Set([
  'tail',
  'sort',
  'tac',
  'wc',
  'md5sum',
  'sha1sum',
  'sha256sum',
  'sha512sum',
]);
/** These hold a whole line, or everything. */
const BY_LINE: ReadonlySet<string> = new Set(['awk', 'cut', 'egrep', 'fgrep', 'grep', 'rev', 'sed', 'tail', 'uniq']);
const WHOLE: ReadonlySet<string> = new Set(['sort', 'tac']);

/** What a tool makes of it. `tell`: what it makes of a text that is all there. */
export function flooded(
  words: readonly string[],
  flood: Flood,
  tell: (words: readonly string[], input: string) => Outcome,
): Outcome {
  const [first = '', ...args] = words;
  const name = baseOf(first);
  const { text } = flood;
  const asked = takenBy(name, args, text);
  const bytes = Math.min(asked ?? Number.POSITIVE_INFINITY, flood.bytes);
  if (bytes <= text.length) return tell(words, text.slice(0, bytes));
  const hasEnd = Number.isFinite(bytes);
  const holds = WHOLE.has(name) || (BY_LINE.has(name) && !text.includes('\n'));
  const uses: readonly Use[] = holds ? [{ at: SOON, memory: Math.min(bytes, ALL_THERE_IS) }] : [];
  const micros = hasEnd ? microsFor(bytes) : 0;
  if (!AT_THE_END.has(name)) return { ...tell(words, text), micros, uses, floods: bytes };
  if (!hasEnd) return ends(undefined, 0, { uses });
  // Of a text in one line all is the last.
  if (name !== 'wc')
    return { ...tell(words, text), micros, uses, ...(text.includes('\n') ? undefined : { floods: bytes }) };
  return ends(micros, 0, { output: [{ at: micros, stream: 'stdout', text: `${bytes}\n` }] });
}

/** After how many bytes it has enough; undefined: it takes all there is. */
function takenBy(name: string, args: readonly string[], text: string): number | undefined {
  if (name !== 'head') return name === 'sed' && args.some((word) => /^\d*q$/.test(word)) ? text.length : undefined;
  const given = args.join(' ');
  const bytes = /(?:^|\s)-c\s*(\d+\w*)/.exec(given)?.[1];
  if (bytes !== undefined) return bytesOfAmount(bytes, 0);
  const lines = Number(/(?:^|\s)-(?:n\s*)?(\d+)/.exec(given)?.[1] ?? 10);
  let left = lines;
  if (left === 0) return 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    left -= 1;
    if (left === 0) return at + 1;
  }
  // It goes on as it begins.
  return left === lines ? undefined : Math.ceil((text.length * lines) / (lines - left));
}

/** What `dd` is asked for. */
export interface Copying {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** How much is read at once. */
  readonly block: number;
  readonly count: number;
}

export function copyingOf(args: readonly string[]): Copying {
  const given = new Map(args.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
  const block = bytesOfAmount(given.get('bs') ?? given.get('ibs'), 512);
  const count = bytesOfAmount(given.get('count'), Number.POSITIVE_INFINITY);
  return { from: given.get('if'), to: given.get('of'), block, count };
}

/** What is copied: its blocks stand in memory meanwhile, a file takes room on the disk. */
export function copied({ to, block, count }: Copying, { text, bytes: there }: Flood): Outcome {
  const bytes = Math.min(block * count, there);
  const micros = Number.isFinite(bytes) ? microsFor(bytes) : undefined;
  const uses: Use[] = [];
  if (block > MIB) uses.push({ at: 0, memory: block });
  if (to !== undefined && (!to.startsWith('/dev/') || to.startsWith('/dev/shm/')))
    uses.push({ at: micros ?? SOON, disk: Math.min(bytes, ANY_DISK), path: to });
  if (micros === undefined) return ends(to === undefined ? 0 : undefined, 0, streamed(to, text, bytes, uses));
  if (block > MIB) uses.push({ at: micros, memory: -block });
  const whole = Math.floor(bytes / block);
  const records = `${whole}+${Number(whole * block < bytes)} records`;
  const seconds = Math.max(micros, 1) / SECOND;
  const said = `${records} in\n${records} out\n${bytes} bytes (${sized(bytes)}) copied, ${seconds.toFixed(6)} seconds, ${sized(bytes / seconds)}/s\n`;
  const { output = [], floods } = streamed(to, text, bytes, uses);
  const all = [...output, { at: micros, stream: 'stderr', text: said } as const];
  return ends(micros, 0, { uses, output: all, ...(floods === undefined ? undefined : { floods }) });
}

function streamed(to: string | undefined, text: string, bytes: number, uses: readonly Use[]): Partial<Outcome> {
  if (to !== undefined) return { uses };
  const output = [{ at: 0, stream: 'stdout', text: text.slice(0, bytes) }] as const;
  return bytes <= text.length ? { uses, output } : { uses, output, floods: bytes };
}

/** As busybox writes amounts. */
function sized(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  for (; amount >= 1024 && unit < UNITS.length - 1; unit += 1) amount /= 1024;
  return `${amount.toFixed(1)}${UNITS[unit]}`;
}

const UNITS: readonly string[] = ['B', 'KB', 'MB', 'GB', 'TB'];

/** The room that something without an end takes where it is written to. */
export const roomFor = (bytes: number): number => Math.min(bytes, ANY_DISK);
