import { duplicate, forbiddenField, invalidValue, notSupported, required, tooMany } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import type { JSONSchemaProps } from '../../types/apiextensions.ts';
import { dns1035LabelProblems, dnsSubdomainProblems } from '../../values/label-syntax.ts';
import { validateClientConfig } from '../admission/admission.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, named, supported, textAt } from '../common/check.ts';
import { ruleErrors } from './rules.ts';
import { schemaErrors } from './schema.ts';
import { structuralErrors } from './structural-schema.ts';

const APPROVED = 'api-approved.kubernetes.io';
const NOT_PRESERVED =
  'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
const PROTECTED = /(?:^|\.)(?:k8s\.io|kubernetes\.io)$/;
const COLUMN_TYPES: readonly string[] = ['boolean', 'date', 'integer', 'number', 'string'];

/** Models staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36) */
export function validateDefinition(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const names = fieldsAt(spec, 'names');
  const metadata = fieldsAt(object, 'metadata');
  const name = textAt(metadata, 'name');
  const group = textAt(spec, 'group');
  const expected = `${textAt(names, 'plural')}.${group}`;
  if (name !== '' && name !== expected) {
    errors.push(invalidValue('metadata.name', name, 'must be spec.names.plural+"."+spec.group'));
  }
  named(errors, 'spec.group', group, dnsSubdomainProblems);
  if (group !== '' && !group.includes('.')) {
    errors.push(invalidValue('spec.group', group, 'should be a domain with at least one dot'));
  }
  if (spec.scope === undefined || spec.scope === '') errors.push(required('spec.scope'));
  else supported(errors, 'spec.scope', spec.scope, ['Cluster', 'Namespaced']);
  if (spec.preserveUnknownFields === true) errors.push(invalidValue('spec.preserveUnknownFields', true, NOT_PRESERVED));
  validateVersions(errors, spec);
  validateNames(errors, names);
  validateConversion(errors, fieldsAt(spec, 'conversion'));
  validateApproval(errors, group, fieldsAt(metadata, 'annotations'));
}

/** The server notes the version of storage as a stored one: where none is named, it has none to note. */
export function validateNewDefinition(errors: Errors, object: Fields): void {
  if (itemsAt(fieldsAt(object, 'spec'), 'versions').some((version) => version.storage === true)) return;
  errors.push(invalidValue('status.storedVersions', null, 'must have at least one stored version'));
}

function validateVersions(errors: Errors, spec: Fields): void {
  const versions = itemsAt(spec, 'versions');
  // What all versions have alike is told as if it stood once.
  const alike = (key: string): boolean => versions.every((each) => equalJson(each[key], versions[0]?.[key]));
  versions.forEach((version, i) => {
    const path = `spec.versions[${i}]`;
    const versionName = textAt(version, 'name');
    for (const problem of dns1035LabelProblems(versionName)) {
      errors.push(invalidValue(`${path}.name`, versionName, problem));
    }
    validateDeprecation(errors, version, `${path}.deprecationWarning`);
    const schema = fieldsAt(version, 'schema').openAPIV3Schema;
    if (!isFields(schema)) {
      errors.push(required(`${path}.schema.openAPIV3Schema`, 'schemas are required'));
      return;
    }
    if (!alike('schema') || i === 0) {
      const at = alike('schema') ? 'spec.validation.openAPIV3Schema' : `${path}.schema.openAPIV3Schema`;
      const wrong = schemaErrors(schema as JSONSchemaProps, at);
      errors.push(...wrong);
      if (wrong.length === 0) {
        const rules = ruleErrors(schema as JSONSchemaProps, at);
        errors.push(...rules);
        if (rules.length === 0) errors.push(...structuralErrors(schema, at));
      }
    }
    if (!alike('subresources') || i === 0) {
      validateSubresources(
        errors,
        fieldsAt(version, 'subresources'),
        `${alike('subresources') ? 'spec' : path}.subresources`,
      );
    }
    if (!alike('selectableFields') || i === 0) {
      const at = `${alike('selectableFields') ? 'spec' : path}.selectableFields`;
      validateSelectable(errors, itemsAt(version, 'selectableFields'), schema as JSONSchemaProps, at);
    }
    if (!alike('additionalPrinterColumns') || i === 0) {
      const at = alike('additionalPrinterColumns') ? 'spec' : path;
      validateColumns(errors, itemsAt(version, 'additionalPrinterColumns'), `${at}.additionalPrinterColumns`);
    }
  });
  const unique = new Set(versions.map((version) => version.name)).size === versions.length;
  if (!unique) errors.push(invalidValue('spec.versions', versions, 'must contain unique version names'));
  if (versions.filter((version) => version.storage === true).length !== 1) {
    const shown = Array.isArray(spec.versions) ? versions : null;
    errors.push(invalidValue('spec.versions', shown, 'must have exactly one version marked as storage version'));
  }
}

const LONGEST_WARNING = 256;

function validateDeprecation(errors: Errors, version: Fields, path: string): void {
  const warning = version.deprecationWarning;
  if (typeof warning !== 'string') return;
  const refuse = (why: string): void => void errors.push(invalidValue(path, warning, why));
  if (version.deprecated !== true) return refuse('can only be set for deprecated versions');
  if (warning.length > LONGEST_WARNING) refuse(`must be <= ${LONGEST_WARNING} characters long`);
  if (warning === '') refuse('must not be an empty string');
  const at = warning.search(/[^\P{C}]/u);
  if (at >= 0) {
    refuse(`must only contain printable UTF-8 characters; non-printable character found at index ${at}`);
  }
}

function validateSubresources(errors: Errors, subresources: Fields, path: string): void {
  const { scale } = subresources;
  if (!isFields(scale)) return;
  const check = (key: string, below: readonly string[], optional: boolean): void => {
    const text = textAt(scale, key);
    const at = `${path}.scale.${key}`;
    if (text === '') {
      if (!optional) errors.push(required(at));
      return;
    }
    const [under, ...more] = below;
    const where =
      more.length === 0 ? `under .${under}` : `under either ${below.map((each) => `.${each}`).join(' or ')}`;
    const fits = below.some((each) => text.startsWith(`.${each}.`)) && !text.includes('[');
    if (!fits) errors.push(invalidValue(at, text, `should be a json path ${where}`));
  };
  check('specReplicasPath', ['spec'], false);
  check('statusReplicasPath', ['status'], false);
  check('labelSelectorPath', ['spec', 'status'], true);
}

const MOST_SELECTABLE = 8;

function validateSelectable(errors: Errors, fields: readonly Fields[], schema: JSONSchemaProps, path: string): void {
  if (fields.length > MOST_SELECTABLE) errors.push(tooMany(path, fields.length, MOST_SELECTABLE));
  const seen = new Set<string>();
  fields.forEach((field, i) => {
    const text = textAt(field, 'jsonPath');
    const at = `${path}[${i}].jsonPath`;
    if (text === '') {
      errors.push(required(at));
      return;
    }
    const found = text.startsWith('.') ? placeAt(schema, text.slice(1).split('.')) : 'unreadable';
    if (found === 'unreadable')
      errors.push(invalidValue(at, text, `is an invalid path: expected [ or . but got: ${text.split('.')[0]}`));
    else if (found === undefined)
      errors.push(invalidValue(at, text, 'is an invalid path: does not refer to a valid field'));
    else if (!['string', 'boolean', 'integer'].includes(found.type ?? '')) {
      const why =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalidValue(at, text, why));
    } else if (text.startsWith('.metadata.'))
      errors.push(invalidValue(at, text, 'must not point to fields in metadata'));
    if (seen.has(text)) errors.push(duplicate(at, text));
    seen.add(text);
  });
}

function placeAt(schema: JSONSchemaProps, names: readonly string[]): JSONSchemaProps | undefined {
  let place: JSONSchemaProps | undefined = schema;
  for (const name of names) place = place?.properties?.[name];
  return place;
}

function validateNames(errors: Errors, names: Fields): void {
  for (const key of ['plural', 'singular', 'kind', 'listKind']) {
    const name = textAt(names, key);
    if (name === '') {
      errors.push(required(`spec.names.${key}`));
      continue;
    }
    const isKind = key === 'kind' || key === 'listKind';
    for (const problem of dns1035LabelProblems(isKind ? name.toLowerCase() : name)) {
      const text = isKind ? `may have mixed case, but should otherwise match: ${problem}` : problem;
      errors.push(invalidValue(`spec.names.${key}`, name, text));
    }
  }
  const shortNames = Array.isArray(names.shortNames) ? (names.shortNames as string[]) : [];
  shortNames.forEach((name, i) => {
    for (const problem of dns1035LabelProblems(name)) {
      errors.push(invalidValue(`spec.names.shortNames[${i}]`, name, problem));
    }
  });
  const kind = textAt(names, 'kind');
  if (kind !== '' && kind === textAt(names, 'listKind')) {
    errors.push(invalidValue('spec.names.listKind', kind, 'kind and listKind may not be the same'));
  }
  const categories = Array.isArray(names.categories) ? (names.categories as string[]) : [];
  categories.forEach((name, i) => {
    for (const problem of dns1035LabelProblems(name)) {
      errors.push(invalidValue(`spec.names.categories[${i}]`, name, problem));
    }
  });
}

function validateColumns(errors: Errors, columns: readonly Fields[], path: string): void {
  columns.forEach((column, i) => {
    if (textAt(column, 'name') === '') errors.push(required(`${path}[${i}].name`));
    const type = textAt(column, 'type');
    if (type === '') errors.push(required(`${path}[${i}].type`, `must be one of ${COLUMN_TYPES.join(',')}`));
    else if (!COLUMN_TYPES.includes(type)) {
      errors.push(invalidValue(`${path}[${i}].type`, type, `must be one of ${COLUMN_TYPES.join(',')}`));
    }
    if (textAt(column, 'jsonPath') === '') errors.push(required(`${path}[${i}].JSONPath`));
  });
}

function validateConversion(errors: Errors, conversion: Fields): void {
  const strategy = textAt(conversion, 'strategy');
  if (strategy === '') return;
  if (strategy !== 'None' && strategy !== 'Webhook') {
    errors.push(notSupported('spec.conversion.strategy', strategy, ['None', 'Webhook']));
    return;
  }
  const webhook = fieldsAt(conversion, 'webhook');
  const at = 'spec.conversion.webhookClientConfig';
  if (strategy === 'None') {
    const why = 'should not be set when strategy is not set to Webhook';
    if (isFields(webhook.clientConfig)) errors.push(forbiddenField(at, why));
    if (itemsAt(webhook, 'conversionReviewVersions').length > 0) {
      errors.push(forbiddenField('spec.conversion.conversionReviewVersions', why));
    }
    return;
  }
  if (isFields(webhook.clientConfig)) validateClientConfig(errors, webhook.clientConfig, at);
  else errors.push(required(at, 'required when strategy is set to Webhook'));
  const reviews = Array.isArray(webhook.conversionReviewVersions) ? webhook.conversionReviewVersions : [];
  if (reviews.length === 0) errors.push(required('spec.conversion.conversionReviewVersions'));
  else if (!reviews.some((each) => each === 'v1' || each === 'v1beta1')) {
    const why = 'must include at least one of v1, v1beta1';
    errors.push(invalidValue('spec.conversion.conversionReviewVersions', reviews, why));
  }
}

function validateApproval(errors: Errors, group: string, annotations: Fields): void {
  if (!PROTECTED.test(group)) return;
  const value = textAt(annotations, APPROVED);
  const path = `metadata.annotations[${APPROVED}]`;
  const pull = 'https://github.com/kubernetes/enhancements/pull/1111';
  if (value === '') {
    const why = `protected groups must have approval annotation "${APPROVED}", see ${pull}`;
    errors.push(required(path, why));
  } else if (!value.startsWith('https://') && !value.startsWith('unapproved')) {
    const why = `protected groups must have approval annotation "${APPROVED}" with either a URL or a reason starting with "unapproved", see ${pull}`;
    errors.push(invalidValue(path, value, why));
  }
}

/** What an established definition cannot change, and versions that may still be stored. */
export function validateDefinitionUpdate(errors: Errors, before: Fields, after: Fields): void {
  const [old, now] = [fieldsAt(before, 'spec'), fieldsAt(after, 'spec')];
  const conditions = itemsAt(fieldsAt(before, 'status'), 'conditions');
  const established = conditions.some((each) => each.type === 'Established' && each.status === 'True');
  const fixed = (path: string, a: unknown, b: unknown): void => {
    if (a !== b) errors.push(invalidValue(path, b, IMMUTABLE));
  };
  fixed('spec.group', old.group, now.group);
  fixed('spec.names.plural', fieldsAt(old, 'names').plural, fieldsAt(now, 'names').plural);
  if (established) {
    fixed('spec.scope', old.scope, now.scope);
    fixed('spec.names.kind', fieldsAt(old, 'names').kind, fieldsAt(now, 'names').kind);
  }
  const status = fieldsAt(after, 'status');
  const stored = Array.isArray(status.storedVersions) ? (status.storedVersions as string[]) : [];
  const present = new Set(itemsAt(now, 'versions').map((version) => version.name));
  stored.forEach((version, i) => {
    if (!present.has(version)) {
      errors.push(invalidValue(`status.storedVersions[${i}]`, version, 'must appear in spec.versions'));
    }
  });
}
