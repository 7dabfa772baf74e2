/** A type of the Common Expression Language, as its checker knows them. */
export type TypeKind = 'dyn' | 'error' | 'null' | 'plain' | 'list' | 'map' | 'type' | 'object' | 'opaque' | 'param';

// Models github.com/google/cel-go/common/types/types.go (as vendored by v1.36)
export interface CelType {
  readonly kind: TypeKind;
  readonly name: string;
  readonly params: readonly CelType[];
  /** The field of an object, by the name under which an expression has it; undefined: it has none of that name. */
  readonly field?: (name: string) => CelType | undefined;
}

const NO_PARAMS: readonly CelType[] = [];

function simple(kind: TypeKind, name: string): CelType {
  return { kind, name, params: NO_PARAMS };
}

export const DYN = simple('dyn', 'dyn');
export const ERROR = simple('error', '!error!');
export const NULL = simple('null', 'null_type');
export const BOOL = simple('plain', 'bool');
export const INT = simple('plain', 'int');
export const UINT = simple('plain', 'uint');
export const DOUBLE = simple('plain', 'double');
export const STRING = simple('plain', 'string');
export const BYTES = simple('plain', 'bytes');
export const TIMESTAMP = simple('plain', 'google.protobuf.Timestamp');
export const DURATION = simple('plain', 'google.protobuf.Duration');

export function listOf(item: CelType): CelType {
  return { kind: 'list', name: 'list', params: [item] };
}

export function mapOf(key: CelType, value: CelType): CelType {
  return { kind: 'map', name: 'map', params: [key, value] };
}

export function typeOf(type: CelType): CelType {
  return { kind: 'type', name: 'type', params: [type] };
}

export function optionalOf(type: CelType): CelType {
  return { kind: 'opaque', name: 'optional_type', params: [type] };
}

export function opaque(name: string): CelType {
  return simple('opaque', name);
}

export function param(name: string): CelType {
  return simple('param', name);
}

export function objectType(name: string, field: (name: string) => CelType | undefined): CelType {
  return { kind: 'object', name, params: NO_PARAMS, field };
}

export function recordType(name: string, fields: { readonly [field: string]: CelType }): CelType {
  return objectType(name, (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined));
}

/** What is in an optional, or the type itself. */
export function unwrapped(type: CelType): CelType {
  return isOptional(type) ? (type.params[0] as CelType) : type;
}

export function isOptional(type: CelType): boolean {
  return type.kind === 'opaque' && type.name === 'optional_type';
}

export function sameType(a: CelType, b: CelType): boolean {
  if (a === b) return true;
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.params.length === b.params.length &&
    a.params.every((each, at) => sameType(each, b.params[at] as CelType))
  );
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['google.protobuf.Timestamp', 'timestamp'],
  ['google.protobuf.Duration', 'duration'],
  ['null_type', 'null'],
]);

/** As problems of a checker name it. */
export function formatted(type: CelType): string {
  if (type.params.length === 0) return SHORT.get(type.name) ?? type.name;
  return `${type.name}(${type.params.map(formatted).join(', ')})`;
}

/** As `String()` of the type has it. */
export function typeText(type: CelType): string {
  return type.params.length === 0 ? type.name : `${type.name}(${type.params.map(typeText).join(', ')})`;
}

const BY_NAME: ReadonlyMap<string, CelType> = new Map([
  ['dyn', DYN],
  ['null', NULL],
  ['bool', BOOL],
  ['int', INT],
  ['uint', UINT],
  ['double', DOUBLE],
  ['string', STRING],
  ['bytes', BYTES],
  ['timestamp', TIMESTAMP],
  ['duration', DURATION],
  ['quantity', opaque('kubernetes.Quantity')],
  ['url', opaque('kubernetes.URL')],
  ['ip', opaque('net.IP')],
  ['cidr', opaque('net.CIDR')],
  ['semver', opaque('kubernetes.Semver')],
  ['format', opaque('kubernetes.NamedFormat')],
  ['authorizer', opaque('kubernetes.authorization.Authorizer')],
  ['path', opaque('kubernetes.authorization.PathCheck')],
  ['group', opaque('kubernetes.authorization.GroupCheck')],
  ['resource', opaque('kubernetes.authorization.ResourceCheck')],
  ['decision', opaque('kubernetes.authorization.Decision')],
]);

/** `list(A)`, `map(string, dyn)`, `opt(A)`, `type(A)`, a name above, or a capital for a parameter. */
export function readType(notation: string): CelType {
  const open = notation.indexOf('(');
  if (open < 0) return BY_NAME.get(notation) ?? param(notation);
  const inner = splitTypes(notation.slice(open + 1, -1)).map(readType);
  const [first = DYN, second = DYN] = inner;
  switch (notation.slice(0, open)) {
    case 'list':
      return listOf(first);
    case 'map':
      return mapOf(first, second);
    case 'type':
      return typeOf(first);
    default:
      return optionalOf(first);
  }
}

/** At the commas that stand in no brackets. */
export function splitTypes(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const letter = text[at] ?? ',';
    if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (letter === ',' && depth === 0) {
      if (at > from) parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return parts;
}
