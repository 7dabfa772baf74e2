// Models pkg/controller/cronjob/utils.go getJobFromTemplate2 (v1.36)

import type { CronJob, CronJobStatus } from '../../../api/types/batch.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { rfc3339In, timeZone } from '../../../api/values/time-zones.ts';
import { MINUTE } from '../../../base/time/units.ts';
import { controllerReference } from '../shared/owner.ts';

const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

export function jobNameAt(job: CronJob, time: number): string {
  return `${job.metadata.name}-${Math.floor(time / MINUTE)}`;
}

/** The Job for one time of the schedule. */
export function jobFor(job: CronJob, time: number): KObject {
  const { metadata = {}, spec } = job.spec.jobTemplate;
  const at = rfc3339(time);
  const zone = job.spec.timeZone === undefined ? undefined : timeZone(job.spec.timeZone);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobNameAt(job, time),
      creationTimestamp: at,
      ...(metadata.labels === undefined ? undefined : { labels: metadata.labels }),
      annotations: { ...metadata.annotations, [SCHEDULED]: zone === undefined ? at : rfc3339In(time, zone) },
      ownerReferences: [controllerReference(job, 'batch/v1', 'CronJob')],
    },
    spec,
    status: {},
  };
}

export function referenceTo(made: KObject): NonNullable<CronJobStatus['active']>[number] {
  const { namespace, name, uid, resourceVersion } = made.metadata;
  return {
    kind: 'Job',
    ...(namespace === undefined ? undefined : { namespace }),
    ...(name === undefined ? undefined : { name }),
    ...(uid === undefined ? undefined : { uid }),
    apiVersion: 'batch/v1',
    ...(resourceVersion === undefined ? undefined : { resourceVersion }),
  };
}
