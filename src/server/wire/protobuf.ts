import type { Field, Struct, Type } from '../../api/schema/language.ts';
import { structOf } from '../../api/schema/packages.ts';
import { splitGroupVersion } from '../../api/values/group-version.ts';
import { MOST_READ_LEVELS, NOT_FOLLOWED } from '../../base/nesting.ts';
import { messageFields, type SchemaForm, schemaForm } from './protobuf-messages.ts';

/** Before every object that is sent as protobuf. */
export const MAGIC = 'k8s\0';

/** An object as JSON would have held it, or why it cannot be read. */
export type Decoded = { readonly object: object } | { readonly error: string };

/** Reads an object in protobuf's wire format. Models staging/src/k8s.io/apimachinery/pkg/runtime/serializer/protobuf/protobuf.go (v1.36) */
export function decodeProtobuf(bytes: Buffer): Decoded {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return { error: 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]' };
  }
  around = 0;
  try {
    return { object: envelope(bytes.subarray(MAGIC.length)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function envelope(bytes: Buffer): object {
  let apiVersion = '';
  let kind = '';
  let raw: Buffer = Buffer.alloc(0);
  for (const { number, value } of new Reader(bytes).all()) {
    if (number === 2 && Buffer.isBuffer(value)) raw = value;
    if (number !== 1 || !Buffer.isBuffer(value)) continue;
    for (const meta of new Reader(value).all()) {
      if (meta.number === 1) apiVersion = textOf(meta.value);
      if (meta.number === 2) kind = textOf(meta.value);
    }
  }
  const [group, version] = splitGroupVersion(apiVersion);
  const struct = structOf(group, version, kind);
  if (struct === undefined) throw new Error(`no kind "${kind}" is registered for version "${apiVersion}"`);
  return { kind, apiVersion, ...message(struct, raw) };
}

type Wire = Buffer | bigint;

/** Takes a message apart into numbers and values; what a value means, only the field's type knows. */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  *all(): Generator<{ readonly number: number; readonly value: Wire }> {
    while (this.at < this.bytes.length) {
      const tag = Number(this.varint());
      yield { number: tag >>> 3, value: this.value(tag & 7) };
    }
  }

  private value(wireType: number): Wire {
    switch (wireType) {
      case 0:
        return this.varint();
      case 1:
        return this.take(8);
      case 2:
        return this.take(Number(this.varint()));
      case 5:
        return this.take(4);
      default:
        throw new Error(`proto: illegal wireType ${wireType}`);
    }
  }

  varint(): bigint {
    let result = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new Error('unexpected EOF');
      this.at += 1;
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, result);
    }
    throw new Error('proto: integer overflow');
  }

  private take(length: number): Buffer {
    if (length < 0 || this.at + length > this.bytes.length) throw new Error('unexpected EOF');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

type Fields = Record<string, unknown>;

/** Messages around the one that is read: what reads them calls itself. A level of schemas is two of JSON. */
let around = 0;
const MOST_AROUND = MOST_READ_LEVELS / 2;

function message(struct: Struct, bytes: Buffer): Fields {
  if (around > MOST_AROUND) throw new Error(NOT_FOLLOWED);
  around += 1;
  const byNumber = messageFields(struct).byNumber;
  const out: Fields = {};
  for (const { number, value } of new Reader(bytes).all()) {
    const field = byNumber.get(number);
    if (field === undefined) continue;
    const form = schemaForm(struct, field);
    if (field.inline) Object.assign(out, valueIn(field.type, value));
    else if (form === undefined) put(out, field, value);
    else if (form.isMap) out[field.json] = { ...(out[field.json] as Fields | undefined), ...schemaEntry(form, value) };
    else out[field.json] = eitherIn(form, value);
  }
  around -= 1;
  return withoutZeros(struct, out);
}

/** Protobuf says zero values, too, where Go holds a value and no pointer; in JSON, `omitempty` leaves them out. */
function withoutZeros(struct: Struct, out: Fields): Fields {
  for (const { json, always, type } of struct.fields) if (!always && out[json] === ZEROS[type.kind]) delete out[json];
  return out;
}

const ZEROS: { readonly [kind in Type['kind']]?: unknown } = { string: '', integer: 0, bool: false, float: 0 };

function put(out: Fields, field: Field, value: Wire): void {
  const { kind, element } = field.type;
  if (kind === 'slice' && element !== undefined) {
    const known = out[field.json] as unknown[] | undefined;
    const item = valueIn(element, value);
    if (known === undefined) out[field.json] = [item];
    else known.push(item);
  } else if (kind === 'map' && element !== undefined) {
    out[field.json] = { ...(out[field.json] as Fields | undefined), ...entry(element, value) };
  } else {
    const read = valueIn(field.type, value);
    if (read !== undefined) out[field.json] = read;
  }
}

/** A map is a list of messages with a key and a value. */
function entry(element: Type, bytes: Wire): Fields {
  let key = '';
  let value = absent(element);
  for (const part of new Reader(bufferOf(bytes)).all()) {
    if (part.number === 1) key = textOf(part.value);
    if (part.number === 2) value = valueIn(element, part.value);
  }
  return { [key]: value };
}

/** Either a schema or what else may stand there. */
function eitherIn({ struct, other }: SchemaForm, value: Wire): unknown {
  const list: unknown[] = [];
  let allowed = false;
  for (const part of new Reader(bufferOf(value)).all()) {
    if (part.number === (other === 'bool' ? 2 : 1)) return message(struct, bufferOf(part.value));
    if (other === 'bool') allowed = numberOf(part.value) !== 0n;
    else list.push(other === 'schemas' ? message(struct, bufferOf(part.value)) : textOf(part.value));
  }
  return other === 'bool' ? allowed : list;
}

function schemaEntry(form: SchemaForm, bytes: Wire): Fields {
  const key = textOf(first(bytes, 1) ?? Buffer.alloc(0));
  return { [key]: eitherIn(form, first(bytes, 2) ?? Buffer.alloc(0)) };
}

function absent(type: Type): unknown {
  return type.kind === 'string' || type.kind === 'bytes' ? '' : type.kind === 'slice' ? [] : undefined;
}

function valueIn(type: Type, value: Wire): unknown {
  switch (type.kind) {
    case 'string':
      return textOf(value);
    case 'integer':
      return Number(numberOf(value));
    case 'bool':
      return numberOf(value) !== 0n;
    case 'float':
      return bufferOf(value).readDoubleLE();
    case 'bytes':
      return bufferOf(value).toString('base64');
    case 'quantity':
      return textOf(first(value, 1) ?? Buffer.alloc(0));
    case 'intOrString':
      return intOrString(value);
    case 'time':
    case 'microTime':
      return timeOf(value, type.kind === 'microTime');
    case 'any':
      return JSON.parse(textOf(first(value, 1) ?? Buffer.from('null')));
    case 'struct':
      return message(type.struct as Struct, bufferOf(value));
    case 'pointer':
      return valueIn(type.element as Type, value);
    case 'slice':
      // A list inside a list or a map is a message with one repeated field.
      return [...new Reader(bufferOf(value)).all()].map((item) => valueIn(type.element as Type, item.value));
    case 'map':
      throw new Error('proto: a map inside a list or a map');
  }
}

function first(value: Wire, wanted: number): Wire | undefined {
  for (const part of new Reader(bufferOf(value)).all()) if (part.number === wanted) return part.value;
  return undefined;
}

function intOrString(value: Wire): number | string {
  const isText = numberOf(first(value, 1) ?? 0n) === 1n;
  return isText
    ? textOf(first(value, 3) ?? Buffer.alloc(0))
    : Number(BigInt.asIntN(32, numberOf(first(value, 2) ?? 0n)));
}

/** Undefined for the zero time, which has no fields. */
function timeOf(value: Wire, micro: boolean): string | undefined {
  const seconds = first(value, 1);
  const nanos = first(value, 2);
  if (seconds === undefined && nanos === undefined) return undefined;
  const text = new Date(Number(numberOf(seconds ?? 0n)) * 1000).toISOString();
  const micros = String(Math.floor(Number(numberOf(nanos ?? 0n)) / 1000)).padStart(6, '0');
  return micro ? text.replace(/\.\d+Z$/, `.${micros}Z`) : text.replace(/\.\d+Z$/, 'Z');
}

function bufferOf(value: Wire): Buffer {
  if (!Buffer.isBuffer(value)) throw new Error('proto: wrong wireType');
  return value;
}

function numberOf(value: Wire): bigint {
  if (Buffer.isBuffer(value)) throw new Error('proto: wrong wireType');
  return value;
}

function textOf(value: Wire): string {
  return bufferOf(value).toString('utf8');
}
