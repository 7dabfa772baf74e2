import type { Shape } from '../../../api/fields/shape.ts';
import type { Field, Struct, Type } from '../../../api/schema/language.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Chance } from './random.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A place that has no value: a field of a struct that is there. */
interface Site {
  readonly path: readonly (string | number)[];
  readonly field: Field;
}

/** What an object is sent for, if not to be taken as it is. */
export interface Ground {
  /** What a patch is applied to: an empty value would take away what it has. */
  readonly before: KObject;
  /** How it is merged. */
  readonly shape: Shape;
  /** It may not hold managed fields at all, and what is owned as one is compared as it was sent. */
  readonly isApplied: boolean;
}

const MOST = 4;

/** The object with some fields more that hold what Go would not write: what a manifest may say and that means nothing. */
export function withPlanted(chance: Chance, struct: Struct, object: object, ground?: Ground): object {
  const sites = emptySites(struct.type, object, []).filter(judgeOf(ground));
  let result: unknown = object;
  const count = Math.min(sites.length, 1 + chance.below(MOST));
  for (let n = 0; n < count; n += 1) {
    const { path, field } = chance.of(sites);
    result = withAt(result, [...path, field.json], emptyValue(chance, field));
  }
  return result as object;
}

function judgeOf(ground: Ground | undefined): (site: Site) => boolean {
  if (ground === undefined) return () => true;
  const taken = new Set<string>();
  notePresent(ground.before, '', taken);
  for (const { fieldsV1 } of ground.before.metadata.managedFields ?? []) noteOwned(fieldsV1, '', taken);
  return ({ path, field: { json } }) => {
    if (taken.has(`${placeOf(path)}/${json}`) || isKey(ground.shape, path, json)) return false;
    return !ground.isApplied || (json !== 'managedFields' && !isInsideAtomic(ground.shape, path));
  };
}

/** An item whose key is empty is another than one that has none. */
function isKey(shape: Shape, path: readonly (string | number)[], json: string): boolean {
  if (typeof path.at(-1) !== 'number') return false;
  const list = shapesAlong(shape, path.slice(0, -1)).at(-1);
  return list?.patchKey === json || list?.keys.includes(json) === true;
}

function isInsideAtomic(shape: Shape, path: readonly (string | number)[]): boolean {
  return shapesAlong(shape, path).some((each) => each.atomic);
}

function shapesAlong(shape: Shape, path: readonly (string | number)[]): readonly Shape[] {
  const along: Shape[] = [];
  let at = shape;
  for (const step of path) {
    at = typeof step === 'number' && at.element !== undefined ? at.element : at.child(String(step));
    along.push(at);
  }
  return along;
}

const placeOf = (path: readonly (string | number)[]): string => {
  const names = path.filter((step) => typeof step === 'string');
  return names.map((name) => `/${name}`).join('');
};

/** Whatever the item of a list, what one of them has counts as there. */
function notePresent(value: unknown, place: string, present: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) notePresent(item, place, present);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      present.add(`${place}/${key}`);
      notePresent(inner, `${place}/${key}`, present);
    }
  }
}

/** What a status is written with, somebody may own though it was not kept. */
function noteOwned(fields: object | undefined, place: string, owned: Set<string>): void {
  for (const [step, inner] of Object.entries(fields ?? {})) {
    const name = step.startsWith('f:') ? `${place}/${step.slice(2)}` : place;
    owned.add(name);
    noteOwned(inner as object, name, owned);
  }
}

/** What says what an object is stays as it is. */
const IDENTITY: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);

function emptySites({ kind, element, struct }: Type, value: unknown, path: readonly (string | number)[]): Site[] {
  if (typeof value !== 'object' || value === null) return [];
  if (kind === 'pointer') return emptySites(element as Type, value, path);
  if (kind === 'slice' && Array.isArray(value)) {
    return value.flatMap((item, at) => emptySites(element as Type, item, [...path, at]));
  }
  if (kind === 'map') {
    return Object.entries(value).flatMap(([key, item]) => emptySites(element as Type, item, [...path, key]));
  }
  if (struct === undefined) return [];
  return struct.fields.flatMap((field) => {
    const inner = (value as Fields)[field.json];
    if (inner !== undefined) return emptySites(field.type, inner, [...path, field.json]);
    return path.length === 0 && IDENTITY.has(field.json) ? [] : [{ path, field }];
  });
}

/** One of the values that are read as none; behind a pointer that is null alone. */
function emptyValue(chance: Chance, { type, omitZero }: Field): unknown {
  switch (type.kind) {
    case 'string':
    case 'bytes':
      return chance.of(['', '', null]);
    case 'integer':
    case 'float':
    case 'intOrString':
      return chance.of([0, 0, null]);
    case 'bool':
      return chance.of([false, false, null]);
    case 'slice':
      return omitZero ? null : chance.of([[], [], null]);
    case 'map':
      return chance.of([{}, {}, null]);
    case 'quantity':
      return chance.of(['0', 0, null]);
    case 'struct':
      return chance.once(4) ? null : emptyStruct(chance, type.struct as Struct);
    default:
      return null;
  }
}

function emptyStruct(chance: Chance, { fields }: Struct): object {
  if (fields.length === 0 || chance.once(2)) return {};
  const field = chance.of(fields);
  return { [field.json]: emptyValue(chance, field) };
}

function withAt(value: unknown, [step, ...rest]: readonly (string | number)[], planted: unknown): unknown {
  if (step === undefined) return planted;
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? withAt(item, rest, planted) : item));
  const fields = (value ?? {}) as Fields;
  return { ...fields, [step]: withAt(fields[step], rest, planted) };
}
