import type { Change, CommonWrite } from './effect.ts';
import type { Leaves } from './normalise.ts';

/** How high counts may be. */
export interface Limits {
  /** What the object asks for, at most. */
  readonly size: number;
  /** What the other side counted at most, by path. */
  readonly counted: ReadonlyMap<string, number>;
}

export const NO_LIMITS: Limits = { size: 0, counted: new Map() };

/** A Pod that came and went between two looks is counted by one of two runs: no count is above what there may be. */
export function isCountOfMany(path: string, { old, now }: Change, { size, counted }: Limits): boolean {
  if (!isStatusCount(path)) return false;
  return now === undefined ? isCount(old) : isCount(now) && Number(now) <= Math.max(size, counted.get(path) ?? 0);
}

function isStatusCount(path: string): boolean {
  return /^status\.\w+$/.test(path) && path !== 'status.observedGeneration';
}

/** Which count is part of which. */
const PARTS: readonly (readonly [part: string, whole: string])[] = [
  ['fullyLabeledReplicas', 'replicas'],
  ['readyReplicas', 'replicas'],
  ['updatedReplicas', 'replicas'],
  ['currentReplicas', 'replicas'],
  ['availableReplicas', 'readyReplicas'],
  ['numberReady', 'desiredNumberScheduled'],
  ['numberAvailable', 'numberReady'],
];

/** Does no count of a status say more than the one that it is part of? */
export function isConsistent(state: Leaves): boolean {
  const count = (name: string) => state.get(`status.${name}`);
  return PARTS.every(([part, whole]) => {
    const [some, all] = [count(part), count(whole)];
    return !isCount(some) || (all === undefined && some === '0') || Number(some) <= Number(all ?? 0);
  });
}

export function isGeneration(value: string | undefined): boolean {
  return value?.startsWith('<generation') === true;
}

/** Some of the indexes of a Job, as in `0-2,5`. */
export function isPart(part: string | undefined, whole: string | undefined): boolean {
  const all = new Set(indexesIn(whole));
  return indexesIn(part).every((index) => all.has(index));
}

function indexesIn(text = ''): readonly number[] {
  return text.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return range === '' ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const SIZES = ['spec.replicas', 'spec.parallelism', 'spec.completions'];

export function limitsOf(writes: readonly CommonWrite[], other: readonly CommonWrite[]): Limits {
  const counted = new Map<string, number>();
  for (const { effect } of other)
    for (const [path, { now }] of effect)
      if (isStatusCount(path) && isCount(now)) counted.set(path, Math.max(counted.get(path) ?? 0, Number(now)));
  const object = writes.find(({ wholeAfter }) => wholeAfter.size > 0)?.wholeAfter;
  const most = Math.max(
    0,
    ...writes.flatMap(({ wholeAfter }) => SIZES.map((path) => Number(wholeAfter.get(path) ?? 0))),
  );
  const surge = object?.get('spec.strategy.rollingUpdate.maxSurge') ?? '0';
  const beyond = surge.endsWith('%') ? Math.ceil((most * Number.parseInt(surge, 10)) / 100) : Number(surge);
  return { size: most + beyond, counted };
}

export function isCount(value: string | undefined): boolean {
  return value !== undefined && /^\d+$/.test(value);
}
