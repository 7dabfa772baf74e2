import { pureOfObject } from '../../base/pure.ts';
import { isAsWritten } from '../schema/as-written.ts';
import { Decoding } from '../schema/codec.ts';
import { orderStruct } from '../schema/order.ts';
import { structOf } from '../schema/packages.ts';
import type { CustomKind } from '../scheme/custom-kind.ts';

export interface KindOfObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly definition?: CustomKind;
}

export interface DecodeOptions {
  /** Unknown and duplicate fields are an error. They fall away in any case. */
  readonly strict: boolean;
  /** What a strict reader minds about the text; only whoever read the text can know. */
  readonly textErrors?: readonly string[] | undefined;
  /** A decoded version of the same object: subtrees that are the same objects in both are not read again. */
  readonly known?: object | undefined;
}

export interface Decoded<T = object> {
  readonly object: T;
  /** Paths such as `spec.template.spec.containers[0].foo`. */
  readonly unknownFields: readonly string[];
  /** In the server's words, without `X in version "v1" cannot be handled as a X: `. */
  readonly error?: string;
}

const NOTHING: readonly string[] = [];
const LIST_KEYS = 'kind,apiVersion,metadata,items';

/**
 * Reads a JSON value as the Go struct of a kind and gives it back as Go would write it: unknown fields, nulls and empty optional fields gone,
 * required ones present, quantities and times in canonical form. Returns the same object when that changes nothing.
 * A kind without a table (a custom resource) passes as it is.
 * Models k8s.io/apimachinery/pkg/runtime/serializer/json Decode (v1.36)
 */
export function decodeStrict<T extends object = object>(
  kind: KindOfObject,
  json: unknown,
  options: DecodeOptions,
): Decoded<T> {
  const struct = structFor(kind);
  const { textErrors = NOTHING } = options;
  if (struct === undefined) return decodeCustom<T>(kind, json, options.strict, textErrors);
  // What was changed is read at once: little of it is looked at, and most patches leave something to be written otherwise.
  if (textErrors.length === 0 && options.known === undefined && isAsWritten(struct, json)) {
    return { object: json as T, unknownFields: NOTHING };
  }
  const decoding = new Decoding();
  const object = (decoding.root(struct, json, options.known) ?? {}) as T;
  const unknownFields = decoding.unknownFields;
  if (decoding.error !== undefined) return { object, unknownFields, error: decoding.error };
  if (options.strict) {
    const errors = strictErrors(textErrors, unknownFields);
    if (errors.length > 0) return { object, unknownFields, error: `strict decoding error: ${errors.join(', ')}` };
  }
  return { object, unknownFields };
}

/** Kinds are described by few objects that stay: what was found for one need not be looked for by its names. */
const structFor = pureOfObject(({ group, version, kind }: KindOfObject) => structOf(group, version, kind));

/** By the schema of its definition, when there is one. */
function decodeCustom<T>(
  kind: KindOfObject,
  json: unknown,
  strict: boolean,
  textErrors: readonly string[],
): Decoded<T> {
  const { definition } = kind;
  if (definition === undefined || typeof json !== 'object' || json === null) {
    return { object: json as T, unknownFields: NOTHING };
  }
  const { object, unknownFields, error } = definition.decode(json);
  const refused = strict && error === undefined ? strictErrors(textErrors, unknownFields) : NOTHING;
  if (refused.length > 0) {
    return { object: object as T, unknownFields, error: `strict decoding error: ${refused.join(', ')}` };
  }
  return error === undefined ? { object: object as T, unknownFields } : { object: object as T, unknownFields, error };
}

/** With the texts of `unknown field "x"`. */
export function strictErrors(textErrors: readonly string[], unknownFields: readonly string[]): readonly string[] {
  return [...textErrors, ...unknownFields.map((path) => `unknown field "${path}"`)];
}

/** The same object with its keys in the order in which the server writes them; works for lists of a known kind too. */
export function orderKeys<T extends object>(kind: KindOfObject, object: T): T {
  const struct = structOf(kind.group, kind.version, kind.kind);
  if (struct !== undefined) return orderStruct(struct, object) as T;
  if (isCustomGroup(kind.group)) return sortedKeys(object) as T;
  return kind.kind.endsWith('List') ? orderList(kind, object) : object;
}

/** Objects without a Go type are written with their keys sorted. A group that has types has a struct for some kind. */
function isCustomGroup(group: string): boolean {
  return group.includes('.') && !BUILT_IN.test(group);
}

const BUILT_IN = /(?:^|\.)k8s\.io$/;

function sortedKeys(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? withSortedKeys(value) : value;
}

const withSortedKeys = pureOfObject((value: object): unknown => {
  if (Array.isArray(value)) return value.map(sortedKeys);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sortedKeys(item)] as const),
  );
});

function orderList<T extends object>(kind: KindOfObject, list: T): T {
  const struct = structOf(kind.group, kind.version, kind.kind.slice(0, -'List'.length));
  const items = (list as { readonly items?: unknown }).items;
  if (struct === undefined || !Array.isArray(items)) return list;
  const ordered = items.map((item: object) => orderStruct(struct, item));
  const itemsInOrder = ordered.every((item, at) => item === items[at]);
  if (itemsInOrder && Object.keys(list).join() === LIST_KEYS) return list;
  const { kind: listKind, apiVersion, metadata } = list as Readonly<Record<string, unknown>>;
  return { kind: listKind, apiVersion, metadata, items: itemsInOrder ? items : ordered } as unknown as T;
}

export { duplicateFields } from '../schema/duplicates.ts';
