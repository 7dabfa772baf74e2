import { type FieldError, forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { isFields } from '../../go/json.ts';
import { patternProblem } from '../../go/pattern.ts';
import type { JSONSchemaProps } from '../../types/apiextensions.ts';

/** What a schema may not say, place by place. Models staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36) */

const TYPES: readonly string[] = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const UNSUPPORTED: readonly string[] = [
  'id',
  'additionalItems',
  'patternProperties',
  'definitions',
  'dependencies',
  '$ref',
];
const META: readonly string[] = ['metadata', 'kind', 'apiVersion'];

export function schemaErrors(schema: JSONSchemaProps, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  visit(errors, schema, path, true, undefined);
  return errors;
}

/** `noDefaults`: where defaults are forbidden. */
function visit(
  errors: FieldError[],
  schema: JSONSchemaProps,
  path: string,
  root: boolean,
  noDefaults: string | undefined,
): void {
  checkWords(errors, schema, path, noDefaults);
  const { properties = {}, items, additionalProperties } = schema;
  const values = isFields(additionalProperties) ? (additionalProperties as JSONSchemaProps) : undefined;
  if (additionalProperties !== undefined && Object.keys(properties).length > 0) {
    if (additionalProperties === false || values !== undefined) {
      const why = 'additionalProperties and properties are mutual exclusive';
      errors.push(forbiddenField(`${path}.additionalProperties`, why));
    }
  }
  if (values !== undefined) visit(errors, values, `${path}.additionalProperties`, false, noDefaults);
  for (const [name, inner] of Object.entries(properties)) {
    const forbidden = root && META.includes(name) ? `in top-level ${name}` : noDefaults;
    if (isFields(inner)) visit(errors, inner, `${path}.properties[${name}]`, false, forbidden);
  }
  if (isFields(items)) visit(errors, items as JSONSchemaProps, `${path}.items`, false, noDefaults);
  checkMapType(errors, schema, path);
  checkListType(errors, schema, path);
  if (schema['x-kubernetes-list-type'] === 'map') checkKeys(errors, schema, path);
  checkNullable(errors, schema, path);
}

function checkWords(errors: FieldError[], schema: JSONSchemaProps, path: string, noDefaults: string | undefined): void {
  const fields = schema as unknown as { readonly [key: string]: unknown };
  if (schema.default !== undefined && noDefaults !== undefined) {
    errors.push(forbiddenField(`${path}.default`, `must not be set ${noDefaults}`));
  }
  for (const key of UNSUPPORTED) {
    if (fields[key] !== undefined) errors.push(forbiddenField(`${path}.${key}`, `${key} is not supported`));
  }
  const { type = '' } = schema;
  if (type === 'null') {
    errors.push(forbiddenField(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  }
  if (Array.isArray(schema.items)) {
    errors.push(forbiddenField(`${path}.items`, 'items must be a schema object and not an array'));
  }
  if (type !== '' && !TYPES.includes(type)) errors.push(notSupported(`${path}.type`, type, TYPES));
  if (schema.uniqueItems === true) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenField(`${path}.uniqueItems`, why));
  }
  const problem = schema.pattern === undefined ? undefined : patternProblem(schema.pattern);
  if (problem !== undefined) {
    const why = `must be a valid regular expression, but isn't: ${problem}`;
    errors.push(invalidValue(`${path}.pattern`, schema.pattern, why));
  }
}

function mustBe(errors: FieldError[], path: string, type: string | undefined, wanted: string, because: string): void {
  const why = `must be ${wanted} if ${because} is specified`;
  if ((type ?? '') === '') errors.push(required(`${path}.type`, why));
  else if (type !== wanted) errors.push(invalidValue(`${path}.type`, type, why));
}

function checkMapType(errors: FieldError[], schema: JSONSchemaProps, path: string): void {
  if ((schema['x-kubernetes-preserve-unknown-fields'] as unknown) === false) {
    errors.push(invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  }
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return;
  mustBe(errors, path, schema.type, 'object', 'x-kubernetes-map-type');
  const known = ['atomic', 'granular'];
  if (!known.includes(mapType)) errors.push(notSupported(`${path}.x-kubernetes-map-type`, mapType, known));
}

function checkListType(errors: FieldError[], schema: JSONSchemaProps, path: string): void {
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const at = `${path}.x-kubernetes-list-type`;
  if (listType !== undefined) {
    mustBe(errors, path, schema.type, 'array', 'x-kubernetes-list-type');
    const item = isFields(schema.items) ? (schema.items as JSONSchemaProps) : undefined;
    if (schema.type === 'array' && listType === 'set' && item !== undefined)
      checkSetItem(errors, item, `${path}.items`);
    const known = ['atomic', 'set', 'map'];
    if (!known.includes(listType)) errors.push(notSupported(at, listType, known));
  }
  if (keys.length === 0) return;
  const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
  if (listType === undefined) errors.push(required(at, why));
  else if (listType !== 'map') errors.push(invalidValue(at, listType, why));
}

function checkSetItem(errors: FieldError[], item: JSONSchemaProps, path: string): void {
  const listType = item['x-kubernetes-list-type'];
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  if (item.type === 'array' && listType !== undefined && listType !== 'atomic') {
    errors.push(invalidValue(`${path}.x-kubernetes-list-type`, listType, why));
  }
  if (item.type === 'object' && item['x-kubernetes-map-type'] !== 'atomic') {
    errors.push(invalidValue(`${path}.x-kubernetes-map-type`, listType ?? null, why));
  }
}

function checkKeys(errors: FieldError[], schema: JSONSchemaProps, path: string): void {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const at = `${path}.x-kubernetes-list-map-keys`;
  if (keys.length === 0) errors.push(required(at, 'must not be empty if x-kubernetes-list-type is map'));
  if (!isFields(schema.items)) {
    errors.push(required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'));
    return;
  }
  const item = schema.items as JSONSchemaProps;
  if (item.type !== 'object') {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(invalidValue(`${path}.items.type`, item.type ?? '', why));
    return;
  }
  const seen = new Set<string>();
  for (const key of keys) {
    const property = item.properties?.[key];
    if (property === undefined) {
      errors.push(invalidValue(at, keys, 'entries must all be names of item properties'));
    } else if (property.type === 'array' || property.type === 'object') {
      const why = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(invalidValue(`${path}.items.properties[${key}].type`, item.type, why));
    }
    if (seen.has(key)) errors.push(invalidValue(at, keys, 'must not contain duplicate entries'));
    seen.add(key);
  }
}

/** Keys and members of sets must be there. */
function checkNullable(errors: FieldError[], schema: JSONSchemaProps, path: string): void {
  const listType = schema['x-kubernetes-list-type'];
  if ((listType !== 'map' && listType !== 'set') || !isFields(schema.items)) return;
  const item = schema.items as JSONSchemaProps;
  if (item.nullable === true) {
    const why = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    errors.push(forbiddenField(`${path}.items.nullable`, why));
  }
  if (listType === 'set') return;
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const property = item.properties?.[key];
    if (property === undefined) continue;
    const at = `${path}.items.properties[${key}]`;
    if (item.required?.includes(key) !== true && property.default === undefined) {
      const why = 'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      errors.push(required(`${at}.default`, why));
    }
    if (property.nullable === true) {
      errors.push(
        forbiddenField(`${at}.nullable`, 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable'),
      );
    }
  }
}
