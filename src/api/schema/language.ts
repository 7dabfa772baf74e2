import { asKey } from '../../base/as-key.ts';

/**
 * The notation in which the Go structs are written down, and what it is read into.
 *
 * One struct a line: its name, then its fields in declaration order, separated by spaces.
 *   name         a string field; the Go name is the JSON name with a capital
 *   name!        without `omitempty`: its zero value is written out too
 *   name-        likewise, though it may be left out of what is sent: documents do not call it required
 *   name+        the reverse: required, and its zero value is not written out
 *   name?        `omitzero`: a zero struct is left out; an empty list is not, as its defaults are others than those of none
 *   name:T       a field of type T
 *   name:T=Go    a field whose Go name is Go
 *   ^T           struct T, embedded; its fields appear at this level in JSON
 *   .kind        embedded TypeMeta        .metadata   embedded ObjectMeta under `metadata`        .list   embedded ListMeta
 *
 *   name:xT      JSON that a decoder of its own reads: wherever an object is in it, alone or in a list, that is a struct T
 *
 * Types: s string, i int32, l int64, b bool, d float64, y []byte, q Quantity, o IntOrString, t Time, u MicroTime, x any JSON; *T pointer, []T slice, {}T map from string ({} alone: to string); a capital letter starts the name of a struct,
 * of an alias in aliases, or, when there is none, of a string type.
 */
export type TypeKind =
  | 'string'
  | 'integer'
  | 'bool'
  | 'float'
  | 'bytes'
  | 'quantity'
  | 'intOrString'
  | 'time'
  | 'microTime'
  | 'any'
  | 'struct'
  | 'pointer'
  | 'slice'
  | 'map';

export interface Type {
  readonly kind: TypeKind;
  /** As reflection prints it: `int32`, `v1.PullPolicy`, `[]v1.Container`. */
  readonly go: string;
  /** Of a pointer, slice or map; of any JSON what an object in it is, where that is known. */
  readonly element: Type | undefined;
  readonly struct: Struct | undefined;
  /** Of an integer: its width. */
  readonly bits: number | undefined;
}

/** All with the same fields, and first those that every reader of an object asks for: types of many forms are slow to ask. */
function newType(kind: TypeKind, go: string, element?: Type, struct?: Struct, bits?: number): Type {
  return { kind, element, struct, bits, go };
}

export interface Field {
  readonly json: string;
  readonly go: string;
  readonly type: Type;
  /** As the OpenAPI documents say. */
  readonly required: boolean;
  readonly omitZero: boolean;
  /** Embedded without a JSON name: its fields are its parent's in JSON. */
  readonly inline: boolean;
  /** Written out even when zero: has no `omitempty`, or is a struct held by value, for which Go ignores `omitempty`. */
  readonly always: boolean;
}

/** `kept`: written out even when empty. */
export type TextField = 'no text' | 'text' | 'kept text';

export interface Struct {
  readonly name: string;
  /** With its package: `v1.PodSpec`. */
  readonly go: string;
  /** In declaration order, embedded structs as one field. */
  readonly declared: readonly Field[];
  /** In the order of JSON output, embedded structs dissolved. */
  readonly fields: readonly Field[];
  readonly byJson: ReadonlyMap<string, Field>;
  /** Of the fields, in their order: what they are called, and which of them are texts. Who reads most objects needs no more of most fields. */
  readonly names: readonly string[];
  readonly texts: readonly TextField[];
  /** Which of them came last time after which, that before any first: objects of a struct mostly have the same ones, in one order. */
  readonly next: number[];
  /** How many of the fields are written out always. */
  readonly alwaysCount: number;
  /** The struct as a type. */
  readonly type: Type;
}

/** Where a field stands among those of its struct. `before`: where the one before it in its object stands, or -1. Past the last: it is none of them. */
export function placeOf({ names, next }: Struct, key: string, before: number): number {
  const likely = next[before + 1] as number;
  if (names[likely] === key) return likely;
  // Most often behind the one before: most objects are in Go's order.
  let at = before + 1;
  while (at < names.length && names[at] !== key) at += 1;
  if (at >= names.length) at = names.indexOf(key);
  if (at < 0) return names.length;
  next[before + 1] = at;
  return at;
}

const BASIC: ReadonlyMap<string, Type> = new Map([
  ['s', newType('string', 'string')],
  ['i', newType('integer', 'int32', undefined, undefined, 32)],
  ['l', newType('integer', 'int64', undefined, undefined, 64)],
  ['b', newType('bool', 'bool')],
  ['d', newType('float', 'float64')],
  ['y', newType('bytes', '[]uint8')],
  ['q', newType('quantity', 'resource.Quantity')],
  ['o', newType('intOrString', 'intstr.IntOrString')],
  ['t', newType('time', 'v1.Time')],
  ['u', newType('microTime', 'v1.MicroTime')],
  ['x', newType('any', 'runtime.RawExtension')],
]);

const EMBEDDED: ReadonlyMap<string, readonly [json: string, type: string]> = new Map([
  ['.kind', ['', 'TypeMeta']],
  ['.metadata', ['metadata', 'ObjectMeta']],
  ['.metadata!', ['metadata!', 'ObjectMeta']],
  ['.list', ['metadata', 'ListMeta']],
] as const);

/** Kinds that are Go structs when held by value. */
const STRUCT_KINDS: ReadonlySet<TypeKind> = new Set(['struct', 'time', 'microTime', 'quantity', 'intOrString']);

/** The Go package in which a named string type is declared, when it is not the struct's own. */
const FOREIGN: ReadonlyMap<string, string> = new Map([['UID', 'types']]);

const isUpper = (text: string): boolean => text >= 'A' && text < '[';

export interface PackageSource {
  /** As Go prints it before a type: `v1`, `resource`. */
  readonly package: string;
  readonly text: string;
  /** Types that are neither structs nor strings, such as `ResourceList`: name → [Go map or slice type, notation]. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Where names are looked up that are not found here. */
  readonly imports: readonly SchemaPackage[];
}

/** The structs of one Go package; a struct is read when it is first asked for. */
export class SchemaPackage {
  readonly #source: PackageSource;
  readonly #lines = new Map<string, readonly string[]>();
  readonly #structs = new Map<string, Struct>();
  readonly #types = new Map<string, Type>();

  constructor(source: PackageSource) {
    this.#source = source;
    for (const line of source.text.split('\n')) {
      const [name = '', ...fields] = line.split(' ');
      if (name !== '') this.#lines.set(name, fields);
    }
  }

  names(): readonly string[] {
    return [...this.#lines.keys()];
  }

  /** The struct of a kind that is declared in this package itself. */
  kind(name: string): Struct | undefined {
    return this.#lines.get(name)?.[0] === '.kind' ? this.struct(name) : undefined;
  }

  struct(name: string): Struct | undefined {
    const known = this.#structs.get(name);
    if (known !== undefined) return known;
    const line = this.#lines.get(name);
    if (line === undefined) return this.#imported((each) => each.struct(name));
    return this.#read(name, line);
  }

  alias(name: string): Type | undefined {
    const notation = this.#source.aliases?.get(name);
    if (notation === undefined) return this.#imported((each) => each.alias(name));
    const { kind, element, struct, bits } = this.type(notation);
    return newType(kind, `${this.#source.package}.${name}`, element, struct, bits);
  }

  #imported<T>(find: (each: SchemaPackage) => T | undefined): T | undefined {
    for (const each of this.#source.imports) {
      const found = find(each);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  type(notation: string): Type {
    const known = this.#types.get(notation);
    if (known !== undefined) return known;
    const type = this.#parseType(notation);
    this.#types.set(notation, type);
    return type;
  }

  #parseType(notation: string): Type {
    if (notation.startsWith('*')) return this.#wrap('pointer', '*', notation.slice(1));
    if (notation.startsWith('[]')) return this.#wrap('slice', '[]', notation.slice(2));
    if (notation.startsWith('{}')) return this.#wrap('map', 'map[string]', notation.slice(2) || 's');
    const basic = BASIC.get(notation);
    if (basic !== undefined) return basic;
    if (notation.startsWith('x') && isUpper(notation.slice(1, 2)))
      return newType('any', 'runtime.RawExtension', this.type(notation.slice(1)));
    const alias = this.alias(notation);
    if (alias !== undefined) return alias;
    const struct = this.struct(notation);
    if (struct !== undefined) return struct.type;
    return newType('string', `${FOREIGN.get(notation) ?? this.#source.package}.${notation}`);
  }

  #wrap(kind: TypeKind, prefix: string, rest: string): Type {
    const element = this.type(rest);
    return newType(kind, `${prefix}${element.go}`, element);
  }

  #read(name: string, words: readonly string[]): Struct {
    const declared: Field[] = [];
    const fields: Field[] = [];
    const byJson = new Map<string, Field>();
    const names: string[] = [];
    const texts: TextField[] = [];
    const go = `${this.#source.package}.${name}`;
    const type = newType('struct', go);
    const next = [0];
    const struct = { names, texts, next, fields, alwaysCount: 0, name, go, declared, byJson, type };
    struct.type = newType('struct', go, undefined, struct);
    // Entered before its fields are read: a JSON schema holds JSON schemas.
    this.#structs.set(name, struct);
    for (const word of words) {
      const field = this.#field(word);
      declared.push(field);
      if (field.inline) fields.push(...(field.type.struct?.fields ?? []));
      else fields.push(field);
    }
    for (const field of fields) {
      byJson.set(field.json, field);
      names.push(field.json);
      next.push(names.length);
      texts.push(field.type.kind !== 'string' ? 'no text' : field.always ? 'kept text' : 'text');
    }
    struct.alwaysCount = fields.filter((field) => field.always).length;
    return struct;
  }

  #field(word: string): Field {
    const embedded = EMBEDDED.get(word) ?? (word.startsWith('^') ? (['', word.slice(1)] as const) : undefined);
    if (embedded !== undefined) {
      const type = this.type(embedded[1]);
      const inline = embedded[0] === '';
      return newField(nameOf(embedded[0]), embedded[1], type, inline, !inline);
    }
    const equals = word.indexOf('=');
    const typed = equals < 0 ? word : word.slice(0, equals);
    const colon = typed.indexOf(':');
    const name = nameOf(colon < 0 ? typed : typed.slice(0, colon));
    const go = equals < 0 ? capital(name.json) : word.slice(equals + 1);
    const type = this.type(colon < 0 ? 's' : typed.slice(colon + 1));
    const always = name.kept || (!name.omitZero && STRUCT_KINDS.has(type.kind));
    return newField(name, go, type, false, always);
  }
}

/** First what every reader of an object asks for. */
function newField(
  { json, required, omitZero }: FieldName,
  go: string,
  type: Type,
  inline: boolean,
  always: boolean,
): Field {
  return { type, always, json, omitZero, go, required, inline };
}

function capital(json: string): string {
  const first = json.slice(0, 1);
  return isUpper(first) ? json : first.toUpperCase() + json.slice(1);
}

interface FieldName {
  readonly json: string;
  readonly required: boolean;
  /** Has no `omitempty`. */
  readonly kept: boolean;
  readonly omitZero: boolean;
}

const MARKS = '!-+?';

function nameOf(text: string): FieldName {
  const mark = MARKS.includes(text.slice(-1)) ? text.slice(-1) : '';
  return {
    json: asKey(mark === '' ? text : text.slice(0, -1)),
    required: mark === '!' || mark === '+',
    kept: mark === '!' || mark === '-',
    omitZero: mark === '?',
  };
}
