// Models staging/src/k8s.io/kubectl/pkg/cmd/set, cmd/annotate, cmd/label and cmd/scale (v1.36)

import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { type Discovered, kindWord, pathOf } from '../client/discovery.ts';
import { listFailure } from '../client/list-query.ts';
import { retrieve } from '../client/retrieve.ts';
import type { Options } from '../flags/options.ts';
import { readManifests } from '../manifests/manifests.ts';
import { unknownKind } from '../print/objects.ts';
import { Failure, failure, failureOf, isFailure, summary } from '../session/errors.ts';
import type { Session } from '../session/session.ts';
import { isLabelled, NOTHING_NAMED, namingProblem, resolveTargets, wordsBesideFiles } from '../targets/target.ts';
import { dryRunOf, report, selectorProblem } from './writing.ts';

export const STRATEGIC = 'application/strategic-merge-patch+json';
export const MERGE = 'application/merge-patch+json';

export const ONLY_FILES =
  "you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'";

/** One object that a command is about, as the server has it now. */
export interface Fetched {
  readonly resource: Discovered;
  readonly path: string;
  readonly label: string;
  readonly name: string;
  readonly object: KObject;
}

/** What is done with each object as soon as it is found. */
export type Visit = (target: Fetched) => Process<undefined | Failure>;

/** All of them, before anything is done with one. */
export function* fetchTargets(
  session: Session,
  words: readonly string[],
  options: Options,
): Process<readonly Fetched[] | Failure> {
  const { fetched, missing } = yield* fetchPresent(session, words, options);
  return missing ?? fetched;
}

/** Those that are there, and what is said of the others. */
export function* fetchPresent(
  session: Session,
  words: readonly string[],
  options: Options,
): Process<{ readonly fetched: readonly Fetched[]; readonly missing: Failure | undefined }> {
  const fetched: Fetched[] = [];
  const missing = yield* visitTargets(session, words, options, function* (target) {
    fetched.push(target);
    return undefined;
  });
  return { fetched, missing };
}

/**
 * Goes on after an object that is not there or that nothing can be done with, and tells of these at the end.
 *
 * Models staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go ContinueOnErrorVisitor (v1.36)
 */
export function* visitTargets(
  session: Session,
  words: readonly string[],
  options: Options,
  visit: Visit,
  subresource = '',
): Process<undefined | Failure> {
  const files = options.list('filename');
  if (files.length > 0) {
    return words.length === 0
      ? yield* visitFiles(session, files, options, visit, subresource)
      : wordsBesideFiles(words);
  }
  if (words.length === 0) return failure(NOTHING_NAMED);
  const targets = yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const misnamed = namingProblem(words, targets, options);
  if (misnamed !== undefined) return misnamed;
  const areNamed = targets.some(({ names }) => names.length > 0);
  const areMeant = (['selector', 'field-selector'] as const).some((flag) => options.has(flag)) || options.is('all');
  if (!areNamed && !areMeant) return failure('resource(s) were provided, but no name was specified');
  const failures: Failure[] = [];
  for (const { resource, names } of targets) {
    const everywhere = options.is('all-namespaces');
    const namespace = resource.namespaced && !everywhere ? session.namespace : undefined;
    if (names.length === 0) {
      const listed = yield* fetchAll(session, resource, namespace, options);
      if (isFailure(listed)) failures.push(listed);
      else for (const target of listed) keep(failures, yield* visit(target));
    }
    for (const name of names) {
      const path = pathOf(resource, namespace, name, subresource === '' ? undefined : subresource);
      const label = `${kindWord(resource)}/${name}`;
      keep(failures, yield* fetchAndVisit(session, { resource, path, name, label }, visit));
    }
  }
  return summary(failures);
}

function keep(failures: Failure[], result: undefined | Failure): void {
  if (result !== undefined) failures.push(result);
}

function* fetchAndVisit(
  session: Session,
  place: Omit<Fetched, 'object'>,
  visit: Visit,
  isMeant: (object: KObject) => boolean = () => true,
): Process<undefined | Failure> {
  const response = yield* retrieve(session, { path: place.path, accept: 'application/json, */*' });
  if (response.code !== 200) return failureOf(response.code, response.body);
  const object = response.body as KObject;
  const unknown = unknownKind(session, object);
  if (unknown !== undefined) return unknown;
  return isMeant(object) ? yield* visit({ ...place, object }) : undefined;
}

/** The objects that files name; with `--local` they are what the files say. */
function* visitFiles(
  session: Session,
  files: readonly string[],
  options: Options,
  visit: Visit,
  subresource: string,
): Process<undefined | Failure> {
  const unclear = selectorProblem(options);
  if (unclear !== undefined) return unclear;
  const { inOrder } = yield* readManifests(session, files);
  const failures: Failure[] = [];
  for (const one of inOrder) {
    if (isFailure(one)) {
      failures.push(one);
      continue;
    }
    const { file, resource, namespace, object } = one;
    const unknown = options.is('local') ? unknownKind(session, object) : undefined;
    if (unknown !== undefined) {
      failures.push(new Failure(`error: unable to decode "${file}": ${unknown.text.replace(/^error: /, '')}`));
      continue;
    }
    const name = object.metadata.name ?? '';
    const path = pathOf(resource, namespace, name, subresource === '' ? undefined : subresource);
    const place = { resource, path, name, label: `${kindWord(resource)}/${name}` };
    const isMeant = (live: KObject): boolean => isLabelled(live, options);
    if (!options.is('local')) keep(failures, yield* fetchAndVisit(session, place, visit, isMeant));
    // By labels only what a server holds is chosen.
    else keep(failures, yield* visit({ ...place, object: object as KObject }));
  }
  return summary(failures);
}

/** As a command takes them that asks the server for nothing that a file says. */
export const asFilesSay = (options: Options): Options =>
  options.has('filename') ? options.with('local', 'true') : options;

function* fetchAll(
  session: Session,
  resource: Discovered,
  namespace: string | undefined,
  options: Options,
): Process<readonly Fetched[] | Failure> {
  const selector = options.text('selector');
  const fields = options.text('field-selector');
  const query: [string, string][] = [
    ...(fields === undefined ? [] : [['fieldSelector', fields] as [string, string]]),
    ...(selector === undefined ? [] : [['labelSelector', selector] as [string, string]]),
    ...(options.command.listsInPages === true
      ? [['limit', options.text('chunk-size') ?? '500'] as [string, string]]
      : []),
  ];
  const listed = yield* session.call({ method: 'GET', path: pathOf(resource, namespace), query });
  if (listed.code !== 200) return listFailure(listed, resource, options);
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
  /** How it words a refusal of the server, when it does so in words of its own. */
  readonly failed?: string;
}

/** Sends a patch and says what was done. An empty strategic patch is not sent. */
export function* sendChange(session: Session, target: Fetched, change: Change): Process<undefined | Failure> {
  const { options, after } = change;
  const dryRun = options === undefined ? 'none' : dryRunOf(session, options);
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
  if (response.code >= 300) {
    if (change.failed === undefined) return failureOf(response.code, response.body);
    const { message = '' } = response.body as { readonly message?: string };
    return failure(`${change.failed} ${message.trimEnd()}`);
  }
  if (options !== undefined)
    return report(session, options, target.resource, response.body as KObject, change.done, dryRun);
  session.print(`${target.label} ${change.done}\n`);
  return undefined;
}
