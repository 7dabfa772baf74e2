import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import type { Options } from '../argv.ts';
import { type Discovered, kindWord, pathOf } from '../discovery.ts';
import { type Failure, failure, failureOf, isFailure } from '../errors.ts';
import { readManifests } from '../manifests.ts';
import type { Session } from '../session.ts';
import { resolveTargets } from '../target.ts';

interface Doomed {
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

/** Models staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go (v1.36) */
export function* deleteObjects(
  session: Session,
  words: readonly string[],
  options: Options,
): Process<number | Failure> {
  const doomed = yield* whatToDelete(session, words, options);
  if (isFailure(doomed)) return doomed;
  const propagationPolicy = PROPAGATION[options.text('cascade') ?? 'background'];
  if (propagationPolicy === undefined) {
    return failure(
      `invalid cascade value (${options.text('cascade')}). Must be "background", "foreground", or "orphan"`,
    );
  }
  const force = options.is('force');
  if (force) {
    session.warn(
      'Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.',
    );
  }
  const grace = force ? (options.text('grace-period') ?? '0') : options.text('grace-period');
  let failed = 0;
  const deleted: { readonly one: Doomed; readonly uid: string | undefined }[] = [];
  for (const one of doomed) {
    const body = {
      ...(grace === undefined ? {} : { gracePeriodSeconds: Number(grace) }),
      propagationPolicy,
    };
    const response = yield* session.call({
      method: 'DELETE',
      path: pathOf(one.resource, one.namespace, one.name),
      body,
    });
    if (response.code === 404 && options.is('ignore-not-found')) continue;
    if (response.code >= 300) {
      const prefix = one.file === undefined ? '' : `error when deleting "${one.file}": `;
      session.complain(failureOf(response.code, response.body, prefix).text);
      failed = 1;
      continue;
    }
    session.print(deletedLine(one, force, options.text('output')));
    deleted.push({ one, uid: uidOf(response.body) });
  }
  if (doomed.length === 0 && !options.is('ignore-not-found')) session.print('No resources found\n');
  if (options.is('wait', true) && !force) for (const { one, uid } of deleted) yield* waitUntilGone(session, one, uid);
  return failed;
}

function* whatToDelete(
  session: Session,
  words: readonly string[],
  options: Options,
): Process<readonly Doomed[] | Failure> {
  const files = options.list('filename');
  if (files.length > 0) {
    const manifests = yield* readManifests(session, files, function* () {});
    if (isFailure(manifests)) return manifests;
    return manifests.map(({ resource, namespace, object, file }) => ({
      resource,
      namespace,
      name: object.metadata.name ?? '',
      file,
    }));
  }
  if (words.length === 0) return failure('You must provide one or more resources by argument or filename.');
  const targets = yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const doomed: Doomed[] = [];
  for (const { resource, names } of targets) {
    const namespace = resource.namespaced ? session.namespace : undefined;
    if (names.length > 0) {
      doomed.push(...names.map((name) => ({ resource, namespace, name })));
      continue;
    }
    const selector = options.text('selector');
    if (selector === undefined && !options.is('all')) {
      return failure('resource(s) were provided, but no name was specified');
    }
    const query: [string, string][] = selector === undefined ? [] : [['labelSelector', selector]];
    const listed = yield* session.call({
      method: 'GET',
      path: pathOf(resource, namespace),
      query: [...query, ['limit', '500']],
    });
    if (listed.code !== 200) return failureOf(listed.code, listed.body);
    const { items = [] } = listed.body as { items?: readonly { metadata: { name: string } }[] };
    doomed.push(...items.map(({ metadata }) => ({ resource, namespace, name: metadata.name })));
  }
  return doomed;
}

function deletedLine({ resource, namespace, name }: Doomed, force: boolean, output: string | undefined): string {
  if (output === 'name') return `${kindWord(resource)}/${name}\n`;
  const where = namespace === undefined ? '' : ` from ${namespace} namespace`;
  return `${kindWord(resource)} "${name}" ${force ? 'force deleted' : 'deleted'}${where}\n`;
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
function* waitUntilGone(session: Session, one: Doomed, uid: string | undefined): Process<void> {
  const found = yield* session.call({ method: 'GET', path: pathOf(one.resource, one.namespace, one.name) });
  if (found.code !== 200 || uidOf(found.body) !== uid) return;
  const field: [string, string] = ['fieldSelector', `metadata.name=${one.name}`];
  const path = pathOf(one.resource, one.namespace);
  const listed = yield* session.call({ method: 'GET', path, query: [field] });
  const { items = [], metadata } = listed.body as {
    items?: readonly unknown[];
    metadata?: { resourceVersion?: string };
  };
  if (items.length === 0) return;
  const query: [string, string][] = [field, ['resourceVersion', metadata?.resourceVersion ?? '0'], ['watch', 'true']];
  const watched = yield* session.call({ method: 'GET', path, query });
  for (;;) {
    const frame = yield* watched.stream?.next() ?? ended();
    if (frame === undefined) return;
    session.ctx = session.ctx
      .from(frame.origin)
      .step(kubectl.watchEvent, `kubectl/${session.id}`, { type: frame.type });
    if (frame.type === 'DELETED') {
      watched.stream?.stop();
      return;
    }
  }
}

function* ended(): Process<undefined> {
  return undefined;
}
