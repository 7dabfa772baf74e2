// Models staging/src/k8s.io/kubectl/pkg/cmd/set, cmd/annotate, cmd/label and cmd/scale (v1.36)

import { createTwoWayPatch } from '../../../api/patch/strategic-merge-patch.ts';
import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import type { Options } from '../argv.ts';
import { type Discovered, kindWord, pathOf } from '../discovery.ts';
import { Failure, failure, failureOf, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { resolveTargets } from '../target.ts';

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
  if (words.length === 0) return failure('resource(s) were provided, but no name was specified');
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

const STRATEGIC = 'application/strategic-merge-patch+json';
const MERGE = 'application/merge-patch+json';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/set/set_image.go (v1.36) */
export function* setImage(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const pairs = words.filter((word) => word.includes('=')).map((word) => word.split('=') as [string, string]);
  const rest = words.filter((word) => !word.includes('='));
  if (pairs.length === 0) return failure('at least one image update is required');
  const fetched = yield* fetchTargets(session, rest, options);
  if (isFailure(fetched)) return fetched;
  for (const target of fetched) {
    const after = withImages(target.object, new Map(pairs));
    if (isFailure(after)) return after;
    const patch = createTwoWayPatch(target.object, target.object, after) as JsonObject;
    if (Object.keys(patch).length === 0) continue;
    const result = yield* sendChange(session, target, {
      manager: 'kubectl-set',
      done: 'image updated',
      contentType: STRATEGIC,
      patch,
    });
    if (isFailure(result)) return result;
  }
  return 0;
}

interface TemplateOwner extends KObject {
  readonly spec: { readonly template?: { readonly spec: PodSpecLike }; readonly containers?: readonly ContainerLike[] };
}
interface PodSpecLike {
  readonly containers: readonly ContainerLike[];
  readonly [field: string]: unknown;
}
interface ContainerLike {
  readonly name: string;
  readonly image?: string;
}

function withImages(object: KObject, images: ReadonlyMap<string, string>): KObject | Failure {
  const owner = object as TemplateOwner;
  const podSpec = owner.spec.template?.spec ?? (owner.spec as PodSpecLike);
  for (const name of images.keys()) {
    if (name !== '*' && !podSpec.containers.some((container) => container.name === name)) {
      return failure(`unable to find container named "${name}"`);
    }
  }
  const containers = podSpec.containers.map((container) => {
    const image = images.get(container.name) ?? images.get('*');
    return image === undefined ? container : { ...container, image };
  });
  const changed = { ...podSpec, containers };
  if (owner.spec.template === undefined) return { ...object, spec: { ...owner.spec, containers } };
  return { ...object, spec: { ...owner.spec, template: { ...owner.spec.template, spec: changed } } };
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/annotate/annotate.go and label/label.go (v1.36) */
export function* annotateOrLabel(
  session: Session,
  words: readonly string[],
  options: Options,
  field: 'annotations' | 'labels',
): Process<number | Failure> {
  const isChange = (word: string) => /^[^/=]*\/?[^=]*=/.test(word) || /[^/]-$/.test(word);
  const first = words.findIndex((word, at) => at > 0 && isChange(word));
  const changes = first < 0 ? [] : words.slice(first);
  const [manager, done, undone] =
    field === 'annotations'
      ? ['kubectl-annotate', 'annotated', 'annotated']
      : ['kubectl-label', 'labeled', 'unlabeled'];
  if (changes.length === 0)
    return failure(`at least one ${field === 'annotations' ? 'annotation' : 'label'} update is required`);
  const fetched = yield* fetchTargets(session, words.slice(0, first), options);
  if (isFailure(fetched)) return fetched;
  for (const target of fetched) {
    const present = target.object.metadata[field] ?? {};
    const patch: Record<string, string | null> = {};
    let removedOnly = true;
    for (const word of changes) {
      const equals = word.indexOf('=');
      const key = equals < 0 ? word.slice(0, -1) : word.slice(0, equals);
      if (equals < 0) {
        if (present[key] === undefined && field === 'labels') session.print(`label "${key}" not found.\n`);
        patch[key] = null;
        continue;
      }
      removedOnly = false;
      const value = word.slice(equals + 1);
      if (present[key] !== undefined && present[key] !== value && !options.is('overwrite')) {
        return failure(
          field === 'labels'
            ? `'${key}' already has a value (${present[key]}), and --overwrite is false`
            : `--overwrite is false but found the following declared annotation(s): '${key}' already has a value (${present[key]})`,
        );
      }
      patch[key] = value;
    }
    const changed = Object.entries(patch).some(([key, value]) => (present[key] ?? null) !== value);
    if (!changed && field === 'labels') {
      session.print(`${target.label} not labeled\n`);
      continue;
    }
    const result = yield* sendChange(session, target, {
      manager,
      done: removedOnly ? undone : done,
      contentType: MERGE,
      patch: { metadata: { [field]: patch } },
    });
    if (isFailure(result)) return result;
  }
  return 0;
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/scale/scale.go, pkg/scale/scale.go (v1.36) */
export function* scale(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const wanted = options.text('replicas');
  if (wanted === undefined) {
    return new Failure('error: required flag(s) "replicas" not set\n');
  }
  const replicas = Number(wanted);
  if (!/^-?\d+$/.test(wanted)) {
    return failure(
      `invalid argument "${wanted}" for "--replicas" flag: strconv.ParseInt: parsing "${wanted}": invalid syntax`,
    );
  }
  if (replicas < 0)
    return failure('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
  const fetched = yield* fetchTargets(session, words, options);
  if (isFailure(fetched)) return fetched;
  for (const target of fetched) {
    const result = yield* scaleOne(session, target, replicas, options);
    if (isFailure(result)) return result;
    session.print(`${target.label} scaled\n`);
  }
  return 0;
}

function* scaleOne(
  session: Session,
  target: Fetched,
  replicas: number,
  options: Options,
): Process<undefined | Failure> {
  const path = `${target.path}/scale`;
  const expected = options.text('current-replicas');
  if (expected === undefined || expected === '-1') {
    const response = yield* session.call({
      method: 'PATCH',
      path,
      contentType: MERGE,
      body: { spec: { replicas } },
      accept: 'application/json, */*',
    });
    return response.code >= 300 ? failureOf(response.code, response.body) : undefined;
  }
  const current = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
  if (current.code !== 200) return failureOf(current.code, current.body);
  const scaleObject = current.body as KObject & { readonly spec?: { readonly replicas?: number } };
  const present = scaleObject.spec?.replicas ?? 0;
  if (present !== Number(expected)) return failure(`Expected replicas to be ${expected}, was ${present}`);
  const response = yield* session.call({
    method: 'PUT',
    path,
    body: { ...scaleObject, spec: { ...scaleObject.spec, replicas } },
  });
  return response.code >= 300 ? failureOf(response.code, response.body) : undefined;
}
