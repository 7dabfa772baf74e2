import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure, summary } from '../errors.ts';
import { GENERATORS } from '../generators.ts';
import { withLastApplied } from '../last-applied.ts';
import { readManifests } from '../manifests.ts';
import type { Session } from '../session.ts';
import { resolveResource } from '../target.ts';
import { askForFieldValidation } from '../validation.ts';
import { create, dryRunOf, validationProblem, writeQuery } from '../writing.ts';
import { createJob } from './create-job.ts';
import { createToken } from './create-token.ts';

const MANAGER = 'kubectl-create';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/create (v1.36) */
export function* createCommand(
  session: Session,
  words: readonly string[],
  options: Options,
): Process<number | Failure> {
  if (words.length > 0) return yield* generate(session, words, options);
  const files = options.list('filename');
  if (files.length === 0) return failure('must specify one of -f and -k');
  return yield* createFromFiles(session, files, options);
}

function* createFromFiles(session: Session, files: readonly string[], options: Options): Process<number | Failure> {
  const dryRun = dryRunOf(options);
  if (isFailure(dryRun)) return dryRun;
  const wrong = validationProblem(options);
  if (wrong !== undefined) return wrong;
  const { manifests, failures } = yield* readManifests(session, files, askForFieldValidation);
  if (manifests.length === 0 && failures.length === 0) return failure('no objects passed to create');
  const failed = [...failures];
  for (const { object, resource, namespace, file } of manifests) {
    const result = yield* create(session, options, {
      resource,
      namespace,
      object: (options.is('save-config') ? withLastApplied(object) : object) as KObject,
      query: writeQuery(options, dryRun, MANAGER),
      prefix: `error when creating "${file}": `,
      done: 'created',
    });
    if (isFailure(result)) failed.push(result);
  }
  return summary(failed) ?? 0;
}

/** `create deployment nginx --image=nginx`: objects made from flags. */
function* generate(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [word = '', ...rest] = words;
  if (word === 'token') return yield* createToken(session, rest, options);
  if (word === 'job') return yield* createJob(session, rest, options);
  const generator = GENERATORS.find(({ names }) => names.includes(word));
  if (generator === undefined) return failure(`kubectl create ${word} is not modelled`);
  const object = generator.make(rest, options);
  if (isFailure(object)) return object;
  const dryRun = dryRunOf(options);
  if (isFailure(dryRun)) return dryRun;
  const resource = yield* resolveResource(session, generator.resource);
  if (isFailure(resource)) return resource;
  const namespaced = options.has('namespace') && resource.namespaced;
  const placed = namespaced ? { ...object, metadata: { ...object.metadata, namespace: session.namespace } } : object;
  const result = yield* create(session, options, {
    resource,
    namespace: resource.namespaced ? session.namespace : undefined,
    object: placed,
    query: writeQuery(options, dryRun, MANAGER),
    ...(generator.failed === undefined ? {} : { failed: generator.failed }),
    done: 'created',
  });
  return isFailure(result) ? result : 0;
}
