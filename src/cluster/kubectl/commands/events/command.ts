// Models staging/src/k8s.io/kubectl/pkg/cmd/events (v1.36)

import { goJson } from '../../../../api/go/json-text.ts';
import type { Event } from '../../../../api/types/core.ts';
import { parseTime } from '../../../../api/values/time.ts';
import { goSorted } from '../../../../base/go-sort.ts';
import type { Process } from '../../../../engine/index.ts';
import { discover, findResource, pathOf } from '../../client/discovery.ts';
import { namespaceFor } from '../../client/list-query.ts';
import type { Options } from '../../flags/options.ts';
import { interval } from '../../print/describe/events.ts';
import { orderedAsSent, type Printer, printerFor, withoutManagedFields } from '../../print/objects.ts';
import { TABLE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import type { Command } from '../declaration.ts';

const FLAGS = '@print A/all-namespaces:b chunk-size:i for no-headers:b types:l w/watch:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'events',
      order: 28,
      group: 'see',
      does: 'lists Events',
      usage:
        '[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file] [--for TYPE/NAME] [--watch] [--types=Normal,Warning]',
      flags: FLAGS,
      looks: true,
      run: events,
    },
  ];
}

/** Whom events are about: a kind and a name. */
interface Involved {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

function* events(session: Session, _words: readonly string[], options: Given): Process<number | Failure> {
  const about = yield* involved(session, options.text('for'));
  if (isFailure(about)) return about;
  const printer = (options.text('output') ?? '') !== '' ? printerFor(session, options) : undefined;
  if (isFailure(printer)) return printer;
  const types = options.list('types');
  if (types.some((type) => !['normal', 'warning'].includes(type.toLowerCase()))) {
    return failure('valid --types are Normal or Warning');
  }
  const resource = findResource(yield* discover(session), 'events');
  if (resource === undefined) return failure('the server doesn\'t have a resource type "events"');
  const path = pathOf({ ...resource, group: '', version: 'v1' }, namespaceFor(session, options));
  const isWanted = ({ type = '', involvedObject }: Event): boolean =>
    (types.length === 0 || types.some((one) => one.toLowerCase() === type.toLowerCase())) &&
    (about === undefined || (involvedObject.kind === about.kind && involvedObject.name === about.name));
  if (options.is('watch')) return yield* watchEvents(session, options, path, about, isWanted, printer);
  const found = yield* listEvents(session, options, path, about);
  if (isFailure(found)) return found;
  const wanted = found.filter(isWanted);
  if (wanted.length === 0) {
    session.complain(
      options.is('all-namespaces') ? 'No events found.\n' : `No events found in ${session.namespace} namespace.\n`,
    );
    return 0;
  }
  const sorted = goSorted(wanted, (a, b) => timeOf(a) < timeOf(b));
  if (printer === undefined) {
    const rows = new EventTable(options);
    session.print(rows.print(sorted, session.now));
    return 0;
  }
  const whole = {
    kind: 'EventList',
    apiVersion: 'v1',
    metadata: {},
    items: sorted.map(named),
  };
  return show(session, printer, whole, false) ?? 0;
}

const named = (event: Event): object =>
  withoutManagedFields({ ...{ kind: 'Event', apiVersion: 'v1' }, ...event }) as object;

function show(session: Session, printer: Printer, whole: object, again: boolean): Failure | undefined {
  if (printer.format === 'name') return undefined;
  const isJson = printer.format === 'json';
  const text = isJson ? `${goJson(orderedAsSent(whole), { indent: 4 })}\n` : printer.print([whole], whole, again);
  if (isFailure(text)) return text;
  session.print(text);
  return undefined;
}

/** Those that are there, then every other one as it comes; that one is deleted is not told. */
function* watchEvents(
  session: Session,
  options: Given,
  path: string,
  about: Involved | undefined,
  isWanted: (event: Event) => boolean,
  printer: Printer | undefined,
): Process<number | Failure> {
  const query: Query = [...selectorFor(about), ['limit', '500'], ['watch', 'true']];
  const response = yield* session.call({ method: 'GET', path, query });
  if (response.stream === undefined) return failureOf(response.code, response.body);
  const rows = new EventTable(options);
  let again = false;
  for (;;) {
    const frame = yield* session.nextFrame(response.stream);
    if (frame === undefined) return 0;
    if (frame.type === 'ERROR') return failureOf(500, frame.object);
    const event = frame.object as Event;
    if ((frame.type !== 'ADDED' && frame.type !== 'MODIFIED') || !isWanted(event)) continue;
    const wrong = printer === undefined ? undefined : show(session, printer, named(event), again);
    if (wrong !== undefined) return wrong;
    if (printer === undefined) session.print(rows.print([event], session.now));
    again = true;
  }
}

function* involved(session: Session, text: string | undefined): Process<Involved | undefined | Failure> {
  if (text === undefined || text === '') return undefined;
  const [word = '', name, ...more] = text.split('/');
  if (name === undefined) return failure('--for must be in resource/name form');
  if (more.length > 0) return failure('arguments in resource/name form may not have more than one slash');
  if (word === '') return failure('a resource must be present, got: /, Resource=');
  const resource = findResource(yield* discover(session), word);
  if (resource === undefined) return new Failure(`the server doesn't have a resource type "${word}"\n`);
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  return name === '' ? undefined : { apiVersion, kind: resource.kind, name };
}

function selectorFor(about: Involved | undefined): Query {
  if (about === undefined) return [];
  const { apiVersion, kind, name } = about;
  const selector = `involvedObject.apiVersion=${apiVersion},involvedObject.kind=${kind},involvedObject.name=${name}`;
  return [['fieldSelector', selector]];
}

function* listEvents(
  session: Session,
  options: Given,
  path: string,
  about: Involved | undefined,
): Process<readonly Event[] | Failure> {
  const limit = options.text('chunk-size') ?? '500';
  const selector = selectorFor(about);
  const found: Event[] = [];
  let next: string | undefined;
  do {
    const query: Query = [...(next === undefined ? [] : [['continue', next] as const]), ...selector, ['limit', limit]];
    const response = yield* session.call({ method: 'GET', path, query });
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

/** One table a command: a watch keeps its columns. */
class EventTable {
  private readonly writer = new TabWriter(TABLE_OPTIONS);
  private readonly everywhere: boolean;
  private headed: boolean;

  constructor(options: Given) {
    this.everywhere = options.is('all-namespaces');
    this.headed = options.is('no-headers');
  }

  print(events: readonly Event[], now: number): string {
    const { writer, everywhere } = this;
    if (!this.headed) writer.write(`${everywhere ? 'NAMESPACE\t' : ''}LAST SEEN\tTYPE\tREASON\tOBJECT\tMESSAGE\n`);
    this.headed = true;
    for (const event of events) {
      const { involvedObject, message = '', type = '', reason = '', metadata } = event;
      const object = `${involvedObject.kind}/${involvedObject.name}`;
      const cells = [interval(event, now), type, reason, object, message.trim()];
      writer.write(`${[...(everywhere ? [metadata.namespace ?? ''] : []), ...cells].join('\t')}\n`);
    }
    return writer.flush();
  }
}
