// Models staging/src/k8s.io/apiserver/pkg/cel/common/schemas.go SchemaDeclType (v1.36), for kinds that are built in

import { madeOnce, pureOfObject } from '../../base/pure.ts';
import type { Struct, Type } from '../schema/language.ts';
import { structOf } from '../schema/packages.ts';
import { escaped } from './schema-names.ts';
import { BOOL, BYTES, type CelType, DOUBLE, DYN, INT, listOf, mapOf, objectType, STRING, TIMESTAMP } from './types.ts';

/** The type of a kind's objects in expressions; undefined for a kind that is not built in. */
export function kindType(group: string, version: string, kind: string): CelType | undefined {
  const struct = structOf(group, version, kind);
  return struct === undefined ? undefined : structType(struct);
}

const structType = pureOfObject((struct: Struct): CelType => {
  const fields = madeOnce(() => new Map(struct.fields.map((field) => [escaped(field.json) ?? '', field.type])));
  return objectType(struct.go, (name) => {
    const field = fields().get(name);
    return field === undefined ? undefined : typeOfField(field);
  });
});

function typeOfField({ kind, element, struct }: Type): CelType {
  const inner = (): CelType => (element === undefined ? DYN : typeOfField(element));
  switch (kind) {
    case 'string':
    case 'quantity':
      return STRING;
    case 'integer':
      return INT;
    case 'bool':
      return BOOL;
    case 'float':
      return DOUBLE;
    case 'bytes':
      return BYTES;
    case 'time':
    case 'microTime':
      return TIMESTAMP;
    case 'struct':
      return struct === undefined ? DYN : structType(struct);
    case 'pointer':
      return inner();
    case 'slice':
      return listOf(inner());
    case 'map':
      return mapOf(STRING, inner());
    default:
      return DYN;
  }
}
