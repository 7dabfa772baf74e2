import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Discovered, kindWord, pathOf } from '../../client/discovery.ts';
import { listFailure, listQuery, namespaceFor, TABLE_ACCEPT, WITH_OBJECTS } from '../../client/list-query.ts';
import { retrieve } from '../../client/retrieve.ts';
import { since } from '../../print/describe/events.ts';
import { isTable, type ServerTable, TablePrinter } from '../../print/table.ts';
import { collected, Failure, failure, failureOf, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { areWhole, around } from '../../targets/file-targets.ts';
import { isLabelled, type Target } from '../../targets/target.ts';
import type { GetOptions } from './flags.ts';
import { canSort, noSuchField, sortedBy, unsortable } from './sort-by.ts';

export interface Fetched {
  readonly target: Target;
  readonly tables: readonly ServerTable[];
  readonly failures: readonly Failure[];
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/get/get.go Run with server-side printing (v1.36) */
export function* getTables(
  session: Session,
  targets: readonly Target[],
  options: GetOptions,
): Process<number | Failure> {
  const by = options.text('sort-by') ?? '';
  const fetched: Fetched[] = [];
  for (const target of targets) fetched.push(yield* fetchTables(session, target, options));
  // Several answers are no list that has the field.
  const answers = fetched.reduce((sum, { tables }) => sum + tables.length, 0);
  if (by !== '' && answers > 1 && !isOfTables(by)) return noSuchField(by);
  const muddle = by === '' ? undefined : unsortable(session, objectsOf(fetched), by, true);
  if (muddle !== undefined) return muddle;
  const failures = fetched.flatMap((one) => around(one.target, one.failures));
  const printed = printBlocks(session, fetched, options);
  if (printed === 0 && failures.length === 0 && !options.is('ignore-not-found')) {
    const everywhere = options.is('all-namespaces') || targets.some(({ resource }) => !resource.namespaced);
    session.complain(everywhere ? 'No resources found\n' : `No resources found in ${session.namespace} namespace.\n`);
  }
  return (areWhole(targets) ? summary(failures) : collected(failures)) ?? 0;
}

/** Each answer has these fields itself, and they are the same in all. */
const isOfTables = (path: string): boolean => /^\{?\.?(?:kind|apiVersion)\}?$/.test(path);

export const objectsOf = (fetched: readonly Fetched[]): readonly unknown[] =>
  fetched.flatMap(({ tables }) => objectsIn(tables));

const objectsIn = (tables: readonly ServerTable[]): readonly unknown[] =>
  tables.flatMap(({ rows = [] }) => rows.map(({ object }) => object));

/** One block a kind, an empty line between; kinds without rows are left out. */
function printBlocks(session: Session, fetched: readonly Fetched[], options: GetOptions): number {
  const full = fetched.filter(({ tables }) => tables.length > 0);
  const severalKinds = new Set(full.map(({ target }) => target.resource)).size > 1;
  const by = options.text('sort-by') ?? '';
  let printed = 0;
  for (const { target, tables } of inBlocks(fetched)) {
    if (!tables.some((table) => (table.rows?.length ?? 0) > 0)) continue;
    if (by !== '' && !canSort(objectsIn(tables), by)) continue;
    const printer = tablePrinterFor(target.resource, severalKinds, options);
    const text = sorted(tables, by)
      .map((table) => printer.print(table, 'ADDED'))
      .join('');
    session.print(printed === 0 || options.is('no-headers') ? text : `\n${text}`);
    printed += 1;
  }
  return printed;
}

/** What follows something of its own type stands in the same block. */
function inBlocks(fetched: readonly Fetched[]): readonly Fetched[] {
  const blocks: Fetched[] = [];
  for (const one of fetched) {
    const last = blocks.at(-1);
    if (last?.target.resource !== one.target.resource) blocks.push(one);
    else blocks[blocks.length - 1] = { ...last, tables: [...last.tables, ...one.tables] };
  }
  return blocks;
}

export function tablePrinterFor(resource: Discovered, withKind: boolean, options: GetOptions): TablePrinter {
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

export function* fetchTables(session: Session, target: Target, options: GetOptions): Process<Fetched> {
  const { resource, names } = target;
  const tables: ServerTable[] = [];
  const failures: Failure[] = [];
  const namespace = namespaceFor(session, options);
  const path = pathOf(resource, namespace);
  for (const name of names) {
    const response = yield* retrieve(session, {
      path: pathOf(resource, namespace, name, options.text('subresource')),
      ...(options.text('sort-by') && acceptOf(options) === TABLE_ACCEPT ? { query: [WITH_OBJECTS] } : {}),
      accept: acceptOf(options),
    });
    if (response.code === 404 && options.is('ignore-not-found')) continue;
    if (response.code === 404 && options.has('subresource') && !/not found/.test(messageOf(response.body))) {
      failures.push(new Failure('Error from server (NotFound): the server could not find the requested resource\n'));
      continue;
    }
    if (response.code !== 200) failures.push(failureOf(response.code, response.body));
    // The labels of what files name are looked for in the answer, and tables have none.
    else if (!isLabelled(response.body, options)) continue;
    else if (!options.is('server-print', true)) tables.push(plainTable([response.body as KObject], session.now));
    else if (isTable(response.body)) tables.push(response.body);
    // Some subresources have no table of their own.
    else tables.push(plainTable([response.body as KObject], session.now));
  }
  if (names.length > 0) return { target, tables, failures };
  let next: string | undefined;
  do {
    const query = listQuery(options, next);
    const response = yield* session.call({ method: 'GET', path, query, accept: acceptOf(options) });
    if (response.code !== 200) return { target, tables, failures: [listFailure(response, resource, options)] };
    if (!options.is('server-print', true)) {
      const list = response.body as {
        readonly items?: readonly KObject[];
        readonly metadata?: { readonly continue?: string };
      };
      tables.push({
        ...plainTable(list.items ?? [], session.now),
        ...(list.metadata === undefined ? {} : { metadata: list.metadata }),
      });
      next = list.metadata?.continue;
      continue;
    }
    if (!isTable(response.body)) return { target, tables, failures: [failure('unable to decode server response')] };
    tables.push(response.body);
    next = response.body.metadata?.continue;
  } while (next !== undefined && next !== '');
  return { target, tables, failures };
}

const acceptOf = (options: GetOptions): string =>
  options.is('server-print', true) ? TABLE_ACCEPT : 'application/json';

const messageOf = (body: unknown): string => (body as { readonly message?: string } | undefined)?.message ?? '';

/** What kubectl makes of objects by itself: their names and ages. */
function plainTable(items: readonly KObject[], now: number): ServerTable {
  const column = (name: string) => ({ name, type: 'string', format: '', description: '', priority: 0 });
  return {
    kind: 'Table',
    columnDefinitions: [column('Name'), column('Age')],
    rows: items.map((object) => ({
      cells: [object.metadata.name ?? '', since(object.metadata.creationTimestamp, now)],
      object,
    })),
  } as ServerTable;
}

export function sorted(tables: readonly ServerTable[], by: string | undefined): readonly ServerTable[] {
  if ((by === undefined || by === '') && tables.length < 2) return tables;
  const rows = tables.flatMap((table) => table.rows ?? []);
  // Pages and objects asked for one by one are lined up together.
  const ordered = by === undefined || by === '' ? rows : sortedBy(rows, ({ object }) => object, by);
  return [{ ...tables[0], kind: 'Table', rows: ordered }];
}
