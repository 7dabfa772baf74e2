import { isFields } from '../../api/go/json.ts';
import type { Field, Struct, Type } from '../../api/schema/language.ts';
import { metaPackage, structOf } from '../../api/schema/packages.ts';
import { splitGroupVersion } from '../../api/values/group-version.ts';
import { discoveryMessage } from './discovery-messages.ts';
import { compact } from './json-text.ts';
import { MAGIC } from './protobuf.ts';
import { messageFields, type SchemaForm, schemaForm } from './protobuf-messages.ts';
import { ProtobufWriter } from './protobuf-writer.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An object in its envelope; undefined when its kind has no message. Models staging/src/k8s.io/apimachinery/pkg/runtime/serializer/protobuf/protobuf.go (v1.36) */
export function encodeProtobuf(body: unknown): Buffer | undefined {
  if (!isFields(body) || typeof body.kind !== 'string') return undefined;
  const { kind } = body;
  // The oldest document of all says no version.
  const apiVersion = typeof body.apiVersion === 'string' ? body.apiVersion : '';
  const write = messageOf(body, apiVersion, kind);
  if (write === undefined) return undefined;
  const writer = new ProtobufWriter();
  writer.raw(MAGIC);
  writer.message(1, () => {
    writer.text(1, apiVersion);
    writer.text(2, kind);
  });
  writer.message(2, () => write(writer));
  writer.text(3, '');
  writer.text(4, '');
  return writer.bytes();
}

const LENGTH_BYTES = 4;

/** An event of a watch with its length before it. Models staging/src/k8s.io/apimachinery/pkg/util/framer/framer.go (v1.36) */
export function encodeFrame({ type, object }: { readonly type: string; readonly object: unknown }): Buffer | undefined {
  const encoded = encodeProtobuf(object);
  if (encoded === undefined) return undefined;
  const writer = new ProtobufWriter();
  writer.text(1, type);
  writer.message(2, () => writer.buffer(1, encoded));
  const bytes = writer.bytes();
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

type Write = (writer: ProtobufWriter) => void;

function messageOf(body: Fields, apiVersion: string, kind: string): Write | undefined {
  const discovery = discoveryMessage(body);
  if (discovery !== undefined) return (writer) => writeStruct(writer, discovery.struct, discovery.content);
  if (Array.isArray(body.items) && kind.endsWith('List')) {
    const item = structNamed(apiVersion, kind.slice(0, -'List'.length));
    const items = body.items as readonly Fields[];
    return item === undefined ? undefined : (writer) => writeList(writer, item, body, items);
  }
  const struct = structNamed(apiVersion, kind);
  return struct === undefined ? undefined : (writer) => writeStruct(writer, struct, body);
}

/** Metadata alone has the beginning of any object. */
function structNamed(apiVersion: string, kind: string): Struct | undefined | 'metadata' {
  if (kind === 'PartialObjectMetadata') return 'metadata';
  const [group, version] = splitGroupVersion(apiVersion);
  return structOf(group, version, kind);
}

const meta = (name: string): Struct => metaPackage.struct(name) as Struct;

function writeList(writer: ProtobufWriter, item: Struct | 'metadata', body: Fields, items: readonly Fields[]): void {
  writer.message(1, () => writeStruct(writer, meta('ListMeta'), fieldsOf(body.metadata)));
  for (const each of items) writer.message(2, () => writeStruct(writer, item, each));
}

function writeStruct(writer: ProtobufWriter, struct: Struct | 'metadata', value: Fields): void {
  if (struct === 'metadata') {
    writer.message(1, () => writeStruct(writer, meta('ObjectMeta'), fieldsOf(value.metadata)));
    return;
  }
  for (const [number, field] of messageFields(struct).ascending) {
    const form = schemaForm(struct, field);
    const own = field.inline ? value : value[field.json];
    if (form !== undefined) writeSchemaForm(writer, number, form, own);
    else writeField(writer, number, field.type, own);
  }
}

/** Values held by value are written even when they are zero, as Go's generated code does. */
function writeField(writer: ProtobufWriter, number: number, type: Field['type'], value: unknown): void {
  switch (type.kind) {
    case 'pointer':
      if (value !== undefined && value !== null) writeField(writer, number, type.element as Type, value);
      return;
    case 'slice':
      if (Array.isArray(value)) for (const item of value) writeItem(writer, number, type.element as Type, item);
      return;
    case 'map':
      if (isFields(value)) writeMap(writer, number, type.element as Type, value);
      return;
    case 'bytes':
      if (typeof value === 'string') writer.buffer(number, Buffer.from(value, 'base64'));
      return;
    case 'any':
      if (value !== undefined) writer.message(number, () => writer.text(1, compact(value)));
      return;
    case 'string':
      return writer.text(number, typeof value === 'string' ? value : '');
    case 'integer':
      return writer.integer(number, typeof value === 'number' ? value : 0);
    case 'bool':
      return writer.integer(number, value === true ? 1 : 0);
    case 'float':
      return writer.double(number, typeof value === 'number' ? value : 0);
    case 'quantity':
      return writer.message(number, () => writer.text(1, String(value ?? '0')));
    case 'intOrString':
      return writer.message(number, () => writeIntOrString(writer, value));
    case 'time':
    case 'microTime':
      return writer.message(number, () => writeTime(writer, value));
    case 'struct':
      return writer.message(number, () => writeStruct(writer, type.struct as Struct, fieldsOf(value)));
  }
}

/** A list inside a list or a map is a message of its own. */
function writeItem(writer: ProtobufWriter, number: number, type: Type, value: unknown): void {
  if (type.kind === 'slice') writer.message(number, () => writeField(writer, 1, type, value));
  else writeField(writer, number, type, value);
}

function writeMap(writer: ProtobufWriter, number: number, element: Type, value: Fields): void {
  for (const key of Object.keys(value).sort(byBytes)) {
    writer.message(number, () => {
      writer.text(1, key);
      writeItem(writer, 2, element, value[key]);
    });
  }
}

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function writeIntOrString(writer: ProtobufWriter, value: unknown): void {
  const isText = typeof value === 'string';
  writer.integer(1, isText ? 1 : 0);
  writer.integer(2, typeof value === 'number' ? value : 0);
  writer.text(3, isText ? value : '');
}

function writeTime(writer: ProtobufWriter, value: unknown): void {
  if (typeof value !== 'string') return;
  const fraction = /\.(\d+)/.exec(value)?.[1] ?? '';
  writer.integer(1, Math.floor(Date.parse(value) / 1000));
  writer.integer(2, Number(fraction.slice(0, 9).padEnd(9, '0')));
}

function writeSchemaForm(writer: ProtobufWriter, number: number, form: SchemaForm, value: unknown): void {
  if (value === undefined || value === null) return;
  if (!form.isMap) return writer.message(number, () => writeEither(writer, form, value));
  const entries = fieldsOf(value);
  for (const key of Object.keys(entries).sort(byBytes)) {
    writer.message(number, () => {
      writer.text(1, key);
      writer.message(2, () => writeEither(writer, form, entries[key]));
    });
  }
}

function writeEither(writer: ProtobufWriter, { struct, other }: SchemaForm, value: unknown): void {
  if (other === 'bool') writer.integer(1, value === false ? 0 : 1);
  if (isFields(value)) writer.message(other === 'bool' ? 2 : 1, () => writeStruct(writer, struct, value));
  if (!Array.isArray(value)) return;
  for (const item of value) {
    if (other === 'strings') writer.text(2, String(item));
    else writer.message(2, () => writeStruct(writer, struct, fieldsOf(item)));
  }
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
