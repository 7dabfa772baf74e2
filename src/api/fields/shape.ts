import { asKey } from '../../base/as-key.ts';
import { madeOnce, pureOfObject, pureOfText, pureOfTexts, pureOfValues } from '../../base/pure.ts';
import type { ShortList } from '../../base/short-list.ts';
import { isFields } from '../go/json.ts';
import type { Field, Struct, Type } from '../schema/language.ts';
import { metaPackage, structOf } from '../schema/packages.ts';
import { zeroOf } from '../schema/zero.ts';
import type { FieldsV1 } from '../types/meta.ts';
import { splitGroupVersion } from '../values/group-version.ts';
import { LIST_TYPES } from './list-types.ts';

/** The last field sets of one place, by what they were made of. */
export type SetVariants = ShortList<{ set: FieldsV1; steps: readonly string[]; nodes: readonly FieldsV1[] }>;

/** How the values at a place of a kind are merged: by patches (`patch…`) and in field sets. */
export interface Shape {
  readonly kind: 'scalar' | 'struct' | 'map' | 'list' | 'deduced';
  /** One unit in field sets; a list that is not atomic is keyed, or a set when it has no keys. */
  readonly atomic: boolean;
  /** Of a keyed list in field sets. */
  readonly keys: readonly string[];
  /** Patches merge the list rather than replace it; with a key its items are objects. */
  readonly patchMerge: boolean;
  readonly patchKey: string | undefined;
  readonly retainKeys: boolean;
  /** Patches replace the struct or map rather than merge it. */
  readonly patchReplace: boolean;
  /** The shape of a field, of a map's values or of a list's items. */
  child(name: string): Shape;
  readonly element: Shape | undefined;
  /** Whether the name is a declared field (an undeclared one is a map's key). */
  declares(name: string): boolean;
  /** What the value is when Go never set it; undefined when it would be left out. */
  readonly zero: unknown;
  /** How field sets name a declared field; of other places undefined. */
  readonly step: string | undefined;
  /** Fields that nobody declared are taken as they are. */
  readonly free: boolean;
  /** What a value that is no object and no list must be; undefined: anything. */
  readonly scalar: ScalarType | undefined;
  /** What was lately found in field sets at this place. */
  variants: SetVariants | undefined;
}

/** `untyped`: a text, a number or a boolean, such as quantities and times. */
export type ScalarType = 'string' | 'numeric' | 'boolean' | 'untyped';

interface Marker {
  readonly patchMerge: boolean;
  readonly patchKey: string | undefined;
  readonly list: 'atomic' | 'set' | 'map';
  readonly keys: readonly string[];
  readonly retainKeys: boolean;
  readonly patchReplace: boolean;
}

const NONE: readonly string[] = [];
const UNMARKED: Marker = {
  patchMerge: false,
  patchKey: undefined,
  list: 'atomic',
  keys: NONE,
  retainKeys: false,
  patchReplace: false,
};

interface StructMarkers {
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, Marker>;
}

const markers = madeOnce(
  (): ReadonlyMap<string, StructMarkers> => new Map(LIST_TYPES.split('\n').map((line) => readLine(line))),
);

function markersOf(struct: string): StructMarkers | undefined {
  return markers().get(struct);
}

function readLine(line: string): [string, StructMarkers] {
  const [name = '', ...words] = line.split(' ');
  const fields = new Map<string, Marker>();
  for (const word of words) {
    if (word.endsWith('+')) {
      const field = word.slice(0, -1);
      fields.set(field, { ...(fields.get(field) ?? UNMARKED), retainKeys: true });
    } else if (word.endsWith('*')) {
      fields.set(word.slice(0, -1), { ...UNMARKED, patchReplace: true });
    } else if (word !== '!') {
      const equals = word.indexOf('=');
      fields.set(word.slice(0, equals), readMarker(word.slice(equals + 1)));
    }
  }
  return [name, { atomic: words.includes('!'), fields }];
}

function readMarker(text: string): Marker {
  if (text === '-') return UNMARKED;
  const [patch = '', sets = patch] = text.split('/');
  const patchMerge = patch !== '';
  const patchKey = patchMerge && patch !== '#' ? patch : undefined;
  const list = sets === '-' || sets === '' ? 'atomic' : sets === '#' ? 'set' : 'map';
  return { ...UNMARKED, patchMerge, patchKey, list, keys: list === 'map' ? sets.split(',') : NONE };
}

/** A value without a table: maps field by field, lists as one unit. */
const DEDUCED: Shape = {
  kind: 'deduced',
  atomic: false,
  keys: NONE,
  patchMerge: false,
  patchKey: undefined,
  retainKeys: false,
  patchReplace: false,
  child: () => DEDUCED,
  element: undefined,
  declares: () => false,
  zero: undefined,
  step: undefined,
  free: true,
  scalar: undefined,
  variants: undefined,
};

class GoShape implements Shape {
  // First what every comparison asks for: it lies side by side in memory.
  readonly kind: Shape['kind'];
  readonly atomic: boolean;
  readonly step: string | undefined;
  readonly zero: unknown;
  variants: SetVariants | undefined;
  readonly keys: readonly string[];
  readonly patchMerge: boolean;
  readonly patchKey: string | undefined;
  readonly retainKeys: boolean;
  readonly patchReplace: boolean;
  readonly #type: Type;
  readonly #names: string[] = [];
  readonly #children: Shape[] = [];
  /** Who goes through an object asks for its fields in the order of those before it. */
  #next = 0;
  #element: Shape | undefined;

  constructor(type: Type, marked: Marker | undefined, zero: unknown, name?: string) {
    const pointed = type.kind === 'pointer' && type.element !== undefined ? type.element : type;
    const marker = marked ?? UNMARKED;
    this.#type = pointed;
    this.kind = kindOf(pointed);
    this.keys = marker.keys;
    this.patchMerge = marker.patchMerge;
    this.patchKey = marker.patchKey;
    this.retainKeys = marker.retainKeys;
    this.patchReplace = marker.patchReplace;
    this.zero = zero;
    this.step = name === undefined ? undefined : fieldStep(name);
    this.variants = undefined;
    this.atomic = isAtomic(this.kind, pointed, marked, marker);
  }

  get element(): Shape | undefined {
    if (this.#type.element !== undefined) this.#element ??= new GoShape(this.#type.element, undefined, undefined);
    return this.#element;
  }

  child(name: string): Shape {
    if (this.kind === 'map' || this.kind === 'list') return this.element ?? DEDUCED;
    const names = this.#names;
    const at = names[this.#next] === name ? this.#next : names.indexOf(name);
    this.#next = at + 1 < names.length ? at + 1 : 0;
    if (at >= 0) return this.#children[at] as Shape;
    const struct = this.#type.struct;
    const field = struct?.byJson.get(name);
    // An unknown field is not remembered: names that come from outside must not pile up.
    if (struct === undefined || field === undefined) return DEDUCED;
    const zero = field.always ? zeroOf(field.type) : undefined;
    const made = new GoShape(field.type, markerOf(struct, field), zero, name);
    names.push(name);
    this.#children.push(made);
    return made;
  }

  get free(): boolean {
    return this.kind === 'struct' ? this.#type.struct?.fields.length === 0 : this.#type.kind === 'any';
  }

  get scalar(): ScalarType | undefined {
    return SCALARS[this.#type.kind];
  }

  declares(name: string): boolean {
    return this.kind === 'struct' && this.#type.struct?.byJson.get(name) !== undefined;
  }
}

const SCALARS: { readonly [kind in Type['kind']]?: ScalarType } = {
  string: 'string',
  bytes: 'string',
  integer: 'numeric',
  float: 'numeric',
  bool: 'boolean',
  quantity: 'untyped',
  intOrString: 'untyped',
  time: 'untyped',
  microTime: 'untyped',
};

function kindOf(type: Type): Shape['kind'] {
  switch (type.kind) {
    case 'struct':
      return 'struct';
    case 'map':
      return 'map';
    case 'slice':
      return 'list';
    default:
      return 'scalar';
  }
}

function isAtomic(kind: Shape['kind'], type: Type, marked: Marker | undefined, marker: Marker): boolean {
  if (kind === 'struct') return markersOf(type.struct?.name ?? '')?.atomic ?? false;
  if (kind === 'map') return marked !== undefined;
  return kind === 'list' && marker.list === 'atomic';
}

/** Markers stand on the struct that declares the field, which may be embedded in another. */
function markerOf(struct: Struct, field: Field): Marker | undefined {
  const own = markersOf(struct.name)?.fields.get(field.json);
  if (own !== undefined) return own;
  for (const each of struct.declared) {
    const inner = each.inline ? each.type.struct : undefined;
    if (inner?.byJson.get(field.json) === field) return markerOf(inner, field);
  }
  return undefined;
}

const EMPTY = Object.freeze({});

/** The shape of a built-in kind, or of anything else one that is read off the value. */
export function shapeOf(apiVersion: string, kind: string): Shape {
  return shapeOfKind(kind, apiVersion);
}

/** The same few kinds are written again and again. */
const shapeOfKind = pureOfValues(8, (kind: string, apiVersion: string): Shape => {
  const [group, version] = splitGroupVersion(apiVersion);
  const struct = structOf(group, version, kind);
  return struct === undefined ? UNKNOWN_KIND : shapeOfStruct(struct);
});

const shapeOfStruct = pureOfObject((struct: Struct): Shape => new GoShape(struct.type, undefined, undefined));

const objectMetaShape = madeOnce((): Shape => new GoShape(metaPackage.type('ObjectMeta'), undefined, EMPTY));

/** Whatever else an object holds, its `metadata` is an ObjectMeta. */
function withMetadata(shape: Shape): Shape {
  return {
    kind: 'struct',
    atomic: false,
    keys: NONE,
    patchMerge: false,
    patchKey: undefined,
    retainKeys: false,
    patchReplace: false,
    element: undefined,
    zero: undefined,
    step: undefined,
    free: shape.free,
    scalar: undefined,
    variants: undefined,
    child: (name) => (name === 'metadata' ? objectMetaShape() : shape.child(name)),
    declares: (name) => name === 'metadata' || shape.declares(name),
  };
}

const UNKNOWN_KIND: Shape = withMetadata(DEDUCED);

export function shapeOfObject(object: unknown): Shape {
  if (!isFields(object) || typeof object.apiVersion !== 'string' || typeof object.kind !== 'string')
    return UNKNOWN_KIND;
  return shapeOf(object.apiVersion, object.kind);
}

/** The shape that a CustomResourceDefinition's schema declares with its `x-kubernetes-list-type` and `-map-type`. */
export function shapeOfSchema(schema: unknown): Shape {
  return isFields(schema) ? withMetadata(new SchemaShape(schema)) : UNKNOWN_KIND;
}

type Schema = Readonly<Record<string, unknown>>;

class SchemaShape implements Shape {
  readonly kind: Shape['kind'];
  readonly atomic: boolean;
  readonly keys: readonly string[];
  readonly patchMerge = false;
  readonly patchKey = undefined;
  readonly retainKeys = false;
  readonly patchReplace = false;
  readonly zero = undefined;
  readonly step = undefined;
  variants: SetVariants | undefined = undefined;
  readonly #schema: Schema;
  readonly #children = new Map<string, Shape>();

  constructor(schema: Schema) {
    this.#schema = schema;
    const list = schema.type === 'array';
    const listType = schema['x-kubernetes-list-type'];
    this.kind = list ? 'list' : schema.type === 'object' ? 'struct' : schema.type === undefined ? 'deduced' : 'scalar';
    this.atomic = list ? listType !== 'map' && listType !== 'set' : schema['x-kubernetes-map-type'] === 'atomic';
    const keys = schema['x-kubernetes-list-map-keys'];
    this.keys = Array.isArray(keys) ? (keys as string[]) : NONE;
  }

  get element(): Shape | undefined {
    return this.kind === 'list' ? this.#made('[]', this.#schema.items) : undefined;
  }

  child(name: string): Shape {
    if (this.kind === 'list') return this.element ?? DEDUCED;
    const properties = this.#schema.properties;
    const declared = isFields(properties) ? properties[name] : undefined;
    if (declared !== undefined) return this.#made(name, declared);
    return isFields(this.#schema.additionalProperties) ? this.#made('{}', this.#schema.additionalProperties) : DEDUCED;
  }

  /** An object of which nothing is said takes anything. */
  get free(): boolean {
    const { properties, additionalProperties } = this.#schema;
    if (this.#schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true) return true;
    return additionalProperties === undefined && (!isFields(properties) || Object.keys(properties).length === 0);
  }

  get scalar(): ScalarType | undefined {
    const { type, format } = this.#schema;
    if (this.#schema['x-kubernetes-int-or-string'] === true) return 'untyped';
    if (type === 'integer' || type === 'number') return 'numeric';
    if (type === 'boolean') return 'boolean';
    if (type !== 'string') return undefined;
    return format === undefined || format === '' || format === 'byte' ? 'string' : 'untyped';
  }

  declares(name: string): boolean {
    const properties = this.#schema.properties;
    return isFields(properties) && properties[name] !== undefined;
  }

  #made(name: string, schema: unknown): Shape {
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const made = isFields(schema) ? new SchemaShape(schema) : DEDUCED;
    this.#children.set(name, made);
    return made;
  }
}

/** Defaults of keys that a list item may leave out. */
export const KEY_DEFAULTS: ReadonlyMap<string, string> = new Map([['protocol', 'TCP']]);

/** Labels and annotations are fields too, so there is no end to names. */
const MOST_NAMES = 4096;

/** `f:name`, the same string every time: making it anew costs more than a comparison of fields. */
export const fieldStep = pureOfText(MOST_NAMES, (name: string) => asKey(`f:${name}`));

const MOST_TEXT_KEYS = 1024;

/** `k:{"type":"Ready"}`, the same string every time. */
const textKey = pureOfTexts(MOST_TEXT_KEYS, (key, value) => asKey(`k:{"${key}":${JSON.stringify(value)}}`));

/** The keys of a list item as a field set writes them: `k:{"containerPort":80,"protocol":"TCP"}`; undefined when one is missing. */
export function itemKey(keys: readonly string[], item: unknown): string | undefined {
  if (!isFields(item)) return undefined;
  if (keys.length === 1) {
    const value = item[keys[0] ?? ''];
    if (typeof value === 'string') return textKey(keys[0] ?? '', value);
    return value === undefined ? undefined : `k:{"${keys[0]}":${JSON.stringify(value)}}`;
  }
  let text = '';
  for (const key of [...keys].sort()) {
    const value = item[key] ?? KEY_DEFAULTS.get(key);
    if (value !== undefined) text += `${text === '' ? '' : ','}"${key}":${JSON.stringify(value)}`;
  }
  return text === '' ? undefined : `k:{${text}}`;
}
