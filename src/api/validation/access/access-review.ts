import { invalidValue, required } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { type Errors, itemsAt, textAt } from '../common/check.ts';
import { validateCount, validateWords } from '../common/selector.ts';

interface Review {
  /** Whoever asks about others must say about whom. */
  readonly ofOthers: boolean;
  /** Of a review inside a namespace. */
  readonly namespace: string | undefined;
  /** With the entries of who set what. */
  readonly metadata: Fields;
  readonly spec: Fields;
}

/** Models pkg/apis/authorization/validation/validation.go (v1.36) */
export function accessReviewErrors({ ofOthers, namespace, metadata, spec }: Review): Errors {
  const errors: Errors = [];
  const at = 'spec.resourceAttributes';
  const asked = isFields(spec.resourceAttributes) ? spec.resourceAttributes : undefined;
  const path = isFields(spec.nonResourceAttributes) ? spec.nonResourceAttributes : undefined;
  const shownPath = { Path: textAt(path, 'path'), Verb: textAt(path, 'verb') };
  if (asked !== undefined && path !== undefined) {
    const why = 'cannot be specified in combination with resourceAttributes';
    errors.push(invalidValue('spec.nonResourceAttributes', shownPath, why));
  }
  if (asked === undefined && path === undefined) {
    const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    errors.push(invalidValue(at, null, why));
  }
  if (ofOthers && textAt(spec, 'user') === '' && itemsAt(spec, 'groups').length === 0) {
    errors.push(invalidValue('spec.user', textAt(spec, 'user'), 'at least one of user or group must be specified'));
  }
  for (const kind of ['fieldSelector', 'labelSelector'] as const) {
    if (isFields(asked?.[kind])) validateSelection(errors, asked[kind], `${at}.${kind}`, kind === 'labelSelector');
  }
  const filled = Object.keys(metadata).some((key) => key !== 'managedFields' && key !== 'namespace');
  if (filled || (namespace === undefined && metadata.namespace !== undefined)) {
    const why = namespace === undefined ? 'must be empty' : 'must be empty except for namespace';
    errors.push(invalidValue('metadata', metadata, why));
  }
  if (namespace === undefined) return errors;
  if (asked !== undefined && asked.namespace !== namespace) {
    errors.push(invalidValue(`${at}.namespace`, textAt(asked, 'namespace'), 'must match metadata.namespace'));
  }
  if (path !== undefined) {
    errors.push(invalidValue('spec.nonResourceAttributes', shownPath, 'disallowed on this kind of request'));
  }
  return errors;
}

/** An operator that this server does not know may be known to a newer client: it is let pass. */
function validateSelection(errors: Errors, selector: Fields, path: string, ofLabels: boolean): void {
  const raw = textAt(selector, 'rawSelector');
  const requirements = itemsAt(selector, 'requirements');
  if (raw !== '' && requirements.length > 0) {
    errors.push(invalidValue(`${path}.rawSelector`, raw, 'may not specified at the same time as requirements'));
  }
  if (raw === '' && requirements.length === 0) {
    const why = `when ${path} is specified, requirements or rawSelector is required`;
    errors.push(required(`${path}.requirements`, why));
  }
  for (const [i, each] of requirements.entries()) {
    const at = `${path}.requirements[${i}]`;
    if (!ofLabels && textAt(each, 'key') === '') errors.push(required(`${at}.key`, 'must be specified'));
    validateCount(errors, each, at);
    if (ofLabels) validateWords(errors, each, at);
  }
}
