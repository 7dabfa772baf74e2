import type { KObject } from '../../../../api/types/meta.ts';
import { MINUTE } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { kindWord, pathOf } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import { withKeptApplied } from '../../manifests/last-applied.ts';
import { type Manifest, readManifests } from '../../manifests/manifests.ts';
import { validationOf } from '../../manifests/validation.ts';
import { type Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { recorded } from '../../writing/record.ts';
import { sendRaw } from '../../writing/send-raw.ts';
import { create, dryRunOf, report, severalDocuments, validationProblem, writeQuery } from '../../writing/writing.ts';
import type { Command } from '../declaration.ts';
import { propagationOf, waitUntilGone } from '../delete/delete.ts';

const FLAGS = '@print @files @make cascade:? force:b grace-period:i raw subresource timeout:d wait:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'replace',
      order: 32,
      group: 'change',
      does: 'puts what a file says in the place of an object',
      usage: '-f FILENAME',
      flags: FLAGS,
      settles: 'dry run and output',
      run: replace,
    },
  ];
}

const MANAGER = 'kubectl-replace';
/** How long `--force` waits for what it has deleted. */
const FORCED_TIMEOUT = 5 * MINUTE;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/replace/replace.go (v1.36) */
function* replace(session: Session, _words: readonly string[], options: Given): Process<number | Failure> {
  const wrong = validationProblem(options);
  if (wrong !== undefined) return wrong;
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const propagationPolicy = propagationOf(options);
  if (isFailure(propagationPolicy)) return propagationPolicy;
  const unfit = forceProblem(options, dryRun);
  if (unfit !== undefined) return failure(unfit);
  const files = options.list('filename');
  if (files.length === 0) return failure('must specify one of -f and -k');
  if (options.text('raw')) return yield* sendRaw(session, 'PUT', options);
  if (options.is('force')) {
    const gone = yield* deleteFirst(session, files, propagationPolicy, options);
    if (isFailure(gone)) return gone;
  }
  severalDocuments(session);
  const visit = function* (manifest: Manifest): Process<undefined | Failure> {
    const object = recorded(session, withKeptApplied(manifest.object, options.is('save-config')));
    return yield* options.is('force')
      ? createAnew(session, { ...manifest, object }, options)
      : replaceOne(session, { ...manifest, object }, options, dryRun);
  };
  const { manifests, failures } = yield* readManifests(session, files, validationOf(options), visit);
  if (options.is('force') && manifests.length === 0 && failures.length === 0) {
    return failure('no objects passed to replace');
  }
  return summary(failures) ?? 0;
}

function forceProblem(options: Given, dryRun: DryRun): string | undefined {
  if (options.is('force')) return dryRun === 'none' ? undefined : '--dry-run can not be used when --force is set';
  if (Number(options.text('grace-period') ?? '-1') >= 0) return '--grace-period must have --force specified';
  return (options.micros('timeout') ?? 0) === 0 ? undefined : '--timeout must have --force specified';
}

function* deleteFirst(
  session: Session,
  files: readonly string[],
  propagationPolicy: string,
  options: Given,
): Process<undefined | Failure> {
  const { manifests, failures } = yield* readManifests(session, files);
  const refused = summary(failures);
  if (refused !== undefined) return refused;
  const grace = Number(options.text('grace-period') ?? '-1');
  // Nothing goes without any time: zero would lose data by accident.
  const body = grace < 0 ? { propagationPolicy } : { gracePeriodSeconds: Math.max(grace, 1), propagationPolicy };
  for (const { resource, namespace, object } of manifests) {
    const path = pathOf(resource, namespace, object.metadata.name ?? '');
    const response = yield* session.call({ method: 'DELETE', path, body });
    if (response.code >= 300 && response.code !== 404) return failureOf(response.code, response.body);
    if (response.code >= 300) continue;
    const where = namespace === undefined ? '' : ` from ${namespace} namespace`;
    session.print(`${kindWord(resource)} "${object.metadata.name ?? ''}" deleted${where}\n`);
  }
  const alarm = session.alarm(options.micros('timeout') || FORCED_TIMEOUT);
  for (const { resource, namespace, object } of manifests) {
    yield* waitUntilGone(session, { resource, namespace, name: object.metadata.name ?? '' }, undefined);
    if (session.timedOut) return failure('timed out waiting for the condition');
  }
  alarm.cancel();
  return undefined;
}

function* createAnew(session: Session, manifest: Manifest, options: Given): Process<undefined | Failure> {
  const { object, resource, namespace } = manifest;
  const query = writeQuery(options, 'none', MANAGER);
  return yield* create(session, options, { resource, namespace, object: object as KObject, query, done: 'replaced' });
}

function* replaceOne(
  session: Session,
  manifest: Manifest,
  options: Given,
  dryRun: DryRun,
): Process<undefined | Failure> {
  const { object, resource, namespace, file } = manifest;
  if (dryRun === 'client') return report(session, options, resource, object as KObject, 'replaced', dryRun);
  const subresource = options.text('subresource') || undefined;
  const path = pathOf(resource, namespace, object.metadata.name ?? '', subresource);
  let body: unknown = object;
  if (object.metadata.resourceVersion === undefined) {
    const current = yield* session.call({ method: 'GET', path });
    // What is not there is sent all the same: the server says why it cannot be.
    const { resourceVersion } = current.code === 200 ? (current.body as KObject).metadata : {};
    if (resourceVersion !== undefined) body = { ...object, metadata: { ...object.metadata, resourceVersion } };
  }
  const query = writeQuery(options, dryRun, MANAGER);
  const response = yield* session.call({ method: 'PUT', path, query, body });
  if (response.code >= 300) return failureOf(response.code, response.body, `error when replacing "${file}": `);
  return report(session, options, resource, response.body as KObject, 'replaced', dryRun);
}
