import { describe, expect, it } from 'vitest';
import type { SchemaPackage, Struct, Type } from '../../api/schema/language.ts';
import { metaPackage, schemaGroupVersions, schemaPackage } from '../../api/schema/packages.ts';
import { encodeByFacts } from '../testing/facts-encoding.ts';
import { FullObjects } from '../testing/full-objects.ts';
import { type FactField, factMessage, isNamed, listMessages, protoPackage } from '../testing/protobuf-facts.ts';
import { discoveryMessage } from './discovery-messages.ts';
import { decodeProtobuf } from './protobuf.ts';
import { encodeProtobuf } from './protobuf-encode.ts';
import { messageFields } from './protobuf-messages.ts';

const PACKAGES: readonly (readonly [string, SchemaPackage])[] = [
  ['meta', metaPackage],
  ...schemaGroupVersions().map((name) => [name, schemaPackage(name) as SchemaPackage] as const),
];

/** What a field that is any JSON is called in messages. */
const ANY = ['RawExtension', 'FieldsV1', 'JSON', 'JSONSchemaPropsOrArray', 'JSONSchemaPropsOrBool'];
const SCHEMA_OR_TEXTS = 'JSONSchemaPropsOrStringArray';

function typeIn(type: Type, fact: string): string {
  const inner = type.element;
  switch (type.kind) {
    case 'pointer':
      return typeIn(inner as Type, fact);
    case 'slice':
      return `[]${typeIn(inner as Type, fact.slice(2))}`;
    case 'map':
      // A list inside a map is a message of its own.
      if (inner?.kind === 'slice') return '{}ExtraValue';
      return `{}${typeIn(inner as Type, fact.slice(2))}`;
    case 'struct':
      return type.struct?.name ?? '';
    case 'integer':
      return `int${type.bits}`;
    case 'any':
      return ANY.includes(fact) || fact === SCHEMA_OR_TEXTS ? fact : 'any';
    default:
      return (
        { float: 'double', quantity: 'Quantity', intOrString: 'IntOrString', time: 'Time', microTime: 'MicroTime' }[
          type.kind as string
        ] ?? type.kind
      );
  }
}

function ours(struct: Struct, facts: readonly FactField[]): readonly FactField[] {
  return messageFields(struct).ascending.map(([number, field]) => {
    const fact = facts.find((each) => isNamed(each.name, field));
    return { name: fact?.name ?? field.json, number, type: typeIn(field.type, fact?.type ?? '') };
  });
}

function kinds(name: string, tables: SchemaPackage): readonly Struct[] {
  return tables
    .names()
    .flatMap((each) => (name === 'meta' ? [] : [tables.kind(each)]))
    .filter((each) => each !== undefined);
}

const CASES = PACKAGES.flatMap(([name, tables]) =>
  kinds(name, tables).map((struct) => [name, struct.name, struct] as const),
);

function structsIn(type: Type, found: Set<Struct> = new Set()): ReadonlySet<Struct> {
  const { struct, element } = type;
  if (element !== undefined) structsIn(element, found);
  if (struct === undefined || found.has(struct)) return found;
  found.add(struct);
  for (const field of struct.fields) structsIn(field.type, found);
  return found;
}

function discoveryStructs(kind: string): ReadonlySet<Struct> {
  const found = discoveryMessage({ kind });
  return found === undefined ? new Set() : structsIn(found.struct.type);
}

describe('messages and the generated.proto files of v1.36.2', () => {
  it.each(PACKAGES)('SV8: the fields of %s have their numbers and types, all of them and no other', (name, tables) => {
    for (const each of tables.names().filter((known) => known !== 'TypeMeta')) {
      const struct = tables.struct(each) as Struct;
      const { fields } = factMessage(protoPackage(name), each);
      expect([each, ours(struct, fields)]).toEqual([each, fields]);
    }
  });

  it('SV8: so have those of the documents of discovery', () => {
    for (const [kind, from] of [
      ['APIVersions', 'meta'],
      ['APIGroupList', 'meta'],
      ['APIResourceList', 'meta'],
      ['APIGroupDiscoveryList', 'apidiscovery/v2'],
    ] as const) {
      const structs = discoveryStructs(kind);
      expect(structs.size).toBeGreaterThan(1);
      for (const struct of structs) {
        const { fields } = factMessage(protoPackage(from), struct.name);
        expect([struct.name, ours(struct, fields)]).toEqual([struct.name, fields]);
      }
    }
  });

  it('SV8: every list has its metadata first and then its items', () => {
    for (const [name] of PACKAGES) {
      for (const [list, { fields }] of listMessages(protoPackage(name))) {
        if (name === 'meta' || !fields.some((each) => each.name === 'items')) continue;
        expect([list, fields.map((each) => `${each.name} ${each.number}`)]).toEqual([list, ['metadata 1', 'items 2']]);
      }
    }
  });

  it.each(CASES)(
    'SV8: a %s %s with every field set is written as those files say, and read back',
    (name, _, struct) => {
      for (const odd of [false, true]) {
        const object = new FullObjects(odd).of(struct, name);
        const bytes = encodeByFacts(struct, protoPackage(name), object);
        expect(encodeProtobuf(object)?.equals(bytes)).toBe(true);
        expect(decodeProtobuf(bytes)).toEqual({ object });
      }
    },
  );
});
