import type { Meter } from '../../../api/cel/index.ts';
import { schemaType } from '../../../api/cel/schema-type.ts';
import { typedValue } from '../../../api/cel/typed-values.ts';
import { type FieldError, forbiddenField, invalidValue, required } from '../../../api/errors/field-error.ts';
import { equalJson, isFields } from '../../../api/go/json.ts';
import { quote } from '../../../api/go/quote.ts';
import type { ValidationRule } from '../../../api/types/apiextensions.ts';
import { pureOfObject } from '../../../base/pure.ts';
import { evaluateRule, isTransition, type RuleVariables, valuesOfRule } from './rule-program.ts';
import { itemsOf, propertiesOf, propertyOf, type Schema, valuesOf } from './structural.ts';
import { childOf } from './validate.ts';

/** Whether any place of the schema has rules. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go, NewValidator (v1.36)
export const hasRules = pureOfObject((schema: Schema): boolean => {
  const inner = [...Object.values(propertiesOf(schema)), itemsOf(schema), valuesOf(schema), ...(schema.allOf ?? [])];
  return (
    (schema['x-kubernetes-validations']?.length ?? 0) > 0 || inner.some((each) => each !== undefined && hasRules(each))
  );
});

interface Place {
  readonly value: unknown;
  /** Undefined: there was none, or nobody can tell which it was. */
  readonly old: unknown;
  readonly schema: Schema;
  readonly path: string;
  /** Nothing has changed here, or around the place whose earlier value is not known. */
  readonly unchanged?: boolean;
}

/** The rules of a place and of everything in it. A rule that looks at `oldSelf` needs an old value to look at. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (v1.36)
export function validateRules(errors: FieldError[], place: Place): void {
  new RuleCheck(errors).visit(place);
}

const typeOfRoot = pureOfObject((schema: Schema) => schemaType(schema, 'selfType', true));
const typeOfPlace = pureOfObject((schema: Schema) => schemaType(schema, 'selfType', false));

/** What all rules of one object may cost together. */
const RUNTIME_BUDGET = 10_000_000;
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

class RuleCheck {
  /** A rule that was too expensive ends it. */
  private over = false;
  private readonly meter: Meter = { cost: 0 };

  constructor(private readonly errors: FieldError[]) {}

  visit(place: Place): void {
    const { value, old, schema, path } = place;
    if (this.over || !hasRules(schema) || value === undefined || value === null) return;
    const unchanged = old === undefined ? place.unchanged === true : equalJson(value, old);
    this.rulesAt({ ...place, unchanged });
    for (const each of schema.allOf ?? [])
      this.visit({ ...place, schema: { ...schema, ...each, allOf: [] }, unchanged });
    if (Array.isArray(value)) {
      const items = itemsOf(schema);
      if (items === undefined) return;
      const earlier = correlated(schema, old);
      for (const [i, item] of value.entries()) {
        this.visit({ value: item, old: earlier(item), schema: items, path: `${path}[${i}]`, unchanged });
      }
      return;
    }
    if (!isFields(value)) return;
    const before = isFields(old) && schema['x-kubernetes-map-type'] !== 'atomic' ? old : undefined;
    const declared = propertiesOf(schema);
    for (const key of Object.keys(value).sort()) {
      const property = propertyOf(schema, key);
      const inner = property ?? valuesOf(schema);
      if (inner === undefined) continue;
      const at = Object.hasOwn(declared, key) ? childOf(path, key) : `${path}[${key}]`;
      this.visit({ value: value[key], old: before?.[key], schema: inner, path: at, unchanged });
    }
  }

  private rulesAt(place: Place): void {
    const { schema, value, old, path } = place;
    const rules = schema['x-kubernetes-validations'] ?? [];
    if (rules.length === 0) return;
    const type = (path === '' ? typeOfRoot : typeOfPlace)(schema);
    const self = typedValue(value, type);
    const before = old === undefined ? undefined : typedValue(old, type);
    for (const rule of rules) {
      const transition = isTransition(rule.rule);
      if (this.over || (transition && before === undefined && rule.optionalOldSelf !== true)) continue;
      const variables = valuesOfRule(
        self,
        transition ? { value: before, optional: rule.optionalOldSelf === true } : undefined,
      );
      const error = this.judge(rule, variables, place);
      if (error === undefined) continue;
      this.errors.push(!transition && place.unchanged === true ? { ...error, tolerated: true } : error);
    }
  }

  private judge(rule: ValidationRule, variables: RuleVariables, place: Place): FieldError | undefined {
    const outcome = evaluateRule(rule.rule, variables, this.meter);
    const plain = (detail: string): FieldError => invalidValue(fieldOf(place.path), place.schema.type ?? '', detail);
    if (this.meter.cost > RUNTIME_BUDGET) return this.end(plain(OUT_OF_BUDGET));
    if ('value' in outcome) {
      if (outcome.value === true) return undefined;
      const message = messageOf(rule, variables, this.meter);
      if (this.meter.cost > RUNTIME_BUDGET) return this.end(plain(OUT_OF_BUDGET));
      return refusal(rule, place, message);
    }
    const { error } = outcome;
    const shown = (rule.message ?? '') === '' ? rule.rule.trim() : (rule.message ?? '').trim();
    if (error.startsWith('no such overload')) {
      const why = 'call arguments did not match a supported operator, function or macro signature';
      return plain(`'${error}': ${why} for rule: ${shown}`);
    }
    if (!error.startsWith('operation cancelled: actual cost limit exceeded'))
      return plain(`${error} evaluating rule: ${shown}`);
    const why = 'no further validation rules will be run due to call cost exceeds limit';
    return this.end(plain(`'${error}': ${why} for rule: ${shown}`));
  }

  private end(error: FieldError): FieldError {
    this.over = true;
    return error;
  }
}

/** Which item of the old list an item was: only a keyed list can tell. */
function correlated(schema: Schema, old: unknown): (item: unknown) => unknown {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (!Array.isArray(old) || schema['x-kubernetes-list-type'] !== 'map') return () => undefined;
  return (item) =>
    old.find((each) => isFields(each) && isFields(item) && keys.every((key) => equalJson(each[key], item[key])));
}

const MOST_LETTERS = 5120;

function messageOf(rule: ValidationRule, variables: RuleVariables, meter: Meter): string {
  if (rule.messageExpression !== undefined && rule.messageExpression !== '') {
    const outcome = evaluateRule(rule.messageExpression, variables, meter);
    const text = 'value' in outcome && typeof outcome.value === 'string' ? outcome.value.trim() : '';
    if (text !== '' && !text.includes('\n') && text.length <= MOST_LETTERS) return text;
  }
  return rule.message === undefined || rule.message === '' ? `failed rule: ${rule.rule.trim()}` : rule.message.trim();
}

function fieldOf(path: string): string {
  return path === '' ? '<nil>' : path;
}

function refusal(rule: ValidationRule, { schema, path }: Place, detail: string): FieldError {
  const inner = (rule.fieldPath ?? '').replace(/\['([^']*)'\]/g, '[$1]');
  const field = fieldOf(inner === '' ? path : `${path}${inner}`.replace(/^\./, ''));
  switch (rule.reason) {
    case 'FieldValueRequired':
      return required(field, detail);
    case 'FieldValueForbidden':
      return forbiddenField(field, detail);
    case 'FieldValueDuplicate':
      return { type: 'Duplicate', field, message: `Duplicate value: ${quote(schema.type ?? '')}` };
    default:
      return invalidValue(field, schema.type ?? '', detail);
  }
}
