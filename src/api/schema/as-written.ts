import { pureOfValues } from '../../base/pure.ts';
import { readQuantity } from '../values/quantity-text.ts';
import { type Field, placeOf, type Struct, type TextField, type Type } from './language.ts';
import { isCanonical, readTime } from './time-text.ts';

type Fields = Readonly<Record<string, unknown>>;

const INT32_MAX = 2147483647;

/** Of specs: one template is sent in the bodies of many objects. */
const isKnownSpecAsWritten = pureOfValues(16, (spec: object, struct: Struct) => isStructAsWritten(struct, spec));

/**
 * Whether an object is just what Go would write, so that reading it would change nothing: the usual case for what the cluster's own clients send.
 * False when in doubt.
 */
export function isAsWritten(struct: Struct, object: unknown): boolean {
  return isStructAsWritten(struct, object, true);
}

function isSpecAsWritten(field: Field, spec: unknown): boolean {
  const { struct } = field.type;
  if (struct === undefined || typeof spec !== 'object' || spec === null) return isFieldAsWritten(field, spec);
  return isKnownSpecAsWritten(spec, struct);
}

function isStructAsWritten(struct: Struct, object: unknown, isWhole = false): boolean {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return false;
  let always = 0;
  let at = -1;
  for (const key in object) {
    at = placeOf(struct, key, at);
    const value = (object as Fields)[key];
    const text = struct.texts[at];
    if (text !== 'no text') {
      if (text === undefined || !isTextAsWritten(text, value)) return false;
      if (text === 'kept text') always += 1;
      continue;
    }
    const field = struct.fields[at] as Field;
    if (field.always) always += 1;
    const isSpec = isWhole && key === 'spec';
    if (isSpec ? !isSpecAsWritten(field, value) : !isFieldAsWritten(field, value)) return false;
  }
  return always === struct.alwaysCount;
}

function isTextAsWritten(text: TextField, value: unknown): boolean {
  return typeof value === 'string' ? value.length > 0 || text === 'kept text' : value === undefined && text === 'text';
}

/** Likewise what a field holds. */
export function isFieldAsWritten(field: Field, value: unknown): boolean {
  if (value === undefined) return !field.always;
  const { type } = field;
  switch (type.kind) {
    case 'string':
      return typeof value === 'string' && (value.length > 0 || field.always);
    case 'integer':
      return isInteger(type, value) && (value !== 0 || field.always);
    case 'bool':
      return typeof value === 'boolean' && (value || field.always);
    case 'float':
      return typeof value === 'number' && (value !== 0 || field.always);
    case 'pointer':
    case 'time':
    case 'microTime':
      return value === null ? field.always : isValueAsWritten(type, value);
    case 'slice':
      return value === null ? field.always : isSliceAsWritten(type, value) && (value as unknown[]).length > 0;
    case 'map':
      return value === null ? field.always : isMapAsWritten(type, value);
    default:
      return value !== null && isValueAsWritten(type, value);
  }
}

/** A value that must be there: not null, and possibly empty. */
export function isValueAsWritten(type: Type, value: unknown): boolean {
  switch (type.kind) {
    case 'string':
      return typeof value === 'string';
    case 'struct':
      return type.struct !== undefined && isStructAsWritten(type.struct, value);
    case 'pointer':
      return type.element !== undefined && isValueAsWritten(type.element, value);
    case 'integer':
      return isInteger(type, value);
    case 'bool':
      return typeof value === 'boolean';
    case 'float':
      return typeof value === 'number';
    case 'quantity':
      return typeof value === 'string' && isText(readQuantity(value), value);
    case 'intOrString':
      return typeof value === 'string' || (Number.isInteger(value) && isInt32(value as number));
    case 'time':
      return typeof value === 'string' && isTimeAsWritten(value, false);
    case 'microTime':
      return typeof value === 'string' && isTimeAsWritten(value, true);
    case 'slice':
      return isSliceAsWritten(type, value);
    case 'any':
      return (
        value !== null && value !== undefined && (type.element === undefined || isOwnAsWritten(type.element, value))
      );
    default:
      return false;
  }
}

/** Of a type with a decoder of its own: what objects are in it. */
function isOwnAsWritten(element: Type, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => isOwnAsWritten(element, each));
  return typeof value !== 'object' || isValueAsWritten(element, value);
}

function isSliceAsWritten({ element }: Type, value: unknown): boolean {
  if (!Array.isArray(value) || element === undefined) return false;
  for (let i = 0; i < value.length; i += 1) if (!isValueAsWritten(element, value[i])) return false;
  return true;
}

function isMapAsWritten(type: Type, value: unknown): boolean {
  const { element } = type;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || element === undefined) return false;
  let empty = true;
  for (const key in value) {
    empty = false;
    if (!isValueAsWritten(element, (value as Fields)[key])) return false;
  }
  return !empty;
}

export function isInteger(type: Type, value: unknown): boolean {
  return Number.isInteger(value) && (type.bits === 32 ? isInt32(value as number) : isInt64(value as number));
}

/** The largest of all is rounded up when JSON is read. */
const isInt64 = (value: number): boolean => Math.abs(value) <= 2 ** 63;

const isInt32 = (value: number): boolean => value <= INT32_MAX && value >= -INT32_MAX - 1;

function isTimeAsWritten(value: string, micro: boolean): boolean {
  return isCanonical(value, micro) || isText(readTime(value, micro), value);
}

function isText(read: { readonly text: string } | { readonly error: string }, value: string): boolean {
  return 'text' in read && read.text === value;
}
