import { type FieldError, invalidValue, required } from '../../../api/errors/field-error.ts';
import { type Fields, isFields } from '../../../api/go/json.ts';
import type { ObjectMeta } from '../../../api/types/meta.ts';
import { pathSegmentProblems, validateMetadata } from '../../../api/validation/common/metadata.ts';
import { dns1035LabelProblems } from '../../../api/values/label-syntax.ts';
import { pureOfObject } from '../../../base/pure.ts';
import { decodeMetadata } from './metadata.ts';
import { itemsOf, propertyOf, type Schema, valuesOf } from './structural.ts';

/**
 * Whole objects inside of an object: they say what they are, and their metadata are those of any object.
 * Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta (v1.36)
 */

const holdsObjects = pureOfObject((schema: Schema): boolean => {
  const inner = [...Object.values(schema.properties ?? {}), itemsOf(schema), valuesOf(schema)];
  return isObject(schema) || inner.some((each) => each !== undefined && holdsObjects(each));
});

function isObject(schema: Schema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

interface Found {
  readonly unknown: string[];
  error: string | undefined;
}

/** With the metadata of the objects inside as Go reads them. Shares what does not change. */
export function coerceObjects<T>(value: T, schema: Schema, path: string, found: Found): T {
  if (!holdsObjects(schema)) return value;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items === undefined) return value;
    return value.map((item, i) => coerceObjects(item, items, `${path}[${i}]`, found)) as T;
  }
  if (!isFields(value)) return value;
  const result: Record<string, unknown> = { ...value };
  if (isObject(schema) && value.metadata !== undefined) {
    const { metadata, unknownFields, error } = decodeMetadata(value.metadata);
    result.metadata = metadata;
    found.unknown.push(...unknownFields.map((field) => `${path}.${field}`));
    found.error ??= error;
  }
  for (const key in value) {
    const inner = propertyOf(schema, key) ?? valuesOf(schema);
    if (inner !== undefined)
      result[key] = coerceObjects(value[key], inner, path === '' ? key : `${path}.${key}`, found);
  }
  return result as T;
}

export function validateObjects(errors: FieldError[], value: unknown, schema: Schema, path: string): void {
  if (!holdsObjects(schema)) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schema) ?? {};
    for (const [i, item] of value.entries()) validateObjects(errors, item, items, `${path}[${i}]`);
    return;
  }
  if (!isFields(value)) return;
  if (isObject(schema)) validateObject(errors, value, path);
  for (const key in value) {
    const property = propertyOf(schema, key);
    const inner = property ?? valuesOf(schema);
    const at = property === undefined ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (inner !== undefined) validateObjects(errors, value[key], inner, at);
  }
}

function validateObject(errors: FieldError[], { apiVersion, kind, metadata }: Fields, path: string): void {
  said(errors, `${path}.apiVersion`, apiVersion, groupVersionProblems);
  said(errors, `${path}.kind`, kind, kindProblems);
  if (!isFields(metadata)) return;
  const { name = '', generateName = '', ...rest } = metadata as ObjectMeta;
  const inside: FieldError[] = [];
  for (const problem of pathSegmentProblems(generateName))
    inside.push(invalidValue('metadata.generateName', generateName, problem));
  for (const problem of pathSegmentProblems(name)) inside.push(invalidValue('metadata.name', name, problem));
  // An object inside of another needs no name.
  const info = { group: '', kind: '', namespaced: (rest.namespace ?? '') !== '' };
  validateMetadata(inside, { ...rest, name: 'nameless' }, info);
  errors.push(...inside.map((error) => ({ ...error, field: `${path}.${error.field}` })));
}

function said(errors: FieldError[], path: string, value: unknown, problems: (text: string) => readonly string[]): void {
  if (value === undefined || value === '') errors.push(required(path));
  else if (typeof value !== 'string') errors.push(invalidValue(path, value, 'must be a string'));
  else for (const problem of problems(value)) errors.push(invalidValue(path, value, problem));
}

function groupVersionProblems(text: string): readonly string[] {
  return text.split('/').length > 2 ? [`unexpected GroupVersion string: ${text}`] : [];
}

function kindProblems(kind: string): readonly string[] {
  const problems = dns1035LabelProblems(kind.toLowerCase());
  return problems.length === 0 ? problems : [`may have mixed case, but should otherwise match: ${problems.join(',')}`];
}
