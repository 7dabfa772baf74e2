import type * as Yaml from '../../api/yaml/index.ts';
import type * as Places from './changed-places.ts';
import type * as Checks from './check.ts';
import type * as InText from './fields-in-text.ts';
import type * as Service from './language/service.ts';

type All = typeof Places &
  Pick<typeof Checks, 'checkText' | 'markersOfAnswer'> &
  Pick<typeof Yaml, 'withFieldEdited'> &
  Omit<typeof InText, 'parsePath'> &
  Omit<typeof Service, 'book'>;
export type Check = keyof All;
type Asked<C extends Check> = Parameters<All[C]>;
type Found<C extends Check> = ReturnType<All[C]>;

export interface Question {
  readonly id: number;
  readonly check: Check;
  readonly args: readonly unknown[];
}
export interface Answer {
  readonly id: number;
  readonly found: unknown;
}

/** Longer texts are not checked in the page itself: it must not stand still. */
const MOST_IN_PAGE = 30_000;

let thread: Thread | undefined;

/** Reading YAML takes a millisecond a thousand letters: it has a thread of its own, where the browser gives it one. */
export async function ask<C extends Check>(check: C, ...args: Asked<C>): Promise<Found<C>> {
  thread ??= new Thread();
  try {
    return (await thread.ask(check, args)) as Found<C>;
  } catch {
    const [{ withFieldEdited }, places, checks, inText, service] = await Promise.all([
      import('../../api/yaml/index.ts'),
      import('./changed-places.ts'),
      import('./check.ts'),
      import('./fields-in-text.ts'),
      import('./language/service.ts'),
    ]);
    const all: All = { withFieldEdited, ...places, ...checks, ...inText, ...service };
    const { [check]: run } = all;
    const [text] = args;
    const isLong = typeof text === 'string' && text.length > MOST_IN_PAGE;
    return (run as (...args: readonly unknown[]) => Found<C>)(...(isLong ? ['', ...args.slice(1)] : args));
  }
}

interface Waiting {
  readonly resolve: (found: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A worker that may be missing or blocked: then every question is refused, the ones that wait, too. */
class Thread {
  private readonly waiting = new Map<number, Waiting>();
  private readonly worker: Worker | undefined;
  private next = 0;
  private lost = false;

  constructor() {
    try {
      this.worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
    } catch {
      this.lose();
      return;
    }
    this.worker.onmessage = ({ data: { id, found } }: MessageEvent<Answer>) => {
      this.waiting.get(id)?.resolve(found);
      this.waiting.delete(id);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.lose();
    };
  }

  ask(check: Check, args: readonly unknown[]): Promise<unknown> {
    if (this.lost) return Promise.reject(new Error('no thread'));
    const id = this.next;
    this.next += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker?.postMessage({ id, check, args } satisfies Question);
    });
  }

  private lose(): void {
    this.lost = true;
    for (const { reject } of this.waiting.values()) reject(new Error('no thread'));
    this.waiting.clear();
  }
}
