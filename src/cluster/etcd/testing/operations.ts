import type {
  Compare,
  DeleteRangeRequest,
  PutRequest,
  RangeRequest,
  RequestOp,
  TxnRequest,
  WatchRequest,
} from '../../ports/etcd.ts';

/** One thing that a client does; the same for the real store and for ours. */
export type Operation =
  | { readonly type: 'range'; readonly range: RangeRequest }
  | { readonly type: 'put'; readonly put: PutRequest }
  | { readonly type: 'delete'; readonly delete: DeleteRangeRequest }
  | { readonly type: 'txn'; readonly txn: TxnRequest }
  | { readonly type: 'compact'; readonly revision: number }
  | { readonly type: 'grant'; readonly lease: string; readonly ttl: number }
  | { readonly type: 'revoke' | 'keepAlive' | 'timeToLive'; readonly lease: string }
  | { readonly type: 'leases' }
  | { readonly type: 'watch'; readonly watch: WatchRequest };

/** What a random operation may refer to. */
export interface Known {
  readonly revision: number;
  readonly compacted: number;
}

const KEYS = ['a', 'aa', 'ab', 'b', 'b/1', 'b/2', 'c', 'd', 'e'];
const ENDS = [undefined, undefined, 'b', 'b0', 'c', 'z', '\0', 'a'];
const VALUES = ['', '0', '1', '2', 'x', 'long value', '{"a":1}'];
const LEASES = ['1', '2', '3', '4'];
const LONG_TTL = 5000;

/** A small generator of its own, so that the same seed means the same operations on every version of everything. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  below(bound: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return (this.state >>> 8) % bound;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** True once in so many times. */
  once(every: number): boolean {
    return this.below(every) === 0;
  }
}

export function randomOperation(dice: Dice, known: Known): Operation {
  const kind = dice.below(100);
  if (kind < 30) return { type: 'put', put: put(dice) };
  if (kind < 50) return { type: 'range', range: range(dice, known) };
  if (kind < 58) return { type: 'delete', delete: remove(dice) };
  if (kind < 78) return { type: 'txn', txn: txn(dice, known, 0) };
  if (kind < 82) return { type: 'compact', revision: revisionNear(dice, known) };
  if (kind < 86) return { type: 'grant', lease: dice.of(LEASES), ttl: LONG_TTL };
  if (kind < 88) return { type: 'revoke', lease: dice.of(LEASES) };
  if (kind < 90) return { type: 'keepAlive', lease: dice.of(LEASES) };
  if (kind < 92) return { type: 'timeToLive', lease: dice.of(LEASES) };
  if (kind < 93) return { type: 'leases' };
  return { type: 'watch', watch: watch(dice, known) };
}

function revisionNear(dice: Dice, { revision, compacted }: Known): number {
  if (dice.once(6)) return revision + 1 + dice.below(3);
  if (dice.once(4)) return Math.max(1, compacted - dice.below(3));
  return Math.max(1, revision - dice.below(12));
}

function end(dice: Dice): { readonly rangeEnd?: string } {
  const rangeEnd = dice.of(ENDS);
  return rangeEnd === undefined ? {} : { rangeEnd };
}

function key(dice: Dice): string {
  return dice.once(40) ? '' : dice.of(KEYS);
}

function put(dice: Dice): PutRequest {
  return {
    key: key(dice),
    value: dice.of(VALUES),
    ...(dice.once(4) ? { lease: dice.of(LEASES) } : {}),
    ...(dice.once(3) ? { prevKv: true } : {}),
    ...(dice.once(12) ? { ignoreValue: true, value: dice.once(4) ? 'x' : '' } : {}),
    ...(dice.once(12) ? { ignoreLease: true } : {}),
  };
}

function range(dice: Dice, known: Known): RangeRequest {
  return {
    key: key(dice),
    ...end(dice),
    ...(dice.once(3) ? { limit: dice.below(5) } : {}),
    ...(dice.once(3) ? { revision: revisionNear(dice, known) } : {}),
    ...(dice.once(3) ? { sortOrder: dice.of(['none', 'ascend', 'descend'] as const) } : {}),
    ...(dice.once(3) ? { sortTarget: dice.of(['key', 'version', 'create', 'mod', 'value'] as const) } : {}),
    ...(dice.once(5) ? { serializable: true } : {}),
    ...(dice.once(6) ? { keysOnly: true } : {}),
    ...(dice.once(8) ? { countOnly: true } : {}),
    ...(dice.once(8) ? { minModRevision: revisionNear(dice, known) } : {}),
    ...(dice.once(8) ? { maxModRevision: revisionNear(dice, known) } : {}),
    ...(dice.once(8) ? { minCreateRevision: revisionNear(dice, known) } : {}),
    ...(dice.once(8) ? { maxCreateRevision: revisionNear(dice, known) } : {}),
  };
}

function remove(dice: Dice): DeleteRangeRequest {
  return { key: key(dice), ...end(dice), ...(dice.once(2) ? { prevKv: true } : {}) };
}

function compare(dice: Dice, known: Known): Compare {
  const target = dice.of(['version', 'create', 'mod', 'value', 'lease'] as const);
  const operand =
    target === 'value'
      ? dice.of(VALUES)
      : target === 'lease'
        ? dice.of(['0', ...LEASES])
        : target === 'version'
          ? dice.below(4)
          : dice.once(2)
            ? 0
            : revisionNear(dice, known);
  const result = dice.of(['=', '!=', '<', '>'] as const);
  return { key: key(dice), ...(dice.once(4) ? end(dice) : {}), target, result, operand };
}

const few = <T>(dice: Dice, most: number, make: () => T): readonly T[] =>
  Array.from({ length: dice.below(most + 1) }, make);

function txn(dice: Dice, known: Known, depth: number): TxnRequest {
  return {
    compare: few(dice, 2, () => compare(dice, known)),
    success: few(dice, 3, () => operation(dice, known, depth)),
    failure: few(dice, 2, () => operation(dice, known, depth)),
  };
}

function operation(dice: Dice, known: Known, depth: number): RequestOp {
  const kind = dice.below(depth < 2 ? 10 : 9);
  if (kind < 4) return { type: 'put', put: put(dice) };
  if (kind < 7) return { type: 'range', range: range(dice, known) };
  if (kind < 9) return { type: 'delete', delete: remove(dice) };
  return { type: 'txn', txn: txn(dice, known, depth + 1) };
}

function watch(dice: Dice, known: Known): WatchRequest {
  const asked = dice.once(2) ? revisionNear(dice, known) : undefined;
  // What is left of the very revision of a compaction depends on when the real store gets round to it.
  const startRevision = asked === known.compacted ? asked + 1 : asked;
  return {
    key: dice.of(KEYS),
    ...end(dice),
    ...(startRevision === undefined ? {} : { startRevision }),
    ...(dice.once(2) ? { prevKv: true } : {}),
    ...(dice.once(4) ? { filters: [dice.of(['noput', 'nodelete'] as const)] } : {}),
  };
}
