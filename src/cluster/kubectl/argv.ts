// Models github.com/spf13/pflag as kubectl uses it (v1.36)

/** A flag: its long name, an optional letter, and whether it takes a value. */
export interface Flag {
  readonly name: string;
  readonly letter?: string;
  readonly takes: 'nothing' | 'value' | 'list';
  /** The value of a flag given without one (`--dry-run`, `--cascade`). */
  readonly bare?: string;
  /** What the value must be, when it is no free text. */
  readonly is?: 'whole' | 'duration';
}

export interface Parsed {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** How many words come before `--`; undefined without it. */
  readonly dash?: number;
}

export interface ArgvError {
  readonly message: string;
}

export const GLOBAL_FLAGS: readonly Flag[] = [
  { name: 'namespace', letter: 'n', takes: 'value' },
  { name: 'kubeconfig', takes: 'value' },
  { name: 'context', takes: 'value' },
  { name: 'cluster', takes: 'value' },
  { name: 'user', takes: 'value' },
  { name: 'token', takes: 'value' },
  { name: 'as', takes: 'value' },
  { name: 'as-group', takes: 'list' },
  { name: 'request-timeout', takes: 'value' },
  { name: 'v', letter: 'v', takes: 'value' },
];

/**
 * Splits arguments into words and flags the way pflag does: `--name=value`, `--name value`, `-n value`, `-nvalue`, `--bool`.
 *
 * Models github.com/spf13/pflag as used by kubectl (v1.36)
 */
export function parseArgv(argv: readonly string[], known: readonly Flag[]): Parsed | ArgvError {
  const words: string[] = [];
  let dash: number | undefined;
  const flags = new Map<string, string[]>();
  const add = (name: string, value: string) => flags.set(name, [...(flags.get(name) ?? []), value]);
  for (let at = 0; at < argv.length; at += 1) {
    const arg = argv[at] as string;
    if (arg === '--') {
      dash = words.length;
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg);
      continue;
    }
    const long = arg.startsWith('--');
    const given = long ? null : /^-([A-Za-z])=(true|false)$/.exec(arg);
    const shorthand =
      given === null ? undefined : known.find(({ letter, takes }) => letter === given[1] && takes === 'nothing');
    if (shorthand !== undefined) {
      add(shorthand.name, given?.[2] ?? 'true');
      continue;
    }
    const equals = arg.indexOf('=');
    const name = long ? arg.slice(2, equals < 0 ? undefined : equals) : arg.slice(1, 2);
    const flag = known.find((candidate) => (long ? candidate.name : candidate.letter) === name);
    if (flag === undefined) {
      return { message: long ? `unknown flag: --${name}` : `unknown shorthand flag: '${name}' in ${arg}` };
    }
    const attached = long
      ? equals < 0
        ? undefined
        : arg.slice(equals + 1)
      : arg.slice(2).replace(/^=/, '') || undefined;
    if (flag.takes === 'nothing') {
      add(flag.name, long ? (attached ?? 'true') : 'true');
      // `-Aw`: several letters behind one dash.
      if (!long && attached !== undefined) {
        const rest = parseArgv([`-${arg.slice(2)}`], known);
        if ('message' in rest) return rest;
        for (const [other, values] of rest.flags) for (const value of values) add(other, value);
      }
      continue;
    }
    const next = attached ?? flag.bare ?? argv[at + 1];
    if (next === undefined) {
      return { message: long ? `flag needs an argument: --${name}` : `flag needs an argument: '${name}' in ${arg}` };
    }
    if (attached === undefined && flag.bare === undefined) at += 1;
    const wrong = flag.is === undefined ? undefined : problemWith(next, flag.is);
    if (wrong !== undefined) {
      const shown = flag.letter === undefined ? `--${flag.name}` : `-${flag.letter}, --${flag.name}`;
      return { message: `invalid argument ${goQuote(next)} for "${shown}" flag: ${wrong}` };
    }
    if (flag.takes === 'list') for (const value of next.split(',')) add(flag.name, value);
    else add(flag.name, next);
  }
  return dash === undefined ? { words, flags } : { words, flags, dash };
}

const MICROS: ReadonlyMap<string, number> = new Map([
  ['ns', 0.001],
  ['us', 1],
  ['µs', 1],
  ['ms', 1000],
  ['s', 1_000_000],
  ['m', 60_000_000],
  ['h', 3_600_000_000],
]);
const MOST = 9_223_372_036_854_775_807n;
const DURATION = /^[-+]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+)$/;

/** Models strconv.ParseInt and time.ParseDuration as pflag reports them. */
function problemWith(text: string, is: 'whole' | 'duration'): string | undefined {
  if (is === 'duration') return DURATION.test(text) ? undefined : durationProblem(text);
  if (!/^[-+]?\d+$/.test(text)) return `strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`;
  const value = BigInt(text.replace('+', ''));
  return value > MOST || value < -MOST - 1n
    ? `strconv.ParseInt: parsing ${goQuote(text)}: value out of range`
    : undefined;
}

function durationProblem(text: string): string {
  const unit = /^[-+]?(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))*\d+(?:\.\d*)?([^\d.]+)/.exec(text)?.[1];
  if (unit !== undefined) return `time: unknown unit ${goQuote(unit)} in duration ${goQuote(text)}`;
  return /^[-+]?\d+(?:\.\d*)?$/.test(text)
    ? `time: missing unit in duration ${goQuote(text)}`
    : `time: invalid duration ${goQuote(text)}`;
}

function goQuote(text: string): string {
  return JSON.stringify(text);
}

/** The flags of one invocation, read by name. */
export class Options {
  constructor(
    private readonly flags: ReadonlyMap<string, readonly string[]>,
    readonly dash: number | undefined = undefined,
  ) {}

  text(name: string): string | undefined {
    return this.flags.get(name)?.at(-1);
  }
  list(name: string): readonly string[] {
    return this.flags.get(name) ?? [];
  }
  /** The value of a flag that takes a duration, in microseconds. */
  micros(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    let total = 0;
    for (const [, amount, unit] of text.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)) {
      total += Number(amount) * (MICROS.get(unit ?? '') ?? 0);
    }
    return Math.floor(text.startsWith('-') ? -total : total);
  }
  has(name: string): boolean {
    return this.flags.has(name);
  }
  is(name: string, fallback = false): boolean {
    const value = this.text(name);
    return value === undefined ? fallback : value !== 'false';
  }
}
