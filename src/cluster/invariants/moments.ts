// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import { equalJson } from '../../api/go/json.ts';
import { allResources, qualifiedResource, storageKey } from '../../api/scheme/scheme.ts';
import type { Json, KObject } from '../../api/types/meta.ts';
import { without } from '../../base/extend.ts';
import { Cursor, type Engine, type TableName } from '../../engine/index.ts';
import { CACHE_TABLES, CACHES_TABLE } from '../apiserver/watchcache/rows.ts';
import { DELTA_TABLES, INDEXER_TABLES, REFLECTOR_TABLES } from '../clientgo/rows.ts';
import { KEYS_TABLE, type KeyRow, REVISIONS_TABLE, type RevisionRow } from '../etcd/rows.ts';
import { RAW_REQUESTS_TABLE } from '../ports/raw-requests.ts';
import { asks, keyOf } from './caches.ts';
import { StoreHistory } from './store-history.ts';
import type { Problems } from './tables.ts';
import { ToldWatches } from './told-watches.ts';

const INFORMER = /^[^?]*\/([^/?]+)(?:\?(.*))?$/;

type Versions = Map<string, KObject>;

/** An informer's tables, by their numbers. */
interface Informer {
  readonly name: string;
  readonly resource: string;
  readonly query: string;
}

/**
 * What must hold at every moment, at rest or not: whoever has come to a revision holds what the store held at that revision, no
 * more and no less. An informer has come to the revision that its reflector says, with what is in its queue; a watch cache to
 * that of its last change, a watch that somebody opened by hand to that of a bookmark. Whoever is told a revision that he was not sent the objects of is found out at the next look.
 */
export class Moments {
  private readonly history = new StoreHistory();
  private readonly watches = new ToldWatches(this.history);
  private readonly cursor: Cursor;
  private readonly touched = new Set<number>();
  private readonly informers = new Map<number, Informer>();
  private readonly caches = new Map<number, string>();
  private readonly ids = new Map<TableName, number>();
  private known = 0;
  /** Objects that were found equal to what the store held, so that they are compared once. */
  private readonly compared = new WeakMap<KObject, KObject>();

  /** The engine records everything. */
  constructor(private readonly engine: Engine) {
    this.cursor = new Cursor(engine.journal, (table, key) => this.changed(table, key));
  }

  private changed(table: number, key: string): void {
    if (table >= this.known) this.learnTables();
    this.touched.add(table);
    const row = this.cursor.get(table, key);
    if (row === undefined) return;
    if (table === this.ids.get(KEYS_TABLE)) this.history.kept(row as KeyRow);
    else if (table === this.ids.get(REVISIONS_TABLE)) this.history.changed(row as RevisionRow);
  }

  private learnTables(): void {
    const { tableNames } = this.engine;
    for (; this.known < tableNames.length; this.known += 1) {
      const table = tableNames[this.known] as TableName;
      this.ids.set(table, this.known);
      const name = DELTA_TABLES.oneOf(table) ?? INDEXER_TABLES.oneOf(table) ?? REFLECTOR_TABLES.oneOf(table);
      const [, resource, query = ''] = (name !== undefined && INFORMER.exec(name)) || [];
      if (name !== undefined && resource !== undefined) this.informers.set(this.known, { name, resource, query });
      const cached = CACHE_TABLES.oneOf(table);
      if (cached !== undefined) this.caches.set(this.known, cached);
    }
  }

  /** What does not hold now, of all that has changed since the last look. */
  look(): Problems {
    this.touched.clear();
    this.cursor.seek(this.engine.journal.end - 1);
    const informers = new Set<Informer>();
    const problems: string[] = [];
    const seen = new Set<string>();
    for (const table of this.touched) {
      const informer = this.informers.get(table);
      if (informer !== undefined && !seen.has(informer.name)) informers.add(informer);
      if (informer !== undefined) seen.add(informer.name);
      const cached = this.caches.get(table);
      if (cached !== undefined) problems.push(...this.cacheProblems(cached));
    }
    if (this.touched.has(this.ids.get(RAW_REQUESTS_TABLE) ?? -1)) {
      for (const row of this.rows(RAW_REQUESTS_TABLE)) problems.push(...this.watches.problemsOf(row));
    }
    for (const informer of informers) problems.push(...this.informerProblems(informer));
    return problems;
  }

  /** Informers that have not heard of what the store held at this revision, all of it. */
  behind(revision: number): readonly string[] {
    const names = new Map([...this.informers.values()].map((informer) => [informer.name, informer]));
    return [...names.values()].flatMap(({ name, resource }) => {
      const [row] = this.rows(REFLECTOR_TABLES.of(name));
      const reached =
        row === undefined || row.state === 'stopped' ? Number.POSITIVE_INFINITY : Number(row.resourceVersion);
      const isWaiting = this.rows(DELTA_TABLES.of(name)).some((row) => Number(row.resourceVersion) <= revision);
      const last = this.history.changedAt(prefixOf(resource));
      return !isWaiting && reached >= Math.min(last, revision) ? [] : [`informer/${name} is at ${reached}`];
    });
  }

  get revision(): number {
    return this.history.revision;
  }

  private rows<V>(name: TableName<V>): readonly V[] {
    const id = this.ids.get(name);
    return id === undefined ? [] : ([...this.cursor.table(id).values()] as V[]);
  }

  private cacheProblems(resource: string): Problems {
    const info = this.rows(CACHES_TABLE).find((row) => row.resource === resource);
    // A server that has ended holds nothing.
    if (info === undefined) return [];
    const held = new Map(this.rows(CACHE_TABLES.of(resource)).map((object) => [keyOf(object), object]));
    return this.differences(`watchcache/${resource}`, held, resource, '', info.revision);
  }

  private informerProblems({ name, resource, query }: Informer): Problems {
    const [reflector] = this.rows(REFLECTOR_TABLES.of(name));
    const revision = Number(reflector?.resourceVersion);
    if (reflector === undefined || reflector.state === 'stopped' || !(revision > 0)) return [];
    const queue = this.rows(DELTA_TABLES.of(name));
    // A list of all of them, which the row does not hold.
    if (queue.some(({ type }) => type === 'ReplacedAll')) return [];
    const held: Versions = new Map();
    for (const object of this.rows(INDEXER_TABLES.of(name))) held.set(keyOf(object), object);
    for (const { type, key, object } of [...queue].sort((a, b) => a.position - b.position)) {
      if (type === 'Deleted') held.delete(key);
      else if (object !== undefined) held.set(key, object);
    }
    return this.differences(`informer/${name}`, held, resource, query, revision);
  }

  private differences(name: string, held: Versions, resource: string, query: string, revision: number): Problems {
    const problems: string[] = [];
    const missing = new Map(held);
    for (const { object, revision: since } of this.history.at(prefixOf(resource), revision)) {
      const key = keyOf(object);
      if (!asks(query, object)) continue;
      missing.delete(key);
      const own = held.get(key);
      // Of a revision of several changes the last may be still on its way.
      if (since === revision) continue;
      if (own?.metadata.resourceVersion !== String(since)) {
        const has = own === undefined ? 'lacks' : `has, at ${own.metadata.resourceVersion},`;
        problems.push(`${name}, which has come to ${revision}, ${has} ${key}, which is at ${since}`);
      } else if (!this.isSame(own, object, query))
        problems.push(`${name} has ${key} at ${since} otherwise than the store`);
    }
    for (const [key, { metadata }] of missing) {
      if (Number(metadata.resourceVersion) !== revision)
        problems.push(`${name}, which has come to ${revision}, still has ${key} at ${metadata.resourceVersion}`);
    }
    return problems;
  }

  /** Who watches metadata alone, or another version, holds something else; nobody needs to hold who changed which field. */
  private isSame(own: KObject, stored: KObject, query: string): boolean {
    if (own === stored || query.endsWith('metadata') || own.apiVersion !== stored.apiVersion) return true;
    if (this.compared.get(own) === stored) return true;
    this.compared.set(own, stored);
    return equalJson(bare(own), bare(stored));
  }
}

/** Without what an informer may leave out, and what the store says beside the object. */
function bare(object: KObject): Json {
  return { ...object, metadata: without(object.metadata, 'managedFields') } as unknown as Json;
}

const prefixes: ReadonlyMap<string, string> = new Map(
  allResources().map((info) => [qualifiedResource(info), storageKey(info, undefined)]),
);

function prefixOf(resource: string): string {
  const known = prefixes.get(resource);
  if (known !== undefined) return known.endsWith('/') ? known : `${known}/`;
  const [plural = '', ...group] = resource.split('.');
  return `/registry/${group.join('.')}/${plural}/`;
}
