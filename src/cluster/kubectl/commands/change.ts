// Models staging/src/k8s.io/kubectl/pkg/cmd/set, cmd/annotate, cmd/label and cmd/scale (v1.36)

import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import type { Options } from '../argv.ts';
import { type Discovered, kindWord, pathOf } from '../discovery.ts';
import { type Failure, failure, failureOf, isFailure, summary } from '../errors.ts';
import { readManifests } from '../manifests.ts';
import type { Session } from '../session.ts';
import { NOTHING_NAMED, resolveTargets } from '../target.ts';
import { dryRunOf, report } from '../writing.ts';

export const STRATEGIC = 'application/strategic-merge-patch+json';
export const MERGE = 'application/merge-patch+json';

/** One object that a command is about, as the server has it now. */
export interface Fetched {
  readonly resource: Discovered;
  readonly path: string;
  readonly label: string;
  readonly name: string;
  readonly object: KObject;
}

export function* fetchTargets(
  session: Session,
  words: readonly string[],
  options: Options,
  subresource = '',
): Process<readonly Fetched[] | Failure> {
  const files = options.list('filename');
  if (words.length === 0 && files.length > 0) return yield* fetchFiles(session, files, options);
  if (words.length === 0) return failure(NOTHING_NAMED);
  const targets = yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const fetched: Fetched[] = [];
  for (const { resource, names } of targets) {
    const everywhere = options.is('all-namespaces');
    const namespace = resource.namespaced && !everywhere ? session.namespace : undefined;
    if (names.length === 0) {
      const listed = yield* fetchAll(session, resource, namespace, options);
      if (isFailure(listed)) return listed;
      fetched.push(...listed);
    }
    for (const name of names) {
      const path = pathOf(resource, namespace, name, subresource === '' ? undefined : subresource);
      const response = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
      if (response.code !== 200) return failureOf(response.code, response.body);
      fetched.push({ resource, path, name, label: `${kindWord(resource)}/${name}`, object: response.body as KObject });
    }
  }
  return fetched;
}

/** The objects that files name; with `--local` they are what the files say. */
function* fetchFiles(
  session: Session,
  files: readonly string[],
  options: Options,
): Process<readonly Fetched[] | Failure> {
  const { manifests, failures } = yield* readManifests(session, files, function* () {});
  const refused = summary(failures);
  if (refused !== undefined) return refused;
  const fetched: Fetched[] = [];
  for (const { resource, namespace, object } of manifests) {
    const name = object.metadata.name ?? '';
    const path = pathOf(resource, namespace, name);
    const label = `${kindWord(resource)}/${name}`;
    if (options.is('local')) {
      fetched.push({ resource, path, name, label, object: object as KObject });
      continue;
    }
    const response = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
    if (response.code !== 200) return failureOf(response.code, response.body);
    fetched.push({ resource, path, name, label, object: response.body as KObject });
  }
  return fetched;
}

function* fetchAll(
  session: Session,
  resource: Discovered,
  namespace: string | undefined,
  options: Options,
): Process<readonly Fetched[] | Failure> {
  const selector = options.text('selector');
  const fields = options.text('field-selector');
  if (selector === undefined && fields === undefined && !options.is('all'))
    return failure('resource(s) were provided, but no name was specified');
  const query: [string, string][] = [
    ...(fields === undefined ? [] : [['fieldSelector', fields] as [string, string]]),
    ...(selector === undefined ? [] : [['labelSelector', selector] as [string, string]]),
  ];
  const listed = yield* session.call({ method: 'GET', path: pathOf(resource, namespace), query });
  if (listed.code !== 200) return failureOf(listed.code, listed.body);
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  return ((listed.body as { items?: readonly KObject[] }).items ?? []).map((item) => {
    const name = item.metadata.name ?? '';
    const object: KObject = { ...item, apiVersion, kind: resource.kind };
    return {
      resource,
      name,
      path: pathOf(resource, namespace ?? item.metadata.namespace, name),
      label: `${kindWord(resource)}/${name}`,
      object,
    };
  });
}

interface Change {
  readonly manager: string;
  /** `image updated`, `annotated`. */
  readonly done: string;
  readonly contentType: string;
  readonly patch: JsonObject;
  /** Of a command that knows `--dry-run` and `-o`: its flags, and what the object will be. */
  readonly options?: Options;
  readonly after?: KObject;
}

/** Sends a patch and says what was done. An empty strategic patch is not sent. */
export function* sendChange(session: Session, target: Fetched, change: Change): Process<undefined | Failure> {
  const { options, after } = change;
  const dryRun = options === undefined ? 'none' : dryRunOf(options);
  if (isFailure(dryRun)) return dryRun;
  if (options !== undefined && after !== undefined && (dryRun === 'client' || options.is('local'))) {
    return report(session, options, target.resource, after, change.done, options.is('local') ? 'none' : 'client');
  }
  const type = change.contentType.includes('strategic') ? 'strategic merge' : 'JSON merge';
  session.ctx = session.ctx.step(kubectl.patchComputed, `kubectl/${session.id}`, {
    type,
    fields: Object.keys(change.patch).length,
  });
  const manager = options?.text('field-manager') ?? change.manager;
  const response = yield* session.call({
    method: 'PATCH',
    path: target.path,
    query: [
      ...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []),
      ...(manager === '' ? [] : [['fieldManager', manager] as const]),
    ],
    contentType: change.contentType,
    accept: 'application/json, */*',
    body: change.patch,
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  if (options !== undefined)
    return report(session, options, target.resource, response.body as KObject, change.done, dryRun);
  session.print(`${target.label} ${change.done}\n`);
  return undefined;
}
