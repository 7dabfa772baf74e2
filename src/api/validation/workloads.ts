import { forbiddenField, invalidValue, notSupported, required } from '../field-error.ts';
import { equalJson, type Fields, isFields } from '../json.ts';
import { dnsLabelProblems } from '../label-syntax.ts';
import type { StringMap } from '../types/meta.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, notNegative, problemsOf, supported, textAt } from './check.ts';
import { validateClaimSpec } from './claims.ts';
import { selectorOf, validateOwnSelector, validateTemplate } from './deployments.ts';
import { internalTemplate } from './internal-form.ts';
import { hasJobDetails, validateDaemonStrategy, validateJobDetails, validateStatefulDetails } from './sets.ts';

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
  validateTemplate(errors, fieldsAt(object, 'template'), undefined, 'template', 'job');
}

export function validateDaemonSet(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const selector = validateOwnSelector(errors, spec, 'daemonset') ? selectorOf(spec) : undefined;
  validateTemplate(errors, fieldsAt(spec, 'template'), selector, 'spec.template', 'Always', 'DaemonSet');
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

/** Models pkg/apis/batch/validation/validation.go ValidateJobSpec (v1.36) */
export function validateJobSpec(errors: Errors, spec: Fields, path: string): void {
  for (const key of [
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
  ]) {
    notNegative(errors, `${path}.${key}`, spec[key]);
  }
  if (spec.completionMode !== undefined) {
    supported(errors, `${path}.completionMode`, spec.completionMode, ['NonIndexed', 'Indexed']);
    if (spec.completionMode === 'Indexed' && spec.completions === undefined) {
      errors.push(required(`${path}.completions`, 'when completion mode is Indexed'));
    }
  }
  if (hasJobDetails(spec)) validateJobDetails(errors, spec, path);
  const template = fieldsAt(spec, 'template');
  validateTemplate(errors, template, selectorOf(spec), `${path}.template`, 'job');
  const policy = fieldsAt(template, 'spec').restartPolicy;
  if (policy === 'Always' || policy === '' || policy === undefined) {
    errors.push(required(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"'));
  } else if (policy !== 'OnFailure' && policy !== 'Never') {
    errors.push(notSupported(`${path}.template.spec.restartPolicy`, policy, ['OnFailure', 'Never']));
  } else if (policy !== 'Never' && isFields(spec.podFailurePolicy)) {
    const why = 'only "Never" is supported when podFailurePolicy is specified';
    errors.push(invalidValue(`${path}.template.spec.restartPolicy`, policy, why));
  }
}

export function validateJob(errors: Errors, object: Fields): void {
  validateJobSpec(errors, fieldsAt(object, 'spec'), 'spec');
}

/** What is wrong with the new object itself is said a second time. */
export function validateJobUpdate(errors: Errors, before: Fields, after: Fields): void {
  validateJob(errors, after);
  const old = fieldsAt(before, 'spec');
  const now = fieldsAt(after, 'spec');
  validateCompletions(errors, old, now);
  if (!equalJson(old.selector, now.selector)) errors.push(invalidValue('spec.selector', now.selector, IMMUTABLE));
  const template = fieldsAt(now, 'template');
  const former = fieldsAt(old, 'template');
  if (!equalJson(isSafelySuspended(before) ? withMutable(former, template) : former, template)) {
    errors.push(invalidValue('spec.template', internalTemplate(template), IMMUTABLE));
  }
  for (const key of ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy']) {
    if (!equalJson(old[key], now[key])) errors.push(invalidValue(`spec.${key}`, now[key] ?? null, IMMUTABLE));
  }
}

/** An Indexed Job grows and shrinks as long as all its indexes may run at once. */
function validateCompletions(errors: Errors, old: Fields, { completionMode, completions, parallelism }: Fields): void {
  if (equalJson(old.completions, completions)) return;
  if (completionMode !== 'Indexed') errors.push(invalidValue('spec.completions', completions ?? null, IMMUTABLE));
  else if (completions !== undefined && completions !== parallelism) {
    const why = 'can only be modified in tandem with spec.parallelism';
    errors.push(invalidValue('spec.completions', completions, why));
  }
}

/** No Pod of the present template runs: it was never started, or is suspended by now. Models pkg/registry/batch/job/strategy.go validationOptionsForJob (v1.36) */
function isSafelySuspended(job: Fields): boolean {
  const { active = 0, startTime, conditions } = fieldsAt(job, 'status');
  if (fieldsAt(job, 'spec').suspend !== true || active !== 0) return false;
  const listed = Array.isArray(conditions) ? (conditions as readonly Fields[]) : [];
  return startTime === undefined || listed.some(({ type, status }) => type === 'Suspended' && status === 'True');
}

/** The old template with what may change while nothing runs: where its Pods may go, and how much their containers ask for. */
function withMutable(old: Fields, now: Fields): Fields {
  const [before, after] = [fieldsAt(old, 'spec'), fieldsAt(now, 'spec')];
  const { labels, annotations } = fieldsAt(now, 'metadata');
  const { labels: _, annotations: __, ...rest } = fieldsAt(old, 'metadata');
  const { nodeSelector, tolerations, schedulingGates } = after;
  const spec = {
    ...before,
    ...{ nodeSelector, tolerations, schedulingGates },
    affinity: withNodeAffinity(before.affinity, after.affinity),
    containers: withResources(before.containers, after.containers),
    initContainers: withResources(before.initContainers, after.initContainers),
  };
  return withoutUndefined({
    ...old,
    metadata: 'metadata' in now ? withoutUndefined({ ...rest, labels, annotations }) : undefined,
    spec: withoutUndefined(spec),
  });
}

function withNodeAffinity(old: unknown, now: unknown): unknown {
  const { nodeAffinity: _, ...others } = isFields(old) ? old : {};
  if (!isFields(now)) return Object.keys(others).length === 0 ? undefined : others;
  return withoutUndefined({ ...others, nodeAffinity: now.nodeAffinity });
}

function withResources(old: unknown, now: unknown): unknown {
  if (!Array.isArray(old) || !Array.isArray(now) || old.length !== now.length) return old;
  return old.map((container, at) => withoutUndefined({ ...container, resources: (now[at] as Fields).resources }));
}

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
