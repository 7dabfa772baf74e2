// Models staging/src/k8s.io/kubectl/pkg/cmd/get/get.go watch (v1.36)

import { goJson } from '../../../../api/go/json-text.ts';
import type { Process } from '../../../../engine/index.ts';
import type { WatchFrame } from '../../../ports/transport.ts';
import { pathOf } from '../../client/discovery.ts';
import { namespaceFor, TABLE_ACCEPT, WITH_OBJECTS } from '../../client/list-query.ts';
import { type Printer, printerFor } from '../../print/objects.ts';
import { isTable } from '../../print/table.ts';
import { type Failure, failure, failureOf, isFailure, messageOf, summary } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import type { Target } from '../../targets/target.ts';
import type { GetOptions } from './flags.ts';
import { findObjects } from './get-objects.ts';
import { fetchTables, objectsOf, sorted, tablePrinterFor } from './get-tables.ts';
import { unsortable } from './sort-by.ts';

/** Types that cannot be watched by one command. */
export function watchProblem(targets: readonly Target[], files: readonly string[]): Failure | undefined {
  const several = files.length === 0 && new Set(targets.map(({ resource }) => resource)).size > 1;
  return several ? failure('you may only specify a single resource type') : undefined;
}

/** What is there, then everything that happens to it. */
export function watchTargets(
  session: Session,
  targets: readonly Target[],
  asTable: boolean,
  options: GetOptions,
): Process<number | Failure> {
  return asTable ? watchTables(session, targets, options) : watchObjects(session, targets, options);
}

function* watchTables(session: Session, targets: readonly Target[], options: GetOptions): Process<number | Failure> {
  const printers = new Map(targets.map((target) => [target, tablePrinterFor(target.resource, false, options)]));
  const fetched = [];
  for (const target of targets) fetched.push(yield* fetchTables(session, target, options));
  const failed = summary(fetched.flatMap(({ failures }) => failures));
  if (failed !== undefined) return failed;
  const by = options.text('sort-by') ?? '';
  const muddle = by === '' ? undefined : unsortable(session, objectsOf(fetched), by, true);
  if (muddle !== undefined) return muddle;
  for (const { target, tables } of options.is('watch-only') ? [] : fetched) {
    for (const table of sorted(tables, options.text('sort-by'))) {
      if ((table.rows?.length ?? 0) > 0) session.print(printers.get(target)?.print(table, 'ADDED') ?? '');
    }
  }
  const revision = fetched[0]?.tables.at(-1)?.metadata?.resourceVersion ?? '0';
  return yield* follow(session, targets, revision, options, TABLE_ACCEPT, (frame, target) => {
    if (isTable(frame.object)) session.print(printers.get(target)?.print(frame.object, frame.type) ?? '');
  });
}

function* watchObjects(session: Session, targets: readonly Target[], options: GetOptions): Process<number | Failure> {
  const objects: unknown[] = [];
  const failures: Failure[] = [];
  let revision = '0';
  for (const target of targets) {
    const found = yield* findObjects(session, target, options);
    objects.push(...found.objects);
    failures.push(...found.failures);
    revision = found.revision;
  }
  const failed = summary(failures);
  if (failed !== undefined) return failed;
  const printer = printerFor(session, options, true);
  if (isFailure(printer)) return printer;
  let again = false;
  const show = (type: string, object: unknown): Failure | undefined => {
    const text = options.is('output-watch-events')
      ? eventText(printer, { type, object }, again)
      : printer.print([object], object, again);
    again = true;
    if (isFailure(text)) return failure(`unable to output the provided object: ${messageOf(text)}`);
    session.print(text);
    return undefined;
  };
  for (const object of options.is('watch-only') ? [] : objects) {
    const wrong = show('ADDED', object);
    if (wrong !== undefined) return wrong;
  }
  return yield* follow(session, targets, revision, options, 'application/json', (frame) => {
    show(frame.type, frame.object);
  });
}

/** In JSON an event is one line, and by name it is its object. */
function eventText(printer: Printer, event: { type: string; object: unknown }, again: boolean): string | Failure {
  const { type, object } = event;
  if (printer.format === 'json') return `{"type":"${type}","object":${goJson(object, { sortKeys: true })}}\n`;
  return printer.format === 'name' ? printer.print([object], object, again) : printer.print([event], event, again);
}

/**
 * After a list, everything that happens from its revision on. A single object is watched from what the server has, which
 * repeats the object once: that frame is dropped.
 */
function* follow(
  session: Session,
  targets: readonly Target[],
  revision: string,
  options: GetOptions,
  accept: string,
  show: (frame: WatchFrame, target: Target) => void,
): Process<number | Failure> {
  const [target] = targets;
  const count = targets.reduce((sum, { names }) => sum + Math.max(names.length, 1), 0);
  if (target === undefined) return 0;
  if (count > 1) {
    return failure(
      options.list('filename').length === 1
        ? `watch is only supported on individual resources and resource collections - ${count} resources were found`
        : 'you may only watch a single resource or type of resource at a time',
    );
  }
  const [name] = target.names;
  const field = name === undefined ? options.text('field-selector') : `metadata.name=${name}`;
  const labels = options.text('selector');
  const query: Query = [
    ...(field === undefined ? [] : [['fieldSelector', field] as const]),
    ...(accept === TABLE_ACCEPT && options.text('sort-by') ? [WITH_OBJECTS] : []),
    ...(labels === undefined ? [] : [['labelSelector', labels] as const]),
    ['resourceVersion', name === undefined ? revision : '0'],
    ['watch', 'true'],
  ];
  const path = pathOf(target.resource, namespaceFor(session, options));
  const response = yield* session.call({ method: 'GET', path, query, accept });
  if (response.stream === undefined) return failureOf(response.code, response.body);
  let isRepeated = name !== undefined;
  for (;;) {
    const frame = yield* session.nextFrame(response.stream);
    if (frame === undefined) return 0;
    if (frame.type === 'ERROR') return failureOf(500, frame.object);
    if (frame.type !== 'BOOKMARK' && !isRepeated) show(frame, target);
    isRepeated = false;
  }
}
