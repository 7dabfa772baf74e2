import type { Micros } from '../base/time/units.ts';

/**
 * What the sentence of a beat is told: computed by `inspect/beats/insights`, put into words by `<language>/insight.ts`.
 * Several names are one text with commas; durations are microseconds.
 */
export interface InsightArgs {
  readonly asked: {
    readonly line: string;
    readonly file: string;
    readonly objects: number;
    readonly user: string;
    readonly server: string;
    /** Of the first object that the file asks for, where one is made from it. */
    readonly kind: string;
    readonly name: string;
    readonly replicas: number;
    readonly images: string;
    /** How a command begins was not told before. */
    readonly isNew: boolean;
  };
  readonly discovered: { readonly requests: number; readonly resources: number; readonly schema: boolean };
  readonly discoveredFromCache: { readonly resources: number };
  readonly known: Known;
  readonly knownByToken: Known;
  readonly allowed: {
    readonly authorizer: string;
    readonly reason: string;
    readonly verb: string;
    readonly resource: string;
    readonly client: string;
    readonly user: string;
  };
  readonly notThere: { readonly name: string; readonly resource: string };
  readonly readForYou: {
    readonly verb: string;
    readonly resource: string;
    readonly name: string;
    /** All of a kind were asked for. */
    readonly isPlural: boolean;
    /** -1: it is not known to be a list. */
    readonly items: number;
    readonly from: string;
    readonly revision: string;
    readonly code: number;
    readonly isApply: boolean;
  };
  /** `path value`, with semicolons; how many more there are. */
  readonly defaulted: { readonly kind: string; readonly fields: string; readonly others: number };
  readonly admitted: {
    readonly plugins: string;
    readonly resource: string;
    /** What each plugin did, in their order, a line each. */
    readonly changes: string;
  };
  readonly stored: {
    readonly verb: string;
    readonly subresource: string;
    readonly key: string;
    readonly revision: number;
    readonly kind: string;
    readonly name: string;
    readonly isNew: boolean;
    readonly isGone: boolean;
    readonly isMarked: boolean;
    readonly finalizers: string;
    /** `path before → after`, `+path value`, `−path`, with semicolons. */
    readonly changes: string;
    readonly isFirst: boolean;
  };
  readonly gone: { readonly client: string; readonly kind: string; readonly name: string; readonly revision: number };
  readonly invalid: { readonly kind: string; readonly errors: number; readonly message: string };
  readonly forbidden: {
    readonly user: string;
    readonly verb: string;
    /** A path, where no resource was asked for. */
    readonly resource: string;
    readonly name: string;
    readonly namespace: string;
    /** Authorizers that were asked, and the one that said no. */
    readonly tried: string;
    readonly denied: string;
    readonly reason: string;
  };
  readonly printed: {
    readonly line: string;
    readonly code: number;
    readonly first: string;
    readonly lines: number;
    readonly answer: number;
    /** It made something that makes Pods, and there is none yet. */
    readonly noPods: boolean;
    /** `kubectl` or `etcdctl`; empty for other programs of the terminal. */
    readonly program: string;
    /** It has asked nobody. */
    readonly alone: boolean;
    /** What has ended is this part of a line; empty: all of it. */
    readonly part: string;
  };
  readonly answeredByHand: {
    readonly code: number;
    readonly path: string;
    /** -1: it is no list. */
    readonly items: number;
    readonly message: string;
    /** More will come. */
    readonly isStream: boolean;
    readonly from: string;
    readonly revision: string;
    /** `Pod web`. */
    readonly object: string;
    /** What a body says that is no object. */
    readonly says: string;
  };
  readonly refused: {
    readonly client: string;
    readonly code: number;
    readonly reason: string;
    readonly message: string;
    readonly verb: string;
    readonly resource: string;
    readonly name: string;
  };
  readonly conflict: {
    readonly client: string;
    readonly name: string;
    readonly revision: number;
    readonly writer: string;
    /** Negative: written while the request was on its way. */
    readonly micros: Micros;
  };
  readonly throttled: { readonly client: string; readonly wait: number; readonly qps: number };
  readonly watchesAgain: { readonly client: string; readonly resource: string; readonly revision: string };
  readonly tooOld: {
    readonly client: string;
    readonly resource: string;
    readonly revision: string;
    readonly oldest: string;
  };
  readonly heard: {
    /** Actors whose watches match. */
    readonly watchers: string;
    readonly count: number;
    /** Who is told by them. */
    readonly handlers: string;
    /** Who has something to do. */
    readonly busy: string;
    readonly revision: number;
    readonly resource: string;
    readonly event: string;
  };
  readonly newReplicaSet: {
    readonly name: string;
    readonly replicaSet: string;
    readonly replicas: number;
    readonly hash: string;
    readonly others: number;
  };
  readonly made: {
    readonly client: string;
    readonly kind: string;
    readonly name: string;
    readonly revision: number;
    readonly owner: string;
    readonly node: string;
    readonly replicas: number;
  };
  readonly podsMissing: {
    readonly name: string;
    readonly want: number;
    readonly have: number;
    readonly missing: number;
  };
  readonly expects: Expected;
  readonly heardOfAll: Expected;
  readonly oneFirst: { readonly size: number; readonly others: number };
  readonly counted: {
    readonly client: string;
    readonly kind: string;
    readonly name: string;
    /** -1: it has no such wish. */
    readonly want: number;
    readonly revision: number;
    /** Its attempt before this one met a conflict. */
    readonly isRetry: boolean;
    /** `name|field or condition|from|to|reason`, with semicolons. */
    readonly changes: string;
  };
  readonly complete: {
    readonly name: string;
    readonly replicas: number;
    readonly available: number;
    readonly micros: Micros;
    /** The longest pull of an image. */
    readonly pulling: number;
  };
  readonly removed: {
    readonly client: string;
    readonly name: string;
    readonly resource: string;
    /** It is still there, and goes when others are done with it. */
    readonly isMarked: boolean;
  };
  /** Of a node: `key:effect`, with commas. */
  readonly tainted: {
    readonly name: string;
    readonly added: string;
    readonly removed: string;
    readonly left: string;
  };
  readonly onlyNode: {
    readonly node: string;
    readonly pod: string;
    readonly nodes: number;
    /** `nodes|reason`, with semicolons. */
    readonly refused: string;
  };
  readonly drawnByLot: Chosen;
  readonly nodeWins: Chosen;
  readonly bound: { readonly node: string; readonly pod: string; readonly revision: number; readonly micros: Micros };
  readonly podStarts: OnNode;
  readonly volumes: OnNode & { readonly volumes: number; readonly account: string; readonly micros: Micros };
  readonly sandbox: OnNode & { readonly image: string; readonly sandbox: string };
  readonly network: OnNode & {
    readonly ip: string;
    readonly veth: string;
    readonly bridge: string;
    readonly subnet: string;
  };
  readonly pulled: {
    readonly node: string;
    readonly image: string;
    readonly mebibytes: number;
    readonly micros: Micros;
  };
  readonly imagePresent: { readonly node: string; readonly image: string; readonly policy: string };
  readonly programmed: {
    readonly node: string;
    readonly name: string;
    /** 0 where it is not counted in lines. */
    readonly lines: number;
    readonly tool: string;
  };
  readonly unprogrammed: { readonly node: string; readonly name: string };
  readonly nowhereToGo: { readonly node: string; readonly port: string; readonly target: string };
  readonly started: OnNode & {
    readonly container: string;
    readonly restarts: number;
    readonly program: string;
    readonly micros: Micros;
  };
}

export type InsightKey = keyof InsightArgs;

interface Known {
  readonly user: string;
  readonly method: string;
  readonly groups: string;
  readonly client: string;
}

interface Expected {
  readonly client: string;
  readonly adds: number;
  readonly deletions: number;
}

interface Chosen {
  readonly node: string;
  readonly pod: string;
  readonly total: number;
  readonly tied: number;
  readonly tiedWith: string;
  readonly feasible: number;
  /** Points of those behind, best first, and their names, with commas. */
  readonly others: string;
  readonly behind: string;
  /** The plugin that gave it the largest lead. */
  readonly plugin: string;
}

interface OnNode {
  readonly node: string;
  readonly pod: string;
}

/** A change of a status, as `counted` carries it. */
export interface Change {
  readonly name: string;
  readonly isCondition: boolean;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export function changesIn(text: string): readonly Change[] {
  if (text === '') return [];
  return text.split(';').map((each) => {
    const [name = '', sort, from = '', to = '', reason = ''] = each.split('|');
    return { name, isCondition: sort === 'condition', from, to, reason };
  });
}

/** Conditions that became the same for the same reason, together, in the order in which they are first named. */
export function alike(changes: readonly Change[]): readonly (readonly Change[])[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.to} ${change.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

export function listed(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

/** `12 ms`, `1.8 s`. */
export function duration(micros: Micros): string {
  if (micros < 10_000) return `${Math.max(0.1, Math.round(micros / 100) / 10)} ms`;
  if (micros < 1_000_000) return `${Math.round(micros / 1000)} ms`;
  if (micros >= 10_000_000) return `${Math.round(micros / 1_000_000)} s`;
  return `${Math.round(micros / 100_000) / 10} s`;
}

/** The node of an actor that lives on one. */
export function nodeIn(actor: string): string | undefined {
  const slash = actor.indexOf('/');
  return slash < 0 || actor.startsWith('kubectl/') ? undefined : actor.slice(slash + 1);
}

/** The line above the columns of a table. */
export function isHeader(line: string): boolean {
  return /^\+-+\+/.test(line) || /^[A-Z]+(?:[ -][A-Z]+)* {2,}[A-Z]/.test(line);
}
