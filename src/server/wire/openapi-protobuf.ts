import { isFields } from '../../api/go/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * An OpenAPI document of the second version in the messages that Go's clients read: numbers of fields are those of
 * gnostic's OpenAPIv2.proto. What no served document has (examples, headers, other kinds of security) is left out.
 */
export function swaggerProtobuf(document: object): Buffer {
  const { swagger, info, paths, definitions, security, securityDefinitions } = document as Fields;
  return message([
    text(1, swagger),
    nested(2, message([text(1, (info as Fields).title), text(2, (info as Fields).version)])),
    nested(8, message(named(2, paths, pathItem))),
    nested(9, message(named(1, definitions, schema))),
    ...(security as Fields[]).map((each) => nested(12, message(named(1, each, () => Buffer.alloc(0))))),
    nested(13, message(named(1, securityDefinitions, securityDefinition))),
  ]);
}

const METHODS: Readonly<Record<string, number>> = {
  get: 2,
  put: 3,
  post: 4,
  delete: 5,
  options: 6,
  head: 7,
  patch: 8,
};

function pathItem(item: Fields): Buffer {
  const operations = Object.entries(item)
    .filter(([method]) => Object.hasOwn(METHODS, method))
    .map(([method, each]) => nested(METHODS[method] as number, operation(each as Fields)));
  return message([...operations, ...list(item.parameters).map((each) => nested(9, parameter(each)))]);
}

function operation(item: Fields): Buffer {
  const { tags, operationId, produces, consumes, parameters, responses, schemes } = item;
  return message([
    ...texts(1, tags),
    text(5, operationId),
    ...texts(6, produces),
    ...texts(7, consumes),
    ...list(parameters).map((each) => nested(8, parameter(each))),
    nested(9, message(named(1, responses, (each) => nested(1, response(each))))),
    ...texts(10, schemes),
    ...extensions(13, item),
  ]);
}

/** Wrapped as `ParametersItem.parameter`. */
function parameter(item: Fields): Buffer {
  const { name, in: place, required, type, uniqueItems } = item;
  if (place === 'body') {
    const body = [text(2, name), text(3, place), bool(4, required), nested(5, schema(item.schema as Fields))];
    return nested(1, nested(1, message(body)));
  }
  const common = [bool(1, required), text(2, place), text(4, name)];
  const own =
    place === 'query'
      ? nested(3, message([...common, text(6, type), bool(20, uniqueItems)]))
      : nested(4, message([...common, text(5, type), bool(19, uniqueItems)]));
  return nested(1, nested(2, own));
}

function response({ description, schema: given }: Fields): Buffer {
  return message([text(1, description), isFields(given) ? nested(2, nested(1, schema(given))) : undefined]);
}

function schema(item: Fields): Buffer {
  const { $ref, format, title, description, maximum, minimum, pattern, required, type, items, properties } = item;
  const { additionalProperties: others } = item;
  return message([
    text(1, $ref),
    text(2, format),
    text(3, title),
    text(4, description),
    double(7, maximum),
    double(9, minimum),
    number(11, item.maxLength),
    number(12, item.minLength),
    text(13, pattern),
    number(14, item.maxItems),
    number(15, item.minItems),
    bool(16, item.uniqueItems),
    number(17, item.maxProperties),
    number(18, item.minProperties),
    ...texts(19, required),
    ...list(item.enum).map((each) => nested(20, any(each))),
    others === undefined ? undefined : nested(21, isFields(others) ? nested(1, schema(others)) : bool(2, others)),
    type === undefined ? undefined : nested(22, text(1, type) as Buffer),
    isFields(items) ? nested(23, nested(1, schema(items))) : undefined,
    properties === undefined ? undefined : nested(25, message(named(1, properties, schema))),
    ...extensions(31, item),
  ]);
}

function securityDefinition({ type, name, in: place }: Fields): Buffer {
  return nested(2, message([text(1, type), text(2, name), text(3, place)]));
}

/** JSON is YAML, too. */
function any(value: unknown): Buffer {
  return text(2, JSON.stringify(value)) as Buffer;
}

function extensions(field: number, item: Fields): readonly Buffer[] {
  return Object.entries(item)
    .filter(([name]) => name.startsWith('x-'))
    .map(([name, value]) => nested(field, message([text(1, name), nested(2, any(value))])));
}

/** A map is a list of messages with a name and a value. */
function named(field: number, map: unknown, encode: (value: Fields) => Buffer): readonly Buffer[] {
  return Object.entries((map ?? {}) as Fields).map(([name, value]) =>
    nested(field, message([text(1, name), nested(2, encode(value as Fields))])),
  );
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as Fields[]) : [];
}

// The wire format

function message(parts: readonly (Buffer | undefined)[]): Buffer {
  return Buffer.concat(parts.filter((each): each is Buffer => each !== undefined));
}

function nested(field: number, bytes: Buffer | undefined): Buffer {
  const content = bytes ?? Buffer.alloc(0);
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

function text(field: number, value: unknown): Buffer | undefined {
  return typeof value === 'string' ? nested(field, Buffer.from(value, 'utf8')) : undefined;
}

function texts(field: number, value: unknown): readonly Buffer[] {
  return Array.isArray(value) ? value.map((each) => nested(field, Buffer.from(String(each), 'utf8'))) : [];
}

function bool(field: number, value: unknown): Buffer | undefined {
  return value === true ? Buffer.concat([varint(field * 8), varint(1)]) : undefined;
}

function number(field: number, value: unknown): Buffer | undefined {
  return typeof value === 'number' ? Buffer.concat([varint(field * 8), varint(value)]) : undefined;
}

function double(field: number, value: unknown): Buffer | undefined {
  if (typeof value !== 'number') return undefined;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint(field * 8 + 1), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
