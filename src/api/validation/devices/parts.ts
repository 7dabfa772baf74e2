import { duplicate, invalidValue, required, tooLong, tooMany } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { dnsSubdomainProblems, labelValueProblems, qualifiedNameProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, problemsOf, supported, textAt } from '../common/check.ts';
import { validateDriverName } from '../volumes/sources.ts';

/** What asking for devices, offering them and having got them share. Models pkg/apis/resource/validation/validation.go (v1.36) */

export const MOST = 32;
const LONGEST_DRIVER = 63;
const LONGEST_POOL = 253;
const LONGEST_IDENTIFIER = 32;
const LONGEST_PARAMETERS = 10 * 1024;
const MOST_BINDING_CONDITIONS = 4;

/** Of too many, none is looked at. */
export function limited<T>(
  errors: Errors,
  path: string,
  items: readonly T[],
  most: number,
  check: (item: T, at: string) => void,
): void {
  if (items.length > most) errors.push(tooMany(path, items.length, most));
  else for (const [i, item] of items.entries()) check(item, `${path}[${i}]`);
}

/** Items that a key tells apart. */
export function distinct<T>(
  errors: Errors,
  path: string,
  items: readonly T[],
  most: number,
  check: (item: T, at: string) => void,
  keyOf: (item: T) => string,
): void {
  limited(errors, path, items, most, check);
  if (items.length > most) return;
  const seen = new Set<string>();
  for (const [i, item] of items.entries()) {
    const key = keyOf(item);
    if (seen.has(key)) errors.push(duplicate(`${path}[${i}]`, key));
    seen.add(key);
  }
}

export const nameOf = (item: Fields): string => textAt(item, 'name');
export const itself = (text: string): string => text;

export function textsAt(object: Fields, key: string): readonly string[] {
  return Array.isArray(object[key]) ? (object[key] as string[]) : [];
}

export function validatePoolName(errors: Errors, path: string, name: string): void {
  if (name === '') {
    errors.push(required(path));
    return;
  }
  if (name.length > LONGEST_POOL) errors.push(tooLong(path, LONGEST_POOL));
  for (const part of name.split('/')) problemsOf(errors, path, part, dnsSubdomainProblems);
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const IDENTIFIER_TEXT =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

function validateIdentifier(errors: Errors, path: string, id: string): void {
  if (id.length > LONGEST_IDENTIFIER) errors.push(tooLong(path, LONGEST_IDENTIFIER));
  if (!IDENTIFIER.test(id)) errors.push(invalidValue(path, id, IDENTIFIER_TEXT));
}

/** A domain and an identifier; the domain may be left out where the driver's own is meant. More than one slash is let pass. */
export function validateQualifiedName(errors: Errors, path: string, name: string): void {
  const [first = '', id, ...more] = name.split('/');
  if (more.length > 0) return;
  if (id === undefined) {
    validateIdentifier(errors, path, first);
    return;
  }
  if (first === '') errors.push(invalidValue(path, '', 'the domain must not be empty'));
  else validateDriverName(errors, first, path);
  if (id === '') errors.push(invalidValue(path, '', 'the name must not be empty'));
  else validateIdentifier(errors, path, id);
}

export function validateFullName(errors: Errors, path: string, name: string): void {
  validateQualifiedName(errors, path, name);
  if (name.includes('/')) return;
  errors.push(invalidValue(path, name, 'a fully qualified name must be a domain and a name separated by a slash'));
}

export function validateConfiguration(errors: Errors, path: string, config: Fields): void {
  if (!isFields(config.opaque)) {
    errors.push(required(`${path}.opaque`));
    return;
  }
  validateDriverName(errors, textAt(config.opaque, 'driver'), `${path}.opaque.driver`);
  validateRaw(errors, `${path}.opaque.parameters`, config.opaque.parameters);
}

/** Any object that is not too large. */
export function validateRaw(errors: Errors, path: string, value: unknown): void {
  if (value === undefined || value === null) errors.push(required(path));
  else if (JSON.stringify(value).length > LONGEST_PARAMETERS) errors.push(tooLong(path, LONGEST_PARAMETERS));
  else if (!isFields(value)) errors.push(invalidValue(path, '<value omitted>', 'must be a valid JSON object'));
}

export function validateTaint(errors: Errors, path: string, taint: Fields): void {
  problemsOf(errors, `${path}.key`, textAt(taint, 'key'), qualifiedNameProblems);
  problemsOf(errors, `${path}.value`, textAt(taint, 'value'), labelValueProblems);
  const effect = textAt(taint, 'effect');
  if (effect === '') errors.push(required(`${path}.effect`));
  else supported(errors, `${path}.effect`, effect, EFFECTS);
}

const EFFECTS: readonly string[] = ['NoExecute', 'NoSchedule', 'None'];

export function validateToleration(errors: Errors, path: string, toleration: Fields): void {
  const [key, operator, value] = [
    textAt(toleration, 'key'),
    textAt(toleration, 'operator'),
    textAt(toleration, 'value'),
  ];
  if (key !== '') problemsOf(errors, `${path}.key`, key, qualifiedNameProblems);
  if (operator === 'Equal') problemsOf(errors, `${path}.value`, value, labelValueProblems);
  else if (operator === '') errors.push(required(`${path}.operator`));
  else if (operator !== 'Exists') supported(errors, `${path}.operator`, operator, ['Equal', 'Exists']);
  else if (value !== '') errors.push(invalidValue(`${path}.value`, value, 'must be empty for operator `Exists`'));
  const effect = textAt(toleration, 'effect');
  if (effect !== '') supported(errors, `${path}.effect`, effect, EFFECTS);
}

/** What must be true, and what must not be, of a device before a Pod is bound. */
export function validateBinding(errors: Errors, path: string, device: Fields): void {
  const wanted = textsAt(device, 'bindingConditions');
  const fatal = textsAt(device, 'bindingFailureConditions');
  const [of, against] = [`${path}.bindingConditions`, `${path}.bindingFailureConditions`];
  const label = (name: string, at: string): void => problemsOf(errors, at, name, qualifiedNameProblems);
  limited(errors, of, wanted, MOST_BINDING_CONDITIONS, label);
  limited(errors, against, fatal, MOST_BINDING_CONDITIONS, label);
  once(errors, of, wanted);
  once(errors, against, fatal, new Set(wanted));
  const together = (path: string, one: string, other: string): void => {
    errors.push(invalidValue(path, [], `${one} are required to use ${other}`));
  };
  const [positive, negative] = ['bindingConditions', 'bindingFailureConditions'] as const;
  if (wanted.length === 0 && fatal.length > 0) together(of, positive, negative);
  if (fatal.length === 0 && wanted.length > 0) together(against, negative, positive);
}

function once(errors: Errors, path: string, names: readonly string[], others?: ReadonlySet<string>): void {
  const seen = new Set<string>();
  for (const [i, name] of names.entries()) {
    const at = `${path}[${i}]`;
    if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
    if (others?.has(name) !== true) continue;
    errors.push(invalidValue(at, name, 'bindingFailureConditions must not overlap with bindingConditions'));
  }
}

/** Values by name; the names of the keys are judged at the keys. */
export function eachOf(
  errors: Errors,
  object: Fields,
  path: string,
  key: string,
  judgeKey: (errors: Errors, at: string, key: string) => void,
  judgeValue: (value: Fields, at: string) => void,
): void {
  const values = fieldsAt(object, key);
  for (const name of Object.keys(values).sort()) {
    const at = `${path}.${key}[${shortened(name)}]`;
    judgeKey(errors, at, name);
    judgeValue(isFields(values[name]) ? (values[name] as Fields) : {}, at);
  }
}

const LONGEST_KEY = LONGEST_DRIVER + 1 + LONGEST_IDENTIFIER;

function shortened(key: string): string {
  if (key.length <= LONGEST_KEY) return key;
  const rest = LONGEST_KEY - 3;
  return `${key.slice(0, Math.floor((rest + 1) / 2))}...${key.slice(key.length - Math.floor(rest / 2))}`;
}
