// Models github.com/spf13/pflag as kubectl uses it (v1.36)

import { parseGoDuration } from '../../../api/values/duration.ts';
import { type Form, isTrue, normalValue, valueProblem } from './argv-values.ts';
import { type Declared, UNDECLARED } from './declared.ts';

/** A flag: its long name, an optional letter, and whether it takes a value. */
export interface Flag {
  readonly name: string;
  readonly letter?: string;
  readonly takes: 'nothing' | 'value' | 'list' | 'array';
  /** The value of a flag given without one (`--dry-run`, `--cascade`). */
  readonly bare?: string;
  /** What the value must be, when it is no free text. */
  readonly is?: Form;
}

export interface Parsed {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** The flags as they were given, one after another: names and values. */
  readonly given: readonly (readonly [name: string, value: string])[];
  /** How many words come before `--`; undefined without it. */
  readonly dash?: number;
}

export interface ArgvError {
  readonly message: string;
}

const GROUPS = {
  '@print': 'allow-missing-template-keys:b o/output show-managed-fields:b template',
  '@files': 'f/filename:l k/kustomize R/recursive:b',
  '@make': 'dry-run:? field-manager save-config:b validate:?',
} as const;
const IN_GROUP: ReadonlyMap<string, string> = new Map(Object.entries(GROUPS));
const KINDS = {
  '': { takes: 'value' },
  '?': { takes: 'value' },
  b: { takes: 'nothing', is: 'switch' },
  i: { takes: 'value', is: 'whole' },
  j: { takes: 'value', is: 'short' },
  v: { takes: 'value', is: 'level' },
  d: { takes: 'value', is: 'duration' },
  l: { takes: 'list' },
  a: { takes: 'array' },
} as const satisfies { readonly [kind: string]: Pick<Flag, 'takes' | 'is'> };
const OF_KIND: ReadonlyMap<string, Pick<Flag, 'takes' | 'is'>> = new Map(Object.entries(KINDS));

// What is written as text is known to the compiler too: a flag that a spec does not declare, or declares as of another kind, is
// not read.

type FlagKind = keyof typeof KINDS;
type Words<Spec extends string, Before extends string = never> = Spec extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Before | Word>
  : Before | Spec;
type Ungrouped<Word> = Word extends keyof typeof GROUPS ? Words<(typeof GROUPS)[Word]> : Word;
type Unlettered<Word> = Word extends `${string}/${infer Named}` ? Named : Word;
type OfKind<Named, Kind extends FlagKind> = Named extends `${infer Name}:${infer Own}`
  ? Own extends Kind
    ? Name
    : never
  : '' extends Kind
    ? Named
    : never;
/** The flags of a spec, each as `name:kind`. */
export type FlagsOf<Spec extends string> = Unlettered<Ungrouped<Words<Spec>>>;
/** The names of those that are of some kinds, or of any. */
export type FlagName<Flag, Kind extends FlagKind = FlagKind> = Exclude<OfKind<Flag, Kind>, ''>;
const BARE: ReadonlyMap<string, string> = new Map([
  ['dry-run', 'unchanged'],
  ['validate', 'strict'],
  ['cascade', 'background'],
]);

/**
 * Flags as a command declares them: `letter/name:kind`, where the kind is `b` for a switch, `i` for a whole number, `j` for one
 * of 32 bits, `v` for one in base ten, `d` for a duration, `l` for a list between commas, `a` for one that is given again for
 * each, `?` for a value that may be left out. A group of flags has an `@` before its name.
 */
export function readFlags(spec: string): readonly Flag[] {
  return spec
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => {
      const group = IN_GROUP.get(word);
      if (group !== undefined) return readFlags(group);
      const [, letter, name = '', kind = ''] = /^(?:(\w)\/)?([^:]+)(?::(.))?$/.exec(word) ?? [];
      const bare = kind === '?' ? BARE.get(name) : undefined;
      const known = OF_KIND.get(kind) ?? { takes: 'value' as const };
      return [{ name, ...known, ...(letter === undefined ? {} : { letter }), ...(bare === undefined ? {} : { bare }) }];
    });
}

/** Whether a flag is one of the command's own, whatever all commands call so. */
export function declares({ flags }: Declared, name: string): boolean {
  return readFlags(flags).some((flag) => flag.name === name);
}

export const GLOBAL_SPEC =
  'as as-group:a as-uid as-user-extra:a cache-dir certificate-authority client-certificate client-key cluster context disable-compression:b h/help:b insecure-skip-tls-verify:b kubeconfig kuberc log-flush-frequency:d match-server-version:b n/namespace password profile profile-output request-timeout s/server tls-server-name token user username v/v:v vmodule warnings-as-errors:b';
export const GLOBAL_FLAGS: readonly Flag[] = readFlags(GLOBAL_SPEC);

/**
 * Splits arguments into words and flags the way pflag does: `--name=value`, `--name value`, `-n value`, `-nvalue`, `--bool`.
 *
 * Models github.com/spf13/pflag as used by kubectl (v1.36)
 */
export function parseArgv(argv: readonly string[], known: readonly Flag[]): Parsed | ArgvError {
  const words: string[] = [];
  let dash: number | undefined;
  const flags = new Map<string, string[]>();
  const given: (readonly [string, string])[] = [];
  const add = (name: string, value: string) => flags.set(name, [...(flags.get(name) ?? []), value]);
  const left = [...argv];
  for (let at = 0; at < left.length; at += 1) {
    const arg = left[at] as string;
    if (arg === '--') {
      dash = words.length;
      words.push(...left.slice(at + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg);
      continue;
    }
    const long = arg.startsWith('--');
    const equals = arg.indexOf('=');
    const name = long ? arg.slice(2, equals < 0 ? undefined : equals) : arg.slice(1, 2);
    const flag = known.find((candidate) => (long ? candidate.name : candidate.letter) === name);
    if (flag === undefined) {
      return { message: long ? `unknown flag: --${name}` : `unknown shorthand flag: '${name}' in ${arg}` };
    }
    // A letter with `=` and nothing behind it has `=` for its value.
    const isEqual = arg[2] === '=' && arg.length > 3;
    const attached = long ? (equals < 0 ? undefined : arg.slice(equals + 1)) : arg.slice(isEqual ? 3 : 2) || undefined;
    if (flag.takes === 'nothing') {
      const value = long || isEqual ? (attached ?? 'true') : 'true';
      const wrong = valueProblem(flag, value);
      if (wrong !== undefined) return { message: wrong };
      add(flag.name, isTrue(value) ? 'true' : 'false');
      given.push([flag.name, value]);
      // `-Aw`: several letters behind one dash.
      if (!long && attached !== undefined && !isEqual) left.splice(at + 1, 0, `-${arg.slice(2)}`);
      continue;
    }
    const next = attached ?? flag.bare ?? left[at + 1];
    if (next === undefined) {
      return { message: long ? `flag needs an argument: --${name}` : `flag needs an argument: '${name}' in ${arg}` };
    }
    if (attached === undefined && flag.bare === undefined) at += 1;
    const wrong = flag.is === undefined ? undefined : valueProblem(flag, next);
    if (wrong !== undefined) return { message: wrong };
    const value = flag.is === undefined ? next : normalValue(next, flag.is);
    given.push([flag.name, value]);
    if (flag.takes === 'list' && next === '') flags.set(flag.name, flags.get(flag.name) ?? []);
    else if (flag.takes === 'list') for (const value of next.split(',')) add(flag.name, value);
    else add(flag.name, value);
  }
  return dash === undefined ? { words, flags, given } : { words, flags, given, dash };
}

/** The flags of one invocation, read by name, each in the way of its kind. `Known`: those that may be read, as `name:kind`. */
export class GivenFlags<Known extends string> {
  constructor(
    private readonly flags: ReadonlyMap<string, readonly string[]>,
    readonly dash: number | undefined = undefined,
    /** The command that they were given to. */
    readonly command: Declared = UNDECLARED,
  ) {}

  /** The words of that command: `create role`. */
  get path(): string {
    return this.command.name;
  }

  /** The same with one flag given in another way, or not at all. */
  with(name: FlagName<Known>, value: string | undefined): GivenFlags<Known> {
    const flags = new Map(this.flags);
    if (value === undefined) flags.delete(name);
    else flags.set(name, [value]);
    return new GivenFlags(flags, this.dash, this.command);
  }

  text(name: FlagName<Known, '' | '?' | 'i' | 'j' | 'v' | 'd'>): string | undefined {
    return this.last(name);
  }
  /** As it was given, whatever it takes. */
  asGiven(name: FlagName<Known>): string | undefined {
    return this.last(name);
  }
  /** The same of a flag that a declaration names. */
  given(name: string): string | undefined {
    return this.last(name);
  }
  private last(name: string): string | undefined {
    return this.flags.get(name)?.at(-1);
  }
  list(name: FlagName<Known, 'l' | 'a'>): readonly string[] {
    return this.flags.get(name) ?? [];
  }
  /** The value of a flag that takes a duration, in microseconds. */
  micros(name: FlagName<Known, 'd' | ''>): number | undefined {
    const text = this.last(name);
    return text === undefined ? undefined : parseGoDuration(text);
  }
  has(name: FlagName<Known>): boolean {
    return this.flags.has(name);
  }
  is(name: FlagName<Known, 'b'>, fallback = false): boolean {
    const value = this.last(name);
    return value === undefined ? fallback : value !== 'false';
  }
}
