// Models staging/src/k8s.io/kubectl/pkg/cmd/set, cmd/annotate, cmd/label and cmd/scale (v1.36)

import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import type { Options } from '../argv.ts';
import { type Discovered, kindWord, pathOf } from '../discovery.ts';
import { type Failure, failure, failureOf, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { NOTHING_NAMED, resolveTargets } from '../target.ts';

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
): Process<readonly Fetched[] | Failure> {
  if (words.length === 0) return failure(NOTHING_NAMED);
  const targets = yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const fetched: Fetched[] = [];
  for (const { resource, names } of targets) {
    const namespace = resource.namespaced ? session.namespace : undefined;
    if (names.length === 0) {
      const listed = yield* fetchAll(session, resource, namespace, options);
      if (isFailure(listed)) return listed;
      fetched.push(...listed);
    }
    for (const name of names) {
      const path = pathOf(resource, namespace, name);
      const response = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
      if (response.code !== 200) return failureOf(response.code, response.body);
      fetched.push({ resource, path, name, label: `${kindWord(resource)}/${name}`, object: response.body as KObject });
    }
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
  if (selector === undefined && !options.is('all'))
    return failure('resource(s) were provided, but no name was specified');
  const query: [string, string][] = selector === undefined ? [] : [['labelSelector', selector]];
  const listed = yield* session.call({ method: 'GET', path: pathOf(resource, namespace), query });
  if (listed.code !== 200) return failureOf(listed.code, listed.body);
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  return ((listed.body as { items?: readonly KObject[] }).items ?? []).map((item) => {
    const name = item.metadata.name ?? '';
    const object: KObject = { ...item, apiVersion, kind: resource.kind };
    return { resource, name, path: pathOf(resource, namespace, name), label: `${kindWord(resource)}/${name}`, object };
  });
}

interface Change {
  readonly manager: string;
  /** `image updated`, `annotated`. */
  readonly done: string;
  readonly contentType: string;
  readonly patch: JsonObject;
}

/** Sends a patch and says what was done. An empty strategic patch is not sent. */
export function* sendChange(session: Session, target: Fetched, change: Change): Process<undefined | Failure> {
  const type = change.contentType.includes('strategic') ? 'strategic merge' : 'JSON merge';
  session.ctx = session.ctx.step(kubectl.patchComputed, `kubectl/${session.id}`, {
    type,
    fields: Object.keys(change.patch).length,
  });
  const response = yield* session.call({
    method: 'PATCH',
    path: target.path,
    query: change.manager === '' ? [] : [['fieldManager', change.manager]],
    contentType: change.contentType,
    accept: 'application/json, */*',
    body: change.patch,
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  session.print(`${target.label} ${change.done}\n`);
  return undefined;
}
