import type { Struct, Type } from '../../api/schema/language.ts';
import { schemaPackage } from '../../api/schema/packages.ts';
import { ProtobufWriter } from '../wire/protobuf-writer.ts';
import { type FactMessage, factMessage, isNamed, RUNTIME } from './protobuf-facts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Writes objects of which every field is set as the generated.proto files say, knowing nothing of our own numbers. */
export function encodeByFacts(struct: Struct, from: string, object: Fields): Buffer {
  const content = bytesOf(factMessage(from, struct.name), struct, object);
  const typeMeta = messageBytes(factMessage(RUNTIME, 'TypeMeta'), { apiVersion: object.apiVersion, kind: object.kind });
  const envelope = messageBytes(factMessage(RUNTIME, 'Unknown'), {
    typeMeta,
    raw: content,
    contentEncoding: '',
    contentType: '',
  });
  return Buffer.concat([Buffer.from('k8s\0', 'latin1'), envelope]);
}

/** A message of texts, numbers and bytes that are made already, each by its name. */
function messageBytes({ fields }: FactMessage, values: Fields): Buffer {
  const writer = new ProtobufWriter();
  for (const { name, number } of fields) {
    for (const value of Array.isArray(values[name]) ? (values[name] as unknown[]) : [values[name]]) {
      if (typeof value === 'string') writer.text(number, value);
      else if (typeof value === 'number') writer.integer(number, value);
      else if (Buffer.isBuffer(value)) writer.buffer(number, value);
    }
  }
  return writer.bytes();
}

function bytesOf(message: FactMessage, struct: Struct, object: Fields): Buffer {
  const writer = new ProtobufWriter();
  for (const { name, number, type } of message.fields) {
    const field = struct.declared.find((each) => isNamed(name, each));
    const value = field?.inline ? object : object[field?.json ?? ''];
    if (field === undefined) throw new Error(`${struct.name} has no ${name}`);
    if (value !== undefined) new FieldWriter(writer, message.package, number).write(type, field.type, value);
  }
  return writer.bytes();
}

class FieldWriter {
  constructor(
    private readonly writer: ProtobufWriter,
    private readonly from: string,
    private readonly number: number,
  ) {}

  write(fact: string, type: Type | undefined, value: unknown): void {
    const { writer, number } = this;
    if (type?.kind === 'pointer') return this.write(fact, type.element, value);
    if (fact.startsWith('[]')) {
      for (const each of value as unknown[]) this.write(fact.slice(2), type?.element, each);
    } else if (fact.startsWith('{}')) this.entries(fact.slice(2), type?.element, value as Fields);
    else if (fact === 'string') writer.text(number, value as string);
    else if (fact === 'bytes') writer.buffer(number, Buffer.from(value as string, 'base64'));
    else if (fact === 'bool') writer.integer(number, value === true ? 1 : 0);
    else if (fact === 'int32' || fact === 'int64') writer.integer(number, value as number);
    else if (fact === 'double') writer.double(number, value as number);
    else writer.buffer(number, this.message(fact, type, value));
  }

  private entries(fact: string, element: Type | undefined, value: Fields): void {
    for (const key of Object.keys(value).sort()) {
      const entry = new ProtobufWriter();
      entry.text(1, key);
      new FieldWriter(entry, this.from, 2).write(fact, element, value[key]);
      this.writer.buffer(this.number, entry.bytes());
    }
  }

  private message(fact: string, type: Type | undefined, value: unknown): Buffer {
    const message = factMessage(this.from, fact);
    switch (fact) {
      case 'Time':
      case 'MicroTime':
        return messageBytes(message, timeOf(value as string));
      case 'Quantity':
        return messageBytes(message, { string: value });
      case 'IntOrString':
        return messageBytes(message, intOrString(value));
      case 'ExtraValue':
        return messageBytes(message, { items: value });
      case 'RawExtension':
      case 'JSON':
        return messageBytes(message, { raw: JSON.stringify(value) });
      case 'FieldsV1':
        return messageBytes(message, { Raw: JSON.stringify(value) });
      case 'JSONSchemaPropsOrArray':
      case 'JSONSchemaPropsOrBool':
      case 'JSONSchemaPropsOrStringArray':
        return messageBytes(message, this.either(value));
      default:
        return bytesOf(message, type?.struct as Struct, value as Fields);
    }
  }

  /** A schema, or what may stand in its place. */
  private either(value: unknown): Fields {
    const schema = (each: unknown): Buffer => bytesOf(factMessage(this.from, SCHEMA), schemaStruct(), each as Fields);
    if (typeof value === 'boolean') return { allows: value ? 1 : 0 };
    if (!Array.isArray(value)) return { allows: 1, schema: schema(value) };
    return typeof value[0] === 'string' ? { property: value } : { jSONSchemas: value.map(schema) };
  }
}

const SCHEMA = 'JSONSchemaProps';

/** Where JSON has a schema or something else, the type alone does not name the struct of schemas. */
export function schemaStruct(): Struct {
  return schemaPackage('apiextensions.k8s.io/v1')?.struct(SCHEMA) as Struct;
}

function timeOf(text: string): Fields {
  const [, seconds = '', fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(text) ?? [];
  return { seconds: Date.parse(`${seconds}Z`) / 1000, nanos: Number(fraction.padEnd(9, '0')) };
}

function intOrString(value: unknown): Fields {
  return typeof value === 'string' ? { type: 1, intVal: 0, strVal: value } : { type: 0, intVal: value, strVal: '' };
}
