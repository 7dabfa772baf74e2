import { isFields } from '../../../api/go/json.ts';
import type { JSONSchemaProps } from '../../../api/types/apiextensions.ts';

export type Schema = JSONSchemaProps;

const NO_PROPERTIES: Readonly<Record<string, Schema>> = {};

// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/structural.go (v1.36)
export function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return schema.properties ?? NO_PROPERTIES;
}

/** A declared field; names come from outside and must not find what every object inherits. */
export function propertyOf(schema: Schema, name: string): Schema | undefined {
  const properties = schema.properties;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

export function itemsOf(schema: Schema): Schema | undefined {
  return isFields(schema.items) ? (schema.items as Schema) : undefined;
}

/** The schema of values under undeclared keys; undefined when there is none, also for `true`. */
export function valuesOf(schema: Schema): Schema | undefined {
  return isFields(schema.additionalProperties) ? (schema.additionalProperties as Schema) : undefined;
}

/** Keys beyond the declared ones are data of a map, not mistakes. */
export function allowsMore(schema: Schema): boolean {
  return schema.additionalProperties === true || isFields(schema.additionalProperties);
}

export function keepsUnknown(schema: Schema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

/** The schema of a field, declared or as a value of a map. */
export function fieldSchema(schema: Schema, name: string): Schema | undefined {
  return propertyOf(schema, name) ?? valuesOf(schema);
}

/** What every object has without any schema's saying so. */
export const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
