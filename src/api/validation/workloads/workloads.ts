import { forbiddenField, required } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import type { StringMap } from '../../types/meta.ts';
import { dnsLabelProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, itemsAt, notNegative, problemsOf, textAt } from '../common/check.ts';
import { validateClaimSpec } from '../volumes/claims.ts';
import {
  refuseEmpty,
  selectorOf,
  validateOwnSelector,
  validateReadable,
  validateSelected,
  validateTemplate,
} from './deployments.ts';
import { validateDaemonStrategy, validateStatefulDetails } from './sets.ts';

/** Models pkg/apis/core/validation/validation.go ValidateReplicationControllerSpec (v1.36) */
export function validateReplicationController(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  notNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  const matchLabels = fieldsAt(spec, 'selector') as StringMap;
  if (Object.keys(matchLabels).length === 0) errors.push(required('spec.selector'));
  notNegative(errors, 'spec.replicas', spec.replicas);
  if (!isFields(spec.template)) errors.push(required('spec.template'));
  else validateTemplate(errors, spec.template, { matchLabels }, 'spec.template', 'Always', 'ReplicationController');
}

export function validatePodTemplate(errors: Errors, object: Fields): void {
  validateTemplate(errors, fieldsAt(object, 'template'), 'any', 'template', 'job');
}

/** A selector is not asked for: one that is missing selects nothing, not even the Pods of its own template. */
export function validateDaemonSet(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const template = fieldsAt(spec, 'template');
  const selector = selectorOf(spec);
  if (selector === undefined || validateReadable(errors, selector))
    validateSelected(errors, fieldsAt(template, 'metadata'), selector, 'spec.template');
  if (selector !== undefined) refuseEmpty(errors, selector, 'daemonset');
  validateTemplate(errors, template, 'any', 'spec.template', 'Always', 'DaemonSet');
  validateDaemonStrategy(errors, fieldsAt(spec, 'updateStrategy'));
  notNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  notNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
}

export function validateStatefulSet(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  validateStatefulDetails(errors, spec);
  if (validateOwnSelector(errors, spec, 'statefulset', ''))
    validateTemplate(errors, withClaims(spec), selectorOf(spec), 'spec.template', 'Always', 'StatefulSet');
}

/** What can only be wrong in the beginning, as it never changes. */
export function validateNewStatefulSet(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const service = textAt(spec, 'serviceName');
  if (service !== '') problemsOf(errors, 'spec.serviceName', service, dnsLabelProblems);
  itemsAt(spec, 'volumeClaimTemplates').forEach((claim, i) => {
    validateClaimSpec(errors, fieldsAt(claim, 'spec'), `spec.volumeClaimTemplates[${i}].spec`);
  });
}

/** The template with the volumes that its pods will have of their claims: containers may mount them. */
function withClaims(spec: Fields): Fields {
  const template = fieldsAt(spec, 'template');
  const claims = itemsAt(spec, 'volumeClaimTemplates').map((claim) => fieldsAt(claim, 'metadata').name);
  if (claims.length === 0) return template;
  const pod = fieldsAt(template, 'spec');
  const others = itemsAt(pod, 'volumes').filter(({ name }) => !claims.includes(name));
  const own = claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  return { ...template, spec: { ...pod, volumes: [...others, ...own] } };
}

const STATEFUL_MUTABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

export function validateStatefulSetUpdate(errors: Errors, before: Fields, after: Fields): void {
  const fixed = (object: Fields): Fields => {
    const spec: Record<string, unknown> = { ...fieldsAt(object, 'spec') };
    for (const key of STATEFUL_MUTABLE) delete spec[key];
    return spec;
  };
  if (!equalJson(fixed(before), fixed(after))) {
    errors.push(
      forbiddenField(
        'spec',
        "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ),
    );
  }
}
