import { errorText, type FieldError, forbiddenField, invalidValue, required } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';

type Level = 'root' | 'item' | 'field';

const EMPTY_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Whether every place of a schema says what it is; sorted, as the real check sorts. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go (v1.36)
export function structuralErrors(schema: Fields, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  checkInvariants(errors, schema, 'root', path);
  checkComplete(errors, schema, schema, path, path);
  return errors.sort((a, b) => (errorText(a) < errorText(b) ? -1 : 1));
}

function checkInvariants(errors: FieldError[], schema: Fields, level: Level, path: string): void {
  const type = typeof schema.type === 'string' ? schema.type : '';
  const intOrString = schema['x-kubernetes-int-or-string'] === true;
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  if (type === 'array' && !isFields(schema.items)) errors.push(required(`${path}.items`, 'must be specified'));
  if (isFields(schema.items)) checkInvariants(errors, schema.items, 'item', `${path}.items`);
  const properties = isFields(schema.properties) ? schema.properties : {};
  for (const name in properties) {
    const property = properties[name];
    if (isFields(property)) {
      checkInvariants(errors, property, 'field', `${path}.properties[${name}]`);
    }
  }
  if (schema.additionalProperties !== undefined) {
    if (level === 'root') errors.push(forbiddenField(`${path}.additionalProperties`, 'must not be used at the root'));
    if (isFields(schema.additionalProperties)) {
      checkInvariants(errors, schema.additionalProperties, 'field', `${path}.additionalProperties`);
    }
  }
  if (intOrString && preserves) {
    const at = `${path}.x-kubernetes-preserve-unknown-fields`;
    errors.push(invalidValue(at, true, 'must be false if x-kubernetes-int-or-string is true'));
  }
  if (embedded && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? required(`${path}.type`, why) : invalidValue(`${path}.type`, type, why));
  } else if (type === '' && !intOrString && !preserves) errors.push(required(`${path}.type`, EMPTY_TYPE[level]));
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalidValue(`${path}.type`, type, 'must be object at the root'));
  }
  checkJunctors(errors, schema, path);
  if (level === 'root' || embedded) checkTypeMeta(errors, properties, path);
  if (level === 'root' && isFields(properties.metadata)) checkMetadata(errors, properties.metadata, path);
  if (embedded) checkEmbedded(errors, schema, path);
}

function checkEmbedded(errors: FieldError[], schema: Fields, path: string): void {
  if (schema['x-kubernetes-int-or-string'] === true) {
    const at = `${path}.x-kubernetes-embedded-resource`;
    errors.push(invalidValue(at, true, 'must be false if x-kubernetes-int-or-string is true'));
  }
  if (schema.additionalProperties !== undefined) {
    const why = 'must not be used if x-kubernetes-embedded-resource is set';
    errors.push(forbiddenField(`${path}.additionalProperties`, why));
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] !== true && !isFields(schema.properties)) {
    const why =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(`${path}.properties`, why));
  }
}

/** What metadata are, no schema says; it may narrow names. */
function checkMetadata(errors: FieldError[], { type: _type, default: _default, ...more }: Fields, path: string): void {
  const { properties, ...others } = more;
  const names = isFields(properties) ? Object.keys(properties) : [];
  if (Object.keys(others).length === 0 && names.every((name) => name === 'name' || name === 'generateName')) return;
  const why = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
  errors.push(forbiddenField(`${path}.properties[metadata]`, why));
}

/** What the junctors of the root speak of, the root itself names. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/complete.go (v1.36)
function checkComplete(errors: FieldError[], values: Fields, schema: Fields, path: string, from: string): void {
  const nested: [part: unknown, at: string][] = [[values.not, `${from}.not`]];
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const list = values[key];
    if (Array.isArray(list)) nested.push(...list.map((each, i): [unknown, string] => [each, `${from}.${key}[${i}]`]));
  }
  for (const [part, at] of nested) if (isFields(part)) checkNamed(errors, part, schema, path, at);
}

function checkNamed(errors: FieldError[], part: Fields, schema: unknown, path: string, from: string): void {
  if (!isFields(schema)) {
    errors.push(required(path, `because it is defined in ${from}`));
    return;
  }
  checkComplete(errors, part, schema, path, from);
  if (isFields(part.items)) checkNamed(errors, part.items, schema.items, `${path}.items`, `${from}.items`);
  const properties = isFields(part.properties) ? part.properties : {};
  const declared = isFields(schema.properties) ? schema.properties : {};
  for (const name in properties) {
    const property = properties[name];
    const below = `properties[${name}]`;
    if (isFields(property)) checkNamed(errors, property, declared[name], `${path}.${below}`, `${from}.${below}`);
  }
}

function checkTypeMeta(errors: FieldError[], properties: Fields, path: string): void {
  for (const name of ['kind', 'apiVersion']) {
    const property = properties[name];
    if (isFields(property) && property.type !== 'string') {
      errors.push(invalidValue(`${path}.properties[${name}].type`, property.type ?? '', 'must be string'));
    }
  }
  const metadata = properties.metadata;
  if (isFields(metadata) && metadata.type !== 'object') {
    errors.push(invalidValue(`${path}.properties[metadata].type`, metadata.type ?? '', 'must be object'));
  }
}

/** Below allOf and its like only values are restricted. */
const FORBIDDEN_BELOW: readonly (readonly [string, string])[] = [
  ['type', 'must be empty to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['default', 'must be undefined to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function checkJunctors(errors: FieldError[], schema: Fields, path: string): void {
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[key];
    if (!Array.isArray(list) || (key === 'anyOf' && equalJson(list, INT_OR_STRING))) continue;
    list.forEach((each, i) => {
      if (isFields(each)) checkNested(errors, each, `${path}.${key}[${i}]`);
    });
  }
  if (isFields(schema.not)) checkNested(errors, schema.not, `${path}.not`);
}

function checkNested(errors: FieldError[], schema: Fields, path: string): void {
  checkJunctors(errors, schema, path);
  for (const [key, why] of FORBIDDEN_BELOW) {
    if (schema[key] !== undefined && schema[key] !== false) errors.push(forbiddenField(`${path}.${key}`, why));
  }
  if (isFields(schema.items)) checkNested(errors, schema.items, `${path}.items`);
  const properties = isFields(schema.properties) ? schema.properties : {};
  for (const name in properties) {
    const property = properties[name];
    const at = `${path}.properties[${name}]`;
    if (name === 'metadata') errors.push(forbiddenField(at, 'must not be specified in a nested context'));
    if (isFields(property)) checkNested(errors, property, at);
  }
}
