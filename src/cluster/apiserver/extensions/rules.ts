import { type FieldError, forbiddenField, invalidValue, required } from '../../../api/field-error.ts';
import { equalJson, isFields } from '../../../api/json.ts';
import type { ValidationRule } from '../../../api/types/apiextensions.ts';
import { type Cel, type CelProgram, isCompileError } from '../../ports/cel.ts';
import { fieldSchema, itemsOf, propertiesOf, type Schema, valuesOf } from './structural.ts';
import { childOf } from './validate.ts';

const VARIABLES: readonly string[] = ['self', 'oldSelf'];

const ruled = new WeakMap<Schema, boolean>();

/** Whether any place of the schema has rules. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go, NewValidator (v1.36)
export function hasRules(schema: Schema): boolean {
  const known = ruled.get(schema);
  if (known !== undefined) return known;
  const inner = [...Object.values(propertiesOf(schema)), itemsOf(schema), valuesOf(schema)];
  const found =
    (schema['x-kubernetes-validations']?.length ?? 0) > 0 || inner.some((each) => each !== undefined && hasRules(each));
  ruled.set(schema, found);
  return found;
}

interface Place {
  readonly value: unknown;
  readonly old: unknown;
  readonly schema: Schema;
  readonly path: string;
}

/** The rules of a place and of everything in it. A rule that looks at `oldSelf` needs an old value to look at. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (v1.36). Not modelled: cost limits.
export function validateRules(errors: FieldError[], cel: Cel, place: Place): void {
  const { value, old, schema, path } = place;
  if (!hasRules(schema) || value === undefined || value === null) return;
  for (const rule of schema['x-kubernetes-validations'] ?? []) {
    const error = broken(cel, rule, place);
    if (error !== undefined) errors.push(error);
  }
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items === undefined) return;
    const earlier = correlated(schema, old);
    for (const [i, item] of value.entries()) {
      validateRules(errors, cel, { value: item, old: earlier(item), schema: items, path: `${path}[${i}]` });
    }
    return;
  }
  if (!isFields(value)) return;
  const before = isFields(old) ? old : undefined;
  for (const key of Object.keys(value).sort()) {
    const inner = fieldSchema(schema, key);
    if (inner === undefined) continue;
    validateRules(errors, cel, { value: value[key], old: before?.[key], schema: inner, path: childOf(path, key) });
  }
}

/** Which item of the old list an item was: only a keyed list can tell. */
function correlated(schema: Schema, old: unknown): (item: unknown) => unknown {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (!Array.isArray(old) || schema['x-kubernetes-list-type'] !== 'map') return () => undefined;
  return (item) =>
    old.find((each) => isFields(each) && isFields(item) && keys.every((key) => equalJson(each[key], item[key])));
}

function broken(cel: Cel, rule: ValidationRule, { value, old, schema, path }: Place): FieldError | undefined {
  const program = cel.compile(rule.rule, VARIABLES);
  if (isCompileError(program)) return refusal(rule, schema, path, `rule compile error: ${program.error}`);
  const transition = program.uses.has('oldSelf');
  if (transition && old === undefined && rule.optionalOldSelf !== true) return undefined;
  if (old !== undefined && !transition && equalJson(value, old)) return undefined;
  const variables = transition ? { self: value, oldSelf: old } : { self: value };
  const outcome = program.evaluate(variables);
  if ('error' in outcome) {
    return refusal(rule, schema, path, `${outcome.error} evaluating rule: ${rule.message ?? rule.rule.trim()}`);
  }
  if (outcome.value === true) return undefined;
  return refusal(rule, schema, path, messageOf(cel, rule, variables));
}

function messageOf(cel: Cel, rule: ValidationRule, variables: Parameters<CelProgram['evaluate']>[0]): string {
  if (rule.messageExpression !== undefined && rule.messageExpression !== '') {
    const program = cel.compile(rule.messageExpression, VARIABLES);
    const outcome = isCompileError(program) ? program : program.evaluate(variables);
    const text = 'value' in outcome ? outcome.value : undefined;
    if (typeof text === 'string' && text.trim() !== '' && !text.includes('\n')) return text;
  }
  return rule.message === undefined || rule.message === '' ? `failed rule: ${rule.rule.trim()}` : rule.message;
}

function refusal(rule: ValidationRule, schema: Schema, path: string, detail: string): FieldError {
  const at =
    rule.fieldPath === undefined || rule.fieldPath === '' ? path : `${path}${rule.fieldPath}`.replace(/^\./, '');
  const field = at === '' ? '<nil>' : at;
  switch (rule.reason) {
    case 'FieldValueRequired':
      return required(field, detail);
    case 'FieldValueForbidden':
      return forbiddenField(field, detail);
    case 'FieldValueDuplicate':
      return { type: 'Duplicate', field, message: `Duplicate value: ${JSON.stringify(schema.type ?? '')}` };
    default:
      return invalidValue(field, schema.type ?? '', detail);
  }
}
