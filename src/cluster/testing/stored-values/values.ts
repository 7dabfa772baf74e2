import type { Field, Struct, Type } from '../../../api/schema/language.ts';
import { structOf } from '../../../api/schema/packages.ts';
import { apiVersionOf, type ResourceInfo, storageKey } from '../../../api/scheme/scheme.ts';
import type { Random } from '../../../engine/index.ts';

/** What somebody may put into the store past the server, and whether the Go struct of the kind takes it. */

export const NAMESPACE = 'default';
const NOBODY = 'nobody';

/** A value for a key that ends with a name. */
export type Drawn = (name: string) => string;

export function keyOf(info: ResourceInfo, name: string): string {
  return storageKey(info, info.namespaced ? NAMESPACE : undefined, name);
}

/** Nothing but what it is. */
function bare(info: ResourceInfo, name: string): object {
  const metadata = info.namespaced ? { name, namespace: NAMESPACE } : { name };
  return { apiVersion: apiVersionOf(info), kind: info.kind, metadata };
}

/** No object of the kind, each for another reason. */
export function unreadable(info: ResourceInfo, random: Random): string[] {
  const object = bare(info, 'odd');
  const whole = JSON.stringify({ ...object, ...drawnFields(structOf(info.group, info.version, info.kind), random) });
  return [
    'k8s',
    '5',
    'true',
    '[1',
    '[]',
    '{',
    whole.slice(0, 1 + random.below(whole.length - 1)),
    `${whole}}`,
    JSON.stringify({ ...object, kind: 'Nope' }),
    JSON.stringify({ ...object, kind: 5 }),
    JSON.stringify({ ...object, apiVersion: 'v9' }),
    JSON.stringify({ ...object, apiVersion: 'a/b/c' }),
    JSON.stringify({ ...object, metadata: 'odd' }),
    JSON.stringify({ ...object, metadata: { name: 5 } }),
    ...misfits(info).map((misfit) => JSON.stringify({ ...object, ...misfit })),
  ];
}

/** A value of a wrong type in each field that is no struct's zero value, first at the top, then below. */
function misfits(info: ResourceInfo): readonly object[] {
  const struct = structOf(info.group, info.version, info.kind);
  if (struct === undefined) return [];
  return struct.fields.flatMap((field) => misfitsIn(field, 0));
}

const DEEPEST = 3;

function misfitsIn(field: Field, depth: number): readonly object[] {
  if (field.json === 'apiVersion' || field.json === 'kind') return [];
  const own = misfitOf(field.type);
  const found: object[] = own === undefined ? [] : [{ [field.json]: own }];
  const inner = structIn(field.type);
  if (inner === undefined || depth >= DEEPEST) return found;
  for (const below of inner.fields)
    for (const misfit of misfitsIn(below, depth + 1)) found.push({ [field.json]: wrapped(field.type, misfit) });
  return found;
}

function structIn(type: Type): Struct | undefined {
  return type.struct ?? (type.element === undefined ? undefined : structIn(type.element));
}

function wrapped(type: Type, inner: object): unknown {
  if (type.kind === 'slice') return [wrapped(type.element as Type, inner)];
  if (type.kind === 'map') return { a: wrapped(type.element as Type, inner) };
  return type.kind === 'pointer' ? wrapped(type.element as Type, inner) : inner;
}

function misfitOf(type: Type): unknown {
  switch (type.kind) {
    case 'string':
    case 'bytes':
      return 5;
    case 'integer':
    case 'float':
    case 'bool':
    case 'struct':
    case 'slice':
    case 'map':
      return 'odd';
    case 'pointer':
      return misfitOf(type.element as Type);
    case 'any':
      return undefined;
    default:
      return {};
  }
}

/** Objects of the kind that nobody would let through. */
export function readable(info: ResourceInfo, random: Random): readonly Drawn[] {
  const struct = structOf(info.group, info.version, info.kind);
  const nothing = Object.fromEntries((struct?.fields ?? []).map(({ json }) => [json, null]));
  const more = [{}, { unknown: { field: [1] } }, drawnFields(struct, random, 100)];
  for (let count = 0; count < 3; count += 1) more.push(drawnFields(struct, random));
  return [
    ...more.map((fields) => (name: string) => JSON.stringify({ ...bare(info, name), ...fields })),
    (name) => JSON.stringify({ ...nothing, ...bare(info, name) }),
    (name) => yaml(bare(info, name) as never),
  ];
}

function yaml({ apiVersion, kind, metadata }: { apiVersion: string; kind: string; metadata: object }): string {
  const lines = Object.entries(metadata).map(([key, value]) => `  ${key}: ${value}\n`);
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n${lines.join('')}`;
}

/** Of every hundred fields so many, with values of their type that mean nothing. */
function drawnFields(struct: Struct | undefined, random: Random, present = 60): object {
  const fields = (struct?.fields ?? []).filter(({ json }) => !OWN.has(json));
  return new Drawing(random, present).struct(fields);
}

const OWN: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
const TEXTS: readonly string[] = ['', 'x', NOBODY, 'Always', 'a/b', '*', 'node-1', 'v1', '☺'];
const NUMBERS: readonly number[] = [0, 1, -1, 3, 2_147_483_647, -2_147_483_648];

/** A schema that holds schemas has no end. */
const MOST_STRUCTS = 300;

class Drawing {
  private structs = 0;

  constructor(
    private readonly random: Random,
    private readonly present: number,
  ) {}

  struct(fields: readonly Field[]): object {
    const found: Record<string, unknown> = {};
    this.structs += 1;
    for (const { json, type } of fields) if (this.random.chance(this.present, 100)) found[json] = this.value(type);
    return found;
  }

  private value(type: Type): unknown {
    const { random } = this;
    const again = (): unknown => this.value(type.element as Type);
    const isEnough = this.structs >= MOST_STRUCTS;
    switch (type.kind) {
      case 'struct':
        return isEnough || type.struct === undefined ? {} : this.struct(type.struct.fields);
      case 'pointer':
        return random.chance(1, 6) ? null : again();
      case 'slice':
        return isEnough ? [] : Array.from({ length: random.below(3) }, again);
      case 'map':
        return isEnough ? {} : Object.fromEntries(TEXTS.slice(0, random.below(4)).map((key) => [key, again()]));
      default:
        return drawScalar(type, random);
    }
  }
}

function drawScalar(type: Type, random: Random): unknown {
  switch (type.kind) {
    case 'string':
      return TEXTS[random.below(TEXTS.length)];
    case 'integer':
    case 'float':
      return NUMBERS[random.below(NUMBERS.length)];
    case 'bool':
      return random.chance(1, 2);
    case 'bytes':
      return ['', 'eA=='][random.below(2)];
    case 'quantity':
      return ['0', '-1', '100m', '1Gi'][random.below(4)];
    case 'intOrString':
      return [0, 80, 'http', '50%', '', 'x'][random.below(6)];
    case 'microTime':
      return [null, '2026-01-15T12:00:00.000000Z'][random.below(2)];
    case 'time':
      return [null, '2026-01-15T12:00:00Z', '1970-01-01T00:00:00Z'][random.below(3)];
    default:
      return [{}, { kind: 'Odd' }, null][random.below(3)];
  }
}
