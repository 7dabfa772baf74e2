import type { JSONSchemaProps } from '../types/apiextensions.ts';
import { escaped } from './schema-names.ts';
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  objectType,
  STRING,
  TIMESTAMP,
} from './types.ts';
import type { MergeKeys } from './values/unordered.ts';

/** A type of expressions that stands for a schema, with what is known of the size of its values. */
export interface SizedType {
  readonly type: CelType;
  /** Letters, items or entries. */
  readonly most: number;
  /** Bytes that the least of its values takes. */
  readonly least: number;
  readonly element?: SizedType;
  readonly key?: SizedType;
  /** Of a list whose order counts for nothing. */
  readonly mergeKeys?: MergeKeys;
  /** By the names that expressions use. */
  readonly fields?: ReadonlyMap<string, SizedType>;
}

const REQUEST = 3 * 1024 * 1024;
const OF_DURATION = 32;
const OF_DATE = 10;
const OF_TIME = 38;

function plain(type: CelType, least: number, most = Number.POSITIVE_INFINITY): SizedType {
  return { type, most, least };
}

const KEY = plain(STRING, 2);
const SIMPLE: ReadonlyMap<string, SizedType> = new Map([
  ['boolean', plain(BOOL, 4)],
  ['number', plain(DOUBLE, 1)],
  ['integer', plain(INT, 1)],
]);

/** Undefined: rules cannot speak of it. */
// Models staging/src/k8s.io/apiserver/pkg/cel/common/schemas.go, SchemaDeclType (v1.36)
export function schemaType(schema: JSONSchemaProps, name: string, root = false): SizedType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return plain(DYN, 1, textLimit(schema));
  switch (schema.type) {
    case 'array':
      return listType(schema, name);
    case 'object':
      return objectOf(schema, name, root);
    case 'string':
      return textType(schema);
    default:
      return SIMPLE.get(schema.type ?? '');
  }
}

function listType(schema: JSONSchemaProps, name: string): SizedType | undefined {
  const items = schema.items as JSONSchemaProps | undefined;
  const element = items === undefined ? undefined : schemaType(items, `${name}.@idx`, isEmbedded(items));
  if (element === undefined) return undefined;
  const most = schema.maxItems ?? Math.floor((REQUEST - 2) / (element.least + 1));
  const mergeKeys = mergeKeysIn(schema);
  const list = { type: listOf(element.type), most: Math.max(0, most), least: 2, element };
  return mergeKeys === undefined ? list : { ...list, mergeKeys };
}

function mergeKeysIn(schema: JSONSchemaProps): MergeKeys | undefined {
  const kind = schema['x-kubernetes-list-type'];
  if (kind === 'set') return [];
  return kind === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : undefined;
}

function objectOf(schema: JSONSchemaProps, name: string, root: boolean): SizedType | undefined {
  const values = schema.additionalProperties;
  if (typeof values === 'object' && values !== null) {
    const element = schemaType(values, `${name}.@elem`, isEmbedded(values));
    if (element === undefined) return undefined;
    const most = schema.maxProperties ?? Math.floor((REQUEST - 2) / (element.least + 6));
    return { type: mapOf(STRING, element.type), most: Math.max(0, most), least: 2, element, key: KEY };
  }
  const fields = new Map<string, SizedType>();
  let least = 2;
  const properties = root ? { ...schema.properties, ...ROOT } : (schema.properties ?? {});
  for (const [property, inner] of Object.entries(properties)) {
    const type = schemaType(inner, `${name}.${property}`, isEmbedded(inner));
    const word = escaped(property);
    if (type === undefined || word === undefined) continue;
    fields.set(word, type);
    const needed = schema.required?.includes(property) === true && inner.default === undefined;
    if (needed) least += property.length + type.least + 4;
  }
  return { type: objectType(name, (field) => fields.get(field)?.type), most: 0, least, fields };
}

function isEmbedded(schema: JSONSchemaProps): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

const TEXT: JSONSchemaProps = { type: 'string' };
/** What every object has, whether its schema says so or not. */
const ROOT: Readonly<Record<string, JSONSchemaProps>> = {
  kind: TEXT,
  apiVersion: TEXT,
  metadata: { type: 'object', properties: { name: TEXT, generateName: TEXT } },
};

function textType(schema: JSONSchemaProps): SizedType {
  switch (schema.format) {
    case 'byte':
      return plain(BYTES, 2, schema.maxLength ?? REQUEST - 2);
    case 'duration':
      return plain(DURATION, 2, OF_DURATION);
    case 'date':
      return plain(TIMESTAMP, OF_DATE, OF_DATE);
    case 'date-time':
      return plain(TIMESTAMP, 20, OF_TIME);
  }
  return plain(STRING, 2, textLimit(schema));
}

function textLimit({ maxLength, enum: values }: JSONSchemaProps): number {
  if (maxLength !== undefined) return Math.max(0, maxLength) * 4;
  if (values === undefined || values.length === 0) return REQUEST - 2;
  return Math.max(...values.map((value) => (typeof value === 'string' ? value.length : 0)));
}

/** How often the smallest value of a schema fits into a request. */
export function mostOften({ least }: SizedType): number {
  return Math.floor(REQUEST / (least + 1));
}
