import type { Field, Struct } from '../../api/schema/language.ts';
import { metaPackage, schemaGroupVersions, schemaPackage } from '../../api/schema/packages.ts';
import { FIELD_NUMBERS } from './protobuf-numbers.ts';

/** A struct as a message: its fields by their numbers. */
export interface MessageFields {
  readonly byNumber: ReadonlyMap<number, Field>;
  /** In the order in which Go writes them. */
  readonly ascending: readonly (readonly [number: number, field: Field])[];
}

const known = new Map<Struct, MessageFields>();
let exceptions: ReadonlyMap<Struct, readonly number[]> | undefined;

export function messageFields(struct: Struct): MessageFields {
  let found = known.get(struct);
  if (found === undefined) {
    exceptions ??= readNumbers();
    const numbers = exceptions.get(struct);
    // The kind of an object is in its envelope.
    const fields = struct.declared.filter((field) => !(field.inline && field.go === 'TypeMeta'));
    const byNumber = new Map(fields.map((field, at) => [numbers?.[at] ?? at + 1, field]));
    found = { byNumber, ascending: [...byNumber].sort(([a], [b]) => a - b) };
    known.set(struct, found);
  }
  return found;
}

function readNumbers(): ReadonlyMap<Struct, readonly number[]> {
  const found = new Map<Struct, readonly number[]>();
  const groupVersions = new Set(schemaGroupVersions());
  let section = metaPackage;
  for (const line of FIELD_NUMBERS.split('\n')) {
    if (line.startsWith('# ')) {
      const name = line.slice(2);
      section = (groupVersions.has(name) ? schemaPackage(name) : undefined) ?? metaPackage;
      continue;
    }
    const [name = '', ...numbers] = line.split(' ');
    const struct = name === '' ? undefined : section.struct(name);
    if (struct !== undefined) found.set(struct, numbers.map(Number));
  }
  return found;
}

/** A place in a schema where JSON has one of two forms, for which protobuf has a message of its own. */
export interface SchemaForm {
  readonly struct: Struct;
  readonly other: 'bool' | 'schemas' | 'strings';
  readonly isMap: boolean;
}

const SCHEMA = 'JSONSchemaProps';
const OTHERS: ReadonlyMap<string, SchemaForm['other']> = new Map([
  ['items', 'schemas'],
  ['additionalProperties', 'bool'],
  ['additionalItems', 'bool'],
  ['dependencies', 'strings'],
]);

/** Models staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/generated.proto (v1.36) */
export function schemaForm(struct: Struct, { json, type }: Field): SchemaForm | undefined {
  if (struct.name !== SCHEMA) return undefined;
  const other = OTHERS.get(json);
  return other === undefined ? undefined : { struct, other, isMap: type.kind === 'map' };
}
