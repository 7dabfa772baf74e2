import { forbiddenField, invalidValue } from '../../errors/field-error.ts';
import { equalJson, type Fields } from '../../go/json.ts';
import { type Errors, fieldsAt, itemsAt, numberAt } from '../common/check.ts';
import { specDifference } from '../common/internal-form.ts';

const ONLY =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Models ValidatePodUpdate (v1.36) */
export function validatePodUpdate(errors: Errors, before: Fields, after: Fields): void {
  const old = fieldsAt(before, 'spec');
  const now = fieldsAt(after, 'spec');
  if (old === now || equalJson(old, now)) return;
  validateDeadlineUpdate(errors, old, now);
  validateTolerationAdditions(errors, itemsAt(old, 'tolerations'), itemsAt(now, 'tolerations'));
  const gated = itemsAt(old, 'schedulingGates').length > 0;
  const masked = mask(old, now, gated);
  if (!equalJson(masked, old)) {
    errors.push(forbiddenField('spec', `${ONLY}\n${specDifference(old, masked)}`));
  }
}

function validateDeadlineUpdate(errors: Errors, old: Fields, now: Fields): void {
  const before = numberAt(old, 'activeDeadlineSeconds');
  const after = numberAt(now, 'activeDeadlineSeconds');
  const path = 'spec.activeDeadlineSeconds';
  if (after === undefined) {
    if (before !== undefined)
      errors.push(invalidValue(path, after, 'must not update from a positive integer to nil value'));
  } else if (before !== undefined && after > before) {
    errors.push(invalidValue(path, after, 'must be less than or equal to previous value'));
  }
}

function validateTolerationAdditions(errors: Errors, old: readonly Fields[], now: readonly Fields[]): void {
  const kept = old.every((each) => now.some((other) => equalJson(stable(each), stable(other))));
  if (!kept)
    errors.push(
      forbiddenField('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'),
    );
}

const stable = (toleration: Fields): Fields => ({ ...toleration, tolerationSeconds: undefined });

/** The new spec with what may change set back to what it was. */
function mask(old: Fields, now: Fields, gated: boolean): Fields {
  const result: Record<string, unknown> = {
    ...now,
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    tolerations: old.tolerations,
    containers: sameImages(itemsAt(old, 'containers'), itemsAt(now, 'containers')),
  };
  if (now.initContainers !== undefined) {
    result.initContainers = sameImages(itemsAt(old, 'initContainers'), itemsAt(now, 'initContainers'));
  }
  const grace = numberAt(old, 'terminationGracePeriodSeconds') ?? 0;
  if (grace < 0 && now.terminationGracePeriodSeconds === 1) result.terminationGracePeriodSeconds = grace;
  const gates = itemsAt(now, 'schedulingGates');
  const onlyRemoved = gates.every((gate) => itemsAt(old, 'schedulingGates').some((each) => equalJson(each, gate)));
  if (onlyRemoved) result.schedulingGates = old.schedulingGates;
  // A pod that waits behind gates may still be told where to go.
  if (gated) {
    result.nodeSelector = old.nodeSelector;
    result.affinity = old.affinity;
  }
  return result;
}

function sameImages(old: readonly Fields[], now: readonly Fields[]): readonly Fields[] {
  if (old.length !== now.length) return now;
  return now.map((container, i) => ({ ...container, image: old[i]?.image }));
}
