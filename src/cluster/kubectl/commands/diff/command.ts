import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import { rfc3339Micro } from '../../../../api/values/time.ts';
import { printYaml } from '../../../../api/yaml/index.ts';
import type { Micros } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { kubectl } from '../../../../steps/kubectl.ts';
import { type Discovered, pathOf } from '../../client/discovery.ts';
import { retrieve } from '../../client/retrieve.ts';
import type { Options } from '../../flags/options.ts';
import { withoutLastApplied } from '../../manifests/last-applied.ts';
import { type Manifest, readManifests } from '../../manifests/manifests.ts';
import { askForFieldValidation } from '../../manifests/validation.ts';
import { withoutManagedFields } from '../../print/objects.ts';
import { unifiedHunks } from '../../print/unified-diff.ts';
import { Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import { logLine } from '../../session/log-line.ts';
import type { Query, Session } from '../../session/session.ts';
import { unversioned } from '../../writing/writing.ts';
import { askHowToMerge, isSelected, threeWay } from '../apply/apply.ts';
import { unpatchable } from '../apply/apply-overwrite.ts';
import { appliedOf, kindsToPrune, warnOfClusterWide } from '../apply/prune.ts';
import type { Command } from '../declaration.ts';

const FLAGS =
  '@files concurrency:i field-manager force-conflicts:b prune:b prune-allowlist:a l/selector server-side:b show-managed-fields:b show-secrets:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'diff',
      isShellWord: true,
      order: 29,
      group: 'see',
      does: 'shows what applying a file would change',
      usage: '-f FILENAME',
      flags: FLAGS,
      defaults: { concurrency: '1' },
      manager: 'kubectl-client-side-apply',
      misuse: 2,
      looks: true,
      run: diff,
    },
  ];
}

const MAX_RETRIES = 4;
const CLIENT_SIDE = 'kubectl-client-side-apply';
const SERVER_SIDE = 'kubectl';

/** A file of one of the two folders that are compared. */
interface Pair {
  readonly name: string;
  readonly live: string;
  readonly merged: string;
  /** There would be no such file. */
  readonly isGone?: boolean;
}

/** The time of a file that is not there. */
const NO_FILE = '1970-01-01 00:00:00.000000000 +0000';

/**
 * Two folders of files, what there is and what there would be, given to `diff -u -N`: exit code 1 says that they differ.
 *
 * Models staging/src/k8s.io/kubectl/pkg/cmd/diff/{diff,prune}.go (v1.36); KUBECTL_EXTERNAL_DIFF is not modelled.
 */
function* diff(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  if (words.length > 0) {
    return new Failure(
      `error: Unexpected args: [${words.join(' ')}]\nSee 'kubectl diff -h' for help and examples\n`,
      2,
    );
  }
  const files = options.list('filename');
  if (files.length === 0) return new Failure('error: must specify one of -f and -k\n', 2);
  if (options.is('force-conflicts') && !options.is('server-side'))
    return new Failure('error: --force-conflicts only works with --server-side\n', 2);
  const kinds = options.is('prune') ? yield* kindsToPrune(session, options) : [];
  if (isFailure(kinds)) return new Failure(kinds.text, 2);
  const { manifests, failures } = yield* readManifests(session, files);
  const pairs: Pair[] = [];
  const visited: Manifest[] = [];
  const failed = [...failures];
  for (const manifest of manifests) {
    if (!isSelected(options, manifest)) continue;
    // Only the items of one List are looked at all the same.
    if (failed.length > 0 && (manifest.list === undefined || manifest.list !== visited.at(-1)?.list)) break;
    const pair = yield* compare(session, manifest, options);
    if (isFailure(pair)) failed.push(pair);
    else pairs.push(pair);
    visited.push(manifest);
  }
  if (options.is('prune')) pairs.push(...(yield* wouldGo(session, options, visited, kinds)));
  const problem = summary(failed);
  if (problem !== undefined) return new Failure(problem.text, 2);
  const random = session.host.env.engine.random(`kubectl/${session.id}/diff`);
  const folder = (kind: string) => `/tmp/${kind}-${random.between(100_000_000, 4_294_967_295)}`;
  const [live, merged] = [folder('LIVE'), folder('MERGED')];
  const stamp = fileTime(session.now);
  let differ = false;
  for (const pair of pairs.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const hunks = unifiedHunks(pair.live, pair.merged);
    if (hunks === '') continue;
    differ = true;
    const [from, to] = [`${live}/${pair.name}`, `${merged}/${pair.name}`];
    const after = pair.isGone === true ? NO_FILE : stamp;
    session.print(`diff -u -N ${from} ${to}\n--- ${from}\t${stamp}\n+++ ${to}\t${after}\n${hunks}`);
  }
  return differ ? 1 : 0;
}

function fileTime(micros: Micros): string {
  return rfc3339Micro(micros).replace('T', ' ').replace('Z', '000 +0000');
}

function fileName({ group, version, kind }: Discovered, namespace = '', name = ''): string {
  return `${group === '' ? '' : `${group}.`}${version}.${kind}.${namespace}.${name}`;
}

/** What `apply --prune` would delete, whole and unmasked. */
function* wouldGo(
  session: Session,
  options: Given,
  visited: readonly Manifest[],
  kinds: readonly Discovered[],
): Process<readonly Pair[]> {
  warnOfClusterWide(session, options);
  const isVisited = (resource: Discovered, { metadata }: KObject): boolean =>
    visited.some(
      (one) =>
        one.resource === resource && one.object.metadata.name === metadata.name && one.namespace === metadata.namespace,
    );
  const namespaces = new Set(visited.flatMap(({ namespace }) => (namespace === undefined ? [] : [namespace])));
  const pairs: Pair[] = [];
  for (const namespace of [...[...namespaces].sort(), undefined]) {
    for (const resource of kinds.filter(({ namespaced }) => namespaced === (namespace !== undefined))) {
      const items = yield* appliedOf(session, options, resource, namespace);
      if (isFailure(items)) return pairs;
      for (const item of items) {
        if (isVisited(resource, item)) continue;
        const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
        const live = printYaml({ ...item, apiVersion, kind: resource.kind });
        const name = fileName(resource, namespace, item.metadata.name);
        pairs.push({ name, live, merged: '', isGone: true });
      }
    }
  }
  return pairs;
}

function* compare(session: Session, manifest: Manifest, options: Given): Process<Pair | Failure> {
  const { object, resource, namespace } = manifest;
  if (!object.metadata.name) return failure('resource name may not be empty');
  const path = pathOf(resource, namespace, object.metadata.name);
  const name = fileName(resource, namespace, object.metadata.name);
  for (let attempt = 1; ; attempt += 1) {
    const found = yield* retrieve(session, { path });
    if (found.code !== 200 && found.code !== 404) return failureOf(found.code, found.body);
    const live = found.code === 404 ? undefined : (found.body as KObject);
    yield* askForFieldValidation(session, object.apiVersion, object.kind);
    if (attempt === MAX_RETRIES) session.complain(keepsChanging(session, manifest));
    const merged = yield* wouldBe(session, manifest, live, options, attempt === MAX_RETRIES);
    if (isFailure(merged)) {
      if (attempt < MAX_RETRIES && merged.code === CONFLICT) continue;
      return new Failure(merged.text);
    }
    const isMasked = resource.kind === 'Secret' && !options.is('show-secrets');
    // What is not there yet has been masked as well, into nothing that is written down.
    const absent = isMasked ? 'null\n' : '';
    const shown = (value: KObject | undefined) => (value === undefined ? absent : printYaml(visible(value, options)));
    const [from, to] = isMasked ? masked(live, merged) : [live, merged];
    return { name, live: shown(from), merged: shown(to) };
  }
}

const CONFLICT = 409;

function keepsChanging(session: Session, { resource, object }: Manifest): string {
  const { group, version, kind } = resource;
  const what = `Object (${group}/${version}, Kind=${kind}: ${object.metadata.name})`;
  return logLine(session, 'diff.go:723', `${what} keeps changing, diffing without lock`);
}

/** What the server says the object would be: nothing is written. */
function* wouldBe(
  session: Session,
  manifest: Manifest,
  live: KObject | undefined,
  options: Given,
  force: boolean,
): Process<KObject | Failure> {
  const { object, resource, namespace } = manifest;
  const dry = (manager: string): Query => [
    ['dryRun', 'All'],
    ['fieldManager', options.text('field-manager') ?? manager],
  ];
  const path = pathOf(resource, namespace, object.metadata.name);
  if (options.is('server-side')) {
    const query: Query = [...dry(SERVER_SIDE), ['force', String(options.is('force-conflicts'))]];
    const contentType = 'application/apply-patch+yaml';
    const response = yield* session.call({ method: 'PATCH', path, query, contentType, body: object });
    return response.code >= 300 ? refusal(response.code, response.body) : (response.body as KObject);
  }
  if (live === undefined) {
    const query = dry(CLIENT_SIDE);
    const body = unversioned(object);
    const response = yield* session.call({ method: 'POST', path: pathOf(resource, namespace), query, body });
    return response.code >= 300 ? refusal(response.code, response.body) : (response.body as KObject);
  }
  yield* askHowToMerge(session, object);
  const { patch, contentType, problem } = threeWay(object, live, false);
  if (problem !== undefined) {
    const place = `error when patching "${manifest.file}": `;
    return yield* unpatchable(session, withoutLastApplied(object), live, problem, place);
  }
  session.ctx = session.ctx.step(kubectl.patchComputed, `kubectl/${session.id}`, {
    type: contentType.includes('strategic') ? 'strategic merge' : 'JSON merge',
    fields: Object.keys(patch).length,
  });
  if (Object.keys(patch).length === 0) return live;
  const body = force ? patch : withRevision(patch, live.metadata.resourceVersion ?? '');
  const response = yield* session.call({ method: 'PATCH', path, query: dry(CLIENT_SIDE), contentType, body });
  return response.code >= 300 ? refusal(response.code, response.body) : (response.body as KObject);
}

function refusal(code: number, body: unknown): Failure {
  const { text } = failureOf(code, body);
  return new Failure(text, code === CONFLICT ? CONFLICT : 1);
}

function withRevision(patch: JsonObject, resourceVersion: string): JsonObject {
  return { ...patch, metadata: { ...(patch.metadata as JsonObject | undefined), resourceVersion } };
}

function visible(object: KObject, options: Given): unknown {
  return options.is('show-managed-fields') ? object : withoutManagedFields(object);
}

type Data = { readonly [key: string]: string };

/** Values of Secrets are not shown, only whether they differ. */
function masked(live: KObject | undefined, merged: KObject): readonly [KObject | undefined, KObject] {
  const before = (live as { readonly data?: Data } | undefined)?.data ?? {};
  const after = (merged as { readonly data?: Data }).data ?? {};
  const hide = (object: KObject, data: Data, other: Data, label: string): KObject => {
    if ((object as { readonly data?: Data }).data === undefined) return object;
    const hidden = Object.entries(data).map(([key, value]) => {
      const changed = other[key] !== undefined && other[key] !== value;
      return [key, changed ? `*** (${label})` : '***'];
    });
    return { ...object, data: Object.fromEntries(hidden) } as KObject;
  };
  return [live === undefined ? undefined : hide(live, before, after, 'before'), hide(merged, after, before, 'after')];
}
