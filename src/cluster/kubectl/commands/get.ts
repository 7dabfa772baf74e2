import { goJson } from '../../../api/go-json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { pathOf } from '../discovery.ts';
import { collected, Failure, failure, failureOf, isFailure, summary } from '../errors.ts';
import { readManifests } from '../manifests.ts';
import { orderedAsSent, outputOf, type Printer, printerFor } from '../print/objects.ts';
import { rawAddress, rawAddressProblem } from '../raw-address.ts';
import type { Session } from '../session.ts';
import { FILES_AND_WORDS, isLabelled, NAME_AND_SELECTOR, resolveTargets, type Target } from '../target.ts';
import { listFailure, listQuery, namespaceFor } from './get-query.ts';
import { getTables } from './get-tables.ts';
import { watchTarget } from './get-watch.ts';

const NO_RESOURCE =
  'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\nerror: Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).\nSee \'kubectl get -h\' for help and examples\n';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/get/get.go (v1.36) */
export function* get(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const raw = options.text('raw') ?? '';
  if (raw !== '') {
    const wrong = rawProblem(raw, words, options);
    return wrong ?? (yield* getRaw(session, raw));
  }
  const output = outputOf(options);
  if (options.is('show-labels') && output !== '' && output !== 'wide') {
    return failure(`--show-labels option cannot be used with ${output} printer`);
  }
  if (options.is('output-watch-events') && !options.is('watch') && !options.is('watch-only')) {
    return failure('--output-watch-events option can only be used with --watch or --watch-only');
  }
  const printer = output === '' || output === 'wide' ? undefined : printerFor(session, options, true);
  if (isFailure(printer)) return printer;
  const files = options.list('filename');
  if (words.length === 0 && files.length === 0) return new Failure(NO_RESOURCE);
  if (files.length > 0 && words.length > 0) return failure(FILES_AND_WORDS);
  const bulk = options.has('subresource') && words.length === 1 && !(words[0] ?? '').includes('/');
  if (bulk) return failure('subresource cannot be used when bulk resources are specified');
  const targets = files.length > 0 ? yield* targetsOfFiles(session, files) : yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const named = files.length === 0 && targets.some(({ names }) => names.length > 0);
  if (named && options.has('selector')) return failure(NAME_AND_SELECTOR);
  if (named && options.is('all-namespaces')) {
    return failure('a resource cannot be retrieved by name across all namespaces');
  }
  if (printer === undefined) return yield* getTables(session, targets, options);
  return yield* getObjects(session, targets, printer, options);
}

function* targetsOfFiles(session: Session, files: readonly string[]): Process<readonly Target[] | Failure> {
  const { manifests, failures } = yield* readManifests(session, files);
  const refused = collected(failures);
  if (refused !== undefined) return refused;
  return manifests.map(({ resource, object }) => ({ resource, names: [object.metadata.name ?? ''] }));
}

function rawProblem(raw: string, words: readonly string[], options: Options): Failure | undefined {
  if (options.is('watch') || options.is('watch-only') || options.text('selector')) {
    return failure('--raw may not be specified with other flags that filter the server request or alter the output');
  }
  if (options.has('output')) return failure('--raw and --output are mutually exclusive');
  if (words.length > 0) return failure('arguments may not be passed when --raw is specified');
  return rawAddressProblem(raw);
}

/** Models staging/src/k8s.io/kubectl/pkg/rawhttp/raw.go (v1.36) */
function* getRaw(session: Session, raw: string): Process<number | Failure> {
  const response = yield* session.call({
    method: 'GET',
    ...rawAddress(raw),
    accept: 'application/json, */*',
  });
  if (response.code === 301 && response.headers.location !== undefined)
    return yield* getRaw(session, response.headers.location);
  if (response.code !== 200) return failureOf(response.code, response.body);
  session.print(typeof response.body === 'string' ? response.body : `${goJson(orderedAsSent(response.body))}\n`);
  return 0;
}

interface Found {
  readonly objects: readonly unknown[];
  readonly revision: string;
  readonly failures: readonly Failure[];
}

function* getObjects(
  session: Session,
  targets: readonly Target[],
  printer: Printer,
  options: Options,
): Process<number | Failure> {
  const objects: unknown[] = [];
  const failures: Failure[] = [];
  let revision = '0';
  for (const target of targets) {
    const found = yield* findObjects(session, target, options);
    objects.push(...found.objects.filter((object) => isLabelled(object, options)));
    failures.push(...found.failures);
    revision = found.revision;
  }
  const asked = targets.reduce((sum, { names }) => sum + (names.length === 0 ? 2 : names.length), 0);
  const single = asked === 1 && objects.length === 1;
  const whole = single
    ? objects[0]
    : { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } };
  const nothing = objects.length === 0 && (failures.length > 0 || options.is('ignore-not-found'));
  if (!nothing) {
    const text = printer.print(objects, whole);
    if (isFailure(text)) return text;
    session.print(text);
  }
  const failed = summary(failures);
  const [target] = targets;
  if (!options.is('watch') || target === undefined || failed !== undefined) return failed ?? 0;
  return yield* watchTarget(session, target, revision, options, 'application/json', (frame) => {
    const text = printer.print([frame.object], frame.object, true);
    if (!isFailure(text)) session.print(text);
  });
}

function* findObjects(session: Session, target: Target, options: Options): Process<Found> {
  const { resource, names } = target;
  const namespace = namespaceFor(session, options);
  const path = pathOf(resource, namespace);
  const objects: unknown[] = [];
  const failures: Failure[] = [];
  for (const name of names) {
    const path = pathOf(resource, namespace, name, options.text('subresource'));
    const response = yield* session.call({ method: 'GET', path });
    if (response.code === 404 && options.is('ignore-not-found')) continue;
    if (response.code !== 200) failures.push(failureOf(response.code, response.body));
    else objects.push(response.body);
  }
  if (names.length > 0) return { objects, revision: '0', failures };
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  let next: string | undefined;
  let revision = '0';
  do {
    const response = yield* session.call({ method: 'GET', path, query: listQuery(options, next) });
    if (response.code !== 200) return { objects, revision, failures: [listFailure(response, resource, options)] };
    const list = response.body as { readonly items?: readonly KObject[]; readonly metadata?: ListHead };
    for (const item of list.items ?? []) objects.push({ ...item, apiVersion, kind: resource.kind });
    revision = list.metadata?.resourceVersion ?? revision;
    next = list.metadata?.continue;
  } while (next !== undefined && next !== '');
  return { objects, revision, failures };
}

interface ListHead {
  readonly resourceVersion?: string;
  readonly continue?: string;
}
