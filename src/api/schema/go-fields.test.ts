import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Field, SchemaPackage, Type } from './language.ts';
import { metaPackage, schemaGroupVersions, schemaPackage } from './packages.ts';

/**
 * What the types.go files of v1.36.2 say: a group version a section, a struct a line, `name:type` for a field with `omitempty`,
 * `name!:type` for one without, `name?:type` for `omitzero`, `^type` for an embedded one.
 */
const SOURCE = readFileSync(new URL('./testdata/go-fields.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

const structNames = new Set(SOURCE.filter((line) => !line.startsWith('#')).map((line) => line.split(' ')[0] as string));

/** Types that have fields in no file: what they are made of. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['Time', 'time'],
  ['MicroTime', 'microTime'],
  ['Quantity', 'quantity'],
  ['IntOrString', 'intOrString'],
  ['RawExtension', 'any'],
  ['FieldsV1', 'any'],
  ['JSON', 'any'],
  ['JSONSchemaPropsOrArray', 'any'],
  ['JSONSchemaPropsOrBool', 'any'],
  ['JSONSchemaPropsOrStringArray', 'any'],
  ['CustomResourceSubresourceStatus', 'CustomResourceSubresourceStatus'],
  ['ResourceList', '{}quantity'],
  ['ExtraValue', '[]string'],
  ['JSONSchemaDependencies', '{}any'],
  ['JSONSchemaDefinitions', '{}JSONSchemaProps'],
  ['ValidationRules', '[]ValidationRule'],
  ['bool', 'bool'],
  ['int32', 'int32'],
  ['int64', 'int64'],
  ['float64', 'float'],
]);

function formOfGo(go: string): string {
  if (go === '[]byte') return 'bytes';
  const wrapped = /^(\*|\[\]|map\[[^\]]*\])(.*)$/.exec(go);
  if (wrapped !== null) return pointed(`${(wrapped[1] ?? '').replace(/^map.*/, '{}')}${formOfGo(wrapped[2] ?? '')}`);
  const name = go.slice(go.lastIndexOf('.') + 1);
  return OTHERS.get(name) ?? (structNames.has(name) ? name : 'string');
}

function formOf(type: Type): string {
  const inner = type.element === undefined ? '' : formOf(type.element);
  switch (type.kind) {
    case 'pointer':
      return pointed(`*${inner}`);
    case 'slice':
      return `[]${inner}`;
    case 'map':
      return `{}${inner}`;
    case 'struct':
      return type.struct?.name ?? '';
    case 'integer':
      return `int${type.bits}`;
    default:
      return type.kind;
  }
}

/** What reads itself from JSON is any value, behind a pointer too. */
const pointed = (form: string): string => (form === '*any' ? 'any' : form);

const HELD_AS_STRUCTS = ['time', 'microTime', 'quantity', 'intOrString', 'any'];

/** Go writes a struct that is held by value whatever its tag says, unless that is `omitzero`. */
function isAlways(mark: string, form: string): boolean {
  const isStruct = structNames.has(form) || HELD_AS_STRUCTS.includes(form);
  return mark === '!' || (mark !== '?' && isStruct && form !== 'any');
}

function wordOfGo(word: string): string {
  if (word.startsWith('^')) return `^${word.slice(word.lastIndexOf('.') + 1).replace('^', '')}`;
  const [, name = '', mark = '', go = ''] = /^(.*?)([!?]?):(.*)$/.exec(word) ?? [];
  const form = formOfGo(go);
  return `${name}${isAlways(mark, form) ? '!' : ''}:${form}`;
}

function wordOf(field: Field): string {
  if (field.inline) return `^${field.go}`;
  return `${field.json}${field.always ? '!' : ''}:${formOf(field.type)}`;
}

function sections(): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, Map<string, readonly string[]>>();
  let section = new Map<string, readonly string[]>();
  for (const line of SOURCE) {
    const [name = '', ...words] = line.split(' ');
    if (name !== '#') section.set(name, words);
    else {
      section = new Map();
      found.set(words[0] ?? '', section);
    }
  }
  return found;
}

describe('the tables and the Go structs of v1.36.2', () => {
  const packages: readonly (readonly [string, SchemaPackage])[] = [
    ['meta', metaPackage],
    ...schemaGroupVersions().map((name) => [name, schemaPackage(name) as SchemaPackage] as const),
  ];

  it.each(packages)('SCH3: %s has their fields in their order, kept, left out and typed as there', (name, tables) => {
    const real = sections().get(name);
    for (const each of tables.names()) {
      const struct = tables.struct(each);
      expect([each, ...(struct?.declared ?? []).map(wordOf)]).toEqual([each, ...(real?.get(each) ?? []).map(wordOfGo)]);
    }
  });

  it('SCH3: every struct that a field holds has a table', () => {
    const known = new Set(packages.flatMap(([, tables]) => tables.names()));
    for (const [, tables] of packages) {
      for (const each of tables.names()) {
        for (const { type } of tables.struct(each)?.declared ?? []) {
          const form = formOf(type).replace(/^[*[\]{}]+/, '');
          if (/^[A-Z]/.test(form)) expect(known).toContain(form);
        }
      }
    }
  });
});
