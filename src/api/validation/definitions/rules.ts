import { mostExpensive } from '../../cel/cost.ts';
import { type CelDeclarations, checkCel, isProblem } from '../../cel/index.ts';
import { mostOften, type SizedType, schemaType } from '../../cel/schema-type.ts';
import { optionalOf, typeText } from '../../cel/types.ts';
import { type FieldError, forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { isFields } from '../../go/json.ts';
import type { JSONSchemaProps, ValidationRule } from '../../types/apiextensions.ts';

const MOST_OF_RULE = 10_000_000;
const MOST_OF_ALL = 100_000_000;
const REASONS: readonly string[] = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/** Where a schema stands in the whole. */
interface Place {
  readonly path: string;
  readonly root: boolean;
  /** How often it may occur in an object; undefined: as often as it fits into a request. */
  readonly times: number | undefined;
  /** The nearest place around it whose items cannot be found again after a change. */
  readonly uncorrelated: string | undefined;
}

interface Spent {
  total: number;
  readonly worst: { readonly path: string; readonly cost: number }[];
}

/** The rules of a schema must be expressions of the right types that are not too expensive. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go, ValidateCustomResourceDefinitionOpenAPISchema (v1.36)
export function ruleErrors(schema: JSONSchemaProps, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const spent: Spent = { total: 0, worst: [] };
  visit(errors, spent, schema, { path, root: true, times: 1, uncorrelated: undefined });
  if (spent.total <= MOST_OF_ALL) return errors;
  const share = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
  for (const worst of spent.worst) errors.push(forbiddenField(worst.path, share));
  const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
  errors.push(forbiddenField(path, tooExpensive(what, spent.total, MOST_OF_ALL)));
  return errors;
}

function visit(errors: FieldError[], spent: Spent, schema: JSONSchemaProps, place: Place): void {
  ownRules(errors, spent, schema, place);
  const { path, times } = place;
  const inside = (inner: JSONSchemaProps, at: string, most: number | undefined, uncorrelated = place.uncorrelated) => {
    const often = times === undefined || most === undefined ? undefined : times * most;
    visit(errors, spent, inner, { path: `${path}.${at}`, root: false, times: often, uncorrelated });
  };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) inside(inner, `properties[${name}]`, 1);
  if (isFields(schema.items)) {
    const keyed = schema['x-kubernetes-list-type'] === 'map';
    inside(schema.items as JSONSchemaProps, 'items', schema.maxItems, keyed ? undefined : path);
  }
  if (isFields(schema.additionalProperties)) {
    inside(schema.additionalProperties as JSONSchemaProps, 'additionalProperties', schema.maxProperties);
  }
}

function ownRules(errors: FieldError[], spent: Spent, schema: JSONSchemaProps, place: Place): void {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return;
  const self = schemaType(schema, 'selfType', place.root || schema['x-kubernetes-embedded-resource'] === true);
  rules.forEach((rule, i) => {
    const path = `${place.path}.x-kubernetes-validations[${i}]`;
    checkWords(errors, rule, path);
    if (rule.rule.trim() === '') errors.push(required(`${path}.rule`, 'rule is not specified'));
    else if (self !== undefined) checkRule(errors, spent, rule, { ...place, path }, self);
  });
}

function checkWords(
  errors: FieldError[],
  { rule, message, messageExpression, reason }: ValidationRule,
  path: string,
): void {
  const trimmed = message?.trim() ?? '';
  if (message !== undefined && message !== '' && trimmed === '') {
    errors.push(invalidValue(`${path}.message`, message, 'message must be non-empty if specified'));
  } else if (trimmed.includes('\n')) {
    errors.push(invalidValue(`${path}.message`, message, 'message must not contain line breaks'));
  } else if (rule.trim().includes('\n') && trimmed === '') {
    errors.push(required(`${path}.message`, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== undefined && messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(required(`${path}.messageExpression`, 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(`${path}.reason`, reason, REASONS));
}

function checkRule(errors: FieldError[], spent: Spent, rule: ValidationRule, place: Place, self: SizedType): void {
  const declared = declarations(self, rule.optionalOldSelf === true);
  const sizes = new Map([
    ['self', self],
    ['oldSelf', self],
  ]);
  const charge = (what: string, at: string, cost: number): void => {
    if (cost > MOST_OF_RULE) errors.push(forbiddenField(at, tooExpensive(what, cost, MOST_OF_RULE)));
    observe(spent, at, cost);
  };
  const at = `${place.path}.rule`;
  const checked = checkCel(rule.rule, declared);
  if (isProblem(checked)) {
    errors.push(invalidValue(at, internalRule(rule), `compilation failed: ${checked.problem}`));
    return;
  }
  if (checked.type.name !== 'bool') {
    errors.push(invalidValue(at, internalRule(rule), 'cel expression must evaluate to a bool'));
    return;
  }
  charge('estimated rule cost', at, mostExpensive(checked, sizes) * (place.times ?? mostOften(self)));
  const worded = rule.messageExpression ?? '';
  if (worded.trim() !== '')
    checkMessage(errors, rule, worded, `${place.path}.messageExpression`, declared, sizes, charge);
  const transition = uses(rule.rule, declared);
  if (transition && place.uncorrelated !== undefined) {
    const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelated}`;
    errors.push(invalidValue(at, rule.rule, why));
  }
  if (!transition && rule.optionalOldSelf === true) {
    const why = 'may not be set if oldSelf is not used in rule';
    errors.push(invalidValue(`${place.path}.optionalOldSelf`, true, why));
  }
}

function checkMessage(
  errors: FieldError[],
  rule: ValidationRule,
  text: string,
  at: string,
  declared: CelDeclarations,
  sizes: ReadonlyMap<string, SizedType>,
  charge: (what: string, at: string, cost: number) => void,
): void {
  const checked = checkCel(text, declared);
  const refuse = (why: string): void => {
    errors.push(invalidValue(at, internalRule(rule), why));
  };
  if (isProblem(checked)) refuse(`messageExpression compilation failed: ${checked.problem}`);
  else if (typeText(checked.type) !== 'string') refuse('messageExpression must evaluate to a string');
  else charge('estimated messageExpression cost', at, mostExpensive(checked, sizes));
}

function declarations(self: SizedType, optionalOld: boolean): CelDeclarations {
  return {
    variables: new Map([
      ['self', self.type],
      ['oldSelf', optionalOld ? optionalOf(self.type) : self.type],
    ]),
  };
}

/** Whether it speaks of the value before: without that name it is no expression. */
function uses(text: string, { variables }: CelDeclarations): boolean {
  if (!text.includes('oldSelf')) return false;
  return isProblem(checkCel(text, { variables: new Map([...variables].filter(([name]) => name !== 'oldSelf')) }));
}

function observe(spent: Spent, path: string, cost: number): void {
  spent.total += cost;
  if (cost < MOST_OF_ALL / 100) return;
  spent.worst.push({ path, cost });
  spent.worst.sort((a, b) => b.cost - a.cost);
  spent.worst.length = Math.min(spent.worst.length, 4);
}

function tooExpensive(what: string, cost: number, limit: number): string {
  const over = cost / limit;
  const factor = over > 100 ? 'more than 100x' : over < 1.5 ? `${over.toFixed(6)}x` : `${over.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

/** As the server's own type prints it. */
function internalRule(rule: ValidationRule): object {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}
