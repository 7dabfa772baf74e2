import type { Step, StepArgs } from '../../engine/index.ts';
import type { KindName } from '../../steps/index.ts';
import type { Evidence } from './evidence.ts';

/**
 * Something concrete that a sentence of a guide says. It is held against what its part did: `problem` says in words
 * what is otherwise, and nothing when the sentence is true. Numbers of a sentence are held where they stand in `text`.
 */
export interface Claim {
  readonly text: string;
  problem(evidence: Evidence): string | undefined;
}

/** Of a group of scenarios, by their ids: for each part at least one claim; a pattern stands for what was said. */
export type Claims = { readonly [scenario: string]: readonly (readonly (RegExp | Claim)[])[] };

/** Printed by a command, or answered to a request. */
export function said(pattern: RegExp): Claim {
  return claim(`said ${pattern.source}`, ({ said }) =>
    pattern.test(said) ? undefined : `it said: ${said.slice(0, 600)}`,
  );
}

interface Of {
  /** The actor; one with a star at the end stands for all that begin so. */
  readonly by?: string;
  /** The subject, in the same way. */
  readonly about?: string;
  readonly args?: StepArgs;
  /** Exactly so often; at least once where it is left out. */
  readonly times?: number;
}

/** There is such a step in the part. */
export function step(kind: KindName, of: Of = {}): Claim {
  return claim(`step ${kind} ${JSON.stringify(of)}`, ({ steps }) => {
    const found = steps.filter((each) => fits(each, kind, of)).length;
    if (of.times === undefined ? found > 0 : found === of.times) return undefined;
    return `there are ${found} such steps, of ${steps.filter((each) => each.kind.name === kind).length} of that kind`;
  });
}

/** There is no such step in the part. */
export function never(kind: KindName, of: Of = {}): Claim {
  return step(kind, { ...of, times: 0 });
}

/** Steps of these kinds follow one another, with others between them; an argument may be named behind a kind. */
export function inOrder(...kinds: readonly (KindName | readonly [kind: KindName, of: Of])[]): Claim {
  const wanted = kinds.map((each) => (typeof each === 'string' ? ([each, {}] as const) : each));
  return claim(`in order ${JSON.stringify(kinds)}`, ({ steps }) => {
    let place = -1;
    for (const [kind, of] of wanted) {
      place = steps.findIndex((each, at) => at > place && fits(each, kind, of));
      if (place < 0) return `there is no ${kind} ${JSON.stringify(of)} after those before it`;
    }
    return undefined;
  });
}

/** A field of a stored object at the part's end; the path goes by names, and by numbers into lists. */
export function stored(subject: string, path: string, value: unknown): Claim {
  return claim(`stored ${subject} ${path} ${JSON.stringify(value)}`, (evidence) => {
    const object = evidence.object(subject);
    if (object === undefined) return 'the store has no such object';
    const found = JSON.stringify(at(object, path));
    return found === JSON.stringify(value) ? undefined : `it is ${found}`;
  });
}

/** The store has no such object at the part's end. */
export function gone(subject: string): Claim {
  return claim(`gone ${subject}`, (evidence) =>
    evidence.object(subject) === undefined ? undefined : 'the store has it still',
  );
}

/** How many objects the store has at the part's end: `pods/default`, `nodes`. */
export function counted(place: string, count: number): Claim {
  return claim(`counted ${place} ${count}`, (evidence) => {
    const found = evidence.count(place);
    return found === count ? undefined : `there are ${found}`;
  });
}

/** The tab that the part opens has all these words at the part's end. */
export function shows(...words: readonly (string | RegExp)[]): Claim {
  return claim(`shows ${words.map(String).join(' ')}`, ({ shown }) => {
    const missing = words.filter((word) => (typeof word === 'string' ? !shown.includes(word) : !word.test(shown)));
    return missing.length === 0 ? undefined : `the tab does not show ${missing.join(', ')}: ${shown.slice(0, 600)}`;
  });
}

/**
 * Said beside the run and not shown by it: what once was, what Kubernetes is, how the page is used. The words, numbers
 * and names are let through, for the reason that is given.
 */
export function aside(why: string, ...words: readonly string[]): Claim {
  return claim(`${ASIDE}${why}: ${words.join(' ')}`, () => undefined);
}

const ASIDE = 'aside, ';

export const isAside = ({ text }: Claim): boolean => text.startsWith(ASIDE);

function claim(text: string, problem: Claim['problem']): Claim {
  return { text, problem };
}

function fits({ kind, actor, subject, args }: Step, name: string, of: Of): boolean {
  return (
    kind.name === name &&
    isLike(actor, of.by) &&
    isLike(subject, of.about) &&
    Object.entries(of.args ?? {}).every(([arg, value]) => args[arg] === value)
  );
}

function isLike(text: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted.endsWith('*') ? text.startsWith(wanted.slice(0, -1)) : text === wanted;
}

function at(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as { readonly [name: string]: unknown } | undefined)?.[name], object);
}
