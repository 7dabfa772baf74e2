import { pureOfValues } from '../../base/pure.ts';
import { readQuantity } from '../values/quantity-text.ts';
import { isFieldAsWritten, isInteger, isValueAsWritten } from './as-written.ts';
import { type Field, placeOf, type Struct, type Type } from './language.ts';
import { isCanonical, readTime } from './time-text.ts';
import { isEmptyValue, zeroOf } from './zero.ts';

/** Lists in changed objects as they are read; undefined where something is wrong with them. What one Pod's conditions become, another's become. */
const faultlessList = pureOfValues(16, (list: readonly unknown[], element: Type): readonly unknown[] | undefined => {
  const decoding = new Decoding();
  const read = decoding.items(element, list, (item) => isValueAsWritten(element, item));
  return decoding.error === undefined && decoding.unknownFields.length === 0 ? read : undefined;
});

type Fields = Readonly<Record<string, unknown>>;

/** Struct fields, list indices and map keys down to the present value. A decoding begins with neither, and no other begins before it ends. */
const descent: (Field | number | string)[] = [];
const owners: Struct[] = [];

/** The real decoder stops collecting there too. */
const MAX_UNKNOWN = 100;
const INT32_MAX = 2147483647;

/**
 * One decoding of a JSON value into a Go struct and back: what is unknown falls away, what is empty is left out, what must be there is there.
 * Returns the value itself when that changes nothing.
 * Models sigs.k8s.io/json (case-sensitive encoding/json with strict errors) (v1.36)
 */
export class Decoding {
  readonly unknownFields: string[] = [];
  /** The first mismatch; decoding goes on after it. */
  private mismatch: string | undefined;
  /** An error of a type's own decoder; nothing after it is read. */
  private fatal: string | undefined;

  get error(): string | undefined {
    return this.fatal ?? this.mismatch;
  }

  /** `clean` is an earlier version that is known to be as Go writes it: what `value` shares with it is not looked at again. */
  root(struct: Struct, value: unknown, clean?: unknown): unknown {
    // Something is left where the one before was given up, as with a value too deep to be gone through.
    if (descent.length > 0) descent.length = 0;
    if (owners.length > 0) owners.length = 0;
    return this.struct(struct.type, struct, value, clean);
  }

  private value(type: Type, value: unknown, clean?: unknown): unknown {
    if (value === clean && value !== undefined) return value;
    switch (type.kind) {
      case 'string':
        return typeof value === 'string' ? value : this.mismatched(type, value);
      case 'struct':
        return type.struct === undefined ? value : this.struct(type, type.struct, value, clean);
      case 'pointer':
        return type.element === undefined ? value : this.value(type.element, value, clean);
      case 'slice':
        return this.slice(type, value, clean);
      case 'map':
        return this.map(type, value);
      case 'integer':
        return this.integer(type, value);
      case 'bool':
        return typeof value === 'boolean' ? value : this.mismatched(type, value);
      case 'float':
        return typeof value === 'number' ? value : this.mismatched(type, value);
      case 'quantity':
        return this.quantity(value);
      case 'intOrString':
        return this.intOrString(value);
      case 'time':
        return this.time(value, false);
      case 'microTime':
        return this.time(value, true);
      case 'bytes':
        return this.bytes(type, value);
      case 'any':
        return type.element === undefined ? value : this.ownDecoder(type.element, value);
    }
  }

  private struct(type: Type, struct: Struct, value: unknown, clean: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.mismatched(type, value);
    const object = value as Fields;
    const before = fieldsOf(clean);
    let changed: unknown[] | undefined;
    let always = 0;
    let unknown = false;
    let at = -1;
    owners.push(struct);
    for (const key in object) {
      if (this.fatal !== undefined) break;
      at = placeOf(struct, key, at);
      const given = object[key];
      const text = struct.texts[at];
      if (text !== 'no text' && text !== undefined && typeof given === 'string' && given.length > 0) {
        if (text === 'kept text') always += 1;
        continue;
      }
      const field = struct.fields[at];
      if (field === undefined) {
        unknown = true;
        this.unknown(key);
        continue;
      }
      if (field.always) always += 1;
      const known = before?.[key];
      if (given === known && given !== undefined) continue;
      // What is new in a changed object is mostly as Go writes it, and seen to be so at less cost than it is read.
      if (before !== undefined && known === undefined && isFieldAsWritten(field, given)) continue;
      const after = this.field(field, given, known);
      if (after === given) continue;
      changed ??= new Array(struct.fields.length);
      changed[at] = after === undefined ? GONE : after;
    }
    owners.pop();
    if (changed === undefined && !unknown && always === struct.alwaysCount) return value;
    return rebuild(struct, object, changed);
  }

  /** The value as it would be written, undefined when it would not be. */
  private field(field: Field, before: unknown, clean: unknown): unknown {
    let after: unknown;
    if (before !== null && before !== undefined) {
      descent.push(field);
      after = this.value(field.type, before, clean);
      descent.pop();
    }
    if (after === undefined) return field.always ? zeroOf(field.type) : undefined;
    if (!isEmptyValue(field, after)) return after;
    return field.always ? zeroOf(field.type) : undefined;
  }

  private slice(type: Type, value: unknown, clean: unknown): unknown {
    const element = type.element;
    if (!Array.isArray(value) || element === undefined) return this.mismatched(type, value);
    const known = Array.isArray(clean) ? clean : undefined;
    if (known === undefined) return this.items(element, value);
    const read = element.kind === 'struct' && this.fatal === undefined ? faultlessList(value, element) : undefined;
    if (read !== undefined) return read;
    return this.items(element, value, (item, i) =>
      item === known[i] ? item !== undefined : isValueAsWritten(element, item),
    );
  }

  /** `isFine`: whether an item need not be looked at. */
  items(element: Type, value: readonly unknown[], isFine?: (item: unknown, at: number) => boolean): readonly unknown[] {
    let out: unknown[] | undefined;
    for (let i = 0; i < value.length && this.fatal === undefined; i += 1) {
      const before: unknown = value[i];
      if (isFine?.(before, i) === true) continue;
      descent.push(i);
      const after = this.element(element, before);
      descent.pop();
      if (after === before) continue;
      out ??= [...value];
      out[i] = after;
    }
    return out ?? value;
  }

  private map(type: Type, value: unknown): unknown {
    const element = type.element;
    if (typeof value !== 'object' || value === null || Array.isArray(value) || element === undefined) {
      return this.mismatched(type, value);
    }
    let changed: Map<string, unknown> | undefined;
    for (const key in value) {
      const before = (value as Fields)[key];
      if (element.kind === 'string' && typeof before === 'string') continue;
      if (this.fatal !== undefined) break;
      descent.push(key);
      const after = this.element(element, before);
      descent.pop();
      if (after === before) continue;
      changed ??= new Map();
      changed.set(key, after);
    }
    if (changed === undefined) return value;
    return Object.fromEntries(Object.entries(value).map(([key, before]) => [key, changed.get(key) ?? before]));
  }

  /** Elements have no way to be absent: null is the zero value; no bytes are stored as none. */
  private element(type: Type, value: unknown): unknown {
    const after = value === null ? undefined : this.value(type, value);
    if (after !== undefined) return after;
    return type.kind === 'bytes' ? '' : zeroOf(type);
  }

  /** A type with a decoder of its own reads the structs in it itself: what they do not know goes unnoticed, and their error ends the whole. */
  // Models staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/marshal.go (v1.36)
  private ownDecoder(element: Type, value: unknown): unknown {
    if (Array.isArray(value)) {
      const after = value.map((each) => this.ownDecoder(element, each));
      return after.every((each, at) => each === value[at]) ? value : after;
    }
    if (typeof value !== 'object' || value === null || element.struct === undefined) return value;
    const around = [descent.splice(0), owners.splice(0)] as const;
    const own = new Decoding();
    const after = own.struct(element, element.struct, value, undefined);
    descent.splice(0, descent.length, ...around[0]);
    owners.splice(0, owners.length, ...around[1]);
    if (own.error !== undefined) this.fatal ??= own.error;
    return after;
  }

  private integer(type: Type, value: unknown): unknown {
    if (typeof value !== 'number') return this.mismatched(type, value);
    return isInteger(type, value) ? value : this.save(`number ${jsonNumber(value)}`, type.go);
  }

  private bytes(type: Type, value: unknown): unknown {
    if (typeof value !== 'string') return this.mismatched(type, value);
    const at = illegalBase64(value);
    if (at < 0) return value;
    this.mismatch ??= `illegal base64 data at input byte ${at}`;
    return undefined;
  }

  private quantity(value: unknown): unknown {
    const read = readQuantity(typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
    if ('text' in read) return read.text;
    return this.stop(read.error);
  }

  private intOrString(value: unknown): unknown {
    if (typeof value === 'string') return value;
    if (typeof value !== 'number') return this.stop(this.unmarshalError(jsonName(value), 'int32'));
    if (Number.isInteger(value) && value <= INT32_MAX && value >= -INT32_MAX - 1) return value;
    return this.stop(this.unmarshalError(`number ${value}`, 'int32'));
  }

  private time(value: unknown, micro: boolean): unknown {
    if (typeof value !== 'string') return this.stop(this.unmarshalError(jsonName(value), 'string'));
    if (isCanonical(value, micro)) return value;
    const read = readTime(value, micro);
    return 'text' in read ? read.text : this.stop(read.error);
  }

  private mismatched(type: Type, value: unknown): undefined {
    return this.save(jsonName(value), type.go);
  }

  private save(what: string, goType: string): undefined {
    this.mismatch ??= this.unmarshalError(what, goType);
    return undefined;
  }

  private stop(error: string): undefined {
    this.fatal ??= error;
    return undefined;
  }

  private unmarshalError(what: string, goType: string): string {
    const names: string[] = [];
    for (const step of descent) if (typeof step === 'object') names.push(step.json);
    if (names.length === 0) return `json: cannot unmarshal ${what} into Go value of type ${goType}`;
    const owner = owners[owners.length - 1]?.name ?? '';
    return `json: cannot unmarshal ${what} into Go struct field ${owner}.${names.join('.')} of type ${goType}`;
  }

  private unknown(key: string): void {
    if (this.unknownFields.length >= MAX_UNKNOWN) return;
    let path = '';
    for (const step of descent) path = append(path, step);
    this.unknownFields.push(append(path, key));
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function append(path: string, step: Field | number | string): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  const name = typeof step === 'string' ? step : step.json;
  return path === '' ? name : `${path}.${name}`;
}

/** In the place of a field that is not written. */
const GONE = Symbol('gone');

/** `changed`: what other values fields have, by their places. */
function rebuild(struct: Struct, object: Fields, changed: readonly unknown[] | undefined): object {
  const out: Record<string, unknown> = {};
  for (let at = 0; at < struct.fields.length; at += 1) {
    const field = struct.fields[at] as Field;
    const after = changed?.[at];
    const value = after === undefined ? object[field.json] : after;
    if (value !== undefined && value !== GONE) out[field.json] = value;
    else if (field.always) out[field.json] = zeroOf(field.type);
  }
  return out;
}

/** As clients write it: their languages do without an exponent where it fits. */
function jsonNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
}

function jsonName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

const BASE64 = /^[A-Za-z0-9+/\r\n]*={0,2}[\r\n]*$/;

/** The position of the first byte that standard base64 does not allow, or -1. */
export function illegalBase64(text: string): number {
  const significant = text.replace(/[\r\n]/g, '');
  if (BASE64.test(text)) return significant.length % 4 === 0 ? -1 : text.length - (text.length % 4);
  const at = text.search(/[^A-Za-z0-9+/\r\n]/);
  return at < 0 ? 0 : at;
}
