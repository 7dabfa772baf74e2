import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { kindWord, pathOf } from '../discovery.ts';
import { type Failure, failure, failureOf, isFailure, summary } from '../errors.ts';
import { type Manifest, readManifests } from '../manifests.ts';
import type { Session } from '../session.ts';
import { askForFieldValidation } from '../validation.ts';
import { dryRunOf, report, writeQuery } from '../writing.ts';
import { waitUntilGone } from './delete.ts';

const MANAGER = 'kubectl-replace';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/replace/replace.go (v1.36) */
export function* replace(session: Session, _words: readonly string[], options: Options): Process<number | Failure> {
  const files = options.list('filename');
  if (files.length === 0) return failure('must specify one of -f and -k');
  if (options.is('force')) {
    const gone = yield* deleteFirst(session, files);
    if (isFailure(gone)) return gone;
  }
  const { manifests, failures } = yield* readManifests(session, files, askForFieldValidation);
  if (manifests.length === 0 && failures.length === 0) return failure('no objects passed to replace');
  const failed = [...failures];
  for (const manifest of manifests) {
    const result = yield* replaceOne(session, manifest, options);
    if (isFailure(result)) failed.push(result);
  }
  return summary(failed) ?? 0;
}

function* deleteFirst(session: Session, files: readonly string[]): Process<undefined | Failure> {
  const { manifests, failures } = yield* readManifests(session, files);
  const refused = summary(failures);
  if (refused !== undefined) return refused;
  for (const { resource, namespace, object } of manifests) {
    const name = object.metadata.name ?? '';
    const body = { propagationPolicy: 'Background' };
    const response = yield* session.call({ method: 'DELETE', path: pathOf(resource, namespace, name), body });
    if (response.code >= 300 && response.code !== 404) return failureOf(response.code, response.body);
    const where = namespace === undefined ? '' : ` from ${namespace} namespace`;
    if (response.code < 300) session.print(`${kindWord(resource)} "${name}" deleted${where}\n`);
    yield* waitUntilGone(session, { resource, namespace, name }, undefined);
  }
  return undefined;
}

function* replaceOne(session: Session, manifest: Manifest, options: Options): Process<undefined | Failure> {
  const { object, resource, namespace, file } = manifest;
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const query = writeQuery(options, dryRun, MANAGER);
  const collection = pathOf(resource, namespace);
  const path = pathOf(resource, namespace, object.metadata.name ?? '');
  const prefix = `error when replacing "${file}": `;
  if (options.is('force')) {
    const created = yield* session.call({ method: 'POST', path: collection, query, body: object });
    if (created.code >= 300) return failureOf(created.code, created.body, prefix);
    return report(session, options, resource, created.body as KObject, 'replaced', dryRun);
  }
  let body: unknown = object;
  if (object.metadata.resourceVersion === undefined) {
    const current = yield* session.call({ method: 'GET', path });
    if (current.code !== 200) return failureOf(current.code, current.body, prefix);
    const { resourceVersion } = (current.body as KObject).metadata;
    body = { ...object, metadata: { ...object.metadata, resourceVersion } };
  }
  const response = yield* session.call({ method: 'PUT', path, query, body });
  if (response.code >= 300) return failureOf(response.code, response.body, prefix);
  return report(session, options, resource, response.body as KObject, 'replaced', dryRun);
}
