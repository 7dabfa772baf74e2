import type { FromWorker, SentFrame, ToWorker } from '../../src/protocol/messages.ts';
import type { Query, QueryResult } from '../../src/protocol/queries.ts';
import type { RunDescription } from '../../src/protocol/run-description.ts';
import { changed } from '../../src/protocol/share.ts';
import type { ViewName, Views } from '../../src/protocol/views.ts';
import { clusterOptions } from '../../src/worker/cluster-options.ts';
import { Pump } from '../../src/worker/pump.ts';

type WithoutId<M> = M extends { readonly id: number } ? Omit<M, 'id'> : never;
export type Asked = WithoutId<ToWorker>;

/** Somebody who asks the engine as a page does, and hears its answers before he goes on. */
export class Reader {
  /** The newest frame, and of what comes only now and then what came last. */
  frame: SentFrame | undefined;
  run: RunDescription | undefined;
  branches: SentFrame['branches'];
  views: Partial<Views> = {};
  private readonly due: (() => void)[] = [];
  private nextId = 1;
  private answered: QueryResult | undefined;
  private readonly pump: Pump;

  constructor(build: string) {
    const host = {
      post: (message: FromWorker) => this.hear(message),
      later: (action: () => void) => void this.due.push(action),
      now: () => performance.now(),
    };
    this.pump = new Pump(host, clusterOptions(build));
  }

  ask(...messages: readonly Asked[]): void {
    for (const message of messages) {
      this.pump.receive({ ...message, id: this.nextId } as ToWorker);
      this.nextId += 1;
    }
    for (let next = this.due.shift(); next !== undefined; next = this.due.shift()) next();
  }

  query<T extends Query['type']>(query: Query & { readonly type: T }): QueryResult & { readonly type: T } {
    this.answered = undefined;
    this.ask({ type: 'query', query });
    const answered = this.answered as QueryResult | undefined;
    if (answered?.type !== query.type) throw new Error(`the engine did not answer: ${query.type}`);
    return answered as QueryResult & { readonly type: T };
  }

  private hear(message: FromWorker): void {
    if (message.type === 'failed' || message.type === 'broken') throw new Error(message.message);
    if (message.type === 'done') this.answered = message.result;
    if (message.type === 'frame') this.take(message.frame);
  }

  private take(frame: SentFrame): void {
    this.frame = frame;
    this.run = frame.run ?? this.run;
    this.branches = frame.branches ?? this.branches;
    const views: { [view in ViewName]?: unknown } = { ...this.views };
    for (const [name, change] of Object.entries(frame.views) as [ViewName, SentFrame['views'][ViewName] & object][])
      views[name] = changed(views[name], change);
    this.views = views as Partial<Views>;
  }
}
