import type { Cluster, ClusterOptions, Step } from '../contract.ts';
import { CALLS } from './calls.ts';
import { type Call, type Connection, hear, isMessage, type Question, type Told } from './messages.ts';

export type { Connection } from './messages.ts';

type Later<M> = M extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;

/**
 * A cluster in a worker: the methods of `Cluster`, each of which gives a promise, in the order in which they were called. What
 * takes functions, or gives another cluster (`until`, `fork`), is there in the worker only; `talk` takes texts from outside.
 */
export interface RemoteCluster
  extends Readonly<{
    apply: Later<Cluster['apply']>;
    kubectl: Later<Cluster['kubectl']>;
    shell: Later<Cluster['shell']>;
    talk: Later<Cluster['talk']>;
    stop: Later<Cluster['stop']>;
    start: Later<Cluster['start']>;
    disturb: Later<Cluster['disturb']>;
    advance: Later<Cluster['advance']>;
    settle: Later<Cluster['settle']>;
    step: Later<Cluster['step']>;
    seek: Later<Cluster['seek']>;
    stepAt: Later<Cluster['stepAt']>;
    causesOf: Later<Cluster['causesOf']>;
    get: Later<Cluster['get']>;
    list: Later<Cluster['list']>;
    readiness: Later<Cluster['readiness']>;
    tables: Later<Cluster['tables']>;
    table: Later<Cluster['table']>;
    diagnose: Later<Cluster['diagnose']>;
    story: Later<Cluster['story']>;
    save: Later<Cluster['save']>;
  }> {
  /** Where it stands: the properties of `Cluster`, together. */
  moment(): Promise<Pick<Cluster, 'now' | 'steps' | 'position' | 'digest' | 'remarks'>>;
  /** Hears of every step from now on. What it gives back ends that. */
  subscribe(listener: (step: Step) => void): () => void;
}

/** Starts a cluster in a worker that has called `offerClusters`; or opens there the run that `save` gave. */
export async function connectCluster(
  connection: Connection,
  { saved, ...options }: ClusterOptions & { readonly saved?: string } = {},
): Promise<RemoteCluster> {
  const line = new Line(connection);
  await line.ask({ kubestep: 'start', options, ...(saved === undefined ? {} : { saved }) });
  const calling =
    (call: Call | 'moment') =>
    (...args: readonly unknown[]) =>
      line.ask({ kubestep: 'call', call, args });
  const calls = Object.fromEntries([...CALLS, 'moment' as const].map((call) => [call, calling(call)]));
  const subscribe = (listener: (step: Step) => void) => line.listen(listener);
  return { ...calls, subscribe } as unknown as RemoteCluster;
}

type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Questions with their answers, and steps for who listens. */
class Line {
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<(step: Step) => void>();
  private last = 0;

  constructor(private readonly connection: Connection) {
    hear(connection, (message) => {
      if (isMessage<Told>(message, ['answer', 'step'])) this.told(message);
    });
  }

  ask(asked: Asked): Promise<unknown> {
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.connection.postMessage({ ...asked, id });
    });
  }

  listen(listener: (step: Step) => void): () => void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) void this.ask({ kubestep: 'listen', on: true });
    return () => {
      if (this.listeners.delete(listener) && this.listeners.size === 0)
        void this.ask({ kubestep: 'listen', on: false });
    };
  }

  private told(told: Told): void {
    if (told.kubestep === 'step') {
      for (const listener of this.listeners) listener(told.step);
      return;
    }
    const waiting = this.waiting.get(told.id);
    this.waiting.delete(told.id);
    if (told.refused === undefined) waiting?.resolve(told.value);
    else waiting?.reject(new Error(told.refused));
  }
}
