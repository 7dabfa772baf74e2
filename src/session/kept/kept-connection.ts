import type { Filter, FromWorker, SentFrame, ToWorker } from '../../protocol/messages.ts';
import { KUBERNETES } from '../../protocol/messages.ts';
import { KEPT_VIEWS, VIEW_AT_REST } from '../../protocol/reading/kept.ts';
import { difference } from '../../protocol/share.ts';
import type { ViewName } from '../../protocol/views.ts';
import type { Connection } from '../connection.ts';
import type { KeptFiles } from './kept-part.ts';
import { type Parts, Reading, type Said } from './reading.ts';
import { takeOver } from './takeover.ts';

export interface KeptOptions {
  readonly files: KeptFiles;
  /** That of the page, which the record was made with. */
  readonly build: string;
  /** Starts the engine. */
  readonly connect: () => Promise<Connection>;
  /** The engine is on its way, or is not any more. */
  readonly onComing?: (isComing: boolean) => void;
}

type Open = Extract<ToWorker, { readonly type: 'open' }>;

const READABLE: ReadonlySet<ViewName> = new Set([...KEPT_VIEWS, VIEW_AT_REST]);

/** What says how the page looks, and holds until it says otherwise. */
const LASTING: ReadonlySet<ToWorker['type']> = new Set(['subscribe', 'unsubscribe', 'filter', 'breakpoints', 'crowd']);

/**
 * Stands in for an engine while a part of a scenario is read, and answers what this build's engine has answered.
 *
 * Promises: every answer is what the engine would have given to the same; at the first message that the record does not
 * answer an engine is started, is told all that was said, and goes on, so that the page sees nothing of it but the time that
 * passes; messages take effect in the order in which they came. Where the engine cannot be started, what was asked fails with
 * words, and the next message tries again.
 * Does not promise: that there is a record. Where there is none the engine is started at once.
 * Called by: the session, as any other connection.
 */
export class KeptConnection implements Connection {
  readonly kind = 'kept';
  private hear: (message: FromWorker) => void = () => undefined;
  private onDeath: (reason: string) => void = () => undefined;
  private engine: Connection | undefined;
  private isClosed = false;
  private queue: ToWorker[] = [];
  private isWorking = false;
  /** A run that is to be opened, and what was said since: it is answered with its first part. */
  private opening: ToWorker[] = [];
  private filter: Filter | undefined;
  private reading: Reading | undefined;
  private readonly subscribed = new Set<ViewName>();
  /** What the page has of each view, and whether it has the run. */
  private readonly sent = new Map<ViewName, unknown>();
  private isRunSent = false;
  /** What the next frame answers. */
  private done: number[] = [];
  private isFramePlanned = false;
  /** How the page looks by now, where the record does not have that and no engine could be started. */
  private owed: readonly Said[] = [];

  constructor(private readonly options: KeptOptions) {}

  listen(hear: (message: FromWorker) => void, onDeath: (reason: string) => void): void {
    this.hear = hear;
    this.onDeath = onDeath;
  }

  post(message: ToWorker): void {
    if (this.engine !== undefined) return this.engine.post(message);
    if (message.type === 'hello')
      return this.later(() => this.hear({ type: 'ready', build: this.options.build, kubernetes: KUBERNETES }));
    this.queue.push(message);
    if (this.isWorking) return;
    this.isWorking = true;
    this.later(() => void this.work());
  }

  close(): void {
    this.isClosed = true;
    this.hear = () => undefined;
    this.onDeath = () => undefined;
    this.engine?.close();
  }

  /** After what was said in one breath. */
  private later(action: () => void): void {
    setTimeout(() => !this.isClosed && action(), 0);
  }

  private async work(): Promise<void> {
    for (let next = this.queue[0]; next !== undefined && !this.isClosed; next = this.queue[0]) {
      if (!(await this.isAnswered(next))) {
        await this.handOver();
        break;
      }
      this.queue.shift();
    }
    this.isWorking = false;
  }

  /** False where only the engine can answer. */
  private async isAnswered(message: ToWorker): Promise<boolean> {
    if (this.owed.length > 0) return false;
    try {
      return await this.answer(message);
    } catch {
      // There is no record, or a piece of it has not come.
      return false;
    }
  }

  private async answer(message: ToWorker): Promise<boolean> {
    switch (message.type) {
      case 'subscribe':
        if (!READABLE.has(message.view) || Object.keys(message.params ?? {}).length > 0) return false;
        this.subscribed.add(message.view);
        return this.finish(message.id);
      case 'unsubscribe':
        this.subscribed.delete(message.view);
        return this.finish(message.id);
      case 'filter':
        return this.look(message.id, message.filter);
      case 'open':
        return this.open(message);
      case 'parts':
        return this.begin(message);
      case 'halt':
        return this.reading !== undefined && this.finish(message.id);
      case 'query': {
        const result = this.reading?.answerTo(message.query);
        if (result !== undefined) this.hear({ type: 'done', id: message.id, result });
        return result !== undefined;
      }
      default:
        return (await this.reading?.move(message)) === true && this.finish(message.id);
    }
  }

  private look(id: number, filter: Filter): boolean {
    if (this.opening.length > 0) this.opening.push({ type: 'filter', id, filter });
    else if (this.reading?.hasFilter(filter) !== true) return false;
    this.filter = filter;
    return this.opening.length > 0 || this.finish(id);
  }

  /** A run at its beginning, of which a part is asked for in the same breath. */
  private open(message: Open): boolean {
    const { run, position, until } = message;
    if (position !== undefined || until !== undefined || run.inputs.length > 0) return false;
    if (run.scenario === undefined || !this.queue.some(({ type }) => type === 'parts')) return false;
    this.opening = [message];
    this.reading = undefined;
    return true;
  }

  private async begin(message: Parts): Promise<boolean> {
    const [open] = this.opening as [Open?];
    if (open === undefined || this.filter === undefined || message.inputs.length === 0) return false;
    const reading = await Reading.begin(this.options.files, open.run, this.filter, message);
    if (reading === undefined) return false;
    this.reading = reading;
    this.isRunSent = false;
    this.done.push(...this.opening.splice(0).map(({ id }) => id));
    return this.finish(message.id);
  }

  // Frames

  private finish(id: number): true {
    this.done.push(id);
    if (!this.isFramePlanned) {
      this.isFramePlanned = true;
      this.later(() => this.postFrame());
    }
    return true;
  }

  private postFrame(): void {
    this.isFramePlanned = false;
    const { reading } = this;
    const done = this.done.splice(0);
    if (done.length === 0) return;
    if (reading === undefined) for (const id of done) this.hear({ type: 'done', id });
    else this.hear({ type: 'frame', frame: this.frameOf(reading), done });
  }

  private frameOf(reading: Reading): SentFrame {
    const { frame, run, branches } = reading;
    const once = this.isRunSent ? {} : { run, branches };
    this.isRunSent = true;
    return { ...frame, ...once, views: this.changesTo(reading.views) };
  }

  private changesTo(views: Reading['views']): SentFrame['views'] {
    const changes: { -readonly [view in ViewName]?: SentFrame['views'][view] } = {};
    for (const name of this.subscribed) {
      const view = views[name];
      // Not kept here; of any other view it is a value like others, before the first step.
      if (view === undefined && name === VIEW_AT_REST) continue;
      const change = this.sent.has(name) ? difference(this.sent.get(name), view) : { to: view };
      this.sent.set(name, view);
      if (change !== undefined) changes[name] = change;
    }
    return changes;
  }

  // To the engine

  private async handOver(): Promise<void> {
    this.options.onComing?.(true);
    try {
      await this.follow(await this.options.connect());
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
    this.options.onComing?.(false);
  }

  private async follow(engine: Connection): Promise<void> {
    if (this.isClosed) return engine.close();
    try {
      await takeOver(engine, this.said, {
        heard: () => ({
          views: this.sent,
          run: this.isRunSent ? this.reading?.run : undefined,
          branches: this.isRunSent ? this.reading?.branches : undefined,
        }),
        hear: (message) => this.hear(message),
        onDeath: (reason) => this.onDeath(reason),
      });
    } catch (error) {
      engine.close();
      throw error;
    }
    if (this.isClosed) return engine.close();
    // What was read before, and has had no frame of its own.
    for (const id of this.done.splice(0)) this.hear({ type: 'done', id });
    this.engine = engine;
    for (const message of [...this.opening.splice(0), ...this.queue.splice(0)]) engine.post(message);
  }

  private get said(): readonly Said[] {
    const views = [...this.subscribed].map((view) => ({ type: 'subscribe', view }) as const);
    return [...views, ...(this.reading?.said ?? []), ...this.owed];
  }

  /** Where nothing has been read yet there is nothing to go on with. */
  private fail(message: string): void {
    if (this.reading === undefined) return this.onDeath(message);
    const failed = this.queue.splice(0);
    this.owed = [...this.owed, ...failed.filter(({ type }) => LASTING.has(type))];
    for (const { id } of failed) this.hear({ type: 'failed', id, message });
  }
}
