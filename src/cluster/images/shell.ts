// Models busybox ash, as far as waiting and exit codes go (v1.36)

import { type ImageBehaviour, UNKNOWN_PROGRAM } from './catalog.ts';
import type { Program } from './program.ts';

const SECOND = 1_000_000;
const FOREVER = undefined;
/** Commands that do their work at once and succeed. */
const QUICK = new Set([
  'echo',
  'true',
  ':',
  'date',
  'env',
  'printenv',
  'printf',
  'ls',
  'cat',
  'hostname',
  'pwd',
  'id',
  'uname',
  'mkdir',
  'touch',
  'export',
  'set',
  'cd',
  'rm',
  'cp',
  'mv',
  'chmod',
  'trap',
  'test',
  '[',
]);

interface Outcome {
  /** Undefined: never comes back. */
  readonly micros: number | undefined;
  readonly exitCode: number;
  /** The shell ends here. */
  readonly exits: boolean;
  readonly unknown: boolean;
  readonly serves: number | undefined;
}

const ends = (micros: number | undefined, exitCode: number, more: Partial<Outcome> = {}): Outcome => ({
  micros,
  exitCode,
  exits: false,
  unknown: false,
  serves: undefined,
  ...more,
});

/**
 * What a container runs: the image's own program, or the command that the pod gives. Understands `sleep`, `exit`, endless
 * loops and what ends at once; anything else runs until it is stopped and is marked as unknown.
 */
export function programFor(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
): Program {
  const own = image?.program ?? UNKNOWN_PROGRAM;
  const words = command.length > 0 ? [...command, ...args] : args;
  if (words.length === 0) return own;
  // Arguments alone go to the image's entrypoint; official images run them as a command when the first is not a flag.
  if (command.length === 0 && (words[0] as string).startsWith('-')) return own;
  const name = base(words[0] as string);
  if (own.servesPort !== undefined && SERVERS.has(name)) return own;
  if (name === 'sh' || name === 'bash' || name === 'ash') {
    const at = words.findIndex((word) => word.startsWith('-') && word.includes('c'));
    const script = at < 0 ? undefined : words[at + 1];
    return script === undefined ? ofOutcome(ends(0, 0), '') : ofOutcome(runScript(script), script);
  }
  return ofOutcome(runCommand(words), '');
}

const SERVERS = new Set([
  'nginx',
  'httpd',
  'httpd-foreground',
  'redis-server',
  'mysqld',
  'postgres',
  'memcached',
  'nginx-debug',
]);

function ofOutcome(outcome: Outcome, script: string): Program {
  const handlesTerm = /\btrap\b[^;\n]*\b(TERM|SIGTERM|15)\b/.test(script);
  return {
    runMicros: outcome.micros,
    exitCode: outcome.exitCode,
    onTerm: outcome.serves !== undefined || handlesTerm ? { exitCode: 0, afterMicros: 20_000 } : undefined,
    servesPort: outcome.serves,
    readyAfterMicros: 0,
    note: outcome.unknown ? 'unknown' : undefined,
  };
}

function base(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** `a; b && c || d`, line by line. */
function runScript(script: string): Outcome {
  if (/\bwhile\s+(true|:|\[\s*1\s*\]|sleep\s+\S+)\s*;?\s*do\b/.test(script) || /\btail\s+-f\b/.test(script))
    return ends(FOREVER, 0);
  let total = 0;
  let exitCode = 0;
  let serves: number | undefined;
  let connector = ';';
  for (const part of withoutLoops(script).split(/(;|\n|&&|\|\|)/)) {
    if (part === ';' || part === '\n' || part === '&&' || part === '||') {
      connector = part;
      continue;
    }
    if (part.trim() === '') continue;
    if ((connector === '&&' && exitCode !== 0) || (connector === '||' && exitCode === 0)) continue;
    const outcome = runCommand(wordsOf(part));
    serves = outcome.serves ?? serves;
    if (outcome.micros === undefined) return { ...outcome, serves };
    total += outcome.micros;
    exitCode = outcome.exitCode;
    if (outcome.exits) break;
  }
  return ends(total, exitCode, { serves });
}

const LOOP = /\bfor\s+\w+\s+in\s+([^;\n]*?)\s*[;\n]\s*do\s+(.*?)\s*[;\n]\s*done\b/gs;
const MOST_TURNS = 1000;

/** `for … in a b c; do …; done` written out; loops within loops are not understood. */
function withoutLoops(script: string): string {
  return script.replace(LOOP, (_, list: string, body: string) => {
    const range = /\$\(seq\s+(?:(\d+)\s+)?(\d+)\)|\{(\d+)\.\.(\d+)\}/.exec(list);
    const [first, last] = [Number(range?.[1] ?? range?.[3] ?? 1), Number(range?.[2] ?? range?.[4] ?? 0)];
    const turns = range === null ? wordsOf(list).length : Math.max(0, last - first + 1);
    return Array.from({ length: Math.min(turns, MOST_TURNS) }, () => body).join('; ');
  });
}

function wordsOf(text: string): string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
}

function runCommand(words: readonly string[]): Outcome {
  const name = base(words[0] ?? '');
  if (name === 'exec' || name === 'time' || name === 'nohup')
    return { ...runCommand(words.slice(1)), exits: name === 'exec' };
  if (name === 'sleep') return ends(sleepMicros(words.slice(1)), 0);
  if (name === 'exit') return ends(0, Number(words[1] ?? 0) & 255, { exits: true });
  if (name === 'false') return ends(0, 1);
  if (INTERPRETERS.has(name) && words.some((word) => /^-\w*[ce]$/.test(word))) return ends(COMPUTING, 0);
  if (name === 'pause') return ends(FOREVER, 0);
  if (QUICK.has(name) || /^\w+=/.test(words[0] ?? '')) return ends(0, 0);
  if (name === 'httpd' || name === 'nginx') return ends(FOREVER, 0, { serves: portOf(words) });
  return ends(FOREVER, 0, { unknown: true });
}

/** A program of one line is taken to compute something for a while and to succeed: what it says is not read. */
const INTERPRETERS = new Set(['perl', 'python', 'python3', 'node', 'ruby', 'awk']);
const COMPUTING = 3 * SECOND;

function portOf(words: readonly string[]): number {
  const at = words.indexOf('-p');
  const port = at < 0 ? Number.NaN : Number((words[at + 1] ?? '').split(':').pop());
  return Number.isInteger(port) ? port : 80;
}

const UNITS = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

function sleepMicros(words: readonly string[]): number | undefined {
  let seconds = 0;
  for (const word of words) {
    if (word === 'infinity' || word === 'inf') return undefined;
    const match = /^([0-9.]+)([smhd]?)$/.exec(word);
    if (match === null) return 0;
    seconds += Number(match[1]) * (UNITS.get(match[2] as string) ?? 1);
  }
  return Math.round(seconds * SECOND);
}
