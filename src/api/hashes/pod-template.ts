import { eachByteOf } from '../../base/bytes/utf8.ts';
import { pureOfObject } from '../../base/pure.ts';
import type { Field, Struct, Type } from '../schema/language.ts';
import { corePackage } from '../schema/packages.ts';
import { quantityText } from '../values/quantity-fields.ts';

/**
 * The hash that names a Deployment's ReplicaSets: FNV-32a over a printed form of the Go struct, in which every field appears with its name
 * and type, nil ones too. Hence the hash depends on the set of fields that a version of Kubernetes knows.
 * Models pkg/controller/controller_utils.go ComputeHash and pkg/util/hash (v1.36)
 */
export function podTemplateHash(template: object, collisionCount?: number): string {
  let hash = templateHash(template);
  if (collisionCount !== undefined) hash = fnvCollisionCount(hash, collisionCount);
  return safeEncode(String(hash >>> 0));
}

/** The text that is hashed. Models k8s.io/apimachinery/pkg/util/dump ForHash (v1.36) */
export function dumpPodTemplate(template: object): string {
  const struct = corePackage.struct('PodTemplateSpec');
  if (struct === undefined) throw new Error('PodTemplateSpec is not in the schema');
  return dumpStruct(struct, template);
}

/** A Go struct as it is printed to be hashed. */
export function dumpStruct(struct: Struct, value: object): string {
  return `(${struct.go})${structText(struct, value)}`;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Templates are immutable and shared, and a controller asks for the same one at every sync. */
const templateHash = pureOfObject((template: object) => fnv32aUtf8(FNV_OFFSET, dumpPodTemplate(template)));

/** Written as eight bytes, little endian, the upper four always zero. */
function fnvCollisionCount(start: number, count: number): number {
  let hash = start;
  for (let i = 0; i < 8; i += 1) hash = Math.imul(hash ^ (i < 4 ? (count >>> (8 * i)) & 255 : 0), FNV_PRIME);
  return hash;
}

function fnv32aUtf8(start: number, text: string): number {
  let hash = start;
  const add = (byte: number): void => {
    hash = Math.imul(hash ^ byte, FNV_PRIME);
  };
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      hash = Math.imul(hash ^ unit, FNV_PRIME);
      continue;
    }
    const point = text.codePointAt(i) ?? unit;
    if (point > 0xffff) i += 1;
    eachByteOf(point, add);
  }
  return hash;
}

/** No vowels and no look-alikes, so that no word comes out by chance. Models k8s.io/apimachinery/pkg/util/rand SafeEncodeString (v1.36) */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

export function safeEncode(digits: string): string {
  let out = '';
  for (let i = 0; i < digits.length; i += 1) out += SAFE[digits.charCodeAt(i) % SAFE.length];
  return out;
}

const NIL = '<nil>';
/** What stands for a field that is absent, by type: most of a template is absent fields. */
const zeroText = pureOfObject((type: Type): string => valueText(type, undefined));

function structText(struct: Struct, value: unknown): string {
  const object = (value ?? {}) as Readonly<Record<string, unknown>>;
  let out = '{';
  for (const field of struct.declared) out += (out.length > 1 ? ' ' : '') + fieldText(field, object);
  return `${out}}`;
}

function fieldText(field: Field, object: Readonly<Record<string, unknown>>): string {
  const head = `${field.go}:(${field.type.go})`;
  if (field.inline) return head + valueText(field.type, object);
  const value = object[field.json];
  return head + (value === undefined || value === null ? zeroText(field.type) : valueText(field.type, value));
}

function valueText(type: Type, value: unknown): string {
  switch (type.kind) {
    case 'struct':
      return type.struct === undefined ? '{}' : structText(type.struct, value);
    case 'pointer':
      return value === undefined || type.element === undefined ? NIL : valueText(type.element, value);
    case 'slice':
      return sliceText(type, value);
    case 'map':
      return mapText(type, value);
    case 'quantity':
      return quantityText(String(value ?? ''));
    case 'intOrString':
      return intOrStringText(value);
    case 'time':
      return timeText(value);
    case 'bool':
      return String(value ?? false);
    case 'integer':
    case 'float':
      return String(value ?? 0);
    default:
      return String(value ?? '');
  }
}

/** Empty slices and maps do not survive the way to the controller, which reads protobuf: they arrive as nil. */
function sliceText(type: Type, value: unknown): string {
  const items = (value ?? []) as readonly unknown[];
  const element = type.element;
  if (items.length === 0 || element === undefined) return NIL;
  return `[${items.map((item) => valueText(element, item ?? undefined)).join(' ')}]`;
}

function mapText(type: Type, value: unknown): string {
  const object = (value ?? {}) as Readonly<Record<string, unknown>>;
  const element = type.element;
  const keys = Object.keys(object);
  if (keys.length === 0 || element === undefined) return NIL;
  // ASCII keys (labels, resource names): code units sort as Go sorts bytes.
  keys.sort();
  return `map[${keys.map((key) => `${key}:${valueText(element, object[key] ?? undefined)}`).join(' ')}]`;
}

function intOrStringText(value: unknown): string {
  const isText = typeof value === 'string';
  return `{Type:(intstr.Type)${isText ? 1 : 0} IntVal:(int32)${isText ? 0 : String(value ?? 0)} StrVal:(string)${isText ? value : ''}}`;
}

/** Times in a template are always unset when they come from a Deployment; one that is set prints its private seconds, here left zero. */
function timeText(value: unknown): string {
  const location = value === undefined ? `(*time.Location)${NIL}` : '(*time.Location)';
  return `{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:${location}}}`;
}
