import { goJson } from '../../../api/go-json.ts';
import type { Process } from '../../../engine/index.ts';
import type { ApiResponse } from '../../ports/transport.ts';
import type { Options } from '../argv.ts';
import { type Discovered, kindWord, pathOf } from '../discovery.ts';
import { Failure, failure, failureOf, isFailure } from '../errors.ts';
import { readManifests } from '../manifests.ts';
import { readPath } from '../print/jsonpath.ts';
import { objectsText, withoutManagedFields } from '../print/objects.ts';
import { isTable, type ServerTable, TablePrinter } from '../print/table.ts';
import type { Session } from '../session.ts';
import { resolveTargets, type Target } from '../target.ts';

const TABLE_ACCEPT = ['v1', 'v1beta1']
  .map((version) => `application/json;as=Table;v=${version};g=meta.k8s.io`)
  .concat('application/json')
  .join(',');
const CHUNK = '500';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/get/get.go (v1.36) */
export function* get(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const raw = options.text('raw');
  if (raw !== undefined) return yield* getRaw(session, raw);
  const files = options.list('filename');
  if (words.length === 0 && files.length === 0) {
    return new Failure(
      'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\nerror: Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).\nSee \'kubectl get -h\' for help and examples\n',
    );
  }
  const targets = files.length > 0 ? yield* targetsOfFiles(session, files) : yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const output = options.text('output') ?? '';
  if (output === '' || output === 'wide') return yield* getTables(session, targets, options);
  return yield* getObjects(session, targets, output, options);
}

function* targetsOfFiles(session: Session, files: readonly string[]): Process<readonly Target[] | Failure> {
  const manifests = yield* readManifests(session, files, function* () {});
  if (isFailure(manifests)) return manifests;
  return manifests.map(({ resource, object }) => ({ resource, names: [object.metadata.name ?? ''] }));
}

/** Models staging/src/k8s.io/kubectl/pkg/rawhttp/raw.go (v1.36) */
function* getRaw(session: Session, raw: string): Process<number | Failure> {
  const [path = '', query = ''] = raw.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  const response = yield* session.call({
    method: 'GET',
    path,
    query: pairs.map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
    accept: 'application/json, */*',
  });
  if (response.code !== 200) return failureOf(response.code, response.body);
  session.print(typeof response.body === 'string' ? response.body : `${goJson(response.body)}\n`);
  return 0;
}

// Tables

interface Fetched {
  readonly target: Target;
  readonly tables: readonly ServerTable[];
}

function* getTables(session: Session, targets: readonly Target[], options: Options): Process<number | Failure> {
  const fetched: Fetched[] = [];
  const failures: Failure[] = [];
  for (const target of targets) {
    const tables = yield* fetchTables(session, target, options);
    if (isFailure(tables)) failures.push(tables);
    else fetched.push({ target, tables });
  }
  const shown = fetched.filter(({ tables }) => tables.some((table) => (table.rows?.length ?? 0) > 0));
  const severalKinds = new Set(fetched.map(({ target }) => target.resource)).size > 1;
  const printers = new Map<Target, TablePrinter>();
  shown.forEach(({ target, tables }, place) => {
    const printer = printerFor(target.resource, severalKinds, options);
    printers.set(target, printer);
    const text = sortTables(tables, options.text('sort-by'))
      .map((table) => printer.print(table, 'ADDED'))
      .join('');
    session.print(place === 0 ? text : `\n${text}`);
  });
  if (shown.length === 0 && failures.length === 0 && !options.is('ignore-not-found')) {
    const everywhere = options.is('all-namespaces') || targets.every(({ resource }) => !resource.namespaced);
    session.complain(everywhere ? 'No resources found\n' : `No resources found in ${session.namespace} namespace.\n`);
  }
  const first = fetched[0];
  if (options.is('watch') && first !== undefined && failures.length === 0) {
    const printer = printers.get(first.target) ?? printerFor(first.target.resource, false, options);
    return yield* watch(session, first, printer, options);
  }
  return joined(failures) ?? 0;
}

function joined(failures: readonly Failure[]): Failure | undefined {
  return failures.length === 0 ? undefined : new Failure(failures.map(({ text }) => text).join(''));
}

function printerFor(resource: Discovered, withKind: boolean, options: Options): TablePrinter {
  return new TablePrinter({
    wide: options.text('output') === 'wide',
    showNamespace: options.is('all-namespaces') && resource.namespaced,
    showLabels: options.is('show-labels'),
    labelColumns: options.list('label-columns'),
    headers: !options.is('no-headers'),
    kindPrefix: withKind || options.is('show-kind') ? kindWord(resource) : undefined,
    eventColumn: options.is('output-watch-events'),
  });
}

function* fetchTables(session: Session, target: Target, options: Options): Process<readonly ServerTable[] | Failure> {
  const tables: ServerTable[] = [];
  const sorting = options.text('sort-by') !== undefined;
  for (const name of target.names.length === 0 ? [undefined] : target.names) {
    let next: string | undefined;
    do {
      const response: ApiResponse = yield* session.call({
        method: 'GET',
        path: pathOf(target.resource, namespaceFor(session, options), name),
        query: name === undefined ? listQuery(options, next, sorting) : [],
        accept: TABLE_ACCEPT,
      });
      if (response.code === 404 && name !== undefined && options.is('ignore-not-found')) break;
      if (response.code !== 200) return failureOf(response.code, response.body);
      if (!isTable(response.body)) return failure('unable to decode server response into a Table');
      tables.push(response.body);
      next = name === undefined ? response.body.metadata?.continue : undefined;
    } while (next !== undefined && next !== '');
  }
  return tables;
}

function namespaceFor(session: Session, options: Options): string | undefined {
  return options.is('all-namespaces') ? undefined : session.namespace;
}

function listQuery(options: Options, next: string | undefined, sorting: boolean): [string, string][] {
  const query: [string, string][] = [];
  if (next !== undefined) query.push(['continue', next]);
  const field = options.text('field-selector');
  if (field !== undefined) query.push(['fieldSelector', field]);
  if (sorting) query.push(['includeObject', 'Object']);
  const labels = options.text('selector');
  if (labels !== undefined) query.push(['labelSelector', labels]);
  if (!sorting) query.push(['limit', CHUNK]);
  return query;
}

function sortTables(tables: readonly ServerTable[], by: string | undefined): readonly ServerTable[] {
  if (by === undefined) return tables;
  const rows = tables.flatMap((table) => table.rows ?? []);
  const keyed = rows.map((row, place) => ({ row, place, key: String(readPath(row.object, by) ?? '') }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.place - b.place));
  return [{ ...tables[0], kind: 'Table', rows: keyed.map(({ row }) => row) }];
}

function* watch(session: Session, first: Fetched, printer: TablePrinter, options: Options): Process<number | Failure> {
  const single = first.target.names[0];
  const revision = first.tables.at(-1)?.metadata?.resourceVersion ?? '0';
  const query: [string, string][] = [];
  if (single !== undefined) query.push(['fieldSelector', `metadata.name=${single}`]);
  else if (options.has('field-selector')) query.push(['fieldSelector', options.text('field-selector') ?? '']);
  if (options.has('selector')) query.push(['labelSelector', options.text('selector') ?? '']);
  query.push(['resourceVersion', single === undefined ? revision : '0'], ['watch', 'true']);
  const response = yield* session.call({
    method: 'GET',
    path: pathOf(first.target.resource, namespaceFor(session, options)),
    query,
    accept: TABLE_ACCEPT,
  });
  if (response.stream === undefined) return failureOf(response.code, response.body);
  let suppressFirst = single !== undefined;
  for (;;) {
    const frame = yield* session.nextFrame(response.stream);
    if (frame === undefined) return 0;
    if (suppressFirst) suppressFirst = false;
    else if (isTable(frame.object)) session.print(printer.print(frame.object, frame.type));
  }
}

// Objects

function* getObjects(
  session: Session,
  targets: readonly Target[],
  output: string,
  options: Options,
): Process<number | Failure> {
  const objects: unknown[] = [];
  let listed = false;
  for (const target of targets) {
    for (const name of target.names.length === 0 ? [undefined] : target.names) {
      const response = yield* session.call({
        method: 'GET',
        path: pathOf(target.resource, namespaceFor(session, options), name),
        query: name === undefined ? listQuery(options, undefined, false) : [],
      });
      if (response.code === 404 && options.is('ignore-not-found')) continue;
      if (response.code !== 200) return failureOf(response.code, response.body);
      if (name === undefined) {
        const items = (response.body as { items?: readonly object[] }).items ?? [];
        const { resource } = target;
        const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
        objects.push(...items.map((item) => ({ apiVersion, kind: resource.kind, ...item })));
        listed = true;
      } else objects.push(response.body);
    }
  }
  const single = !listed && objects.length === 1;
  const shown = options.is('show-managed-fields') ? objects : objects.map(withoutManagedFields);
  const whole = single ? shown[0] : { apiVersion: 'v1', items: shown, kind: 'List', metadata: { resourceVersion: '' } };
  const text = objectsText(shown, whole, output);
  if (isFailure(text)) return text;
  session.print(text);
  return 0;
}
