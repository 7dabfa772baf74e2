import { decodeStrict } from '../api/decoding/decode.ts';
import { isFields } from '../api/go/json.ts';
import { resourceByGVK, storageKey } from '../api/scheme/scheme.ts';
import type { KObject } from '../api/types/meta.ts';
import { splitGroupVersion } from '../api/values/group-version.ts';
import { parseFile } from '../api/yaml/index.ts';
import { KEYS_TABLE } from '../cluster/etcd/rows.ts';
import type { Drift, QueryResult } from '../protocol/queries.ts';
import { Known, type KnownResource } from './completion/known.ts';
import { keyOfSubject } from './keys.ts';
import type { Snapshot } from './snapshot.ts';

/** More are not told. */
const MOST_FIELDS = 20;
/** What a text says of itself, or what the server only takes in. */
const UNKEPT: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'status', 'stringData']);

/** The fields of a text that the objects in the cluster do not have as the text says. */
export function driftOf(snapshot: Snapshot, text: string): QueryResult {
  const fields: Drift[] = [];
  const allKinds = kindsAt(snapshot);
  for (const { object } of parseFile(text).documents) {
    if (!isFields(object) || !isFields(object.metadata)) continue;
    const given = object as object as KObject;
    const found = liveOf(snapshot, given, allKinds);
    if (found !== undefined)
      compare(found.kind === undefined ? given : decoded(given, found.kind), found.live, '', (path, was, now) => {
        if (fields.length < MOST_FIELDS)
          fields.push({ kind: given.kind, name: given.metadata.name ?? '', path, given: shown(was), live: shown(now) });
      });
  }
  return { type: 'drift', fields };
}

type AllKinds = () => readonly KnownResource[];

/** Gathered once, and only where a kind is not built in. */
export function kindsAt(snapshot: Snapshot): AllKinds {
  let known: readonly KnownResource[] | undefined;
  return () => {
    known ??= new Known(snapshot).resources();
    return known;
  };
}

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A custom kind has no form of its own that decoding would know: its fields are as they were written. */
function liveOf(
  snapshot: Snapshot,
  object: KObject,
  allKinds: AllKinds,
): { readonly live: KObject; readonly kind: Kind | undefined } | undefined {
  const { apiVersion } = object;
  const key = keyOfObject(object, allKinds);
  const kind = kindOf(object);
  const live = key === undefined ? undefined : (snapshot.table(KEYS_TABLE).get(key)?.value as KObject | undefined);
  // Of another version of the kind the fields may have other names.
  if (live?.apiVersion !== apiVersion) return undefined;
  return { live, kind };
}

/** A built-in kind; undefined for custom ones. */
export function kindOf({ apiVersion, kind }: KObject): Kind | undefined {
  const [group, version] = splitGroupVersion(String(apiVersion));
  return resourceByGVK(group, version, kind) === undefined ? undefined : { group, version, kind };
}

/** The key under which an object of a text is, or would be. */
export function keyOfObject({ apiVersion, kind, metadata }: KObject, allKinds: AllKinds): string | undefined {
  const [group, version] = splitGroupVersion(String(apiVersion));
  const { name, namespace = 'default' } = metadata;
  if (typeof name !== 'string' || typeof namespace !== 'string') return undefined;
  const info = resourceByGVK(group, version, kind);
  return info === undefined
    ? customKey(allKinds(), group, kind, namespace, name)
    : storageKey(info, info.namespaced ? namespace : undefined, name);
}

function customKey(
  kinds: readonly KnownResource[],
  group: string,
  kind: string,
  namespace: string,
  name: string,
): string | undefined {
  const custom = kinds.find((each) => each.group === group && each.kind === kind);
  if (custom === undefined) return undefined;
  const place = custom.namespaced ? `${namespace}/${name}` : name;
  return keyOfSubject(`${custom.resource}.${group}/${place}`);
}

/** As the server writes it: quantities, times and numbers in their one form. */
export function decoded(object: KObject, kind: Kind): object {
  return decodeStrict(kind, object, { strict: false }).object;
}

type Tell = (path: string, given: unknown, live: unknown) => void;

function compare(given: unknown, live: unknown, path: string, tell: Tell): void {
  if (isFields(given) && isFields(live)) {
    for (const [name, value] of Object.entries(given)) {
      if (path === '' && UNKEPT.has(name)) continue;
      if (!isEmpty(value)) compare(value, live[name], path === '' ? name : `${path}.${name}`, tell);
    }
  } else if (Array.isArray(given) && Array.isArray(live)) compareLists(given, live, path, tell);
  else if (JSON.stringify(given) !== JSON.stringify(live)) tell(path, given, live);
}

/** Members with a name are found by it. */
function compareLists(given: readonly unknown[], live: readonly unknown[], path: string, tell: Tell): void {
  for (const [at, item] of given.entries()) {
    const name = isFields(item) ? item.name : undefined;
    const other = name === undefined ? live[at] : live.find((each) => isFields(each) && each.name === name);
    compare(item, other, `${path}[${at}]`, tell);
  }
}

/** What decoding writes out of itself says nothing. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    (isFields(value) && Object.keys(value).length === 0) ||
    (Array.isArray(value) && value.length === 0)
  );
}

function shown(value: unknown): string {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
