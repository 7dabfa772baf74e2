import { forbiddenField, invalidValue, required, tooLong, tooMany } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { dnsLabelProblems, dnsSubdomainProblems } from '../../values/label-syntax.ts';
import { addQuantity, canonicalQuantity, compareQuantity, value } from '../../values/quantity.ts';
import { validateNodeSelector } from '../common/affinity.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, named, numberAt, problemsOf, textAt } from '../common/check.ts';
import { internalOf } from '../common/internal-form.ts';
import { validateDriverName } from '../volumes/sources.ts';
import {
  distinct,
  eachOf,
  limited,
  MOST,
  nameOf,
  textsAt,
  validateBinding,
  validatePoolName,
  validateQualifiedName,
  validateTaint,
} from './parts.ts';

/** What is offered of devices. Models pkg/apis/resource/validation/validation.go (v1.36) */

const MOST_DEVICES = 128;
/** Of devices with taints, or with parts that others have too. */
const MOST_UNUSUAL_DEVICES = 64;
const MOST_COUNTER_SETS = 8;
const MOST_CONSUMED_SETS = 2;
const MOST_TAINTS = 16;
const MOST_OPTIONS = 10;
const LONGEST_VALUE = 64;
const ONE_PLACE = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
const ONE_PLACE_EACH =
  'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
const SET_OR_NOT = 'must be either unset or set to true';

export function validateResourceSlice(errors: Errors, object: Fields): void {
  validateSlice(errors, fieldsAt(object, 'spec'), undefined);
}

export function validateResourceSliceUpdate(errors: Errors, before: Fields, after: Fields): void {
  validateSlice(errors, fieldsAt(after, 'spec'), fieldsAt(before, 'spec'));
}

function validateSlice(errors: Errors, spec: Fields, old: Fields | undefined): void {
  validateDriverName(errors, textAt(spec, 'driver'), 'spec.driver');
  validatePool(errors, fieldsAt(spec, 'pool'));
  if (old !== undefined) {
    immutable(errors, 'spec.pool.name', fieldsAt(old, 'pool').name, fieldsAt(spec, 'pool').name);
    immutable(errors, 'spec.driver', old.driver, spec.driver);
    immutable(errors, 'spec.nodeName', old.nodeName, spec.nodeName);
  }
  validatePlaces(errors, spec);
  if (spec.sharedCounters !== undefined && spec.devices !== undefined) {
    errors.push(invalidValue('spec', '', 'only one of `sharedCounters` or `devices` is allowed'));
  }
  const devices = itemsAt(spec, 'devices');
  const before = new Map(itemsAt(old, 'devices').map((device) => [nameOf(device), device]));
  const isUnusual = devices.some((each) => [...itemsAt(each, 'taints'), ...itemsAt(each, 'consumesCounters')].length);
  const check = (device: Fields, at: string): void => validateDevice(errors, at, device, before, spec);
  distinct(errors, 'spec.devices', devices, isUnusual ? MOST_UNUSUAL_DEVICES : MOST_DEVICES, check, nameOf);
  const counters = itemsAt(spec, 'sharedCounters');
  const set = (each: Fields, at: string): void => validateCounters(errors, at, each, 'name');
  distinct(errors, 'spec.sharedCounters', counters, MOST_COUNTER_SETS, set, nameOf);
}

function immutable(errors: Errors, path: string, before: unknown, after: unknown): void {
  if (!equalJson(before, after)) errors.push(invalidValue(path, after, IMMUTABLE));
}

function validatePool(errors: Errors, pool: Fields): void {
  validatePoolName(errors, 'spec.pool.name', textAt(pool, 'name'));
  const count = numberAt(pool, 'resourceSliceCount') ?? 0;
  if (count <= 0) errors.push(invalidValue('spec.pool.resourceSliceCount', count, 'must be greater than zero'));
  const generation = numberAt(pool, 'generation') ?? 0;
  if (generation >= 0) return;
  errors.push(invalidValue('spec.pool.generation', generation, 'must be greater than or equal to zero'));
}

function validatePlaces(errors: Errors, spec: Fields): void {
  const set: string[] = [];
  place(errors, spec, 'spec', set, 'must be either unset or set to a non-empty string', () => {
    const terms = itemsAt(spec.nodeSelector, 'nodeSelectorTerms');
    if (terms.length === 1) return;
    const at = 'spec.nodeSelector.nodeSelectorTerms';
    const shown = terms.length === 0 ? null : terms.map((each) => internalOf('NodeSelectorTerm', each));
    errors.push(invalidValue(at, shown, 'must have exactly one node selector term'));
  });
  flag(errors, spec, 'spec', 'perDeviceNodeSelection', set);
  if (set.length === 0) errors.push(required('spec', ONE_PLACE));
  else if (set.length > 1) {
    errors.push(invalidValue('spec', `{${set.join(', ')}}`, `${ONE_PLACE}, but multiple fields are set`));
  }
}

/** One node by its name, some by their labels, or all. */
function place(
  errors: Errors,
  item: Fields,
  path: string,
  set: string[],
  emptyName: string,
  alsoOfSelector: () => void,
): void {
  if (item.nodeName === '') errors.push(invalidValue(`${path}.nodeName`, '', emptyName));
  else if (item.nodeName !== undefined) {
    set.push('`nodeName`');
    problemsOf(errors, `${path}.nodeName`, String(item.nodeName), dnsSubdomainProblems);
  }
  if (isFields(item.nodeSelector)) {
    set.push('`nodeSelector`');
    validateNodeSelector(errors, item.nodeSelector, `${path}.nodeSelector`);
    alsoOfSelector();
  }
  flag(errors, item, path, 'allNodes', set);
}

function flag(errors: Errors, item: Fields, path: string, key: string, set: string[]): void {
  if (item[key] === true) set.push(`\`${key}\``);
  else if (item[key] === false) errors.push(invalidValue(`${path}.${key}`, false, SET_OR_NOT));
}

function validateDevice(
  errors: Errors,
  path: string,
  device: Fields,
  before: ReadonlyMap<string, Fields>,
  spec: Fields,
): void {
  problemsOf(errors, `${path}.name`, textAt(device, 'name'), dnsLabelProblems);
  const sum = ['attributes', 'capacity'].reduce((n, key) => n + Object.keys(fieldsAt(device, key)).length, 0);
  const most = `the total number of attributes and capacities must not exceed ${MOST}`;
  if (sum > MOST) errors.push(invalidValue(path, sum, most));
  eachOf(errors, device, path, 'attributes', validateQualifiedName, (each, at) => validateAttribute(errors, at, each));
  eachOf(errors, device, path, 'capacity', validateQualifiedName, (each, at) => {
    const policy = isFields(each.requestPolicy) ? each.requestPolicy : undefined;
    if (policy === undefined) return;
    if (device.allowMultipleAllocations === true) validatePolicy(errors, `${at}.requestPolicy`, policy, each);
    else errors.push(forbiddenField(`${at}.requestPolicy`, 'allowMultipleAllocations must be true'));
  });
  const old = before.get(nameOf(device));
  if (old === undefined || !equalJson(old.taints, device.taints)) {
    limited(errors, `${path}.taints`, itemsAt(device, 'taints'), MOST_TAINTS, (taint, at) =>
      validateTaint(errors, at, taint),
    );
  }
  const consumed = itemsAt(device, 'consumesCounters');
  const set = (each: Fields, at: string): void => validateCounters(errors, at, each, 'counterSet');
  distinct(errors, `${path}.consumesCounters`, consumed, MOST_CONSUMED_SETS, set, (each) => textAt(each, 'counterSet'));
  validateOwnPlace(errors, path, device, spec.perDeviceNodeSelection === true);
  validateBinding(errors, path, device);
}

function validateOwnPlace(errors: Errors, path: string, device: Fields, each: boolean): void {
  if (!each) {
    if (device.nodeName === undefined && device.nodeSelector === undefined && device.allNodes === undefined) return;
    const why =
      '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
    errors.push(invalidValue(path, null, why));
    return;
  }
  const set: string[] = [];
  place(errors, device, path, set, 'must not be empty', () => {});
  if (set.length === 0) errors.push(required(path, ONE_PLACE_EACH));
  else if (set.length > 1) errors.push(invalidValue(path, `{${set.join(', ')}}`, ONE_PLACE_EACH));
}

function validateCounters(errors: Errors, path: string, set: Fields, key: 'name' | 'counterSet'): void {
  named(errors, `${path}.${key}`, textAt(set, key), dnsLabelProblems);
  const count = Object.keys(fieldsAt(set, 'counters')).length;
  if (count === 0) errors.push(required(`${path}.counters`));
  else if (count > MOST) errors.push(tooMany(`${path}.counters`, count, MOST));
  else {
    const label = (into: Errors, at: string, name: string): void => problemsOf(into, at, name, dnsLabelProblems);
    eachOf(errors, set, path, 'counters', label, () => {});
  }
}

const NUMBER = '(0|[1-9]\\d*)';
const PRE = '(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
const BUILD = '[0-9a-zA-Z-]+';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-${PRE}(\\.${PRE})*)?(\\+${BUILD}(\\.${BUILD})*)?$`);

function validateAttribute(errors: Errors, path: string, attribute: Fields): void {
  const values = ['bool', 'int', 'string', 'version'].filter((key) => attribute[key] !== undefined);
  for (const key of ['string', 'version']) {
    const text = attribute[key];
    if (typeof text !== 'string') continue;
    if (key === 'version' && !VERSION.test(text)) {
      errors.push(invalidValue(`${path}.version`, text, 'must be a string compatible with semver.org spec 2.0.0'));
    }
    if (text.length > LONGEST_VALUE) errors.push(tooLong(`${path}.${key}`, LONGEST_VALUE));
  }
  if (values.length === 1) return;
  // As the server's own struct prints.
  const { int = null, bool = null, string = null, version = null } = attribute;
  const shown =
    values.length === 0 ? '' : { IntValue: int, BoolValue: bool, StringValue: string, VersionValue: version };
  errors.push(invalidValue(path, shown, 'exactly one value must be specified'));
}

/** How much of a capacity one claim can have. */
function validatePolicy(errors: Errors, path: string, policy: Fields, { value: capacity = '0' }: Fields): void {
  const values = textsAt(policy, 'validValues').map(String);
  const range = isFields(policy.validRange) ? policy.validRange : undefined;
  if (values.length > 0 && range !== undefined) {
    const why = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    errors.push(forbiddenField(path, why));
    return;
  }
  const key = values.length > 0 ? 'validValues' : range === undefined ? undefined : 'validRange';
  if (key === undefined) return;
  const own = policy.default;
  if (own === undefined) errors.push(required(`${path}.default`, `required when ${key} is defined`));
  else if (range === undefined) validateOptions(errors, `${path}.${key}`, values, String(own), String(capacity));
  else validateRange(errors, `${path}.${key}`, range, String(own), String(capacity));
}

function validateOptions(errors: Errors, path: string, values: readonly string[], own: string, capacity: string): void {
  for (const [i, each] of values.entries()) {
    if (i === 0 || compareQuantity(values[i - 1] as string, each) <= 0) continue;
    errors.push(invalidValue(`${path}[${i}]`, canonicalQuantity(each), 'values must be sorted in ascending order'));
  }
  const fits = (each: string, at: string): void => {
    if (compareQuantity(each, capacity) <= 0) return;
    const why = `option is larger than capacity value: ${canonicalQuantity(capacity)}`;
    errors.push(invalidValue(at, canonicalQuantity(each), why));
  };
  distinct(errors, path, values, MOST_OPTIONS, fits, (each) => String(value(each)));
  if (values.length <= MOST_OPTIONS && values.some((each) => compareQuantity(each, own) === 0)) return;
  errors.push(invalidValue(path, canonicalQuantity(own), 'default value is not valid according to the requestPolicy'));
}

function validateRange(errors: Errors, path: string, range: Fields, own: string, capacity: string): void {
  if (range.min === undefined) {
    errors.push(required(`${path}.min`, 'required when validRange is defined'));
    return;
  }
  const min = String(range.min);
  const max = range.max === undefined ? undefined : String(range.max);
  const bounded = (key: string, less: string, more: string, why: string, shown = less, other = more): void => {
    if (compareQuantity(less, more) <= 0) return;
    errors.push(invalidValue(`${path}.${key}`, canonicalQuantity(shown), `${why}: ${canonicalQuantity(other)}`));
  };
  bounded('min', min, capacity, 'min is larger than capacity value');
  bounded('min', min, own, 'default is less than min', own, min);
  if (max !== undefined) {
    bounded('max', min, max, 'min is larger than max');
    bounded('max', max, capacity, 'max is larger than capacity value');
    bounded('max', own, max, 'default is more than max');
  }
  if (range.step === undefined) return;
  const step = String(range.step);
  const first = addQuantity(min, step);
  bounded('step', first, capacity, `one step ${first} is larger than capacity value`, step);
  for (const each of max === undefined ? [own] : [own, max]) {
    if ((value(each) - value(min)) % value(step) === 0) continue;
    const why = `value is not a multiple of a given step (${canonicalQuantity(step)}) from (${canonicalQuantity(min)})`;
    errors.push(invalidValue(`${path}.step`, canonicalQuantity(each), why));
  }
}
