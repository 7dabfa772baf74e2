import { goJson } from '../../../../api/go/json-text.ts';
import { createThreeWayMergePatch } from '../../../../api/patch/merge-patch.ts';
import { applyStrategicMerge, createThreeWayPatch } from '../../../../api/patch/strategic-merge-patch.ts';
import { resourceOfObject } from '../../../../api/scheme/scheme.ts';
import { matchesRequirements, parseSelector } from '../../../../api/selectors/selectors.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../../api/values/annotations.ts';
import { SECOND } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { kubectl } from '../../../../steps/kubectl.ts';
import { pathOf, segment } from '../../client/discovery.ts';
import { fetchOlderDocument } from '../../client/older-open-api.ts';
import type { Options } from '../../flags/options.ts';
import { withLastApplied, withoutLastApplied } from '../../manifests/last-applied.ts';
import { type Manifest, type ManifestObject, readManifests, sortedDeep } from '../../manifests/manifests.ts';
import { askForSchemas, validationOf } from '../../manifests/validation.ts';
import { Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { recorded } from '../../writing/record.ts';
import {
  create,
  dryRunOf,
  gather,
  report,
  reportGathered,
  selectorProblem,
  validationProblem,
  writeQuery,
} from '../../writing/writing.ts';
import { cascadeProblem, replaceByForce } from './apply-force.ts';
import { overwriteProblem, unpatchable } from './apply-overwrite.ts';
import { applyOnServer } from './apply-server-side.ts';
import type { ApplyOptions } from './flags.ts';
import { kindsToPrune, prune, pruneProblem } from './prune.ts';
import { editLastApplied, setLastApplied } from './set-last-applied.ts';
import { viewLastApplied } from './view-last-applied.ts';

const MANAGER = 'kubectl-client-side-apply';
const MAX_PATCH_RETRIES = 5;
const RETRY_MICROS = SECOND;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/apply/apply.go (v1.36) */
export function* apply(session: Session, words: readonly string[], options: ApplyOptions): Process<number | Failure> {
  if (words[0] === 'view-last-applied') return yield* viewLastApplied(session, words.slice(1), options);
  if (words[0] === 'set-last-applied') return yield* setLastApplied(session, words.slice(1), options);
  if (words[0] === 'edit-last-applied') return yield* editLastApplied(session, words.slice(1), options);
  if (words.length > 0)
    return new Failure(`error: Unexpected args: [${words.join(' ')}]\nSee 'kubectl apply -h' for help and examples\n`);
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const unknown = options.has('cascade') ? cascadeProblem(session, options) : undefined;
  if (unknown !== undefined) return unknown;
  const wrong = validationProblem(options) ?? flagProblem(options, dryRun);
  if (wrong !== undefined) return wrong;
  const files = options.list('filename');
  if (files.length === 0) return failure('must specify one of -f and -k');
  const unpruned = options.is('prune') ? pruneProblem(options) : undefined;
  if (unpruned !== undefined) return unpruned;
  const kinds = options.is('prune') ? yield* kindsToPrune(session, options) : undefined;
  if (isFailure(kinds)) return kinds;
  const unclear = selectorProblem(options);
  if (unclear !== undefined) return unclear;
  const { manifests: read, failures } = yield* readManifests(session, files, validationOf(options));
  const manifests = read
    .filter((manifest) => isSelected(options, manifest))
    .map((manifest) => (options.is('record') ? { ...manifest, object: recorded(session, manifest.object) } : manifest));
  if (manifests.length === 0 && failures.length === 0) return failure('no objects passed to apply');
  const failed = [...failures];
  // A template alone shows one object after the other.
  if ((options.text('output') ?? '') !== '') gather(session);
  for (const manifest of manifests) {
    const result = options.is('server-side')
      ? yield* applyOnServer(session, manifest, options, dryRun)
      : yield* applyOne(session, manifest, options, dryRun);
    if (isFailure(result)) failed.push(result);
  }
  // What goes wrong with one keeps all from being shown.
  const unshown = failed.length === 0 ? reportGathered(session, options) : undefined;
  if (unshown !== undefined) failed.push(unshown);
  const problem = summary(failed);
  if (problem === undefined) session.onNote?.(4, 'apply.go:546', 'Running apply post-processor function');
  if (problem !== undefined || kinds === undefined) return problem ?? 0;
  return (yield* prune(session, options, manifests, dryRun, kinds)) ?? 0;
}

/** Flags that do not go together. */
function flagProblem(options: ApplyOptions, dryRun: DryRun): Failure | undefined {
  const isOnServer = options.is('server-side');
  const isForced = options.is('force');
  const problems: readonly (readonly [boolean, string])[] = [
    [
      !isOnServer && (options.text('subresource') ?? '') !== '',
      '--subresource can only be specified for --server-side',
    ],
    [!isOnServer && options.is('force-conflicts'), '--force-conflicts only works with --server-side'],
    [
      isOnServer && dryRun === 'client',
      "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)",
    ],
    [isOnServer && isForced, '--force cannot be used with --server-side'],
    [isForced && dryRun === 'server', '--dry-run=server cannot be used with --force'],
    [options.is('all') && options.has('selector'), 'cannot set --all and --selector at the same time'],
    [options.is('prune') && isForced, '--force cannot be used with --prune'],
    [
      options.is('prune') && isOnServer,
      "--prune is in alpha and doesn't currently work on objects created by server-side apply",
    ],
  ];
  const found = problems.find(([applies]) => applies);
  return found === undefined ? undefined : failure(found[1]);
}

/** Does `-l`, if given, mean this object of a file? */
export function isSelected(options: Options, { object }: Manifest): boolean {
  const selector = parseSelector(options.text('selector'));
  return 'error' in selector || matchesRequirements(selector.requirements, object.metadata.labels);
}

function* applyOne(
  session: Session,
  manifest: Manifest,
  options: ApplyOptions,
  dryRun: DryRun,
): Process<undefined | Failure> {
  const { object, resource, namespace, file } = manifest;
  const { name } = object.metadata;
  if (name === undefined || name === '') {
    const generated = object.metadata.generateName;
    return failure(
      generated === undefined
        ? `error when retrieving current configuration of:\n${describeInfo(manifest)}\nfrom server for: "${file}": resource name may not be empty`
        : `from ${generated}: cannot use generate name with apply`,
    );
  }
  const path = pathOf(resource, namespace, name);
  const current = yield* session.call({ method: 'GET', path });
  if (current.code === 404) return yield* createOne(session, manifest, options, dryRun);
  if (current.code !== 200) {
    return failureOf(
      current.code,
      current.body,
      `error when retrieving current configuration of:\n${describeInfo(manifest)}\nfrom server for: "${file}": `,
    );
  }
  return yield* patchOne(session, manifest, current.body as KObject, options, dryRun);
}

function* createOne(
  session: Session,
  manifest: Manifest,
  options: ApplyOptions,
  dryRun: DryRun,
): Process<undefined | Failure> {
  const { object, resource, namespace, file } = manifest;
  if (namespace !== undefined && namespace !== 'default') {
    yield* session.call({ method: 'GET', path: `/api/v1/namespaces/${segment(namespace)}` });
  }
  return yield* create(session, options, {
    resource,
    namespace,
    object: withLastApplied(object) as KObject,
    query: writeQuery(options, dryRun, MANAGER),
    prefix: `error when creating "${file}": `,
    done: 'created',
  });
}

function* patchOne(
  session: Session,
  manifest: Manifest,
  first: KObject,
  options: ApplyOptions,
  dryRun: DryRun,
): Process<undefined | Failure> {
  const { object, resource, namespace, file } = manifest;
  const path = pathOf(resource, namespace, object.metadata.name);
  warnAboutCurrent(session, manifest, first);
  yield* askHowToMerge(session, object);
  let current = first;
  for (let attempt = 0; ; attempt += 1) {
    const { patch, contentType, problem } = threeWay(object, current);
    const where = dryRun === 'client' ? '' : `error when patching "${file}": `;
    const place = `error when applying patch:\n\nto:\n${describeInfo(manifest)}\nfor: "${file}": ${where}`;
    if (problem !== undefined) return yield* unpatchable(session, withLastApplied(object), current, problem, place);
    const type = contentType.includes('strategic') ? 'strategic merge' : 'JSON merge';
    session.ctx = session.ctx.step(kubectl.patchComputed, `kubectl/${session.id}`, {
      type,
      fields: Object.keys(patch).length,
    });
    if (!options.is('overwrite', true)) {
      const clash = yield* overwriteProblem(session, object, current, patch, place);
      if (clash !== undefined) return clash;
    }
    if (Object.keys(patch).length === 0) return report(session, options, resource, current, 'unchanged', dryRun);
    if (dryRun === 'client') return reportLocally(session, options, manifest, current, patch);
    const query = writeQuery(options, dryRun, MANAGER);
    const patched = yield* session.call({ method: 'PATCH', path, query, contentType, body: patch });
    if (patched.code < 300) {
      return report(session, options, resource, patched.body as KObject, 'configured', dryRun);
    }
    if (patched.code !== 409 || attempt >= MAX_PATCH_RETRIES) {
      if (options.is('force') && (patched.code === 409 || isInvalid(patched.body))) {
        return yield* replaceByForce(session, manifest, current, options, query, describeInfo(manifest));
      }
      const text = `error when applying patch:\n${goJson(patch, { sortKeys: true })}\nto:\n${describeInfo(manifest)}\nfor: "${file}": error when patching "${file}": `;
      return failureOf(patched.code, patched.body, text);
    }
    if (attempt > 0) yield session.ctx.sleep(RETRY_MICROS);
    const again = yield* session.call({ method: 'GET', path });
    if (again.code !== 200) return failureOf(again.code, again.body);
    current = again.body as KObject;
  }
}

const isInvalid = (body: unknown): boolean => (body as { readonly reason?: string } | null)?.reason === 'Invalid';

function warnAboutCurrent(session: Session, { object, resource }: Manifest, { metadata }: KObject): void {
  const { name } = object.metadata;
  if (metadata.deletionTimestamp !== undefined) {
    session.warn(`Detected changes to resource ${name} which is currently being deleted.`);
  }
  if (metadata.annotations?.[LAST_APPLIED] !== undefined) return;
  session.warn(
    `resource ${resource.resource}/${name} is missing the ${LAST_APPLIED} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.`,
  );
}

/** What the object would be, without asking the server. */
function reportLocally(
  session: Session,
  options: ApplyOptions,
  { object, resource }: Manifest,
  current: KObject,
  patch: JsonObject,
): undefined | Failure {
  const patched = applyStrategicMerge(object, current, patch);
  if ('error' in patched) return failure(patched.error);
  return report(session, options, resource, patched.object, 'configured', 'client');
}

/** A three-way patch: what was applied last, what is wanted now, what is there. */
export function threeWay(
  object: ManifestObject,
  current: KObject,
  annotate = true,
): { readonly patch: JsonObject; readonly contentType: string; readonly problem?: string } {
  const original = parseJson(current.metadata.annotations?.[LAST_APPLIED]);
  const modified = annotate ? withLastApplied(object) : withoutLastApplied(object);
  const known = resourceOfObject(object);
  if (known === undefined) {
    return {
      patch: sortedDeep(createThreeWayMergePatch(original, modified, { ...current })) as JsonObject,
      contentType: 'application/merge-patch+json',
    };
  }
  const made = createThreeWayPatch(object, original, modified, current);
  const contentType = 'application/strategic-merge-patch+json';
  if ('error' in made) return { patch: {}, contentType, problem: made.error };
  return { patch: sortedDeep(made.object) as JsonObject, contentType };
}

/** How the lists of a kind merge is read in the server's schemas, also where nothing was checked; of custom kinds in the older ones, too. */
export function* askHowToMerge(session: Session, object: ManifestObject): Process<void> {
  yield* askForSchemas(session, object.apiVersion);
  if (resourceOfObject(object) === undefined) yield* fetchOlderDocument(session);
}

function parseJson(text: string | undefined): JsonObject {
  if (text === undefined) return {};
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}

function describeInfo({ object, resource, namespace }: Manifest): string {
  const { name = '' } = object.metadata;
  const gvr = `${resource.group === '' ? '' : `${resource.group}/`}${resource.version}, Resource=${resource.resource}`;
  const gvk = `${resource.group === '' ? '/' : `${resource.group}/`}${resource.version}, Kind=${resource.kind}`;
  return `Resource: "${resource.group === '' ? `/${resource.version}, Resource=${resource.resource}` : gvr}", GroupVersionKind: "${gvk}"\nName: "${name}", Namespace: "${namespace ?? ''}"`;
}
