import type { Field, Struct, Type } from '../../api/schema/language.ts';
import { schemaStruct } from './facts-encoding.ts';

type Fields = Record<string, unknown>;

/** How deep schemas hold schemas. */
const DEEPEST = 2;
const DAY_SECONDS = 86_400;

/** Objects in which every field is set, to a value that no other field has. */
export class FullObjects {
  private last = 0;
  private depth = 0;

  /** `odd`: in places that take one of two forms, the second. */
  constructor(private readonly odd: boolean) {}

  of(struct: Struct, apiVersion: string): Fields {
    return { kind: struct.name, apiVersion, ...this.fields(struct) };
  }

  private fields(struct: Struct): Fields {
    const own = struct.fields.filter(({ json }) => json !== 'kind' && json !== 'apiVersion');
    const isKind = struct.declared[0]?.go === 'TypeMeta';
    const wanted = isKind ? own : struct.fields;
    const entries = wanted.map((field) => [field.json, this.field(struct, field)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  private field(struct: Struct, field: Field): unknown {
    if (struct !== schemaStruct()) return this.value(field.type);
    return this.schemaField(field);
  }

  private schemaField({ json, type }: Field): unknown {
    const isNested = type.kind !== 'slice' || type.element?.kind !== 'string';
    if (this.depth >= DEEPEST && isNested && NESTING.has(json)) return undefined;
    if (json === 'items') return this.odd ? [this.schema(), this.schema()] : this.schema();
    if (json.startsWith('additional')) return this.odd ? json === 'additionalItems' : this.schema();
    if (json === 'dependencies') return { a: this.schema(), b: [this.text(), this.text()] };
    return this.value(type);
  }

  private schema(): Fields {
    this.depth += 1;
    const made = this.fields(schemaStruct());
    this.depth -= 1;
    return made;
  }

  private value(type: Type): unknown {
    const { element, struct } = type;
    switch (type.kind) {
      case 'struct':
        return struct === schemaStruct() ? this.schema() : this.fields(struct as Struct);
      case 'pointer':
        return this.value(element as Type);
      case 'slice':
        return [this.value(element as Type), this.value(element as Type)];
      case 'map':
        return { b: this.value(element as Type), a: this.value(element as Type) };
      case 'string':
        return this.text();
      case 'integer':
        return type.bits === 64 ? 5_000_000_000 + this.number() : -this.number();
      case 'float':
        return this.number() + 0.5;
      case 'bool':
        return true;
      case 'bytes':
        return Buffer.from(this.text()).toString('base64');
      case 'quantity':
        return `${this.number()}Mi`;
      case 'intOrString':
        return this.odd ? this.text() : this.number();
      case 'time':
        return this.time('');
      case 'microTime':
        return this.time('.012345');
      case 'any':
        return { a: [this.number(), { b: this.text() }] };
    }
  }

  private number(): number {
    this.last += 1;
    return this.last;
  }

  private text(): string {
    return `语${this.number()}`;
  }

  private time(fraction: string): string {
    const text = new Date(this.number() * DAY_SECONDS * 1000).toISOString();
    return text.replace('.000', fraction);
  }
}

const NESTING: ReadonlySet<string> = new Set(
  'items allOf oneOf anyOf not properties additionalProperties patternProperties dependencies additionalItems definitions'.split(
    ' ',
  ),
);
