import { isArtefactEvent } from './artefacts.ts';
import type { CommonWrite } from './effect.ts';
import { at, textAt } from './json.ts';

/** Writer and namespace. */
export function placeOf(write: CommonWrite): string {
  return `${write.user}\n${write.write.entry.namespace ?? ''}`;
}

/**
 * Why a write may be there or not, or undefined when it must be compared. `stream` is all that its writer did to its
 * object, `other` what it did on the other side, `ended` the places (`placeOf`) where a writer met the end of a namespace.
 */
export function optionalReason(
  write: CommonWrite,
  stream: readonly CommonWrite[],
  ended: ReadonlySet<string>,
  other: readonly CommonWrite[] = [],
): string | undefined {
  const { entry } = write.write;
  if (isConflict(write)) return retried(write, stream, other) ? 'conflict, retried' : undefined;
  if (refusedAtTheEnd(write)) return 'race with the end of a namespace';
  if (isDoneAlready(write, stream) && !other.some((one) => isSameRequest(one, write))) return 'done already';
  if (entry.code === 404 && entry.verb === 'patch' && write.isEvent && ended.has(placeOf(write)))
    return 'race with the end of a namespace';
  if (entry.subresource === 'token' && entry.namespace === 'kube-system' && /^system:kube-/.test(entry.user)) {
    return "a component's own token";
  }
  if (write.isEvent && isArtefactEvent(textAt(entry.request, 'reason'))) return 'artefact of the machine';
  if (entry.subresource !== 'status' || !/^system:node:/.test(entry.user)) return undefined;
  if (entry.code === 404 && entry.resource === 'pods') return 'race with the removal of the pod';
  if (!write.isStatus) return undefined;
  if (write.effect.size === 0 && write.whole === undefined && setsNothing(write)) return 'artefact of the machine';
  return entry.resource === 'nodes' && onlyHeartbeat(write) ? 'heartbeat' : undefined;
}

/**
 * A controller whose cache is behind its own writes asks for what it has done: to delete what is going or gone, or to
 * make what it has made. That changes nothing.
 */
function isDoneAlready(write: CommonWrite, stream: readonly CommonWrite[]): boolean {
  const { entry } = write.write;
  if (!entry.user.startsWith('system:serviceaccount:kube-system:') || write.isEvent) return false;
  const isAgain = stream.slice(0, stream.indexOf(write)).some((other) => {
    return other.action === write.action && other.write.entry.code < 300 && sameTelling(other, write);
  });
  if (!isAgain) return false;
  if (entry.verb === 'create') return entry.code === 409 && / already exists$/.test(messageOf(write));
  if (entry.verb !== 'delete') return false;
  return entry.code === 404 || entry.code === 409 || (entry.code < 300 && write.effect.size === 0);
}

/** Both sides asked for it: the two are compared. */
function isSameRequest(a: CommonWrite, b: CommonWrite): boolean {
  return a.action === b.action && a.write.entry.code === b.write.entry.code && sameTelling(a, b);
}

export function refusedAtTheEnd(write: CommonWrite): boolean {
  return write.write.entry.code === 403 && /because it is being terminated/.test(messageOf(write));
}

function messageOf(write: CommonWrite): string {
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
    if (!mayMove(path, value) && !wasSaidBefore(path, value, [...stream, ...other], write)) return false;
  }
  const conditions = new Set([...write.request.keys()].map(conditionOf));
  for (const path of done.request.keys()) {
    if (write.request.has(path)) continue;
    const condition = conditionOf(path);
    if (condition === undefined ? !path.startsWith('status.') : conditions.has(condition)) return false;
  }
  return true;
}

function mayMove(path: string, value: string): boolean {
  return path.startsWith('status.') && (/^\d+$/.test(value) || value === '<time>' || path.endsWith('#order'));
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
