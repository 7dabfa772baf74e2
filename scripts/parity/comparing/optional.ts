import { isArtefactEvent } from '../recordings/artefacts.ts';
import { at, textAt } from '../recordings/json.ts';
import type { CommonWrite } from './effect.ts';
import type { Leaves } from './normalise.ts';

/** Writer and namespace. */
export function placeOf(write: CommonWrite): string {
  return `${write.user}\n${write.write.entry.namespace ?? ''}`;
}

/** What is known beside a write itself. */
export interface Surroundings {
  /** All that its writer did to its object. */
  readonly stream: readonly CommonWrite[];
  /** What it did on the other side. */
  readonly other: readonly CommonWrite[];
  /** The places (`placeOf`) where a writer met the end of a namespace. */
  readonly ended: ReadonlySet<string>;
}

/** Why a write may be there or not, or undefined when it must be compared. */
export function optionalReason(write: CommonWrite, around: Surroundings): string | undefined {
  const { entry } = write.write;
  const { stream, other, ended } = around;
  if (isConflict(write)) return retried(write, stream, other) ? 'conflict, retried' : undefined;
  if (refusedAtTheEnd(write)) return 'race with the end of a namespace';
  if (isMore(write, around, isDoneAlready)) return 'done already';
  if (isMore(write, around, isRefusedAgain)) return 'refused again';
  if (isMore(write, around, isOvertaken)) return 'race with another write';
  if (isTooLate(write)) return 'race with the removal of the object';
  if (entry.code === 404 && entry.verb === 'patch' && write.isEvent && ended.has(placeOf(write)))
    return 'race with the end of a namespace';
  if (entry.subresource === 'token' && entry.namespace === 'kube-system' && /^system:kube-/.test(entry.user)) {
    return "a component's own token";
  }
  if (write.isEvent && isArtefactEvent(textAt(entry.request, 'reason'))) return 'artefact of the machine';
  if (entry.subresource !== 'status' || !/^system:node:/.test(entry.user)) return undefined;
  if (entry.code === 404 && entry.resource === 'pods') return 'race with the removal of the pod';
  if (!write.isStatus) return undefined;
  if (changesNothing(write) && setsNothing(write)) return 'artefact of the machine';
  return entry.resource === 'nodes' && onlyHeartbeat(write) ? 'heartbeat' : undefined;
}

type Kind = (write: CommonWrite, stream: readonly CommonWrite[]) => boolean;

/** Is it of that kind, and did it happen more often than on the other side? What both sides did is compared. */
function isMore(write: CommonWrite, { stream, other }: Surroundings, isOfKind: Kind): boolean {
  if (!isOfKind(write, stream)) return false;
  const isAlike = (one: CommonWrite) => isSameRequest(one, write) && one.effect.size > 0 === write.effect.size > 0;
  return stream.filter(isAlike).indexOf(write) >= other.filter(isAlike).length;
}

/**
 * A controller whose cache is behind its own writes asks for what it has done: to delete what is going or gone, to
 * make what it has made, to apply what stands there, or to take the last finalizer from what went with it. That
 * changes nothing.
 */
function isDoneAlready(write: CommonWrite, stream: readonly CommonWrite[]): boolean {
  const { entry } = write.write;
  if (!isController(write) || write.isEvent) return false;
  const done = stream.slice(0, stream.indexOf(write)).filter((other) => {
    return other.action === write.action && other.write.entry.code < 300 && sameTelling(other, write);
  });
  if (done.length === 0) return false;
  if (entry.verb === 'update')
    return isNotFound(write) && done.some(({ request }) => sameLeaves(request, write.request));
  if (entry.verb === 'patch')
    return entry.code < 300 && changesNothing(write) && done.some(({ request }) => sameLeaves(request, write.request));
  if (entry.verb === 'create') return entry.code === 409 && / already exists$/.test(messageOf(write));
  if (entry.verb !== 'delete') return false;
  return entry.code === 404 || entry.code === 409 || (entry.code < 300 && write.effect.size === 0);
}

function changesNothing({ effect, whole }: CommonWrite): boolean {
  return effect.size === 0 && whole === undefined;
}

/** How often a controller tries what it may not depends on how often it looks. */
function isRefusedAgain(write: CommonWrite, stream: readonly CommonWrite[]): boolean {
  if (write.write.entry.code !== 403 || !isController(write)) return false;
  const before = stream.slice(0, stream.indexOf(write));
  return before.some(
    (one) => one.action === write.action && sameLeaves(one.request, write.request) && sameLeaves(one.head, write.head),
  );
}

/** What was to be deleted had changed since it was looked at: the same is asked for without that condition. */
function isOvertaken(write: CommonWrite, stream: readonly CommonWrite[]): boolean {
  const { verb, code } = write.write.entry;
  if (verb !== 'delete' || code !== 409 || !isController(write)) return false;
  if (!/the ResourceVersion in the precondition/.test(messageOf(write))) return false;
  return stream.slice(stream.indexOf(write)).some(({ action, write: { entry } }) => {
    return action === write.action && (entry.code < 300 || entry.code === 404);
  });
}

/**
 * What is asked for once more, as if it were the first time: a deletion then names a revision, and an update brings the
 * object from a cache, which keeps no managedFields, and not as it was just read.
 */
export function asAskedFirst(write: CommonWrite, stream: readonly CommonWrite[]): CommonWrite {
  const before = stream.slice(0, stream.indexOf(write));
  const last = before.at(-1);
  if (write.action.startsWith('update') && last !== undefined && isConflict(last))
    return { ...write, request: new Map([...write.request].filter(([path]) => !isOfManagers(path))) };
  if (write.action !== 'delete' || !before.some((other) => isOvertaken(other, stream))) return write;
  return { ...write, request: new Map([...write.request, ['preconditions.resourceVersion', '<rv>']]) };
}

function isOfManagers(path: string): boolean {
  return path.startsWith('managedFields[');
}

/** The status of what has gone meanwhile. */
function isTooLate(write: CommonWrite): boolean {
  return isController(write) && write.write.entry.subresource === 'status' && isNotFound(write);
}

function isNotFound(write: CommonWrite): boolean {
  const { code, resource, name } = write.write.entry;
  return code === 404 && messageOf(write) === `${resource} "${name}" not found`;
}

/**
 * The last status of something that was gone right afterwards: there may be none that late on the other side.
 * `goneAt`: when the objects of its side were gone, by UID.
 */
export function isJustInTime(
  write: CommonWrite,
  { stream, other }: Pick<Surroundings, 'stream' | 'other'>,
  goneAt: ReadonlyMap<string, number>,
): boolean {
  const uid = uidOf(write);
  const gone = goneAt.get(uid);
  if (!write.isStatus || !isController(write) || gone === undefined || gone - write.write.entry.t1 > RACE) return false;
  const own = endings(stream);
  const life = [...own.keys()].indexOf(uid);
  const last = own.get(uid) ?? [];
  return last.at(-1)?.write === write.write && last.length > ([...endings(other).values()][life]?.length ?? 0);
}

/** What was written to the status of what was going, one list for each that had the name. */
function endings(stream: readonly CommonWrite[]): ReadonlyMap<string, readonly CommonWrite[]> {
  const found = new Map<string, CommonWrite[]>();
  for (const write of stream) {
    const uid = uidOf(write);
    if (uid === '') continue;
    const list = found.get(uid) ?? [];
    found.set(uid, list);
    if (isOfGoing(write)) list.push(write);
  }
  return found;
}

/** How long what happens at once may be apart, in seconds. */
const RACE = 0.02;

function isOfGoing({ isStatus, write }: CommonWrite): boolean {
  return isStatus && textAt(write.after ?? write.answer, 'metadata', 'deletionTimestamp') !== '';
}

function uidOf({ write }: CommonWrite): string {
  return textAt(write.after ?? write.answer, 'metadata', 'uid');
}

function isController({ write }: CommonWrite): boolean {
  return write.entry.user.startsWith('system:serviceaccount:kube-system:');
}

function sameLeaves(a: Leaves, b: Leaves): boolean {
  return a.size === b.size && [...a].every(([path, value]) => b.get(path) === value);
}

function isSameRequest(a: CommonWrite, b: CommonWrite): boolean {
  return a.action === b.action && a.write.entry.code === b.write.entry.code && sameTelling(a, b);
}

export function refusedAtTheEnd(write: CommonWrite): boolean {
  return write.write.entry.code === 403 && /because it is being terminated/.test(messageOf(write));
}

export function messageOf(write: CommonWrite): string {
  return textAt(write.write.entry.response ?? write.write.entry.failure, 'message');
}

export function isConflict(write: CommonWrite): boolean {
  return (
    write.write.entry.code === 409 && /the object has been modified; please apply your changes/.test(messageOf(write))
  );
}

/**
 * A conflict proves nothing by itself, but what it tried must be what was done at last, or on the way to it: only
 * counts and the conditions of a status may have moved on.
 */
function retried(write: CommonWrite, stream: readonly CommonWrite[], other: readonly CommonWrite[]): boolean {
  const at = stream.indexOf(write);
  const succeeded = (other: CommonWrite) => other.action === write.action && other.write.entry.code < 300;
  // A stale cache may also make a writer ask once more for what it has just done.
  const done = stream.slice(at + 1).find(succeeded) ?? stream.slice(0, at).findLast(succeeded);
  if (done === undefined || !sameCircumstances(write, done)) return false;
  for (const [path, value] of write.request) {
    if (value === done.request.get(path) || path === 'metadata.generation') continue;
    if (!mayMove(path, value) && !wasSaidBefore(path, asMade(path, value), [...stream, ...other], write)) return false;
  }
  const conditions = new Set([...write.request.keys()].map(conditionOf));
  for (const path of done.request.keys()) {
    if (write.request.has(path) || isOfManagers(path)) continue;
    const condition = conditionOf(path);
    if (condition === undefined ? !path.startsWith('status.') : conditions.has(condition)) return false;
  }
  return true;
}

function mayMove(path: string, value: string): boolean {
  return path.startsWith('status.') && (/^\d+$/.test(value) || value === '<time>' || path.endsWith('#order'));
}

/** A Deployment that does not know yet what it said of the ReplicaSet that it made says that it found it. */
function asMade(path: string, value: string): string {
  if (!path.startsWith('status.conditions[Progressing].')) return value;
  return value === 'FoundNewReplicaSet'
    ? 'NewReplicaSetCreated'
    : value.replace(/^Found new replica set /, 'Created new replica set ');
}

/** A stale cache makes a writer repeat an older value. */
function wasSaidBefore(path: string, value: string, stream: readonly CommonWrite[], write: CommonWrite): boolean {
  return stream.some((other) => other !== write && other.request.get(path) === value);
}

function conditionOf(path: string): string | undefined {
  return /^status\.conditions\[[^\]]*\]/.exec(path)?.[0];
}

function sameCircumstances(a: CommonWrite, b: CommonWrite): boolean {
  return sameTelling(a, b) && saysConflict(a);
}

function sameTelling(a: CommonWrite, b: CommonWrite): boolean {
  const told = (write: CommonWrite) => [...write.head].filter(([key]) => /^(uri|groups|ua|annotation .*)$/.test(key));
  return told(a).join('\n') === told(b).join('\n');
}

/** The whole refusal is determined by the object. */
function saysConflict(write: CommonWrite): boolean {
  const { entry } = write.write;
  const body = entry.response ?? entry.failure;
  const [kind, group = ''] = [entry.resource.replace(/\..*/, ''), /\.(.*)/.exec(entry.resource)?.[1]];
  const named =
    textAt(body, 'details', 'name') === entry.name &&
    textAt(body, 'details', 'kind') === kind &&
    textAt(body, 'details', 'group') === group &&
    [entry.response, entry.failure].every((told) => told === undefined || at(told, 'code') === 409);
  const text = `Operation cannot be fulfilled on ${entry.resource} "${entry.name}": `;
  return (
    named &&
    messageOf(write).startsWith(text) &&
    textAt(body, 'reason') === 'Conflict' &&
    textAt(body, 'status') === 'Failure'
  );
}

function setsNothing(write: CommonWrite): boolean {
  const listed = [...write.request].filter(([path]) => path.includes('$setElementOrder')).map(([, value]) => value);
  const order = write.wholeAfter.get('status.conditions#order');
  return (
    [...write.request.keys()].every((path) => path === 'metadata.uid' || path.includes('$setElementOrder')) &&
    (order === undefined || listed.length === 0 || listed.join(' ') === order)
  );
}

function onlyHeartbeat(write: CommonWrite): boolean {
  return [...write.request].every(
    ([path, value]) => path.includes('$setElementOrder') || value === '<time>' || /\.(type|#order)$|#order$/.test(path),
  );
}
