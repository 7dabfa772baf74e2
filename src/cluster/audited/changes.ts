// Models what a store holds after each write that an audit log tells of (v1.36)

import { resourceByGVR, resourceOf, storageKey } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { LoggedRequest, LoggedTarget } from '../../brought/audit/log.ts';
import { keptAs } from '../apiserver/encoding/stored-text.ts';

/** What a write has left of an object; undefined: nothing. */
export interface LoggedChange {
  readonly key: string;
  readonly object: KObject | undefined;
}

/** What a successful write has changed, as far as its answer and the object before tell. */
export function changesBy(
  request: LoggedRequest,
  before: (key: string) => KObject | undefined,
): readonly LoggedChange[] {
  const { target, answer, verb } = request;
  if (target === undefined) return [];
  if (verb === 'deletecollection') return membersOf(answer).map((each) => removed(keyOf(target, each), each));
  const key = keyOf(target, answer);
  if (key === undefined) return [];
  const known = before(key);
  const whole = isOfKind(target, answer) ? (answer as KObject) : undefined;
  if (verb === 'delete') return [removed(key, whole ?? known)];
  if (whole !== undefined) return [{ key, object: isGone(whole) ? undefined : stored(target, whole) }];
  const object = known === undefined ? undefined : afterSubresource(request, target, known);
  return object === undefined ? [] : [{ key, object }];
}

/** As a server keeps it: in the version of storage, with what its kind says. What cannot be read so is not shown. */
function stored({ group, version, resource }: LoggedTarget, object: KObject): KObject | undefined {
  const info = resource === 'events' ? resourceOf('events') : resourceByGVR(group, version, resource);
  return info === undefined ? object : keptAs(info, object);
}

function keyOf({ group, version, resource, namespace, name }: LoggedTarget, object: KObject | undefined): string {
  const info = resourceByGVR(group, version, resource);
  const named = name !== '' ? name : (object?.metadata?.name ?? '');
  const place = namespace !== '' ? namespace : (object?.metadata?.namespace ?? '');
  if (info !== undefined) return storageKey(info, place, named);
  return ['/registry', group, resource, place, named].filter((part) => part !== '').join('/');
}

/** The answer is the object itself, not a Status, a Scale or an Eviction. */
function isOfKind({ group, version, resource }: LoggedTarget, answer: KObject | undefined): boolean {
  if (answer?.metadata?.name === undefined) return false;
  const info = resourceByGVR(group, version, resource);
  return info === undefined ? !OTHERS.has(answer.kind ?? '') : info.kind === answer.kind;
}

const OTHERS: ReadonlySet<string> = new Set(['Status', 'Scale', 'Eviction', 'Binding']);

/** With finalizers or a period of grace it stays, and is marked. */
function removed(key: string, object: KObject | undefined): LoggedChange {
  return object === undefined || isGone(object) || !isMarked(object) ? { key, object: undefined } : { key, object };
}

const isMarked = ({ metadata }: KObject): boolean => metadata.deletionTimestamp !== undefined;

function isGone(object: KObject): boolean {
  const { finalizers = [], deletionGracePeriodSeconds = 0 } = object.metadata;
  return isMarked(object) && finalizers.length === 0 && deletionGracePeriodSeconds === 0;
}

/** What a binding or a scale has done to its object, of which the answer is not told. */
function afterSubresource({ sent }: LoggedRequest, { subresource }: LoggedTarget, known: KObject): KObject | undefined {
  const spec = (known.spec ?? {}) as object;
  if (subresource === 'binding') {
    const nodeName = (sent as { readonly target?: { readonly name?: string } } | undefined)?.target?.name;
    return { ...known, spec: { ...spec, nodeName } } as KObject;
  }
  if (subresource === 'scale') {
    const { replicas } = (sent?.spec ?? {}) as { readonly replicas?: number };
    return replicas === undefined ? undefined : ({ ...known, spec: { ...spec, replicas } } as KObject);
  }
  return undefined;
}

function membersOf(list: KObject | undefined): readonly KObject[] {
  const items = (list as { readonly items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? (items as readonly KObject[]).filter((each) => each?.metadata?.name !== undefined) : [];
}
