import { isFields } from '../../../api/go/json.ts';
import type { JSONSchemaProps as Schema } from '../../../api/types/apiextensions.ts';
import { isKnownFormat } from './formats.ts';
import { fieldSchema, itemsOf } from './structural.ts';

/** What looks at any value: alternatives, its form, its enumeration, and the end. */
const ALWAYS = 4;

/**
 * How many checks of a schema are about a value, whether they like it or not: of alternatives that all refuse it, the one with the
 * most is believed. Models staging/src/k8s.io/kube-openapi/pkg/validation/validate/{schema,schema_props}.go, MatchCount (v1.36)
 */
export function reach(value: unknown, schema: Schema): number {
  const { type = '', format = '', allOf = [], anyOf = [], oneOf = [] } = schema;
  let count = ALWAYS;
  if (type !== '' || format !== '') count += 1;
  if (typeof value === 'string' && isKnownFormat(format)) count += 1;
  for (const each of allOf) count += reach(value, each);
  for (const each of [anyOf, oneOf]) if (each.length > 0) count += Math.max(...each.map((one) => reach(value, one)));
  if (isFields(value)) {
    for (const key in value) {
      const inner = fieldSchema(schema, key);
      if (inner !== undefined) count += reach(value[key], inner);
    }
  } else if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items !== undefined) for (const item of value) count += reach(item, items);
  }
  return count;
}
