import { checkCel, isProblem } from '../cel/index.ts';
import { BOOL, DYN, mapOf, opaque, recordType, STRING, typeText } from '../cel/types.ts';
import { duplicate, invalidValue, notSupported, required, tooLong, tooMany } from '../field-error.ts';
import { equalJson, type Fields, isFields } from '../json.ts';
import { dnsLabelProblems, dnsSubdomainProblems, labelValueProblems, qualifiedNameProblems } from '../label-syntax.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, named, numberAt, supported, textAt } from './check.ts';

/** What is asked of devices and what is offered. Models pkg/apis/resource/validation/validation.go (v1.36) */

const MOST = 32;
const MOST_DEVICES = 128;
const LONGEST_EXPRESSION = 10 * 1024;
const LONGEST_DRIVER = 63;
const LONGEST_PARAMETERS = 10 * 1024;

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
  limited(errors, 'spec.config', itemsAt(spec, 'config'), MOST, (config, at) => validateOpaque(errors, at, config));
  const extended = spec.extendedResourceName;
  if (extended === undefined) return;
  for (const why of qualifiedNameProblems(String(extended))) {
    errors.push(invalidValue('spec.extendedResourceName', extended, why));
  }
}

export function validateResourceClaim(errors: Errors, object: Fields): void {
  validateDevices(errors, 'spec.devices', fieldsAt(fieldsAt(object, 'spec'), 'devices'));
}

export function validateResourceClaimTemplate(errors: Errors, object: Fields): void {
  validateDevices(errors, 'spec.spec.devices', fieldsAt(fieldsAt(fieldsAt(object, 'spec'), 'spec'), 'devices'));
}

export function immutableSpec(errors: Errors, before: Fields, after: Fields): void {
  if (!equalJson(before.spec, after.spec)) errors.push(invalidValue('spec', after.spec, IMMUTABLE));
}

function limited(
  errors: Errors,
  path: string,
  items: readonly Fields[],
  most: number,
  check: (item: Fields, at: string) => void,
): void {
  if (items.length > most) errors.push(tooMany(path, items.length, most));
  items.slice(0, most).forEach((item, i) => {
    check(item, `${path}[${i}]`);
  });
}

/** Items that a key tells apart. */
function distinct(
  errors: Errors,
  path: string,
  items: readonly Fields[],
  most: number,
  check: (item: Fields, at: string) => void,
): void {
  const seen = new Set<string>();
  limited(errors, path, items, most, (item, at) => {
    check(item, at);
    const name = textAt(item, 'name');
    if (seen.has(name)) errors.push(duplicate(`${at}.name`, name));
    seen.add(name);
  });
}

function validateDevices(errors: Errors, path: string, devices: Fields): void {
  const names = requestNames(itemsAt(devices, 'requests'));
  distinct(errors, `${path}.requests`, itemsAt(devices, 'requests'), MOST, (request, at) => {
    named(errors, `${at}.name`, textAt(request, 'name'), dnsLabelProblems);
    const first = itemsAt(request, 'firstAvailable');
    const exactly = isFields(request.exactly) ? request.exactly : undefined;
    const one = 'exactly one of `exactly` or `firstAvailable` is required';
    if (exactly === undefined && first.length === 0) errors.push(required(at, one));
    else if (exactly !== undefined && first.length > 0) {
      errors.push(invalidValue(at, null, `${one}, but multiple fields are set`));
    } else if (exactly !== undefined) validateRequest(errors, `${at}.exactly`, exactly);
    else {
      distinct(errors, `${at}.firstAvailable`, first, 8, (each, inner) => {
        named(errors, `${inner}.name`, textAt(each, 'name'), dnsLabelProblems);
        validateRequest(errors, inner, each);
      });
    }
  });
  limited(errors, `${path}.constraints`, itemsAt(devices, 'constraints'), MOST, (constraint, at) => {
    validateReferences(errors, at, constraint, names);
    const attribute = constraint.matchAttribute ?? constraint.distinctAttribute;
    const field = constraint.matchAttribute === undefined ? 'distinctAttribute' : 'matchAttribute';
    if (attribute === undefined) {
      const why = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
      errors.push(required(at, why));
    } else validateAttributeName(errors, `${at}.${field}`, String(attribute), true);
  });
  limited(errors, `${path}.config`, itemsAt(devices, 'config'), MOST, (config, at) => {
    validateReferences(errors, at, config, names);
    validateOpaque(errors, at, config);
  });
}

function requestNames(requests: readonly Fields[]): ReadonlySet<string> {
  return new Set(
    requests.flatMap((request) => {
      const name = textAt(request, 'name');
      return [name, ...itemsAt(request, 'firstAvailable').map((each) => `${name}/${textAt(each, 'name')}`)];
    }),
  );
}

function validateReferences(errors: Errors, path: string, item: Fields, names: ReadonlySet<string>): void {
  const requests = Array.isArray(item.requests) ? (item.requests as string[]) : [];
  requests.forEach((name, i) => {
    if (names.has(name)) return;
    const why = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
    errors.push(invalidValue(`${path}.requests[${i}]`, name, why));
  });
}

function validateRequest(errors: Errors, path: string, request: Fields): void {
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
  itemsAt(request, 'tolerations').forEach((toleration, i) => {
    validateToleration(errors, `${path}.tolerations[${i}]`, toleration);
  });
}

function validateToleration(errors: Errors, path: string, toleration: Fields): void {
  const key = textAt(toleration, 'key');
  const operator = textAt(toleration, 'operator');
  if (key !== '') for (const why of qualifiedNameProblems(key)) errors.push(invalidValue(`${path}.key`, key, why));
  if (operator === 'Exists') {
    const value = textAt(toleration, 'value');
    if (value !== '') errors.push(invalidValue(`${path}.value`, value, 'must be empty for operator `Exists`'));
  } else if (operator === 'Equal') {
    const value = textAt(toleration, 'value');
    for (const why of labelValueProblems(value)) errors.push(invalidValue(`${path}.value`, value, why));
    if (key === '') {
      errors.push(
        invalidValue(
          `${path}.operator`,
          operator,
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        ),
      );
    }
  } else supported(errors, `${path}.operator`, operator, ['Equal', 'Exists']);
  const effect = textAt(toleration, 'effect');
  if (effect !== '') supported(errors, `${path}.effect`, effect, ['NoExecute', 'NoSchedule']);
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

function validateOpaque(errors: Errors, path: string, config: Fields): void {
  if (!isFields(config.opaque)) {
    errors.push(required(`${path}.opaque`));
    return;
  }
  validateDriver(errors, `${path}.opaque.driver`, textAt(config.opaque, 'driver'));
  const { parameters } = config.opaque;
  const at = `${path}.opaque.parameters`;
  if (parameters === undefined || parameters === null) errors.push(required(at));
  else if (!isFields(parameters)) errors.push(invalidValue(at, '<value omitted>', 'must be a valid JSON object'));
  else if (JSON.stringify(parameters).length > LONGEST_PARAMETERS) errors.push(tooLong(at, LONGEST_PARAMETERS));
}

function validateDriver(errors: Errors, path: string, driver: string): void {
  if (driver === '') {
    errors.push(required(path));
    return;
  }
  if (driver.length > LONGEST_DRIVER) errors.push(tooLong(path, LONGEST_DRIVER));
  for (const why of dnsSubdomainProblems(driver.toLowerCase())) errors.push(invalidValue(path, driver, why));
}

/** A domain and an identifier; the domain may be left out where the driver's own is meant. */
function validateAttributeName(errors: Errors, path: string, name: string, full: boolean): void {
  const slash = name.indexOf('/');
  const [domain, id] = slash < 0 ? ['', name] : [name.slice(0, slash), name.slice(slash + 1)];
  if (name === '') errors.push(required(path, 'name required'));
  else if (full && slash < 0) errors.push(invalidValue(path, name, 'must include a domain'));
  if (slash === 0) errors.push(required(path, 'the domain must not be empty'));
  else if (slash > 0)
    for (const why of dnsSubdomainProblems(domain as string)) errors.push(invalidValue(path, domain, why));
  if (name !== '' && id === '') errors.push(required(path, 'the name must not be empty'));
  else if (id !== '' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(id as string)) {
    errors.push(
      invalidValue(
        path,
        id,
        "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')",
      ),
    );
  }
}

export function validateResourceSlice(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  validateDriver(errors, 'spec.driver', textAt(spec, 'driver'));
  const pool = fieldsAt(spec, 'pool');
  const poolName = textAt(pool, 'name');
  if (poolName === '') errors.push(required('spec.pool.name'));
  for (const part of poolName === '' ? [] : poolName.split('/')) {
    for (const why of dnsSubdomainProblems(part)) errors.push(invalidValue('spec.pool.name', part, why));
  }
  const count = numberAt(pool, 'resourceSliceCount') ?? 0;
  if (count <= 0) errors.push(invalidValue('spec.pool.resourceSliceCount', count, 'must be greater than zero'));
  const generation = numberAt(pool, 'generation') ?? 0;
  if (generation < 0) {
    errors.push(invalidValue('spec.pool.generation', generation, 'must be greater than or equal to zero'));
  }
  validatePlaces(errors, spec);
  distinct(errors, 'spec.devices', itemsAt(spec, 'devices'), MOST_DEVICES, (device, at) => {
    validateDevice(errors, at, device);
  });
}

function validatePlaces(errors: Errors, spec: Fields): void {
  const set = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'].filter(
    (key) => spec[key] !== undefined && spec[key] !== false && spec[key] !== '',
  );
  const one = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  if (set.length === 0) errors.push(required('spec', one));
  else if (set.length > 1) {
    errors.push(
      invalidValue('spec', `{${set.map((key) => `\`${key}\``).join(', ')}}`, `${one}, but multiple fields are set`),
    );
  }
}

function validateDevice(errors: Errors, path: string, device: Fields): void {
  named(errors, `${path}.name`, textAt(device, 'name'), dnsLabelProblems);
  const attributes = fieldsAt(device, 'attributes');
  for (const name of Object.keys(attributes).sort()) {
    validateAttributeName(errors, `${path}.attributes`, name, false);
    const values = ['bool', 'int', 'string', 'version'].filter((key) => fieldsAt(attributes, name)[key] !== undefined);
    if (values.length === 0)
      errors.push(required(`${path}.attributes[${name}]`, 'exactly one value must be specified'));
    else if (values.length > 1) {
      const shown = `{${values.map((key) => `\`${key}\``).join(', ')}}`;
      errors.push(invalidValue(`${path}.attributes[${name}]`, shown, 'exactly one value must be specified'));
    }
  }
  const capacity = fieldsAt(device, 'capacity');
  for (const name of Object.keys(capacity).sort()) validateAttributeName(errors, `${path}.capacity`, name, false);
  if (Object.keys(attributes).length + Object.keys(capacity).length > MOST) {
    const sum = Object.keys(attributes).length + Object.keys(capacity).length;
    errors.push(invalidValue(path, sum, `the total number of attributes and capacities must not exceed ${MOST}`));
  }
  itemsAt(device, 'taints').forEach((taint, i) => {
    const at = `${path}.taints[${i}]`;
    named(errors, `${at}.key`, textAt(taint, 'key'), qualifiedNameProblems);
    const effect = textAt(taint, 'effect');
    if (effect === '') errors.push(required(`${at}.effect`));
    else supported(errors, `${at}.effect`, effect, ['NoExecute', 'NoSchedule', 'None']);
  });
}

export function validateResourceSliceUpdate(errors: Errors, before: Fields, after: Fields): void {
  const [old, now] = [fieldsAt(before, 'spec'), fieldsAt(after, 'spec')];
  const fixed = (path: string, a: unknown, b: unknown): void => {
    if (!equalJson(a, b)) errors.push(invalidValue(path, b, IMMUTABLE));
  };
  fixed('spec.driver', old.driver, now.driver);
  fixed('spec.pool.name', fieldsAt(old, 'pool').name, fieldsAt(now, 'pool').name);
  fixed('spec.nodeName', old.nodeName, now.nodeName);
}
