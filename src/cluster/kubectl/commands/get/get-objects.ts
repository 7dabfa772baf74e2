// Models staging/src/k8s.io/kubectl/pkg/cmd/get/get.go printGeneric (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { pathOf } from '../../client/discovery.ts';
import { listFailure, listQuery, namespaceFor } from '../../client/list-query.ts';
import { retrieve } from '../../client/retrieve.ts';
import { printerFor } from '../../print/objects.ts';
import { type Failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { areWhole, around } from '../../targets/file-targets.ts';
import { isLabelled, type Target } from '../../targets/target.ts';
import type { GetOptions } from './flags.ts';
import { sortedBy, whyUnsorted } from './sort-by.ts';

interface Found {
  readonly objects: readonly unknown[];
  readonly revision: string;
  readonly failures: readonly Failure[];
}

/** Objects in another form than a table. */
export function* getObjects(
  session: Session,
  targets: readonly Target[],
  options: GetOptions,
): Process<number | Failure> {
  const found: unknown[] = [];
  const failures: Failure[] = [];
  for (const target of targets) {
    const one = yield* findObjects(session, target, options);
    found.push(...one.objects);
    failures.push(...around(target, one.failures));
  }
  const count = targets.reduce((sum, { names }) => sum + names.length, 0);
  if (found.length === 0 && (options.is('ignore-not-found') || (count === 1 && failures.length > 0))) {
    return summary(failures) ?? 0;
  }
  const printer = printerFor(session, options, true);
  if (isFailure(printer)) return printer;
  const asked = targets.reduce((sum, { names }) => sum + (names.length === 0 ? 2 : names.length), 0);
  const single = asked === 1 && found.length === 1 && areWhole(targets);
  const by = options.text('sort-by') ?? '';
  const sorts = by !== '' && !single && found.length > 0;
  const unsorted = sorts ? whyUnsorted(session, found, by) : undefined;
  if (unsorted !== undefined) return unsorted;
  const objects = sorts ? sortedBy(found, (object) => object, by) : found;
  const whole = single
    ? objects[0]
    : { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } };
  const nothing = objects.length === 0 && (failures.length > 0 || options.is('ignore-not-found'));
  if (!nothing) {
    const text = printer.print(objects, whole);
    if (isFailure(text)) return text;
    session.print(text);
  }
  return summary(failures) ?? 0;
}

export function* findObjects(session: Session, target: Target, options: GetOptions): Process<Found> {
  const { resource, names } = target;
  const namespace = namespaceFor(session, options);
  const path = pathOf(resource, namespace);
  const objects: unknown[] = [];
  const failures: Failure[] = [];
  for (const name of names) {
    const path = pathOf(resource, namespace, name, options.text('subresource'));
    const response = yield* retrieve(session, { path });
    if (response.code === 404 && options.is('ignore-not-found')) continue;
    if (response.code !== 200) failures.push(failureOf(response.code, response.body));
    else if (isLabelled(response.body, options)) objects.push(response.body);
  }
  if (names.length > 0) return { objects, revision: '0', failures };
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  let next: string | undefined;
  let revision = '0';
  do {
    const response = yield* session.call({ method: 'GET', path, query: listQuery(options, next, false) });
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
