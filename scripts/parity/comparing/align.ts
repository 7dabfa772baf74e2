import {
  isConsistent,
  isCount,
  isCountOfMany,
  isGeneration,
  isPart,
  type Limits,
  limitsOf,
  NO_LIMITS,
} from './counts.ts';
import { type FieldDifference, fieldDifferences } from './difference.ts';
import { type Change, type CommonWrite, composeEffects, composeRequests, type Effect } from './effect.ts';
import type { Leaves } from './normalise.ts';

/** A group of writes of one side set against a group of the other; one of the two may be empty. */
export interface Pairing {
  readonly want: readonly CommonWrite[];
  readonly got: readonly CommonWrite[];
  readonly fields: readonly FieldDifference[];
}

const LONE = 12;
const HIGHEST = 20;
const LARGEST_GROUP = 12;
const MERGE = 0.5;

function nowOf(effect: Effect): ReadonlyMap<string, string | undefined> {
  const now = new Map<string, string | undefined>();
  for (const [path, change] of effect) now.set(path, change.now);
  return now;
}

const ENDPOINTS = /^endpoint(s|slices\.discovery\.k8s\.io) /;
const REPLICA_SET = /^replicasets\.apps /;

/**
 * May this write be merged with its neighbours? Status updates, endpoint lists and the sizes that a rollout gives to its
 * ReplicaSets are level-triggered: only the last state counts.
 */
function mayCoalesce(write: CommonWrite): boolean {
  if (write.write.entry.code >= 300) return false;
  if (write.isStatus) return true;
  return write.action === 'update' && (ENDPOINTS.test(write.object) || isStepOfRollout(write));
}

function isStepOfRollout({ user, object, effect }: CommonWrite): boolean {
  return user.endsWith(':deployment-controller') && REPLICA_SET.test(object) && effect.has('spec.replicas');
}

function isBetween(value: string | undefined, a: string | undefined, b: string | undefined): boolean {
  const numbers = [value ?? '0', a ?? '0', b ?? '0'].map(Number);
  if (numbers.some(Number.isNaN)) return false;
  const [x = 0, low = 0, high = 0] = numbers;
  return Math.min(low, high) <= x && x <= Math.max(low, high);
}

/** A status request says what the status then is; only lists in a patch are partial. */
function saysWhatItDoes(write: CommonWrite): boolean {
  if (!write.isStatus) return true;
  for (const [path, value] of write.request) {
    if (!path.startsWith('status.') || path.includes('$') || path.includes('#order')) continue;
    if (value === 'null' || value === '{}' || value === '[]') continue;
    if (write.wholeAfter.get(path) !== value) return false;
  }
  if (!write.action.startsWith('update')) return true;
  return [...write.wholeAfter.keys()].every((path) => !path.startsWith('status.') || write.request.has(path));
}

/** What a status update carries besides the status is the object as it was read, the same for a whole run. */
function sameOutsideStatus(a: CommonWrite, b: CommonWrite): boolean {
  if (!a.isStatus || !a.action.startsWith('update')) return true;
  const outside = (leaves: Leaves) => [...leaves].filter(([path]) => !path.startsWith('status'));
  return (
    outside(a.request).every(([path, value]) => b.request.get(path) === value) &&
    outside(b.request).every(([path]) => a.request.has(path))
  );
}

const HEAD_FREE = new Set(['code']);

function sameHead(a: CommonWrite, b: CommonWrite): boolean {
  if (a.user !== b.user || a.action !== b.action) return false;
  for (const [key, value] of a.head) if (!HEAD_FREE.has(key) && b.head.get(key) !== value) return false;
  return a.head.size === b.head.size;
}

/**
 * Do the writes before the last lead step by step to where the last one ends? A count may be anything between its old
 * and its final value, or one that the other side passed through as well (`seen`): in a rollout counts rise and fall.
 * A text must be one of the two, or one that the other side passed through.
 */
function isLegalRun(
  writes: readonly CommonWrite[],
  seen: ReadonlySet<string> = new Set(),
  limits: Limits = NO_LIMITS,
): boolean {
  const last = writes[writes.length - 1];
  if (last === undefined || writes.length === 1) return true;
  // A request that changed nothing cannot stand for one that did.
  if (writes.some((write) => write.write.after === undefined)) return false;
  const end = composeEffects(writes.map((write) => write.effect));
  return writes.slice(0, -1).every((write) => {
    if (!sameHead(write, last) || !saysWhatItDoes(write) || !sameOutsideStatus(write, last)) return false;
    if (!isConsistent(write.wholeAfter)) return false;
    for (const [path, change] of write.effect) {
      const final = end.get(path)?.now ?? (end.has(path) ? undefined : change.old);
      if (!leadsTo(final, path, change, seen, limits)) return false;
    }
    return true;
  });
}

/** May a field have been given that value on its way to the final one? */
function leadsTo(
  final: string | undefined,
  path: string,
  change: Change,
  seen: ReadonlySet<string>,
  limits: Limits,
): boolean {
  const { old, now } = change;
  if (now === final || now === '<time>') return true;
  // What a manager owns follows from what it set, and a new template starts with no updated replicas.
  if (path.startsWith('managedFields[')) return true;
  if (path === 'status.updatedReplicas' && now === undefined) return true;
  // A condition that is new may begin as False.
  if (old === undefined && now === 'False' && /conditions\[[^\]]*\]\.status$/.test(path)) return true;
  if (path.endsWith('#order') && isSubsequence(now ?? '', final ?? '')) return true;
  if (isCountOfMany(path, change, limits) || isGeneration(now)) return true;
  if (path === 'status.completedIndexes' && isPart(now, final)) return true;
  if (seen.has(`${path}=${now}`) && (!isCount(now) || path.startsWith('status.'))) return true;
  return isBetween(now, old, final);
}

/** Every value that a side's writes set, as `path=value`. */
function valuesSet(writes: readonly CommonWrite[]): ReadonlySet<string> {
  return new Set(writes.flatMap((write) => [...write.effect].map(([path, change]) => `${path}=${change.now}`)));
}

/** What refused writes asked for: the same writes may succeed on the other side. */
function valuesTried(writes: readonly CommonWrite[]): readonly string[] {
  return writes.flatMap((write) => [...write.request].map(([path, value]) => `${path}=${value}`));
}

function isSubsequence(part: string, whole: string): boolean {
  const words = whole.split(' ');
  let at = 0;
  for (const word of part.split(' ')) {
    at = words.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function effectOf(writes: readonly CommonWrite[], whole: boolean): ReadonlyMap<string, string | undefined> {
  if (whole) return writes[writes.length - 1]?.wholeAfter ?? new Map();
  return nowOf(composeEffects(writes.map((write) => write.effect)));
}

/** How one group of writes differs from another. */
function compareGroups(want: readonly CommonWrite[], got: readonly CommonWrite[]): FieldDifference[] {
  const a = want[want.length - 1];
  const b = got[got.length - 1];
  if (a === undefined || b === undefined) return [];
  const fields: FieldDifference[] = [];
  if (a.user !== b.user) fields.push({ path: 'user', want: a.user, got: b.user });
  if (a.object !== b.object) fields.push({ path: 'object', want: a.object, got: b.object });
  if (a.action !== b.action) fields.push({ path: 'verb', want: a.action, got: b.action });
  fields.push(...fieldDifferences(a.head, b.head));
  const requests = fieldDifferences(composeRequests(want), composeRequests(got), 'request ');
  fields.push(...requests.filter((field) => !isSameSecond(field, a)));
  const whole = a.whole !== undefined || b.whole !== undefined;
  fields.push(...fieldDifferences(effectOf(want, whole), effectOf(got, whole), 'effect '));
  return fields;
}

/**
 * A patch names the time of a transition only when it differs from the stored one, and stored times have whole seconds:
 * two transitions within one second look like one.
 */
function isSameSecond(field: FieldDifference, write: CommonWrite): boolean {
  if (!write.action.startsWith('patch') || !/conditions\[[^\]]*\]\.lastTransitionTime$/.test(field.path)) return false;
  return (field.want === undefined && field.got === '<time>') || (field.want === '<time>' && field.got === undefined);
}

function fingerprint(write: CommonWrite): string {
  const part = (leaves: Leaves) =>
    [...leaves]
      .map(([path, value]) => `${path}=${value}`)
      .sort()
      .join('\n');
  const effect = [...write.effect].map(([path, change]) => `${path}=${change.now ?? '(removed)'}`).sort();
  const whole = write.whole === undefined ? '' : part(write.wholeAfter);
  return [write.user, write.object, write.action, part(write.head), part(write.request), effect.join('\n'), whole].join(
    '\r',
  );
}

interface Cell {
  readonly cost: number;
  readonly p: number;
  readonly q: number;
}

/**
 * Sets two sequences of writes by one writer to one object against each other, in order, with the least difference.
 * Neighbouring updates of a status may stand for one another as groups. `tried`: conflicts of each side.
 */
export function align(
  want: readonly CommonWrite[],
  got: readonly CommonWrite[],
  tried: { readonly want: readonly CommonWrite[]; readonly got: readonly CommonWrite[] } = { want: [], got: [] },
): readonly Pairing[] {
  const prints = { want: want.map(fingerprint), got: got.map(fingerprint) };
  const table: Cell[][] = [];
  const cellAt = (i: number, j: number): Cell => table[i]?.[j] ?? { cost: Number.POSITIVE_INFINITY, p: 0, q: 0 };
  const runs = { want: legalRuns(want), got: legalRuns(got) };
  const seen = {
    want: new Set([...valuesSet(want), ...valuesTried(tried.want)]),
    got: new Set([...valuesSet(got), ...valuesTried(tried.got)]),
  };
  const limits = { want: limitsOf(got, want), got: limitsOf(want, got) };
  const apart = endsApart(want, got);
  /** By how much two groups differ; undefined where they may not stand for one another. */
  const groupCost = (wanted: readonly CommonWrite[], gotten: readonly CommonWrite[]): number | undefined => {
    const fields = compareGroups(wanted, gotten).length;
    const mayStand =
      fields < LONE && isLegalRun(wanted, seen.got, limits.got) && isLegalRun(gotten, seen.want, limits.want);
    return mayStand ? fields : undefined;
  };
  /** How the first `i` and the first `j` writes are best set against each other, by how their last ones are. */
  const bestAt = (i: number, j: number): Cell => {
    let best: Cell = { cost: i === 0 && j === 0 ? 0 : Number.POSITIVE_INFINITY, p: 0, q: 0 };
    const offer = (p: number, q: number, cost: number) => {
      const total = cellAt(i - p, j - q).cost + cost;
      if (total < best.cost) best = { cost: total, p, q };
    };
    if (i > 0 && j > 0) {
      const same = prints.want[i - 1] === prints.got[j - 1];
      offer(1, 1, same ? 0 : pairCost(want.slice(i - 1, i), got.slice(j - 1, j)));
    }
    if (i > 0) offer(1, 0, LONE);
    if (j > 0) offer(0, 1, LONE);
    for (let p = 1; p <= (runs.want[i] ?? 1); p += 1) {
      for (let q = 1; q <= (runs.got[j] ?? 1); q += 1) {
        if (p * q === 1) continue;
        const merging = MERGE * (p + q - 2);
        const least = cellAt(i - p, j - q).cost + merging;
        if (least >= best.cost || least + apart(i, j) >= best.cost) continue;
        const fields = groupCost(want.slice(i - p, i), got.slice(j - q, j));
        if (fields !== undefined) offer(p, q, fields + merging);
      }
    }
    return best;
  };
  for (let i = 0; i <= want.length; i += 1) {
    const row: Cell[] = [];
    table.push(row);
    for (let j = 0; j <= got.length; j += 1) row.push(bestAt(i, j));
  }
  return readBack(want, got, cellAt);
}

/** By how much two groups that end there differ at least: updates end in a whole request. */
function endsApart(want: readonly CommonWrite[], got: readonly CommonWrite[]): (i: number, j: number) => number {
  const known = new Map<number, number>();
  return (i, j) => {
    const [a, b] = [want[i - 1], got[j - 1]];
    if (a === undefined || b === undefined || a.action.startsWith('patch') || b.action.startsWith('patch')) return 0;
    const place = i * (got.length + 1) + j;
    const found = known.get(place) ?? fieldDifferences(a.request, b.request).length;
    known.set(place, found);
    return found;
  };
}

/** For each end of a run, how many writes before it may be merged with it. */
function legalRuns(writes: readonly CommonWrite[]): readonly number[] {
  const lengths = [0];
  for (const write of writes) {
    const before = lengths[lengths.length - 1] ?? 0;
    lengths.push(mayCoalesce(write) ? Math.min(before + 1, LARGEST_GROUP) : 0);
  }
  return lengths;
}

function pairCost(want: readonly CommonWrite[], got: readonly CommonWrite[]): number {
  const fields = compareGroups(want, got).length;
  return want[0]?.action === got[0]?.action ? Math.min(fields, HIGHEST) : Math.min(fields + 4, HIGHEST);
}

function readBack(
  want: readonly CommonWrite[],
  got: readonly CommonWrite[],
  cellAt: (i: number, j: number) => Cell,
): readonly Pairing[] {
  const pairings: Pairing[] = [];
  let i = want.length;
  let j = got.length;
  while (i > 0 || j > 0) {
    const { p, q } = cellAt(i, j);
    const left = want.slice(i - p, i);
    const right = got.slice(j - q, j);
    pairings.push({ want: left, got: right, fields: p > 0 && q > 0 ? compareGroups(left, right) : [] });
    i -= p;
    j -= q;
  }
  return pairings.reverse();
}
