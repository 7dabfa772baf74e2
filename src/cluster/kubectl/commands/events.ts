// Models staging/src/k8s.io/kubectl/pkg/cmd/events (v1.36)

import { goJson } from '../../../api/go-json.ts';
import { parseTime } from '../../../api/time.ts';
import type { Event } from '../../../api/types/core.ts';
import { goSorted } from '../../../base/go-sort.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { discover, findResource, pathOf } from '../discovery.ts';
import { Failure, failure, failureOf, isFailure } from '../errors.ts';
import { interval } from '../print/describe/events.ts';
import { orderedAsSent, printerFor, withoutManagedFields } from '../print/objects.ts';
import { TABLE_OPTIONS, TabWriter } from '../print/tabwriter.ts';
import type { Query, Session } from '../session.ts';
import { namespaceFor } from './get-query.ts';

/** Whom events are about: a kind and a name. */
interface Involved {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

export function* events(session: Session, _words: readonly string[], options: Options): Process<number | Failure> {
  const types = options.list('types');
  if (types.some((type) => !['normal', 'warning'].includes(type.toLowerCase()))) {
    return failure('valid --types are Normal or Warning');
  }
  const printer = options.has('output') || options.has('template') ? printerFor(session, options) : undefined;
  if (isFailure(printer)) return printer;
  const about = yield* involved(session, options.text('for'));
  if (isFailure(about)) return about;
  if (options.is('watch')) return failure('kubectl events --watch is not modelled; use kubectl get events --watch');
  const found = yield* listEvents(session, options, about);
  if (isFailure(found)) return found;
  const wanted = found.filter(
    ({ type = '', involvedObject }) =>
      (types.length === 0 || types.some((one) => one.toLowerCase() === type.toLowerCase())) &&
      (about === undefined || (involvedObject.kind === about.kind && involvedObject.name === about.name)),
  );
  if (wanted.length === 0) {
    session.complain(
      options.is('all-namespaces') ? 'No events found.\n' : `No events found in ${session.namespace} namespace.\n`,
    );
    return 0;
  }
  const sorted = goSorted(wanted, (a, b) => timeOf(a) < timeOf(b));
  if (printer === undefined) {
    session.print(table(sorted, options, session.now));
    return 0;
  }
  const whole = {
    kind: 'EventList',
    apiVersion: 'v1',
    metadata: {},
    items: sorted.map((event) => withoutManagedFields({ ...{ kind: 'Event', apiVersion: 'v1' }, ...event })),
  };
  const text =
    printer.format === 'json' ? `${goJson(orderedAsSent(whole), { indent: 4 })}\n` : printer.print([], whole);
  if (isFailure(text)) return text;
  session.print(text);
  return 0;
}

function* involved(session: Session, text: string | undefined): Process<Involved | undefined | Failure> {
  if (text === undefined || text === '') return undefined;
  const [word = '', name = '', ...more] = text.split('/');
  if (name === '' || more.length > 0) return failure('--for must be in resource/name form');
  const resource = findResource(yield* discover(session), word);
  if (resource === undefined) return new Failure(`the server doesn't have a resource type "${word}"\n`);
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  return { apiVersion, kind: resource.kind, name };
}

function* listEvents(
  session: Session,
  options: Options,
  about: Involved | undefined,
): Process<readonly Event[] | Failure> {
  const resource = findResource(yield* discover(session), 'events');
  if (resource === undefined) return failure('the server doesn\'t have a resource type "events"');
  const limit = options.text('chunk-size') ?? '500';
  const selector =
    about === undefined
      ? []
      : [
          [
            'fieldSelector',
            `involvedObject.apiVersion=${about.apiVersion},involvedObject.kind=${about.kind},involvedObject.name=${about.name}`,
          ] as const,
        ];
  const found: Event[] = [];
  let next: string | undefined;
  do {
    const query: Query = [...(next === undefined ? [] : [['continue', next] as const]), ...selector, ['limit', limit]];
    const response = yield* session.call({
      method: 'GET',
      path: pathOf({ ...resource, group: '', version: 'v1' }, namespaceFor(session, options)),
      query,
    });
    if (response.code !== 200) return failureOf(response.code, response.body);
    const list = response.body as {
      readonly items?: readonly Event[];
      readonly metadata?: { readonly continue?: string };
    };
    found.push(...(list.items ?? []));
    next = list.metadata?.continue;
  } while (next !== undefined && next !== '');
  return found;
}

function timeOf({ series, lastTimestamp, eventTime }: Event): number {
  return parseTime(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? undefined) ?? 0;
}

function table(list: readonly Event[], options: Options, now: number): string {
  const everywhere = options.is('all-namespaces');
  const writer = new TabWriter(TABLE_OPTIONS);
  if (!options.is('no-headers')) {
    writer.write(`${everywhere ? 'NAMESPACE\t' : ''}LAST SEEN\tTYPE\tREASON\tOBJECT\tMESSAGE\n`);
  }
  for (const event of list) {
    const { involvedObject, message = '', type = '', reason = '', metadata } = event;
    const cells = [interval(event, now), type, reason, `${involvedObject.kind}/${involvedObject.name}`, message.trim()];
    writer.write(`${[...(everywhere ? [metadata.namespace ?? ''] : []), ...cells].join('\t')}\n`);
  }
  return writer.flush();
}
