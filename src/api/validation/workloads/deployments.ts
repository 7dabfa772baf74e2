import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { isEmptySelector, matchesLabels } from '../../selectors/selectors.ts';
import type { LabelSelector, StringMap } from '../../types/meta.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, notNegative, numberAt, supported } from '../common/check.ts';
import { validateAnnotations, validateLabels } from '../common/metadata.ts';
import { validateSelector } from '../common/selector.ts';
import { validatePodSpec } from '../pods/pod.ts';
import { validatePodAnnotations } from '../pods/pod-parts.ts';

/** Nothing at all is selected without a selector; whose selector is somebody else's matter has `any`. */
type TemplateSelector = LabelSelector | undefined | 'any';

export function validateTemplate(
  errors: Errors,
  template: Fields,
  selector: TemplateSelector,
  path: string,
  restart: 'Always' | 'job',
  kind = 'ReplicaSet',
): void {
  const metadata = fieldsAt(template, 'metadata');
  const labels = fieldsAt(metadata, 'labels') as StringMap;
  if (selector !== 'any') validateSelected(errors, metadata, selector, path);
  validateLabels(errors, labels, `${path}.labels`);
  validateAnnotations(errors, fieldsAt(metadata, 'annotations') as StringMap, `${path}.annotations`);
  const spec = fieldsAt(template, 'spec');
  if (isFields(metadata.annotations)) validatePodAnnotations(errors, metadata.annotations, spec, `${path}.annotations`);
  validatePodSpec(errors, spec, `${path}.spec`);
  if (itemsAt(spec, 'ephemeralContainers').length > 0) {
    errors.push(forbiddenField(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'));
  }
  if (restart !== 'Always') return;
  if (spec.restartPolicy !== 'Always') {
    errors.push(notSupported(`${path}.spec.restartPolicy`, spec.restartPolicy ?? '', ['Always']));
  }
  if (spec.activeDeadlineSeconds !== undefined) {
    errors.push(
      forbiddenField(`${path}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`),
    );
  }
}

export function validateSelected(
  errors: Errors,
  metadata: Fields,
  selector: LabelSelector | undefined,
  path: string,
): void {
  if (matchesLabels(selector, fieldsAt(metadata, 'labels') as StringMap)) return;
  const labels = isFields(metadata.labels) ? metadata.labels : null;
  errors.push(invalidValue(`${path}.metadata.labels`, labels, '`selector` does not match template `labels`'));
}

export function selectorOf(spec: Fields): LabelSelector | undefined {
  return isFields(spec.selector) ? (spec.selector as LabelSelector) : undefined;
}

/** An absent selector is required; an empty one would take everything. False: what it selects nobody can say. */
export function validateOwnSelector(
  errors: Errors,
  spec: Fields,
  kind: string,
  why = 'invalid label selector',
): boolean {
  const selector = selectorOf(spec);
  if (selector === undefined) {
    errors.push(required('spec.selector'));
    return true;
  }
  if (!validateReadable(errors, selector)) {
    errors.push(invalidValue('spec.selector', selector, why));
    return false;
  }
  refuseEmpty(errors, selector, kind);
  return true;
}

export function validateReadable(errors: Errors, selector: LabelSelector): boolean {
  const before = errors.length;
  validateSelector(errors, selector as Fields, 'spec.selector');
  return errors.length === before;
}

export function refuseEmpty(errors: Errors, selector: LabelSelector, kind: string): void {
  if (!isEmptySelector(selector)) return;
  errors.push(invalidValue('spec.selector', selector, `empty selector is invalid for ${kind}`));
}

/** Models pkg/apis/apps/validation/validation.go ValidateDeploymentSpec (v1.36) */
export function validateDeployment(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  notNegative(errors, 'spec.replicas', spec.replicas);
  if (validateOwnSelector(errors, spec, 'deployment'))
    validateTemplate(errors, fieldsAt(spec, 'template'), selectorOf(spec), 'spec.template', 'Always');
  validateStrategy(errors, fieldsAt(spec, 'strategy'));
  notNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  notNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
  const deadline = numberAt(spec, 'progressDeadlineSeconds');
  if (deadline === undefined) return;
  notNegative(errors, 'spec.progressDeadlineSeconds', deadline);
  if (deadline <= (numberAt(spec, 'minReadySeconds') ?? 0)) {
    errors.push(invalidValue('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'));
  }
}

function validateStrategy(errors: Errors, strategy: Fields): void {
  const path = 'spec.strategy';
  const rolling = strategy.rollingUpdate;
  if (strategy.type === 'Recreate') {
    if (rolling !== undefined) {
      errors.push(forbiddenField(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'"));
    }
  } else if (strategy.type === 'RollingUpdate') {
    if (!isFields(rolling)) {
      errors.push(required(`${path}.rollingUpdate`, 'this should be defaulted and never be nil'));
      return;
    }
    validateShare(errors, `${path}.rollingUpdate.maxUnavailable`, rolling.maxUnavailable);
    validateShare(errors, `${path}.rollingUpdate.maxSurge`, rolling.maxSurge);
    if (isZero(rolling.maxUnavailable) && isZero(rolling.maxSurge)) {
      errors.push(
        invalidValue(
          `${path}.rollingUpdate.maxUnavailable`,
          rolling.maxUnavailable,
          'may not be 0 when `maxSurge` is 0',
        ),
      );
    }
    const percent = percentOf(rolling.maxUnavailable);
    if (percent !== undefined && percent > 100) {
      errors.push(
        invalidValue(`${path}.rollingUpdate.maxUnavailable`, rolling.maxUnavailable, 'must not be greater than 100%'),
      );
    }
  } else supported(errors, `${path}.type`, strategy.type, ['Recreate', 'RollingUpdate']);
}

function percentOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d+%$/.test(value) ? Number(value.slice(0, -1)) : undefined;
}

const isZero = (value: unknown): boolean => value === 0 || value === undefined || percentOf(value) === 0;

function validateShare(errors: Errors, path: string, value: unknown): void {
  if (typeof value === 'number') notNegative(errors, path, value);
  else if (typeof value === 'string' && percentOf(value) === undefined) {
    errors.push(
      invalidValue(
        path,
        value,
        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
      ),
    );
  }
}

export function validateReplicaSet(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  notNegative(errors, 'spec.replicas', spec.replicas);
  notNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  // The kind that is named is upstream's own.
  if (validateOwnSelector(errors, spec, 'deployment'))
    validateTemplate(errors, fieldsAt(spec, 'template'), selectorOf(spec), 'spec.template', 'Always');
}

export function immutableSelector(errors: Errors, before: Fields, after: Fields): void {
  const selector = fieldsAt(after, 'spec').selector;
  if (!equalJson(fieldsAt(before, 'spec').selector, selector)) {
    errors.push(invalidValue('spec.selector', selector ?? null, IMMUTABLE));
  }
}
