import type { KObject, StringMap } from '../api/types/meta.ts';
import { LAST_APPLIED } from '../api/values/annotations.ts';
import { base64 } from '../base/bytes/base64.ts';

/** Types of Secrets that hold nothing but what somebody else made, and much of it: releases of Helm, tokens. */
const DROPPED = /^(?:helm\.sh\/release|bootstrap\.kubernetes\.io\/token|kubernetes\.io\/service-account-token)/;

/** In the place of a value that nobody else should see; each form is one that the value's type allows. */
const MASKED: StringMap = {
  '.dockerconfigjson': '{"auths":{}}',
  '.dockercfg': '{}',
};
const MASK = 'masked';

/** Nobody needs what it holds to tell what happens. */
export function isDropped({ kind, apiVersion, type }: KObject & { readonly type?: unknown }): boolean {
  return kind === 'Secret' && apiVersion === 'v1' && typeof type === 'string' && DROPPED.test(type);
}

/** A Secret without what it keeps secret: its keys stay, and so does everything about it. */
export function masked(object: KObject): KObject {
  if (object.kind !== 'Secret' || object.apiVersion !== 'v1') return object;
  const {
    data,
    stringData: _,
    metadata,
    ...rest
  } = object as KObject & {
    readonly data?: StringMap;
    readonly stringData?: StringMap;
  };
  const keys = Object.keys({ ...data, ...(object.stringData as StringMap | undefined) });
  const hidden = Object.fromEntries(keys.map((key) => [key, base64(MASKED[key] ?? MASK)]));
  const { annotations, ...others } = metadata;
  // LAST_APPLIED repeats the whole Secret.
  const told = Object.entries(annotations ?? {}).filter(([key]) => key !== LAST_APPLIED);
  const kept = told.length === 0 ? others : { ...others, annotations: Object.fromEntries(told) };
  return { ...rest, metadata: kept, ...(keys.length === 0 ? {} : { data: hidden }) } as KObject;
}
