import type { Change, CommonWrite } from './effect.ts';

/** A Pod that came and went between two looks is counted by one of two runs: no count is above what there may be. */
export function isCountOfMany(path: string, { old, now }: Change, highest: number): boolean {
  if (!/^status\.\w+$/.test(path) || path === 'status.observedGeneration') return false;
  return now === undefined ? isCount(old) : isCount(now) && Number(now) <= highest;
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

/** What one side counted at most, and what the object asks for. */
export function highestCount(writes: readonly CommonWrite[], other: readonly CommonWrite[]): number {
  let highest = 0;
  for (const { effect } of other)
    for (const [path, { now }] of effect)
      if (path.startsWith('status.') && isCount(now)) highest = Math.max(highest, Number(now));
  const object = writes.find(({ wholeAfter }) => wholeAfter.size > 0)?.wholeAfter;
  const most = Math.max(...SIZES.map((path) => Number(object?.get(path) ?? 0)));
  const surge = object?.get('spec.strategy.rollingUpdate.maxSurge') ?? '0';
  const beyond = surge.endsWith('%') ? Math.ceil((most * Number.parseInt(surge, 10)) / 100) : Number(surge);
  return Math.max(highest, most + beyond);
}

export function isCount(value: string | undefined): boolean {
  return value !== undefined && /^\d+$/.test(value);
}
