import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { type Errors, fieldsAt, itemsAt, notNegative, numberAt, supported, textAt } from '../common/check.ts';

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
