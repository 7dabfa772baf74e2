import { Keepsakes } from '../base/keepsakes.ts';
import { KEYS_TABLE, REVISIONS_TABLE } from '../cluster/etcd/rows.ts';
import {
  Cursor,
  type Delta,
  type Engine,
  type Journal,
  type Step,
  type TableFamily,
  type TableName,
} from '../engine/index.ts';
import type { Filter } from '../protocol/messages.ts';
import type { StepView } from '../protocol/views.ts';
import type { KindName } from '../steps/index.ts';
import { ToldBeats } from './anchors/told-beats.ts';
import { BeatIndex } from './beats/beat-index.ts';
import { ReadFold } from './read-fold.ts';
import { RequestIndex } from './request-index.ts';
import { SceneIndex } from './scenes.ts';
import { StepIndex } from './step-index.ts';
import { TrafficIndex } from './traffic-index.ts';
import { WriteIndex, type WriteRecord } from './write-index.ts';

const NO_ROWS: ReadonlyMap<string, never> = new Map<string, never>();

type RowWatcher = (key: string) => void;

/** A row before and after a step; undefined where there was none, or is none any more. */
export interface Change<Row> {
  readonly key: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/**
 * Everything at one instant: what views, answers and diagnoses are computed from.
 *
 * Promises: tables are as they were after the step that the cursor is on, whatever the run has done since; the indexes know
 * all steps that the journal held at the last `refresh`.
 * Does not promise: to follow the run by itself. Whoever drives the run calls `refresh`, and moves the cursor.
 * Called by: the simulation, which owns it; views and answers, which only read, and hold nothing of it across moves.
 */
export class Snapshot {
  readonly journal: Journal;
  readonly cursor: Cursor;
  readonly requests: RequestIndex;
  readonly scenes: SceneIndex;
  readonly writes: WriteIndex;
  readonly traffic: TrafficIndex;
  readonly keepsakes = new Keepsakes();
  private readonly beatIndex: BeatIndex;
  private readonly toldBeats: ToldBeats;
  private readonly tableIds = new Map<TableName, number>();
  /** How many tables of the engine `tableIds` knows. */
  private knownTables = 0;
  private readonly watchers = new Map<TableName, RowWatcher[]>();
  /** Up to there no step belongs to a story. */
  private begun = 0;
  private readonly reads: ReadFold;

  /** The steps that the present filter shows; replaced with the filter. */
  index: StepIndex;

  constructor(
    readonly engine: Engine,
    filter: Filter,
    /** Where the clock that people see begins: when the cluster had set itself up. */
    private readonly zero = engine.options.startTime,
  ) {
    this.journal = engine.journal;
    this.cursor = new Cursor(engine.journal, (table, key) => this.rowChanged(table, key));
    this.requests = new RequestIndex(engine.journal);
    this.scenes = new SceneIndex(engine.journal);
    this.traffic = new TrafficIndex(engine.journal);
    this.beatIndex = new BeatIndex(engine.journal, (id) => this.tableName(id));
    this.toldBeats = new ToldBeats(this.beatIndex, engine.journal);
    this.writes = new WriteIndex(
      engine.journal,
      () => this.tableId(KEYS_TABLE),
      () => this.tableId(REVISIONS_TABLE),
    );
    this.reads = new ReadFold(engine.journal, this.requests, this.scenes);
    this.index = this.indexOf(filter);
  }

  /** Calls for every row of a table that becomes another one as the cursor moves; the table may begin later. */
  watch(name: TableName, watcher: RowWatcher): void {
    this.watchers.set(name, [...(this.watchers.get(name) ?? []), watcher]);
  }

  private rowChanged(table: number, key: string): void {
    const watchers = this.watchers.get(this.tableName(table));
    if (watchers !== undefined) for (const watcher of watchers) watcher(key);
  }

  setFilter(filter: Filter): void {
    this.index = this.indexOf(filter);
    this.refresh();
  }

  private indexOf(filter: Filter): StepIndex {
    return new StepIndex(this.journal, this.scenes, filter, this.reads, () => this.beats);
  }

  /** Microseconds on the clock that people see. */
  sinceStart(time: number): number {
    return time - this.zero;
  }

  /** Takes in what the journal has gained. */
  refresh(): void {
    this.scenes.refresh();
    this.requests.refresh();
    this.writes.refresh();
    this.traffic.refresh();
    this.index.refresh();
  }

  /** The beats of all stories. It is brought up to date with the journal whenever it is asked for. */
  get beats(): BeatIndex {
    this.beatIndex.refresh(this.engine.quiescent);
    return this.beatIndex;
  }

  /** The position before the first story: the cluster has set itself up, and no input was given. When everything is shown, it is the very first one. */
  get beginning(): number {
    const { journal } = this;
    if (this.index.filter.scope === 'everything') return journal.base - 1;
    this.begun = Math.max(this.begun, journal.base);
    while (this.begun < journal.end && journal.storyOf(this.begun) < 0) this.begun = journal.after(this.begun);
    return journal.momentAt(this.begun < journal.end ? this.begun - 1 : journal.base - 1);
  }

  /** The place that the cursor is on, as far as it is told of: undefined where nothing has happened yet. */
  get seq(): number | undefined {
    const { position } = this.cursor;
    return this.journal.has(position) && position !== this.beginning ? position : undefined;
  }

  /** What the beats say. */
  get told(): ToldBeats {
    this.beatIndex.refresh(this.engine.quiescent);
    return this.toldBeats;
  }

  /** The step the cursor is on; undefined before the first. */
  get step(): Step | undefined {
    return this.seq === undefined ? undefined : this.journal.step(this.seq);
  }

  get time(): number {
    return this.seq === undefined ? 0 : this.sinceStart(this.journal.timeOf(this.seq));
  }

  /** The newest moment there is, and nothing is left to do. */
  get isAtRest(): boolean {
    return this.engine.quiescent && this.cursor.position >= this.journal.end - 1;
  }

  /** Virtual time: that of the step, or at the end of all of them the present. */
  get now(): number {
    const { cursor, journal, engine } = this;
    if (cursor.position >= journal.end - 1) return engine.now;
    return journal.has(cursor.position) ? journal.timeOf(cursor.position) : engine.options.startTime;
  }

  table<Row>(name: TableName<Row>): ReadonlyMap<string, Row> {
    const id = this.tableId(name);
    return id === undefined ? NO_ROWS : (this.cursor.table(id) as ReadonlyMap<string, Row>);
  }

  /** The members of a family that have a table: nodes, queues or informers. */
  membersOf(family: TableFamily<unknown>): readonly string[] {
    return this.engine.tableNames.flatMap((name) => family.oneOf(name) ?? []);
  }

  tableName(id: number): TableName {
    return this.engine.tableNames[id] as TableName;
  }

  tableId(name: TableName): number | undefined {
    const names = this.engine.tableNames;
    for (; this.knownTables < names.length; this.knownTables += 1) {
      this.tableIds.set(names[this.knownTables] as TableName, this.knownTables);
    }
    return this.tableIds.get(name);
  }

  /** The changes of the step at the cursor. */
  get deltas(): readonly Delta[] {
    return this.seq === undefined ? [] : this.journal.deltasOf(this.seq);
  }

  /** The keys of a table that the step at the cursor changed. */
  changedKeys(name: TableName): ReadonlySet<string> {
    return new Set(this.changesOf(name).map(({ key }) => key));
  }

  /** The changes of one table by a step, which is the one at the cursor unless told. */
  changesOf<Row>(name: TableName<Row>, seq = this.cursor.position): readonly Change<Row>[] {
    const id = this.tableId(name);
    if (id === undefined || !this.journal.has(seq)) return [];
    return this.journal.deltasOf(seq).filter(({ table }) => table === id) as readonly Delta[] as readonly Change<Row>[];
  }

  writesOf(key: string): readonly WriteRecord[] {
    return this.writes.of(key);
  }

  view(seq: number): StepView {
    const step = this.journal.step(seq);
    const place = this.index.indexOf(seq);
    return {
      seq,
      index: place === undefined ? undefined : place + 1,
      time: this.sinceStart(step.time),
      // Every kind of a run is one that is declared.
      kind: step.kind.name as KindName,
      actor: step.actor,
      subject: step.subject,
      args: step.args,
    };
  }
}
