import { type Fields, isEmptyFields, isFields } from '../go/json.ts';
import { fill, inField, inList } from './fill.ts';
import { defaultTemplate, FILESYSTEM } from './pod.ts';

const FIRST_TEMPLATE = { 'deprecated.daemonset.template.generation': '0' };

const template = (spec: Fields): Fields => inField(spec, 'template', defaultTemplate);

/** Models pkg/apis/apps/v1/{defaults,conversion}.go (v1.36): the count of templates is an annotation. */
export function defaultDaemonSet(object: Fields): Fields {
  const counted = inField(object, 'metadata', (metadata) =>
    inField(fill(metadata, { annotations: {} }), 'annotations', (each) => fill(each, FIRST_TEMPLATE)),
  );
  return inField(counted, 'spec', (spec) => {
    const filled = fill(spec, { updateStrategy: {}, revisionHistoryLimit: 10 });
    return template(
      inField(filled, 'updateStrategy', (strategy) => {
        const typed = fill(strategy, { type: 'RollingUpdate' });
        if (typed.type !== 'RollingUpdate') return typed;
        const rolling = fill(typed, { rollingUpdate: {} });
        return inField(rolling, 'rollingUpdate', (each) => fill(each, { maxUnavailable: 1, maxSurge: 0 }));
      }),
    );
  });
}

export function defaultStatefulSet(object: Fields): Fields {
  return inField(object, 'spec', (spec) => {
    const filled = fill(spec, {
      podManagementPolicy: 'OrderedReady',
      updateStrategy: {},
      replicas: 1,
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: {},
    });
    const retained = inField(filled, 'persistentVolumeClaimRetentionPolicy', (policy) =>
      fill(policy, { whenDeleted: 'Retain', whenScaled: 'Retain' }),
    );
    const updated = inField(retained, 'updateStrategy', defaultStatefulStrategy);
    return template(inList(updated, 'volumeClaimTemplates', defaultClaimTemplate));
  });
}

function defaultStatefulStrategy(strategy: Fields): Fields {
  const typed = fill(strategy, { type: 'RollingUpdate' });
  if (typed.type !== 'RollingUpdate') return typed;
  return inField(fill(typed, { rollingUpdate: {} }), 'rollingUpdate', (each) => fill(each, { partition: 0 }));
}

function defaultClaimTemplate(claim: Fields): Fields {
  return defaultClaim(fill(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' }));
}

export function defaultClaim(claim: Fields): Fields {
  const spec = inField(claim, 'spec', (each) => fill(each, FILESYSTEM));
  return inField(fill(spec, { status: {} }), 'status', (status) => fill(status, { phase: 'Pending' }));
}

/** What a Job has as its own and as the template of a CronJob. */
function templateOfJob(spec: Fields): Fields {
  return template(
    inField(spec, 'podFailurePolicy', (policy) =>
      inList(policy, 'rules', (rule) => inList(rule, 'onPodConditions', defaultConditionPattern)),
    ),
  );
}

function defaultConditionPattern(pattern: Fields): Fields {
  return pattern.status === '' ? { ...pattern, status: 'True' } : fill(pattern, { status: 'True' });
}

/** Models pkg/apis/batch/v1/defaults.go (v1.36) */
export function defaultJob(object: Fields): Fields {
  const labelled = labelsFromTemplate(object);
  return inField(labelled, 'spec', (spec) => {
    const both = spec.completions === undefined && spec.parallelism === undefined;
    const counted = both ? { ...spec, completions: 1, parallelism: 1 } : fill(spec, { parallelism: 1 });
    return templateOfJob(
      fill(counted, {
        backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : 2147483647,
        completionMode: 'NonIndexed',
        suspend: false,
        manualSelector: false,
        podReplacementPolicy: spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
      }),
    );
  });
}

function labelsFromTemplate(object: Fields): Fields {
  const { metadata, spec } = object;
  const pod = isFields(spec) && isFields(spec.template) ? spec.template.metadata : undefined;
  const labels = isFields(pod) ? pod.labels : undefined;
  const own = isFields(metadata) ? metadata.labels : undefined;
  if (!isFields(labels) || isEmptyFields(labels) || (isFields(own) && !isEmptyFields(own))) return object;
  return { ...object, metadata: { ...(metadata as Fields), labels } };
}

export function defaultCronJob(object: Fields): Fields {
  return inField(object, 'spec', (spec) => {
    const filled = fill(spec, {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    return inField(filled, 'jobTemplate', (job) => inField(job, 'spec', templateOfJob));
  });
}

export function defaultPodTemplate(object: Fields): Fields {
  return template(object);
}

/** Models pkg/apis/core/v1/defaults.go SetDefaults_ReplicationController (v1.36) */
export function defaultReplicationController(object: Fields): Fields {
  return inField(labelsFromTemplate(object), 'spec', (spec) => {
    const pod = isFields(spec.template) ? spec.template.metadata : undefined;
    const labels = isFields(pod) && isFields(pod.labels) ? pod.labels : undefined;
    return template(fill(spec, { replicas: 1, selector: labels }));
  });
}
