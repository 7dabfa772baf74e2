import {
  duplicate,
  forbiddenField,
  invalidDetail,
  invalidValue,
  notSupported,
  required,
  tooMany,
} from '../field-error.ts';
import { type Fields, isFields } from '../json.ts';
import { dnsSubdomainProblems, qualifiedNameProblems } from '../label-syntax.ts';
import { timeZone } from '../time-zones.ts';
import { type Errors, fieldsAt, itemsAt, notNegative, numberAt, supported, textAt } from './check.ts';

/** What workloads have beside a template and a selector. Models pkg/apis/{apps,batch}/validation/validation.go (v1.36) */

const PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** A number, or a share of a hundred. */
export function validateShare(errors: Errors, path: string, value: unknown): void {
  if (typeof value === 'number') notNegative(errors, path, value);
  else if (typeof value === 'string' && !/^\d+%$/.test(value)) errors.push(invalidValue(path, value, PERCENT));
}

export function notMoreThanAll(errors: Errors, path: string, value: unknown): void {
  if (typeof value !== 'string' || !/^\d+%$/.test(value) || Number(value.slice(0, -1)) <= 100) return;
  errors.push(invalidValue(path, value, 'must not be greater than 100%'));
}

const isNone = (value: unknown): boolean =>
  value === undefined || value === 0 || (typeof value === 'string' && /^0+%$/.test(value));

export function validateDaemonStrategy(errors: Errors, strategy: Fields): void {
  const at = 'spec.updateStrategy';
  const type = strategy.type;
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate') {
    const { maxUnavailable: MaxUnavailable, maxSurge: MaxSurge } = fieldsAt(strategy, 'rollingUpdate');
    const RollingUpdate = isFields(strategy.rollingUpdate) ? { MaxUnavailable, MaxSurge } : null;
    const shown = { Type: type ?? '', RollingUpdate };
    errors.push(notSupported(at, shown, ['RollingUpdate', 'OnDelete']));
    return;
  }
  const rolling = strategy.rollingUpdate;
  if (!isFields(rolling)) {
    errors.push(required(`${at}.rollingUpdate`));
    return;
  }
  const { maxSurge: surge, maxUnavailable: missing } = rolling;
  validateShare(errors, `${at}.rollingUpdate.maxUnavailable`, missing);
  notMoreThanAll(errors, `${at}.rollingUpdate.maxUnavailable`, missing);
  validateShare(errors, `${at}.rollingUpdate.maxSurge`, surge);
  notMoreThanAll(errors, `${at}.rollingUpdate.maxSurge`, surge);
  if (!isNone(missing) && !isNone(surge)) {
    errors.push(invalidValue(`${at}.rollingUpdate.maxSurge`, surge, 'may not be set when maxUnavailable is non-zero'));
  } else if (isNone(missing) && isNone(surge)) {
    errors.push(required(`${at}.rollingUpdate.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
  }
}

const RETENTION = ['Retain', 'Delete'];

export function validateStatefulDetails(errors: Errors, spec: Fields): void {
  const policy = textAt(spec, 'podManagementPolicy');
  if (policy === '') errors.push(required('spec.podManagementPolicy'));
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    errors.push(invalidValue('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'"));
  }
  const strategy = fieldsAt(spec, 'updateStrategy');
  const type = textAt(strategy, 'type');
  const rolling = strategy.rollingUpdate;
  const at = 'spec.updateStrategy';
  if (type === '') errors.push(required(at));
  const shown = isFields(rolling)
    ? { Partition: rolling.partition ?? 0, MaxUnavailable: rolling.maxUnavailable ?? null }
    : null;
  if (type === 'OnDelete') {
    if (shown !== null) {
      errors.push(invalidValue(`${at}.rollingUpdate`, shown, "only allowed for updateStrategy 'RollingUpdate'"));
    }
  } else if (type === 'RollingUpdate') {
    const { partition, maxUnavailable } = fieldsAt(strategy, 'rollingUpdate');
    notNegative(errors, `${at}.rollingUpdate.partition`, partition);
    if (maxUnavailable !== undefined) validateMissing(errors, `${at}.rollingUpdate.maxUnavailable`, maxUnavailable);
  } else if (type !== '') {
    errors.push(invalidValue(at, { Type: type, RollingUpdate: shown }, "must be 'RollingUpdate' or 'OnDelete'"));
  }
  const retention = spec.persistentVolumeClaimRetentionPolicy;
  if (isFields(retention)) {
    for (const key of ['whenDeleted', 'whenScaled']) {
      supported(errors, `spec.persistentVolumeClaimRetentionPolicy.${key}`, retention[key], RETENTION);
    }
  }
  notNegative(errors, 'spec.replicas', spec.replicas);
  notNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  notNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
  notNegative(errors, 'spec.ordinals.start', fieldsAt(spec, 'ordinals').start);
}

/** How many may be missing while an update rolls: somebody has to. */
function validateMissing(errors: Errors, path: string, value: unknown): void {
  validateShare(errors, path, value);
  if (isNone(value)) errors.push(invalidValue(path, value, 'cannot be 0'));
  notMoreThanAll(errors, path, value);
}

const MOST_INDEXES = 100_000;
const INDEXED = 'requires indexed completion mode';

/** The fields of a Job that few people set. */
export function validateJobDetails(errors: Errors, spec: Fields, path: string): void {
  notNegative(errors, `${path}.backoffLimitPerIndex`, spec.backoffLimitPerIndex);
  notNegative(errors, `${path}.maxFailedIndexes`, spec.maxFailedIndexes);
  const manager = spec.managedBy;
  if (manager !== undefined) validateManager(errors, String(manager), `${path}.managedBy`);
  const indexed = spec.completionMode === 'Indexed';
  const failed = numberAt(spec, 'maxFailedIndexes');
  if (indexed) {
    const most = `must be less than or equal to ${MOST_INDEXES} when completion mode is Indexed`;
    for (const key of ['completions', 'parallelism']) {
      const value = numberAt(spec, key) ?? 0;
      if (value > MOST_INDEXES) errors.push(invalidValue(`${path}.${key}`, value, most));
    }
    if (failed !== undefined && failed > (numberAt(spec, 'completions') ?? 0)) {
      errors.push(invalidValue(`${path}.maxFailedIndexes`, failed, 'must be less than or equal to completions'));
    }
  } else {
    for (const key of ['backoffLimitPerIndex', 'maxFailedIndexes', 'successPolicy']) {
      if (spec[key] !== undefined) errors.push(invalidValue(`${path}.${key}`, spec[key], INDEXED));
    }
  }
  if (failed !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.push(required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
  }
  if (isFields(spec.podFailurePolicy)) validateFailurePolicy(errors, spec, `${path}.podFailurePolicy`);
  if (isFields(spec.successPolicy) && indexed) validateSuccessPolicy(errors, spec, `${path}.successPolicy`);
  const replacement = spec.podReplacementPolicy;
  if (replacement !== undefined) {
    const allowed = isFields(spec.podFailurePolicy) ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
    supported(errors, `${path}.podReplacementPolicy`, replacement, allowed);
  }
}

function validateManager(errors: Errors, manager: string, at: string): void {
  const slash = manager.indexOf('/');
  if (manager === '') errors.push(required(at));
  else if (slash <= 0 || slash === manager.length - 1) {
    errors.push(invalidValue(at, manager, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  } else {
    for (const problem of dnsSubdomainProblems(manager.slice(0, slash)))
      errors.push(invalidValue(at, manager, problem));
  }
  if (manager.length > 63)
    errors.push({ type: 'TooLong', field: at, message: 'Too long: may not be more than 63 bytes' });
}

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const MOST_RULES = 20;
const MOST_VALUES = 255;

function validateFailurePolicy(errors: Errors, spec: Fields, at: string): void {
  const rules = itemsAt(spec.podFailurePolicy, 'rules');
  if (rules.length > MOST_RULES) errors.push(tooMany(`${at}.rules`, rules.length, MOST_RULES));
  const pod = fieldsAt(fieldsAt(spec, 'template'), 'spec');
  const names = [...itemsAt(pod, 'containers'), ...itemsAt(pod, 'initContainers')].map((each) => each.name);
  rules.forEach((rule, i) => {
    const path = `${at}.rules[${i}]`;
    const action = textAt(rule, 'action');
    if (action === '')
      errors.push(
        required(`${path}.action`, `valid values: ${ACTIONS.map((each) => JSON.stringify(each)).join(', ')}`),
      );
    else if (!ACTIONS.includes(action)) errors.push(notSupported(`${path}.action`, action, ACTIONS));
    else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
      errors.push(invalidValue(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set'));
    }
    const codes = rule.onExitCodes;
    const conditions = itemsAt(rule, 'onPodConditions');
    if (isFields(codes)) validateExitCodes(errors, codes, `${path}.onExitCodes`, names);
    if (conditions.length > MOST_RULES) errors.push(tooMany(`${path}.onPodConditions`, conditions.length, MOST_RULES));
    conditions.forEach((condition, j) => {
      const own = `${path}.onPodConditions[${j}]`;
      for (const problem of qualifiedNameProblems(textAt(condition, 'type'))) {
        errors.push(invalidValue(`${own}.type`, condition.type ?? '', problem));
      }
      if (textAt(condition, 'status') === '')
        errors.push(required(`${own}.status`, 'valid values: "False", "True", "Unknown"'));
      else supported(errors, `${own}.status`, condition.status, ['False', 'True', 'Unknown']);
    });
    if (isFields(codes) && conditions.length > 0) {
      errors.push(invalidDetail(path, 'specifying both OnExitCodes and OnPodConditions is not supported'));
    }
    if (!isFields(codes) && conditions.length === 0) {
      errors.push(invalidDetail(path, 'specifying one of OnExitCodes and OnPodConditions is required'));
    }
  });
}

function validateExitCodes(errors: Errors, codes: Fields, at: string, names: readonly unknown[]): void {
  const operator = textAt(codes, 'operator');
  if (operator === '') errors.push(required(`${at}.operator`, 'valid values: "In", "NotIn"'));
  else supported(errors, `${at}.operator`, operator, ['In', 'NotIn']);
  const container = codes.containerName;
  if (container !== undefined && !names.includes(container)) {
    const why = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalidValue(`${at}.containerName`, container, why));
  }
  const values = Array.isArray(codes.values) ? (codes.values as number[]) : [];
  const path = `${at}.values`;
  if (values.length === 0) errors.push(invalidValue(path, values, 'at least one value is required'));
  else if (values.length > MOST_VALUES) errors.push(tooMany(path, values.length, MOST_VALUES));
  let ordered = true;
  const seen = new Set<number>();
  values.forEach((value, i) => {
    if (i > 0 && value < (values[i - 1] as number)) ordered = false;
    if (operator === 'In' && value === 0) {
      errors.push(invalidValue(`${path}[${i}]`, 0, 'must not be 0 for the In operator'));
    }
    if (seen.has(value)) errors.push(duplicate(`${path}[${i}]`, value));
    seen.add(value);
  });
  if (!ordered) errors.push(invalidValue(path, values, 'must be ordered'));
}

function validateSuccessPolicy(errors: Errors, spec: Fields, at: string): void {
  const rules = itemsAt(spec.successPolicy, 'rules');
  if (rules.length === 0)
    errors.push(required(`${at}.rules`, 'at least one rules must be specified when the successPolicy is specified'));
  if (rules.length > MOST_RULES) errors.push(tooMany(`${at}.rules`, rules.length, MOST_RULES));
  rules.forEach((rule, i) => {
    const path = `${at}.rules[${i}]`;
    const { succeededCount: count, succeededIndexes: indexes } = rule;
    if (count === undefined && indexes === undefined) {
      errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
    }
    notNegative(errors, `${path}.succeededCount`, count);
    if (typeof count === 'number' && count > (numberAt(spec, 'completions') ?? 0)) {
      const why = `must be less than or equal to ${spec.completions ?? 0} (the number of specified completions)`;
      errors.push(invalidValue(`${path}.succeededCount`, count, why));
    }
  });
}

/** What Go's time.LoadLocation says of a name; undefined when it knows the zone. */
function zoneProblem(name: string): string | undefined {
  if (name.includes('..') || name.startsWith('/') || name.startsWith('\\')) return 'time: invalid location name';
  return name === 'UTC' || timeZone(name) !== undefined ? undefined : `unknown time zone ${name}`;
}

/** Models validateTimeZone (v1.36). */
export function validateCronDetails(errors: Errors, spec: Fields): void {
  const schedule = textAt(spec, 'schedule');
  if (schedule.includes('TZ')) {
    const why = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    errors.push(invalidValue('spec.schedule', schedule, why));
  }
  const zone = spec.timeZone;
  if (zone === '') errors.push(invalidValue('spec.timeZone', zone, 'timeZone must be nil or non-empty string'));
  else if (typeof zone === 'string' && zone.toLowerCase() === 'local') {
    const why = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    errors.push(invalidValue('spec.timeZone', zone, why));
  } else if (typeof zone === 'string') {
    const problem = zoneProblem(zone);
    if (problem !== undefined) errors.push(invalidValue('spec.timeZone', zone, problem));
  }
  const job = fieldsAt(fieldsAt(spec, 'jobTemplate'), 'spec');
  if (job.selector !== undefined) {
    errors.push(invalidValue('spec.jobTemplate.spec.selector', job.selector, '`selector` will be auto-generated'));
  }
  if (job.manualSelector === true) {
    errors.push(notSupported('spec.jobTemplate.spec.manualSelector', true, ['nil', 'false']));
  }
}

/** Fields that a Job without details does not have. */
export function hasJobDetails(spec: Fields): boolean {
  return DETAILS.some((key) => spec[key] !== undefined) || spec.completionMode === 'Indexed';
}

const DETAILS = [
  'backoffLimitPerIndex',
  'maxFailedIndexes',
  'managedBy',
  'podFailurePolicy',
  'successPolicy',
  'podReplacementPolicy',
] as const;

const METRICS = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const POSITIVE = 'must be positive';

/** Models pkg/apis/autoscaling/validation/validation.go (v1.36) */
export function validateScalingRules(errors: Errors, spec: Fields): void {
  for (const [i, metric] of itemsAt(spec, 'metrics').entries()) validateMetric(errors, metric, `spec.metrics[${i}]`);
  const behavior = fieldsAt(spec, 'behavior');
  for (const key of ['scaleUp', 'scaleDown']) {
    if (isFields(behavior[key])) validateBehavior(errors, behavior[key], `spec.behavior.${key}`);
  }
}

function validateMetric(errors: Errors, metric: Fields, at: string): void {
  const type = textAt(metric, 'type');
  if (type === '') errors.push(required(`${at}.type`, 'must specify a metric source type'));
  if (!METRICS.includes(type)) errors.push(notSupported(`${at}.type`, type, METRICS));
  const expected = type === 'ContainerResource' ? 'containerResource' : type.toLowerCase();
  const present = ['object', 'external', 'pods', 'resource', 'containerResource'].filter((key) =>
    isFields(metric[key]),
  );
  const [first] = present;
  if (first !== undefined) validateSource(errors, first, fieldsAt(metric, first), `${at}.${first}`);
  if (!METRICS.includes(type)) errors.push(notSupported(`${at}.type`, type, METRICS));
  else if (!present.includes(expected)) {
    errors.push(required(`${at}.${expected}`, 'must populate information for the given metric source'));
  }
  if (present.length === 1) return;
  for (const other of present) {
    if (other === expected) continue;
    errors.push(forbiddenField(`${at}.${other}`, 'must populate the given metric source only'));
  }
}

function validateSource(errors: Errors, kind: string, source: Fields, at: string): void {
  const target = fieldsAt(source, 'target');
  const { averageUtilization: share, averageValue: average, value } = target;
  const path = `${at}.target`;
  if (kind === 'resource' || kind === 'containerResource') {
    if (textAt(source, 'name') === '') errors.push(required(`${at}.name`, 'must specify a resource name'));
    if (kind === 'containerResource' && textAt(source, 'container') === '') {
      errors.push(required(`${at}.container`, 'must specify a container'));
    }
    validateTarget(errors, target, path);
    if (share === undefined && average === undefined) {
      errors.push(required(`${path}.averageUtilization`, 'must set either a target raw value or a target utilization'));
    }
    if (share !== undefined && average !== undefined) {
      const why = 'may not set both a target raw value and a target utilization';
      errors.push(forbiddenField(`${path}.averageValue`, why));
    }
    return;
  }
  if (kind === 'object') {
    const described = fieldsAt(source, 'describedObject');
    for (const key of ['kind', 'name']) {
      if (textAt(described, key) === '') errors.push(required(`${at}.describedObject.${key}`));
    }
  }
  if (textAt(fieldsAt(source, 'metric'), 'name') === '') {
    errors.push(required(`${at}.metric.name`, 'must specify a metric name'));
  }
  validateTarget(errors, target, path);
  if (kind === 'pods') {
    if (average === undefined) {
      errors.push(required(`${path}.averageValue`, 'must specify a positive target averageValue'));
    }
  } else if (value === undefined && average === undefined) {
    const why =
      kind === 'object'
        ? 'must set either a target value or averageValue'
        : 'must set either a target value for metric or a per-pod target';
    errors.push(required(`${path}.averageValue`, why));
  } else if (kind === 'external' && value !== undefined && average !== undefined) {
    const why = 'may not set both a target value for metric and a per-pod target';
    errors.push(forbiddenField(`${path}.value`, why));
  }
}

function validateTarget(errors: Errors, target: Fields, at: string): void {
  const type = textAt(target, 'type');
  if (type === '') errors.push(required(`${at}.type`, 'must specify a metric target type'));
  if (!['AverageValue', 'Utilization', 'Value'].includes(type)) {
    errors.push(invalidValue(`${at}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const key of ['value', 'averageValue']) {
    const amount = target[key];
    if (amount !== undefined && /^(-|0+(\.0*)?\D*$)/.test(String(amount))) {
      errors.push(invalidValue(`${at}.${key}`, amount, POSITIVE));
    }
  }
  const share = numberAt(target, 'averageUtilization');
  if (share !== undefined && share < 1) {
    errors.push(invalidValue(`${at}.averageUtilization`, share, 'must be greater than 0'));
  }
}

const LONGEST_WINDOW = 3600;
const LONGEST_PERIOD = 1800;

function validateBehavior(errors: Errors, rules: Fields, at: string): void {
  const window = numberAt(rules, 'stabilizationWindowSeconds');
  const path = `${at}.stabilizationWindowSeconds`;
  if (window !== undefined && window < 0) {
    errors.push(invalidValue(path, window, 'must be greater than or equal to zero'));
  }
  if (window !== undefined && window > LONGEST_WINDOW) {
    errors.push(invalidValue(path, window, `must be less than or equal to ${LONGEST_WINDOW}`));
  }
  if (rules.selectPolicy !== undefined) {
    supported(errors, `${at}.selectPolicy`, rules.selectPolicy, ['Disabled', 'Max', 'Min']);
  }
  const policies = itemsAt(rules, 'policies');
  if (policies.length === 0) errors.push(required(`${at}.policies`, 'must specify at least one Policy'));
  validatePolicies(errors, policies, at);
  const { tolerance } = rules;
  if (String(tolerance).startsWith('-')) {
    errors.push(invalidValue(`${at}.tolerance`, tolerance, 'must be greater than or equal to 0'));
  }
}

function validatePolicies(errors: Errors, policies: readonly Fields[], at: string): void {
  policies.forEach((policy, i) => {
    const own = `${at}.policies[${i}]`;
    supported(errors, `${own}.type`, policy.type, ['Percent', 'Pods']);
    const [value, period] = [numberAt(policy, 'value') ?? 0, numberAt(policy, 'periodSeconds') ?? 0];
    if (value <= 0) errors.push(invalidValue(`${own}.value`, value, 'must be greater than zero'));
    if (period <= 0) errors.push(invalidValue(`${own}.periodSeconds`, period, 'must be greater than zero'));
    if (period > LONGEST_PERIOD) {
      errors.push(invalidValue(`${own}.periodSeconds`, period, `must be less than or equal to ${LONGEST_PERIOD}`));
    }
  });
}
