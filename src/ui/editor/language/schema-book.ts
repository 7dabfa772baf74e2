import type { Path } from '../../../api/values/field-path.ts';
import type { DefinedKind, KindSchemas } from '../../../protocol/queries.ts';

/** As OpenAPI documents have it. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

/** What is known of a place in an object: its schema without references, and by which name that is defined. */
export interface Known {
  readonly schema: Schema;
  /** `io.k8s.api.core.v1.Container`; of what is written out in place that of what it stands in. */
  readonly definition: string;
  readonly all: Readonly<Record<string, Schema>>;
}

const PREFIX = '#/components/schemas/';
/** How deep references lead to references. */
const MOST_STEPS = 10;

/**
 * What the API server says of kinds, as far as somebody has asked for it.
 *
 * Promises: to answer from what was learnt last, at once. Does not promise: to know a kind; the page asks the engine for what a
 * text names, and tells it here. Called by: everything in this folder.
 */
export class SchemaBook {
  private readonly versions = new Map<string, Known['all']>();
  defined: readonly DefinedKind[] = [];
  names: Readonly<Record<string, readonly string[]>> = {};

  learn(found: Readonly<Record<string, KindSchemas>>): void {
    for (const [apiVersion, { schemas }] of Object.entries(found))
      this.versions.set(apiVersion, JSON.parse(schemas) as Known['all']);
  }

  root(apiVersion: string, kind: string): Known | undefined {
    const all = this.versions.get(apiVersion);
    for (const [name, schema] of Object.entries(all ?? {})) {
      const kinds = schema['x-kubernetes-group-version-kind'] ?? [];
      const isIt = kinds.some((each) => each.kind === kind && versionOf(each) === apiVersion);
      if (all !== undefined && isIt) return { schema, definition: name, all };
    }
    return undefined;
  }

  at(root: Known, path: Path): Known | undefined {
    let known: Known | undefined = root;
    for (const step of path) {
      if (known === undefined) return undefined;
      known = child(known, step);
    }
    return known;
  }
}

function versionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** What stands behind a field, in a place of a list, behind a key of a map. */
export function child({ schema, definition, all }: Known, step: string | number): Known | undefined {
  const { properties, items, additionalProperties } = schema;
  if (typeof step === 'number') return items && resolved(items, definition, all);
  if (properties !== undefined && Object.hasOwn(properties, step))
    return resolved(properties[step] ?? {}, definition, all);
  return typeof additionalProperties === 'object' ? resolved(additionalProperties, definition, all) : undefined;
}

/** The words of a reference are nearer to the field than those of what it refers to. */
function resolved(schema: Schema, within: string, all: Known['all']): Known {
  let [now, definition] = [schema, within];
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const reference = now.$ref ?? now.allOf?.[0]?.$ref;
    const target = reference === undefined ? undefined : all[reference.slice(PREFIX.length)];
    if (reference === undefined || target === undefined) break;
    const { $ref: _ref, allOf: _allOf, ...own } = now;
    now = { ...target, ...own };
    definition = reference.slice(PREFIX.length);
  }
  return { schema: now, definition, all };
}

export type Shape = 'map' | 'list' | 'boolean' | 'integer' | 'number' | 'text' | 'intOrText' | 'any';

/** What is written in such a place. */
export function shapeOf(schema: Schema): Shape {
  const { type, format, oneOf } = schema;
  const alternatives = (oneOf ?? []).map((each) => each.type);
  if (format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) return 'intOrText';
  if (alternatives.includes('string') && alternatives.length > 1) return 'intOrText';
  if (schema.properties !== undefined || type === 'object') return 'map';
  if (schema.items !== undefined || type === 'array') return 'list';
  if (type === 'boolean' || type === 'integer' || type === 'number') return type;
  return type === 'string' ? 'text' : 'any';
}

/** Whether fields that the schema does not name are let in. */
export function isOpen(schema: Schema): boolean {
  const { properties, additionalProperties } = schema;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return true;
  return properties === undefined || (additionalProperties !== undefined && additionalProperties !== false);
}

/** As `kubectl explain` names it: `[]Container`, `map[string]string`. */
export function typeName(known: Known): string {
  const { schema, definition, all } = known;
  switch (shapeOf(schema)) {
    case 'list':
      return `[]${typeName(child(known, 0) ?? { schema: {}, definition, all })}`;
    case 'map': {
      const values = schema.properties === undefined ? child(known, 'any') : undefined;
      if (values !== undefined) return `map[string]${typeName(values)}`;
      return schema.properties === undefined || all[definition]?.properties !== schema.properties
        ? 'Object'
        : (definition.split('.').at(-1) ?? 'Object');
    }
    case 'intOrText':
      return schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] ? 'int or string' : 'Quantity';
    case 'text':
      return schema.format === 'date-time' ? 'Time' : 'string';
    case 'any':
      return 'any';
    default:
      return schema.type ?? 'any';
  }
}
