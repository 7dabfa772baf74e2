import {
  duplicate,
  type FieldError,
  invalidValue,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from '../../../api/errors/field-error.ts';
import { compareText, equalJson, type Fields, isFields } from '../../../api/go/json.ts';
import { matchesPattern } from '../../../api/go/pattern.ts';
import { fitsFormat } from './formats.ts';
import { goNumber } from './go-number.ts';
import { reach } from './reach.ts';
import { fieldSchema, itemsOf, propertiesOf, type Schema, valuesOf } from './structural.ts';

const NO_FIELD = '<nil>';

/** What a value has against its schema. `old`: the value before an update; what was as wrong then is let be. */
// Models staging/src/k8s.io/kube-openapi/pkg/validation/validate and apiextensions-apiserver/pkg/apiserver/validation (v1.36)
export function validateValue(
  errors: FieldError[],
  value: unknown,
  schema: Schema,
  path: string,
  old: unknown = undefined,
): void {
  if (old !== undefined && equalJson(value, old)) return;
  if (value === null && schema.nullable === true) return;
  checkType(errors, value, schema, path);
  checkJunctors(errors, value, schema, path);
  if (typeof value === 'string') checkText(errors, value, schema, path);
  else if (typeof value === 'number') checkNumber(errors, value, schema, path);
  else if (Array.isArray(value)) checkList(errors, value, schema, path, old);
  else if (isFields(value)) checkObject(errors, value, schema, path, old);
  if (schema.enum !== undefined && !schema.enum.some((each) => equalJson(each, value))) {
    errors.push(notSupported(path, value, schema.enum.map(enumText)));
  }
}

function enumText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? goNumber(value) : JSON.stringify(value);
}

/** The name of a value's type as messages give it. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function typesOf(schema: Schema): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return INT_OR_STRING;
  return schema.type === undefined || schema.type === '' ? ANYTHING : [schema.type];
}

const INT_OR_STRING: readonly string[] = ['integer', 'string'];
const ANYTHING: readonly string[] = [];

function checkType(errors: FieldError[], value: unknown, schema: Schema, path: string): void {
  const types = typesOf(schema);
  if (types.length === 0) return;
  const actual = typeName(value);
  if (types.includes(actual) || (actual === 'integer' && types.includes('number'))) return;
  errors.push(
    typeInvalid(path, actual, `${inBody(path)} must be of type ${types.join(',')}: ${JSON.stringify(actual)}`),
  );
}

function inBody(path: string): string {
  return path === '' ? ' in body' : `${path} in body`;
}

function invalid(errors: FieldError[], path: string, value: unknown, problem: string): void {
  errors.push(invalidValue(path, value, `${inBody(path)} ${problem}`));
}

function checkText(errors: FieldError[], value: string, schema: Schema, path: string): void {
  const { maxLength, minLength, pattern, format } = schema;
  if (maxLength !== undefined || minLength !== undefined) {
    const length = [...value].length;
    if (maxLength !== undefined && length > maxLength) errors.push(tooLong(path, maxLength));
    if (minLength !== undefined && length < minLength) {
      invalid(errors, path, value, `should be at least ${minLength} chars long`);
    }
  }
  if (pattern !== undefined && pattern !== '' && !matchesPattern(value, pattern)) {
    invalid(errors, path, value, `should match '${pattern}'`);
  }
  if (format !== undefined && format !== '' && !fitsFormat(format, value)) {
    errors.push(typeInvalid(path, value, `${inBody(path)} must be of type ${format}: ${JSON.stringify(value)}`));
  }
}

function checkNumber(errors: FieldError[], value: number, schema: Schema, path: string): void {
  const { maximum, minimum, multipleOf } = schema;
  checkRange(errors, 'Checked', value, schema, path);
  if (multipleOf !== undefined) {
    checkRange(errors, 'MultipleOf', multipleOf, schema, path);
    if (!isMultiple(value, multipleOf)) {
      invalid(errors, path, value, `should be a multiple of ${goNumber(multipleOf)}`);
    }
  }
  if (maximum !== undefined) {
    checkRange(errors, 'Maximum boundary', maximum, schema, path);
    const exclusive = schema.exclusiveMaximum === true;
    if (exclusive ? value >= maximum : value > maximum) {
      invalid(errors, path, value, `should be less than ${exclusive ? '' : 'or equal to '}${goNumber(maximum)}`);
    }
  }
  if (minimum !== undefined) {
    checkRange(errors, 'Minimum boundary', minimum, schema, path);
    const exclusive = schema.exclusiveMinimum === true;
    if (exclusive ? value <= minimum : value < minimum) {
      invalid(errors, path, value, `should be greater than ${exclusive ? '' : 'or equal to '}${goNumber(minimum)}`);
    }
  }
}

/** From here on a float has no number any more. */
const BEYOND_FLOAT = 3.4028235677973366e38;

/** By type and format, whether a number can be one of them; other formats of numbers mean nothing. */
const RANGES: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['integer int32', (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31],
  ['integer int64', (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63],
  ['number float', (value) => Math.abs(value) < BEYOND_FLOAT],
]);

/** The bounds of a schema must be numbers of its format, too, whatever the value. Models IsValueValidAgainstRange (v1.36) */
function checkRange(errors: FieldError[], what: string, value: number, schema: Schema, path: string): void {
  const { type = '', format = '' } = schema;
  if (RANGES.get(`${type} ${format}`)?.(value) !== false) return;
  errors.push(invalidValue(NO_FIELD, '', `${what} value must be of type ${type} with format ${format} in ${path}`));
}

function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Number.isInteger(quotient) || Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function checkList(errors: FieldError[], list: readonly unknown[], schema: Schema, path: string, old: unknown): void {
  const { maxItems, minItems } = schema;
  const items = itemsOf(schema);
  if (items !== undefined) {
    const earlier = itemsBefore(schema, old);
    for (let i = 0; i < list.length; i += 1) {
      validateValue(errors, list[i], items, `${path}[${i}]`, earlier?.(list[i], i));
    }
  }
  if (minItems !== undefined && list.length < minItems) {
    invalid(errors, path, list.length, `should have at least ${minItems} items`);
  }
  if (maxItems !== undefined && list.length > maxItems) errors.push(tooMany(path, list.length, maxItems));
  if (schema.uniqueItems === true && hasTwins(list)) {
    errors.push(invalidValue(path, '', `${inBody(path)} shouldn't contain duplicates`));
  }
}

/** Items of a keyed list are found again by their keys; those of other lists are not, so that they are checked anew. */
function itemsBefore(schema: Schema, old: unknown): ((item: unknown, index: number) => unknown) | undefined {
  if (!Array.isArray(old)) return undefined;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (schema['x-kubernetes-list-type'] !== 'map' || keys.length === 0) return undefined;
  return (item) =>
    old.find((each) => isFields(each) && isFields(item) && keys.every((key) => equalJson(each[key], item[key])));
}

function hasTwins(list: readonly unknown[]): boolean {
  return list.some((item, at) => list.slice(0, at).some((other) => equalJson(item, other)));
}

function checkObject(errors: FieldError[], object: Fields, schema: Schema, path: string, old: unknown): void {
  const before = isFields(old) ? old : undefined;
  const keys = Object.keys(object);
  const { maxProperties, minProperties } = schema;
  if (minProperties !== undefined && keys.length < minProperties) {
    invalid(errors, path, keys.length, `should have at least ${minProperties} properties`);
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    errors.push(tooMany(path, keys.length, maxProperties));
  }
  const declared = propertiesOf(schema);
  const values = valuesOf(schema);
  for (const key of keys.sort(compareText)) {
    const inner = fieldSchema(schema, key);
    if (inner !== undefined) validateValue(errors, object[key], inner, childOf(path, key), before?.[key]);
    else if (values === undefined && schema.additionalProperties === false && !Object.hasOwn(declared, key)) {
      errors.push(invalidValue(childOf(path, key), '', `${inBody(childOf(path, key))} is a forbidden property`));
    }
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(object, name)) errors.push(required(childOf(path, name)));
  }
}

export function childOf(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** `allOf` and its like. Their errors name no field. */
function checkJunctors(errors: FieldError[], value: unknown, schema: Schema, path: string): void {
  const { allOf, anyOf, oneOf, not } = schema;
  for (const each of allOf ?? []) {
    const found: FieldError[] = [];
    validateValue(found, value, each, path);
    errors.push(...found);
  }
  if (anyOf !== undefined && anyOf.length > 0 && !anyOf.some((each) => fits(value, each, path))) {
    errors.push(unplaced(path, 'must validate at least one schema (anyOf)'));
    errors.push(...closest(anyOf, value, path));
  }
  if (oneOf !== undefined && oneOf.length > 0) {
    const fitting = oneOf.filter((each) => fits(value, each, path)).length;
    if (fitting !== 1) {
      const found = fitting === 0 ? 'Found none valid' : `Found ${fitting} valid alternatives`;
      errors.push(unplaced(path, `must validate one and only one schema (oneOf). ${found}`));
      if (fitting === 0) errors.push(...closest(oneOf, value, path));
    }
  }
  if (not !== undefined && fits(value, not, path)) errors.push(unplaced(path, 'must not validate the schema (not)'));
}

function unplaced(path: string, problem: string): FieldError {
  return invalidValue(NO_FIELD, '', `${JSON.stringify(path)} ${problem}`);
}

/** What the alternative says that looks at the most of the value, the first one of equals. */
function closest(schemas: readonly Schema[], value: unknown, path: string): readonly FieldError[] {
  const reaches = schemas.map((schema) => reach(value, schema));
  const found: FieldError[] = [];
  validateValue(found, value, schemas[reaches.indexOf(Math.max(...reaches))] as Schema, path);
  return found;
}

function fits(value: unknown, schema: Schema, path: string): boolean {
  const found: FieldError[] = [];
  validateValue(found, value, schema, path);
  return found.length === 0;
}

/** Lists that say they are sets or keyed must be. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go (v1.36)
export function validateListTypes(errors: FieldError[], value: unknown, schema: Schema, path: string): void {
  if (isFields(value)) {
    for (const key in value) {
      const inner = fieldSchema(schema, key);
      if (inner !== undefined) validateListTypes(errors, value[key], inner, childOf(path, key));
    }
    return;
  }
  if (!Array.isArray(value)) return;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') reportTwins(errors, value, path);
  else if (type === 'map') {
    reportTwins(
      errors,
      value.map((item) =>
        Object.fromEntries(
          keys.flatMap((key) => (isFields(item) && Object.hasOwn(item, key) ? [[key, item[key]]] : [])),
        ),
      ),
      path,
    );
  }
  const items = itemsOf(schema);
  if (items !== undefined) {
    for (const [i, item] of value.entries()) validateListTypes(errors, item, items, `${path}[${i}]`);
  }
}

function reportTwins(errors: FieldError[], list: readonly unknown[], path: string): void {
  list.forEach((item, at) => {
    const first = list.findIndex((other) => equalJson(other, item));
    if (first < at) errors.push(duplicate(`${path}[${at}]`, item));
  });
}
