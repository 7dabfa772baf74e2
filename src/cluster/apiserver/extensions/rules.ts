import { type FieldError, forbiddenField, invalidValue, required } from '../../../api/field-error.ts';
import { equalJson, isFields } from '../../../api/json.ts';
import type { ValidationRule } from '../../../api/types/apiextensions.ts';
import { evaluateRule, isTransition } from './rule-program.ts';
import { fieldSchema, itemsOf, propertiesOf, type Schema, valuesOf } from './structural.ts';
import { childOf } from './validate.ts';

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
export function validateRules(errors: FieldError[], place: Place): void {
  const { value, old, schema, path } = place;
  if (!hasRules(schema) || value === undefined || value === null) return;
  for (const rule of schema['x-kubernetes-validations'] ?? []) {
    const error = broken(rule, place);
    if (error !== undefined) errors.push(error);
  }
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items === undefined) return;
    const earlier = correlated(schema, old);
    for (const [i, item] of value.entries()) {
      validateRules(errors, { value: item, old: earlier(item), schema: items, path: `${path}[${i}]` });
    }
    return;
  }
  if (!isFields(value)) return;
  const before = isFields(old) ? old : undefined;
  for (const key of Object.keys(value).sort()) {
    const inner = fieldSchema(schema, key);
    if (inner === undefined) continue;
    validateRules(errors, { value: value[key], old: before?.[key], schema: inner, path: childOf(path, key) });
  }
}

/** Which item of the old list an item was: only a keyed list can tell. */
function correlated(schema: Schema, old: unknown): (item: unknown) => unknown {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (!Array.isArray(old) || schema['x-kubernetes-list-type'] !== 'map') return () => undefined;
  return (item) =>
    old.find((each) => isFields(each) && isFields(item) && keys.every((key) => equalJson(each[key], item[key])));
}

function broken(rule: ValidationRule, { value, old, schema, path }: Place): FieldError | undefined {
  const transition = isTransition(rule.rule);
  if (transition && old === undefined && rule.optionalOldSelf !== true) return undefined;
  if (old !== undefined && !transition && equalJson(value, old)) return undefined;
  const variables = transition ? { self: value, oldSelf: old ?? null } : { self: value };
  const outcome = evaluateRule(rule.rule, variables);
  if ('error' in outcome) {
    return refusal(rule, schema, path, `${outcome.error} evaluating rule: ${rule.message ?? rule.rule.trim()}`);
  }
  return outcome.value === true ? undefined : refusal(rule, schema, path, messageOf(rule, variables));
}

function messageOf(rule: ValidationRule, variables: { readonly [name: string]: unknown }): string {
  if (rule.messageExpression !== undefined && rule.messageExpression !== '') {
    const outcome = evaluateRule(rule.messageExpression, variables);
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
