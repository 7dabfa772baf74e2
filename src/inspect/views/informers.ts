import type { HandlerRow, IndexerRow, IndexRow, QueueRow, ReflectorRow } from '../../cluster/clientgo/rows.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { InformersView, InformerView } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';

const PREFIX = 'informer/';
const LOOK_BACK = 2000;

/** One informer opened: reflector, queue, indexer, indices, handlers, in the order in which data passes through them. */
export function informersView(snapshot: Snapshot, params: ViewParams): InformersView {
  const names = snapshot
    .tableNames(PREFIX)
    .filter((table) => table.endsWith('/reflector'))
    .map((table) => table.slice(PREFIX.length, -'/reflector'.length));
  const active =
    names.find((name) => isTouched(snapshot, name)) ?? lastTouched(snapshot, names) ?? ofSubject(snapshot, names);
  const name = params.name ?? active ?? names[0];
  return { names, informer: name === undefined || !names.includes(name) ? undefined : informer(snapshot, name) };
}

/** Does the step at the cursor move something in this informer? */
function isTouched(snapshot: Snapshot, name: string): boolean {
  return snapshot.deltas.some(({ table }) => snapshot.tableName(table).startsWith(`${PREFIX}${name}/`));
}

/** The informer that something passed last: the reader has just seen it. */
function lastTouched(snapshot: Snapshot, names: readonly string[]): string | undefined {
  const { journal, cursor } = snapshot;
  const until = Math.max(journal.base, cursor.position - LOOK_BACK);
  for (let seq = cursor.position - 1; seq >= until; seq -= 1) {
    if (!journal.has(seq) || journal.storyOf(seq) < 0 || !journal.kindOf(seq).name.startsWith('clientgo.')) continue;
    for (const { table } of journal.deltasOf(seq)) {
      const touched = snapshot.tableName(table);
      const name = names.find((one) => touched.startsWith(`${PREFIX}${one}/`));
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

/** Where nothing has passed any: the one that is about to hear of what the step is about. */
function ofSubject({ step }: Snapshot, names: readonly string[]): string | undefined {
  const resource = step?.subject.split('/')[0];
  return names.find((name) => name.split('?')[0]?.split('/').at(-1) === resource);
}

function informer(snapshot: Snapshot, name: string): InformerView {
  const table = (part: string) => `${PREFIX}${name}/${part}`;
  const reflector = [...snapshot.table<ReflectorRow>(table('reflector')).values()][0];
  const [component = '', rest = ''] = splitOnce(name, '/');
  const [resource = '', selector = ''] = splitOnce(rest, '?');
  const handlers = [...snapshot.table<HandlerRow>(table('handlers')).values()];
  return {
    name,
    component,
    resource,
    selector,
    reflector: {
      state: reflector?.state ?? 'not running',
      revision: reflector?.resourceVersion ?? '',
      revisionBefore: revisionBefore(snapshot, table('reflector')),
    },
    usedBy: [...new Set(handlers.map(({ handler }) => handler))],
    queue: queued(snapshot, table('queue')),
    indexer: indexed(snapshot, table('indexer')),
    indices: indices(snapshot, table('indices')),
    ...lookUpAt(snapshot, name),
    handlers: handled(snapshot, table('handlers')),
  };
}

/** The step at the cursor looks something up here: the way of the lookup. */
function lookUpAt({ step }: Snapshot, name: string): Pick<InformerView, 'lookUp'> {
  if (step?.kind.name !== 'programs.lookedUp' || step.args.informer !== name) return {};
  return { lookUp: { index: String(step.args.index), value: String(step.args.value) } };
}

function revisionBefore(snapshot: Snapshot, table: string): string | undefined {
  const id = snapshot.tableId(table);
  const delta = snapshot.deltas.find((candidate) => candidate.table === id);
  return (delta?.before as ReflectorRow | undefined)?.resourceVersion;
}

function queued(snapshot: Snapshot, table: string): InformerView['queue'] {
  const changed = snapshot.changedKeys(table);
  return [...snapshot.table<QueueRow>(table)]
    .sort(([, a], [, b]) => a.position - b.position)
    .map(([row, { type, key, resourceVersion }]) => ({ type, key, revision: resourceVersion, now: changed.has(row) }));
}

function indexed(snapshot: Snapshot, table: string): InformerView['indexer'] {
  const changed = snapshot.changedKeys(table);
  return [...snapshot.table<IndexerRow>(table)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, object]) => ({ key, revision: object.metadata.resourceVersion ?? '', now: changed.has(key) }));
}

function indices(snapshot: Snapshot, table: string): InformerView['indices'] {
  const changed = snapshot.changedKeys(table);
  const sets = new Map<string, { index: string; value: string; keys: string[]; now: boolean }>();
  for (const [row, { index, value, key }] of snapshot.table<IndexRow>(table)) {
    const name = `${index}=${value}`;
    const set = sets.get(name) ?? { index, value, keys: [], now: false };
    sets.set(name, set);
    set.keys.push(key);
    set.now ||= changed.has(row);
  }
  return [...sets.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, set]) => ({ ...set, keys: set.keys.sort() }));
}

function handled(snapshot: Snapshot, table: string): InformerView['handlers'] {
  const changed = snapshot.changedKeys(table);
  return [...snapshot.table<HandlerRow>(table)].map(([row, { handler, events, event, key }]) => ({
    actor: handler,
    events,
    last: `${event} ${key}`,
    now: changed.has(row),
  }));
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
