// Models staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go (v1.36)

import type { Process } from '../../../../engine/index.ts';
import { type Discovered, kindWord, pathOf } from '../../client/discovery.ts';
import { listFailure } from '../../client/list-query.ts';
import { watchOne } from '../../client/watching.ts';
import type { Options } from '../../flags/options.ts';
import { type Manifest, readManifests } from '../../manifests/manifests.ts';
import { noteAnswers } from '../../print/request-notes.ts';
import { type Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { isLabelled, NOTHING_NAMED, namingProblem, resolveTargets, wordsBesideFiles } from '../../targets/target.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { sendRaw } from '../../writing/send-raw.ts';
import { dryRunOf, selectorProblem } from '../../writing/writing.ts';
import type { DeleteOptions } from './flags.ts';

export interface Doomed {
  readonly resource: Discovered;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly file?: string;
}

const PROPAGATION: { readonly [flag: string]: string } = {
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
  true: 'Background',
  false: 'Orphan',
};

const OLD_CASCADE: { readonly [flag: string]: string } = { true: 'background', false: 'orphan' };

/** Models staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go (v1.36) */
export function* deleteObjects(
  session: Session,
  words: readonly string[],
  options: DeleteOptions,
): Process<number | Failure> {
  warnOfCascade(session, options);
  const manner = mannerOf(options);
  if (isFailure(manner)) return manner;
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const isRaw = (options.text('raw') ?? '') !== '';
  const sources = isRaw ? [] : yield* whatToDelete(session, words, options);
  if (isFailure(sources)) return sources;
  const wrong = notTogether(options);
  if (wrong !== undefined) return wrong;
  if (manner.forced) session.warn(FORCE_WARNING);
  if (isRaw) return yield* sendRaw(session, 'DELETE', options);
  if (options.is('interactive')) {
    const doomed = yield* allOf(sources);
    if (isFailure(doomed)) return doomed;
    if (doomed.length > 0 && !isConfirmed(session, doomed)) {
      session.print('deletion is cancelled\n');
      return 0;
    }
    return yield* deleteAll(session, [() => given(doomed)], options, manner, dryRun);
  }
  return yield* deleteAll(session, sources, options, manner, dryRun);
}

/** What is refused only after what is named has been understood. */
function notTogether(options: DeleteOptions): Failure | undefined {
  const output = options.text('output') ?? '';
  if (!['', 'name'].includes(output)) {
    return failure(`unexpected -o output mode: ${output}. We only support '-o name'`);
  }
  for (const flag of ['selector', 'field-selector'] as const) {
    if (options.is('all') && (options.text(flag) ?? '') !== '') {
      return failure(`cannot set --all and --${flag} at the same time`);
    }
  }
  const isGraceful = options.is('now') || Number(options.text('grace-period')) > 0;
  return options.is('force') && isGraceful
    ? failure('--force and --grace-period greater than 0 cannot be specified together')
    : undefined;
}

/** Where objects that are to go come from; a list is asked for when its turn comes. */
type Source = () => Process<readonly Doomed[] | Failure>;

function* given(doomed: readonly Doomed[]): Process<readonly Doomed[]> {
  return doomed;
}

function* allOf(sources: readonly Source[]): Process<readonly Doomed[] | Failure> {
  const doomed: Doomed[] = [];
  for (const source of sources) {
    const some = yield* source();
    if (isFailure(some)) return some;
    doomed.push(...some);
  }
  return doomed;
}

function* deleteAll(
  session: Session,
  sources: readonly Source[],
  options: DeleteOptions,
  manner: Manner,
  dryRun: DryRun,
): Process<number | Failure> {
  const accepted: Accepted[] = [];
  const unlisted: Failure[] = [];
  let count = 0;
  let failed = 0;
  for (const source of sources) {
    const doomed = yield* source();
    if (isFailure(doomed)) {
      unlisted.push(doomed);
      continue;
    }
    for (const one of doomed) {
      count += 1;
      const outcome = yield* deleteOne(session, one, options, manner, dryRun);
      if (outcome === 'refused') failed = 1;
      else if (outcome !== undefined) accepted.push(outcome);
    }
  }
  const unread = summary(unlisted);
  if (unread !== undefined) return unread;
  if (count === 0) session.print('No resources found\n');
  const isAwaited = failed === 0 && dryRun === 'none' && options.is('wait', true);
  return (isAwaited ? yield* waitUntilAllGone(session, accepted, options) : undefined) ?? failed;
}

/** One after the other, all within `--timeout`; without one for as long as it takes. */
function* waitUntilAllGone(
  session: Session,
  accepted: readonly Accepted[],
  options: DeleteOptions,
): Process<undefined | Failure> {
  const limit = options.micros('timeout') ?? 0;
  const alarm = limit > 0 ? session.alarm(limit) : undefined;
  for (const { one, uid } of accepted) {
    yield* waitUntilGone(session, one, uid);
    if (!session.timedOut) continue;
    return failure(`timed out waiting for the condition on ${one.resource.resource}/${one.name}`);
  }
  alarm?.cancel();
  return undefined;
}

interface Accepted {
  readonly one: Doomed;
  readonly uid: string | undefined;
}

function* deleteOne(
  session: Session,
  one: Doomed,
  options: DeleteOptions,
  manner: Manner,
  dryRun: DryRun,
): Process<Accepted | 'refused' | undefined> {
  if (!one.resource.namespaced && (options.text('namespace') ?? '') !== '') session.warn(NOT_IN_NAMESPACE);
  const line = (suffix: string) => deletedLine(one, manner.forced, options.text('output'), suffix);
  if (dryRun === 'client') {
    session.print(line(' (dry run)'));
    return undefined;
  }
  const body = dryRun === 'server' ? { dryRun: ['All'], ...manner.body } : manner.body;
  const response = yield* session.call({
    method: 'DELETE',
    path: pathOf(one.resource, one.namespace, one.name),
    body,
  });
  const isAnyMeant = options.has('selector') || options.has('field-selector') || options.is('all');
  const ignoreMissing = options.is('ignore-not-found', isAnyMeant);
  const missing = response.code === 404 && ignoreMissing;
  if (response.code >= 300 && !missing) {
    const prefix = one.file === undefined ? '' : `error when deleting "${one.file}": `;
    const refused = failureOf(response.code, response.body, prefix);
    noteAnswers(session, refused);
    session.complain(refused.text);
    return 'refused';
  }
  if (!missing) session.print(line(dryRun === 'server' ? ' (server dry run)' : ''));
  return { one, uid: uidOf(response.body) };
}

/** `-i`: what standard input says to the question. */
function isConfirmed(session: Session, doomed: readonly Doomed[]): boolean {
  const names = doomed.map(({ resource, name }) => `${kindWord(resource)}/${name}\n`).join('');
  session.print(`You are about to delete the following ${doomed.length} resource(s):\n${names}`);
  session.print('Do you want to continue? (y/N): ');
  return /^\s*y\s*(?:\n|$)/i.test(session.invocation.stdin ?? '');
}

const FORCE_WARNING =
  'Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.';

const NOT_IN_NAMESPACE = 'deleting cluster-scoped resources, not scoped to the provided namespace';

interface Manner {
  readonly forced: boolean;
  readonly body: { readonly gracePeriodSeconds?: number; readonly propagationPolicy: string };
}

/** What becomes of the dependents. */
export function propagationOf(options: Options<'cascade:?'>): string | Failure {
  const cascade = options.text('cascade') ?? 'background';
  const known = Object.hasOwn(PROPAGATION, cascade) ? PROPAGATION[cascade] : undefined;
  return known ?? failure(`invalid cascade value (${cascade}). Must be "background", "foreground", or "orphan"`);
}

/** What became of dependents was a yes or no once. */
export function warnOfCascade(session: Session, options: Options<'cascade:?'>): void {
  const cascade = options.text('cascade') ?? '';
  if (!Object.hasOwn(OLD_CASCADE, cascade)) return;
  session.complain(
    `warning: --cascade=${cascade} is deprecated (boolean value) and can be replaced with --cascade=${OLD_CASCADE[cascade]}.\n`,
  );
}

/** What `--cascade`, `--force`, `--now` and `--grace-period` come to. */
function mannerOf(options: DeleteOptions): Manner | Failure {
  const propagationPolicy = propagationOf(options);
  if (isFailure(propagationPolicy)) return propagationPolicy;
  const force = options.is('force');
  const given = Number(options.text('grace-period') ?? '-1');
  if (options.is('now') && given !== -1) return failure('--now and --grace-period cannot be specified together');
  let grace = options.is('now') ? 1 : given;
  // Zero without --force would lose data by accident, so it becomes one.
  if (grace === 0 && !force) grace = 1;
  if (force && grace < 0) grace = 0;
  const body = grace < 0 ? { propagationPolicy } : { gracePeriodSeconds: grace, propagationPolicy };
  return { forced: grace === 0, body };
}

function* whatToDelete(
  session: Session,
  words: readonly string[],
  options: DeleteOptions,
): Process<readonly Source[] | Failure> {
  const files = options.list('filename');
  if (files.length > 0 && words.length > 0) return wordsBesideFiles(words);
  if (files.length > 0) {
    const unclear = selectorProblem(options);
    if (unclear !== undefined) return unclear;
    const { manifests, failures, inOrder } = yield* readManifests(session, files);
    const refused = summary(failures);
    if (refused !== undefined && manifests.length === 0) return refused;
    return inOrder.filter((one) => isFailure(one) || isLabelled(one.object, options)).map(sourceOf);
  }
  const selector = options.text('selector');
  const fields = options.text('field-selector');
  if (options.is('all') && (selector ?? fields) !== undefined) {
    return failure("setting 'all' parameter but found a non empty selector. ");
  }
  if (words.length === 0 && (options.is('all') || selector !== undefined)) {
    return failure('at least one resource must be specified to use a selector');
  }
  if (words.length === 0) return failure(NOTHING_NAMED);
  const targets = yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const areNamed = targets.some(({ names }) => names.length > 0);
  const misnamed = namingProblem(words, targets, options);
  if (misnamed !== undefined) return misnamed;
  if (!areNamed && selector === undefined && fields === undefined && !options.is('all')) {
    return failure('resource(s) were provided, but no name was specified');
  }
  return targets.map(({ resource, names }) => {
    const namespace = resource.namespaced ? session.namespace : undefined;
    if (names.length > 0) return () => given(names.map((name) => ({ resource, namespace, name })));
    return () => listed(session, resource, options);
  });
}

/** What a document of a file names; one that cannot be read keeps no other from going. */
function sourceOf(one: Manifest | Failure): Source {
  return function* () {
    if (isFailure(one)) return one;
    const { resource, namespace, object, file } = one;
    return [{ resource, namespace, name: object.metadata.name ?? '', file }];
  };
}

function* listed(session: Session, resource: Discovered, options: DeleteOptions): Process<readonly Doomed[] | Failure> {
  const selector = options.text('selector');
  const fields = options.text('field-selector');
  const query: [string, string][] = [
    ...(fields === undefined ? [] : [['fieldSelector', fields] as [string, string]]),
    ...(selector === undefined ? [] : [['labelSelector', selector] as [string, string]]),
  ];
  const everywhere = options.is('all-namespaces') || !resource.namespaced;
  const path = pathOf(resource, everywhere ? undefined : session.namespace);
  const answer = yield* session.call({ method: 'GET', path, query });
  if (answer.code !== 200) return listFailure(answer, resource, options);
  const { items = [] } = answer.body as { items?: readonly { metadata: { name: string; namespace?: string } }[] };
  return items.map(({ metadata }) => ({ resource, namespace: metadata.namespace, name: metadata.name }));
}

function deletedLine(
  { resource, namespace, name }: Doomed,
  force: boolean,
  output: string | undefined,
  suffix: string,
): string {
  if (output === 'name') return `${kindWord(resource)}/${name}\n`;
  const where = namespace === undefined ? '' : ` from ${namespace} namespace`;
  return `${kindWord(resource)} "${name}" ${force ? 'force deleted' : 'deleted'}${where}${suffix}\n`;
}

function uidOf(body: unknown): string | undefined {
  const { metadata, details } = body as { metadata?: { uid?: string }; details?: { uid?: string } };
  return details?.uid ?? metadata?.uid;
}

/**
 * Looks until the object is gone or another of the same name has taken its place.
 *
 * Models staging/src/k8s.io/kubectl/pkg/cmd/wait/delete.go IsDeleted (v1.36)
 */
export function* waitUntilGone(
  session: Session,
  { resource, namespace, name }: Doomed,
  uid: string | undefined,
): Process<void> {
  const found = yield* session.call({ method: 'GET', path: pathOf(resource, namespace, name) });
  if (found.code !== 200 || (uid !== undefined && uidOf(found.body) !== uid)) return;
  const { stream } = yield* watchOne(session, resource, namespace, name);
  if (stream === undefined) return;
  let present = false;
  for (;;) {
    const frame = yield* session.nextFrame(stream);
    if (frame === undefined) return;
    if (frame.type === 'ADDED') present = true;
    if (frame.type === 'DELETED' || (frame.type === 'BOOKMARK' && !present)) {
      stream.stop();
      return;
    }
  }
}
