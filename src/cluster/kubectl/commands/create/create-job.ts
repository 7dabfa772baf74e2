// Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_job.go (v1.36)

import type { CronJob } from '../../../../api/types/batch.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { exactlyOneName, type Failure, failure, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveResource } from '../../targets/target.ts';
import { inAskedNamespace, saved } from '../../writing/asked-namespace.ts';
import { fetchTargets } from '../../writing/change.ts';
import { create, dryRunOf, validationProblem, writeQuery } from '../../writing/writing.ts';
import type { CreateOptions } from './flags.ts';

const MANAGER = 'kubectl-create';
const BY_HAND = { 'cronjob.kubernetes.io/instantiate': 'manual' };

/** `kubectl create job NAME --image=… | --from=cronjob/…` */
export function* createJob(
  session: Session,
  words: readonly string[],
  options: CreateOptions<'create job'>,
): Process<number | Failure> {
  const command = words.slice(1);
  const name = exactlyOneName(words, options);
  if (typeof name !== 'string') return name;
  const image = options.text('image') ?? '';
  const from = options.text('from') ?? '';
  if ((image === '') === (from === '')) return failure('either --image or --from must be specified');
  if (from !== '' && command.length > 0) return failure('cannot specify --from and command');
  const object = from === '' ? withImage(name, image, command) : yield* fromCronJob(session, name, from, options);
  if (isFailure(object)) return object;
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const wrong = validationProblem(options);
  if (wrong !== undefined) return wrong;
  const resource = yield* resolveResource(session, 'jobs');
  if (isFailure(resource)) return resource;
  const { namespace } = session;
  const result = yield* create(session, options, {
    resource,
    namespace,
    object: saved(inAskedNamespace(object, options), options),
    query: writeQuery(options, dryRun, MANAGER),
    failed: 'failed to create job:',
    done: 'created',
  });
  return isFailure(result) ? result : 0;
}

function withImage(name: string, image: string, command: readonly string[]): KObject {
  const container = { name, image, ...(command.length === 0 ? undefined : { command }), resources: {} };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: { template: { metadata: {}, spec: { containers: [container], restartPolicy: 'Never' } } },
    status: {},
  };
}

function* fromCronJob(
  session: Session,
  name: string,
  from: string,
  options: CreateOptions<'create job'>,
): Process<KObject | Failure> {
  const fetched = yield* fetchTargets(session, [from], options);
  if (isFailure(fetched)) return fetched;
  const [source] = fetched;
  if (source === undefined || fetched.length > 1) return failure('from must be an existing cronjob');
  const cronJob = source.object as CronJob;
  if (cronJob.kind !== 'CronJob') return failure(`unknown object type *v1.${cronJob.kind}`);
  const { metadata = {}, spec } = cronJob.spec.jobTemplate;
  const owner = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    name: cronJob.metadata.name ?? '',
    uid: cronJob.metadata.uid ?? '',
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      ...(metadata.labels === undefined ? undefined : { labels: metadata.labels }),
      annotations: { ...BY_HAND, ...metadata.annotations },
      ownerReferences: [{ ...owner, controller: true }],
    },
    spec,
    status: {},
  };
}
