import {
  DELTA_TABLES,
  HANDLER_TABLES,
  INDEX_TABLES,
  INDEXER_TABLES,
  informerOf,
  REFLECTOR_TABLES,
} from '../../cluster/clientgo/rows.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { InformersView, InformerView } from '../../protocol/views.ts';
import { componentOf } from '../../steps/index.ts';
import { programSteps } from '../../steps/programs.ts';
import type { Snapshot } from '../snapshot.ts';

const LOOK_BACK = 2000;

/** One informer opened: reflector, queue, indexer, indices, handlers, in the order in which data passes through them. */
export function informersView(snapshot: Snapshot, params: ViewParams): InformersView {
  const names = snapshot.membersOf(REFLECTOR_TABLES);
  const active =
    names.find((name) => isTouched(snapshot, name)) ?? lastTouched(snapshot, names) ?? ofSubject(snapshot, names);
  const name = params.name ?? active ?? names[0];
  return { names, informer: name === undefined || !names.includes(name) ? undefined : informer(snapshot, name) };
}

/** Does the step at the cursor move something in this informer? */
function isTouched(snapshot: Snapshot, name: string): boolean {
  return snapshot.deltas.some(({ table }) => informerOf(snapshot.tableName(table)) === name);
}

/** The informer that something passed last: the reader has just seen it. */
function lastTouched(snapshot: Snapshot, names: readonly string[]): string | undefined {
  const { journal, cursor } = snapshot;
  const until = Math.max(journal.base, cursor.position - LOOK_BACK);
  for (let seq = cursor.position - 1; seq >= until; seq -= 1) {
    if (!journal.has(seq) || journal.storyOf(seq) < 0 || componentOf(journal.kindOf(seq)) !== 'clientgo') continue;
    for (const { table } of journal.deltasOf(seq)) {
      const name = informerOf(snapshot.tableName(table));
      if (name !== undefined && names.includes(name)) return name;
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
  const reflector = [...snapshot.table(REFLECTOR_TABLES.of(name)).values()][0];
  const [component = '', rest = ''] = splitOnce(name, '/');
  const [resource = '', selector = ''] = splitOnce(rest, '?');
  const handlers = [...snapshot.table(HANDLER_TABLES.of(name)).values()];
  return {
    name,
    component,
    resource,
    selector,
    reflector: {
      state: reflector?.state ?? 'not running',
      revision: reflector?.resourceVersion ?? '',
      revisionBefore: revisionBefore(snapshot, name),
    },
    usedBy: [...new Set(handlers.map(({ handler }) => handler))],
    queue: queued(snapshot, name),
    indexer: indexed(snapshot, name),
    indices: indices(snapshot, name),
    ...lookUpAt(snapshot, name),
    handlers: handled(snapshot, name),
  };
}

/** The step at the cursor looks something up here: the way of the lookup. */
function lookUpAt({ step }: Snapshot, name: string): Pick<InformerView, 'lookUp'> {
  if (step?.kind !== programSteps.lookedUp || step.args.informer !== name) return {};
  return { lookUp: { index: String(step.args.index), value: String(step.args.value) } };
}

function revisionBefore(snapshot: Snapshot, name: string): string | undefined {
  return snapshot.changesOf(REFLECTOR_TABLES.of(name))[0]?.before?.resourceVersion;
}

function queued(snapshot: Snapshot, informer: string): InformerView['queue'] {
  const table = DELTA_TABLES.of(informer);
  const changed = snapshot.changedKeys(table);
  return [...snapshot.table(table)]
    .sort(([, a], [, b]) => a.position - b.position)
    .map(([row, { type, key, resourceVersion }]) => ({ type, key, revision: resourceVersion, now: changed.has(row) }));
}

function indexed(snapshot: Snapshot, informer: string): InformerView['indexer'] {
  const table = INDEXER_TABLES.of(informer);
  const changed = snapshot.changedKeys(table);
  return [...snapshot.table(table)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, object]) => ({ key, revision: object.metadata.resourceVersion ?? '', now: changed.has(key) }));
}

function indices(snapshot: Snapshot, informer: string): InformerView['indices'] {
  const table = INDEX_TABLES.of(informer);
  const changed = snapshot.changedKeys(table);
  const sets = new Map<string, { index: string; value: string; keys: string[]; now: boolean }>();
  for (const [row, { index, value, key }] of snapshot.table(table)) {
    const name = `${index}=${value}`;
    const set = sets.get(name) ?? { index, value, keys: [], now: false };
    sets.set(name, set);
    set.keys.push(key);
    set.now ||= changed.has(row);
  }
  return [...sets.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, set]) => ({ ...set, keys: set.keys.sort() }));
}

function handled(snapshot: Snapshot, informer: string): InformerView['handlers'] {
  const table = HANDLER_TABLES.of(informer);
  const changed = snapshot.changedKeys(table);
  return [...snapshot.table(table)].map(([row, { handler, events, event, key }]) => ({
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
