import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { nameHash } from '../../kustomize/name-hash.ts';
import { withKeptApplied } from '../../manifests/last-applied.ts';
import { type Manifest, readManifests } from '../../manifests/manifests.ts';
import { validationOf } from '../../manifests/validation.ts';
import { showTyped } from '../../print/objects.ts';
import { type Failure, failure, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveResource } from '../../targets/target.ts';
import { inAskedNamespace, saved } from '../../writing/asked-namespace.ts';
import { recorded } from '../../writing/record.ts';
import { sendRaw } from '../../writing/send-raw.ts';
import { writingProblem } from '../../writing/settled-first.ts';
import {
  create,
  dryRunOf,
  selectorProblem,
  severalDocuments,
  validationProblem,
  writeQuery,
} from '../../writing/writing.ts';
import { isSelected } from '../apply/apply.ts';
import { createJob } from './create-job.ts';
import { makeRole } from './create-role.ts';
import { createToken } from './create-token.ts';
import { editBeforeCreation } from './edit-before.ts';
import type { CreateOptions } from './flags.ts';
import { generators } from './generators.ts';

const MANAGER = 'kubectl-create';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/create (v1.36) */
export function* createCommand(
  session: Session,
  words: readonly string[],
  options: CreateOptions,
): Process<number | Failure> {
  if (words.length > 0) return yield* generate(session, words, options);
  const files = options.list('filename');
  if (files.length === 0) return failure('must specify one of -f and -k');
  if (options.text('raw')) return yield* sendRaw(session, 'POST', options);
  return yield* createFromFiles(session, files, options);
}

function* createFromFiles(
  session: Session,
  files: readonly string[],
  options: CreateOptions,
): Process<number | Failure> {
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const wrong = validationProblem(options);
  if (wrong !== undefined) return wrong;
  const unclear = selectorProblem(options);
  if (unclear !== undefined) return unclear;
  let count = 0;
  const visit = function* (manifest: Manifest): Process<undefined | Failure> {
    if (!isSelected(options, manifest)) return undefined;
    count += 1;
    if (options.is('edit')) return yield* editBeforeCreation(session, options, manifest);
    const { resource, namespace, file } = manifest;
    const object = recorded(session, manifest.object);
    return yield* create(session, options, {
      resource,
      namespace,
      object: withKeptApplied(object, options.is('save-config')) as KObject,
      query: writeQuery(options, dryRun, MANAGER),
      prefix: `error when creating "${file}": `,
      done: 'created',
    });
  };
  severalDocuments(session);
  const { failures } = yield* readManifests(session, files, validationOf(options), visit);
  if (count === 0 && failures.length === 0) return failure('no objects passed to create');
  return summary(failures) ?? 0;
}

/** `create deployment nginx --image=nginx`: objects made from flags. */
function* generate(session: Session, words: readonly string[], options: CreateOptions): Process<number | Failure> {
  const [word = '', ...rest] = words;
  showTyped(session);
  if (word === 'token') return yield* createToken(session, rest, options);
  const unwritten = isNamed(rest, options) ? writingProblem(session, options) : undefined;
  if (unwritten !== undefined) return unwritten;
  if (word === 'job') return yield* createJob(session, rest, options);
  if (word === 'role' || word === 'clusterrole') return yield* generateRole(session, words, options);
  const generator = generators().find(({ names }) => names.includes(word));
  if (generator === undefined) {
    return failure(`Unexpected args: [${words.join(' ')}]\nSee 'kubectl create -h' for help and examples`);
  }
  const made = generator.make(rest, options, session);
  if (isFailure(made)) return made;
  const { name = '' } = made.metadata;
  const object = options.is('append-hash')
    ? { ...made, metadata: { ...made.metadata, name: `${name}-${nameHash(made, name)}` } }
    : made;
  const { failed } = generator;
  const wording = typeof failed === 'function' ? failed(rest[0] ?? '') : failed;
  return yield* send(session, options, object, {
    resource: generator.resource,
    ...(wording === undefined ? {} : { failed: wording }),
  });
}

/** A name and the flags without which nothing is made come first. */
function isNamed(rest: readonly string[], options: CreateOptions): boolean {
  const ofPath = options.path.split(' ').length - 2;
  const lacks = NEEDED.some(([path, flag]) => options.path === `create ${path}` && !options.has(flag));
  return !lacks && (options.dash ?? rest.length - ofPath) === 1;
}

const NEEDED = [
  ['clusterrolebinding', 'clusterrole'],
  ['cronjob', 'image'],
  ['cronjob', 'schedule'],
  ['deployment', 'image'],
  ['service externalname', 'external-name'],
] as const;

function* generateRole(
  session: Session,
  [word, ...rest]: readonly string[],
  options: CreateOptions,
): Process<number | Failure> {
  const object = yield* makeRole(session, word === 'role' ? 'Role' : 'ClusterRole', rest, options);
  if (isFailure(object)) return object;
  return yield* send(session, options, object, { resource: `${word}s` });
}

function* send(
  session: Session,
  options: CreateOptions,
  object: KObject,
  generator: { readonly resource: string; readonly failed?: string },
): Process<number | Failure> {
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const wrong = validationProblem(options);
  if (wrong !== undefined) return wrong;
  const resource = yield* resolveResource(session, generator.resource);
  if (isFailure(resource)) return resource;
  const placed = resource.namespaced ? inAskedNamespace(object, options) : object;
  const result = yield* create(session, options, {
    resource,
    namespace: resource.namespaced ? session.namespace : undefined,
    // What `create service` is told to save it does not.
    object: generator.resource === 'services' ? placed : saved(placed, options),
    query: writeQuery(options, dryRun, MANAGER),
    ...(generator.failed === undefined ? {} : { failed: generator.failed }),
    done: 'created',
  });
  return isFailure(result) ? result : 0;
}
