import { invalidValue, notSupported, required, tooLong } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { matchesLabels } from '../../selectors/selectors.ts';
import type { LabelSelector, StringMap } from '../../types/meta.ts';
import { dnsLabelProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, IMMUTABLE, notNegative, numberAt, supported, textAt } from '../common/check.ts';
import { validateDomainPath } from '../common/domain-path.ts';
import { internalTemplate } from '../common/internal-form.ts';
import { validateSelector } from '../common/selector.ts';
import { selectorOf, validateTemplate } from './deployments.ts';
import { validateFailurePolicy, validateSuccessPolicy } from './job-policies.ts';

/** Models pkg/apis/batch/validation/validation.go (v1.36) */

const MOST_INDEXES = 100_000;
/** Of what is there many times when there are more indexes than that, and each may fail. */
const MOST_AT_ONCE = 10_000;
const LONGEST_MANAGER = 63;
const INDEXED = 'requires indexed completion mode';
const RESTARTS = ['OnFailure', 'Never'];

const COUNTED = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];

/** Of a Job, or of those that a CronJob makes: these have no selector yet. */
export function validateJobSpec(errors: Errors, spec: Fields, path: string): void {
  for (const key of COUNTED) notNegative(errors, `${path}.${key}`, spec[key]);
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.push(required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
  }
  if (spec.managedBy !== undefined) {
    validateDomainPath(errors, String(spec.managedBy), `${path}.managedBy`);
    if (String(spec.managedBy).length > LONGEST_MANAGER) errors.push(tooLong(`${path}.managedBy`, LONGEST_MANAGER));
  }
  validateMode(errors, spec, path);
  if (isFields(spec.podFailurePolicy)) validateFailurePolicy(errors, spec, `${path}.podFailurePolicy`);
  if (isFields(spec.successPolicy)) {
    const shown = { rules: spec.successPolicy.rules ?? null };
    if (spec.completionMode === 'Indexed') validateSuccessPolicy(errors, spec, `${path}.successPolicy`);
    else errors.push(invalidValue(`${path}.successPolicy`, shown, INDEXED));
  }
  if (spec.podReplacementPolicy !== undefined) {
    const allowed = isFields(spec.podFailurePolicy) ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
    supported(errors, `${path}.podReplacementPolicy`, spec.podReplacementPolicy, allowed);
  }
  validateTemplate(errors, fieldsAt(spec, 'template'), 'any', `${path}.template`, 'job');
  validateRestart(errors, spec, `${path}.template.spec.restartPolicy`);
}

function validateMode(errors: Errors, spec: Fields, path: string): void {
  const { completionMode: mode } = spec;
  if (mode !== undefined) supported(errors, `${path}.completionMode`, mode, ['NonIndexed', 'Indexed']);
  if (mode === 'Indexed') validateIndexed(errors, spec, path);
  if (mode !== undefined && mode !== 'NonIndexed') return;
  for (const key of ['backoffLimitPerIndex', 'maxFailedIndexes']) {
    if (spec[key] !== undefined) errors.push(invalidValue(`${path}.${key}`, spec[key], INDEXED));
  }
}

function validateIndexed(errors: Errors, spec: Fields, path: string): void {
  const [completions, parallelism, failed] = ['completions', 'parallelism', 'maxFailedIndexes'].map((key) =>
    numberAt(spec, key),
  );
  const bound = (key: string, value: number | undefined, most: number, more = ''): void => {
    if (value === undefined || value <= most) return;
    errors.push(invalidValue(`${path}.${key}`, value, `must be less than or equal to ${most}${more}`));
  };
  if (completions === undefined) errors.push(required(`${path}.completions`, 'when completion mode is Indexed'));
  bound('parallelism', parallelism, MOST_INDEXES, ' when completion mode is Indexed');
  if (completions !== undefined && failed !== undefined && failed > completions) {
    errors.push(invalidValue(`${path}.maxFailedIndexes`, failed, 'must be less than or equal to completions'));
  }
  bound('maxFailedIndexes', failed, MOST_INDEXES);
  if (completions === undefined || completions <= MOST_INDEXES || spec.backoffLimitPerIndex === undefined) return;
  if (failed === undefined) {
    const why = `must be specified when completions is above ${MOST_INDEXES}`;
    errors.push(required(`${path}.maxFailedIndexes`, why));
  }
  const when = ` when completions are above ${MOST_INDEXES} and used with backoff limit per index`;
  bound('parallelism', parallelism, MOST_AT_ONCE, when);
  bound('maxFailedIndexes', failed, MOST_AT_ONCE, when);
}

function validateRestart(errors: Errors, spec: Fields, path: string): void {
  const policy = textAt(fieldsAt(fieldsAt(spec, 'template'), 'spec'), 'restartPolicy');
  if (policy === 'Always' || policy === '') errors.push(required(path, 'valid values: "OnFailure", "Never"'));
  else if (!RESTARTS.includes(policy)) errors.push(notSupported(path, policy, RESTARTS));
  else if (policy !== 'Never' && isFields(spec.podFailurePolicy)) {
    errors.push(invalidValue(path, policy, 'only "Never" is supported when podFailurePolicy is specified'));
  }
}

export function validateJob(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  validateGenerated(errors, object, spec);
  validateOwnSpec(errors, spec);
  const name = textAt(fieldsAt(object, 'metadata'), 'name');
  const completions = numberAt(spec, 'completions') ?? 0;
  const last = `${name}-${completions - 1}`;
  if (spec.completionMode !== 'Indexed' || completions <= 0 || dnsLabelProblems(last).length === 0) return;
  errors.push(invalidValue('metadata.name', name, `will not able to create pod with invalid DNS label: ${last}`));
}

function validateOwnSpec(errors: Errors, spec: Fields): void {
  validateJobSpec(errors, spec, 'spec');
  const selector = selectorOf(spec);
  if (selector === undefined) errors.push(required('spec.selector'));
  else validateSelector(errors, selector as Fields, 'spec.selector');
  const { labels } = fieldsAt(fieldsAt(spec, 'template'), 'metadata');
  if (selector !== undefined && !isReadableSelector(selector)) return;
  if (selector !== undefined && matchesLabels(selector, (labels ?? {}) as StringMap)) return;
  const why = '`selector` does not match template `labels`';
  errors.push(invalidValue('spec.template.metadata.labels', labels ?? null, why));
}

function isReadableSelector(selector: LabelSelector): boolean {
  const problems: Errors = [];
  validateSelector(problems, selector as Fields, '');
  return problems.length === 0;
}

/** Unless somebody insists on a selector, it and the labels are those that the server makes. */
function validateGenerated(errors: Errors, object: Fields, spec: Fields): void {
  const selector = selectorOf(spec);
  if (spec.manualSelector === true || selector === undefined) return;
  const metadata = fieldsAt(object, 'metadata');
  const [uid, name] = [textAt(metadata, 'uid'), textAt(metadata, 'name')];
  const labels = fieldsAt(fieldsAt(fieldsAt(spec, 'template'), 'metadata'), 'labels');
  const expected: Record<string, string> = {};
  for (const prefix of ['', 'batch.kubernetes.io/']) {
    for (const [key, value] of [
      ['controller-uid', uid],
      ['job-name', name],
    ] as const) {
      const label = `${prefix}${key}`;
      const at = `spec.template.metadata.labels[${label}]`;
      const why = `must be '${value}'`;
      if (labels[label] === undefined) errors.push(required(at, why));
      else if (labels[label] !== value) errors.push(invalidValue(at, labels, why));
      expected[label] = value;
    }
  }
  if (!isReadableSelector(selector) || matchesLabels(selector as LabelSelector, expected)) return;
  errors.push(invalidValue('spec.selector', selector, '`selector` not auto-generated'));
}

/** What is wrong with the new object itself is said a second time. */
export function validateJobUpdate(errors: Errors, before: Fields, after: Fields): void {
  const old = fieldsAt(before, 'spec');
  const now = fieldsAt(after, 'spec');
  validateOwnSpec(errors, now);
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
