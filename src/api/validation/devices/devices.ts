import { checkCel, isProblem } from '../../cel/index.ts';
import { BOOL, DYN, mapOf, opaque, recordType, STRING, typeText } from '../../cel/types.ts';
import { invalidValue, notSupported, required, tooLong } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import type { StringMap } from '../../types/meta.ts';
import { dnsLabelProblems, dnsSubdomainProblems, qualifiedNameProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, named, numberAt, problemsOf, textAt } from '../common/check.ts';
import { internalField } from '../common/internal-form.ts';
import { validateAnnotations, validateLabels } from '../common/metadata.ts';
import {
  distinct,
  itself,
  limited,
  MOST,
  nameOf,
  textsAt,
  validateConfiguration,
  validateFullName,
  validateToleration,
} from './parts.ts';

/** What is asked of devices. Models pkg/apis/resource/validation/validation.go (v1.36) */

const MOST_ALTERNATIVES = 8;
const LONGEST_EXPRESSION = 10 * 1024;

const QUANTITY = opaque('kubernetes.Quantity');
const DEVICE = recordType('kubernetes.DRADevice', {
  driver: STRING,
  attributes: mapOf(STRING, mapOf(STRING, DYN)),
  capacity: mapOf(STRING, mapOf(STRING, QUANTITY)),
  allowMultipleAllocations: BOOL,
});
const DECLARED = { variables: new Map([['device', DEVICE]]) };

export function validateDeviceClass(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  validateSelectors(errors, 'spec.selectors', itemsAt(spec, 'selectors'));
  limited(errors, 'spec.config', itemsAt(spec, 'config'), MOST, (config, at) =>
    validateConfiguration(errors, at, config),
  );
  const extended = spec.extendedResourceName;
  if (extended === undefined || isExtendedName(String(extended))) return;
  errors.push(invalidValue('spec.extendedResourceName', extended, 'must be a valid extended resource name'));
}

// Models pkg/apis/core/v1/helper/helpers.go, IsExtendedResourceName (v1.36)
function isExtendedName(name: string): boolean {
  const isNative = !name.includes('/') || name.includes('kubernetes.io/');
  return !isNative && !name.startsWith('requests.') && qualifiedNameProblems(`requests.${name}`).length === 0;
}

export function validateResourceClaim(errors: Errors, object: Fields): void {
  validateDevices(errors, 'spec.devices', fieldsAt(fieldsAt(object, 'spec'), 'devices'));
}

export function validateResourceClaimTemplate(errors: Errors, object: Fields): void {
  const template = fieldsAt(object, 'spec');
  const { annotations, labels } = fieldsAt(template, 'metadata');
  validateAnnotations(errors, annotations as StringMap | undefined, 'spec.metadata.annotations');
  validateLabels(errors, labels as StringMap | undefined, 'spec.metadata.labels');
  validateDevices(errors, 'spec.spec.devices', fieldsAt(fieldsAt(template, 'spec'), 'devices'));
}

export function validateClaimUpdate(errors: Errors, before: Fields, after: Fields): void {
  keepSpec(errors, 'ResourceClaim', before, after);
}

export function validateClaimTemplateUpdate(errors: Errors, before: Fields, after: Fields): void {
  keepSpec(errors, 'ResourceClaimTemplate', before, after);
}

function keepSpec(errors: Errors, kind: string, before: Fields, after: Fields): void {
  if (equalJson(before.spec, after.spec)) return;
  errors.push(invalidValue('spec', internalField('resource.k8s.io', kind, 'spec', after.spec), IMMUTABLE));
}

function validateDevices(errors: Errors, path: string, devices: Fields): void {
  const names = requestNames(devices);
  distinct(
    errors,
    `${path}.requests`,
    itemsAt(devices, 'requests'),
    MOST,
    (request, at) => validateRequest(errors, at, request),
    nameOf,
  );
  limited(errors, `${path}.constraints`, itemsAt(devices, 'constraints'), MOST, (constraint, at) => {
    validateReferences(errors, at, constraint, names);
    validateConstraint(errors, at, constraint);
  });
  limited(errors, `${path}.config`, itemsAt(devices, 'config'), MOST, (config, at) => {
    validateReferences(errors, at, config, names);
    validateConfiguration(errors, at, config);
  });
}

/** Of the requests of a claim, and of their alternatives behind a slash. */
export function requestNames(devices: Fields): ReadonlySet<string> {
  return new Set(
    itemsAt(devices, 'requests').flatMap((request) => {
      const name = textAt(request, 'name');
      return [name, ...itemsAt(request, 'firstAvailable').map((each) => `${name}/${textAt(each, 'name')}`)];
    }),
  );
}

const ONE = 'exactly one of `exactly` or `firstAvailable` is required';

function validateRequest(errors: Errors, at: string, request: Fields): void {
  problemsOf(errors, `${at}.name`, textAt(request, 'name'), dnsLabelProblems);
  const first = itemsAt(request, 'firstAvailable');
  const exactly = isFields(request.exactly) ? request.exactly : undefined;
  if (exactly === undefined && first.length === 0) errors.push(required(at, ONE));
  else if (exactly !== undefined && first.length > 0) {
    errors.push(invalidValue(at, null, `${ONE}, but multiple fields are set`));
  } else if (exactly !== undefined) validateAsked(errors, `${at}.exactly`, exactly);
  else {
    const each = (one: Fields, inner: string): void => {
      problemsOf(errors, `${inner}.name`, textAt(one, 'name'), dnsLabelProblems);
      validateAsked(errors, inner, one);
    };
    distinct(errors, `${at}.firstAvailable`, first, MOST_ALTERNATIVES, each, nameOf);
  }
}

function validateAsked(errors: Errors, path: string, request: Fields): void {
  named(errors, `${path}.deviceClassName`, textAt(request, 'deviceClassName'), dnsSubdomainProblems);
  validateSelectors(errors, `${path}.selectors`, itemsAt(request, 'selectors'));
  const mode = textAt(request, 'allocationMode');
  const count = numberAt(request, 'count') ?? 0;
  if (mode === 'All') {
    if (count !== 0) {
      errors.push(invalidValue(`${path}.count`, count, "must not be specified when allocationMode is 'All'"));
    }
  } else if (mode === 'ExactCount') {
    if (count <= 0) errors.push(invalidValue(`${path}.count`, count, 'must be greater than zero'));
  } else errors.push(notSupported(`${path}.allocationMode`, mode, ['All', 'ExactCount']));
  for (const [i, toleration] of itemsAt(request, 'tolerations').entries()) {
    validateToleration(errors, `${path}.tolerations[${i}]`, toleration);
  }
}

function validateSelectors(errors: Errors, path: string, selectors: readonly Fields[]): void {
  limited(errors, path, selectors, MOST, (selector, at) => {
    if (!isFields(selector.cel)) errors.push(required(`${at}.cel`));
    else validateExpression(errors, `${at}.cel.expression`, textAt(selector.cel, 'expression'));
  });
}

// Models staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go (v1.36). Not modelled: what an expression may cost.
function validateExpression(errors: Errors, path: string, expression: string): void {
  if (expression.length > LONGEST_EXPRESSION) {
    errors.push(tooLong(path, LONGEST_EXPRESSION));
    return;
  }
  const checked = checkCel(expression, DECLARED);
  if (isProblem(checked)) errors.push(invalidValue(path, expression, `compilation failed: ${checked.problem}`));
  else if (checked.type !== BOOL && typeText(checked.type) !== 'dyn') {
    const why = `must evaluate to bool or the unknown type, not ${typeText(checked.type)}`;
    errors.push(invalidValue(path, expression, why));
  }
}

function validateConstraint(errors: Errors, at: string, { matchAttribute, distinctAttribute }: Fields): void {
  if (matchAttribute !== undefined) validateFullName(errors, `${at}.matchAttribute`, String(matchAttribute));
  else if (distinctAttribute !== undefined) {
    validateFullName(errors, `${at}.distinctAttribute`, String(distinctAttribute));
  } else {
    const why = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
    errors.push(required(at, why));
  }
}

/** A list of names of requests. */
export function validateReferences(errors: Errors, path: string, item: Fields, names: ReadonlySet<string>): void {
  distinct(
    errors,
    `${path}.requests`,
    textsAt(item, 'requests'),
    MOST,
    (name, at) => validateReference(errors, at, name, names),
    itself,
  );
}

export function validateReference(errors: Errors, at: string, name: string, names: ReadonlySet<string>): void {
  const parts = name.split('/');
  if (parts.length <= 2) for (const part of parts) problemsOf(errors, at, part, dnsLabelProblems);
  if (names.has(name)) return;
  const why = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  errors.push(invalidValue(at, name, why));
}
