import type { Frame } from '../protocol/messages.ts';
import type { Query, QueryResult } from '../protocol/queries.ts';
import type { RunDescription } from '../protocol/run-description.ts';
import type { Page } from '../ui/public.ts';

/**
 * `kubestep` in the browser's console: the run, the cursor and the tables of the page, for who debugs it or writes a test.
 *
 * Promises: what it gives is what the page shows at that moment; it changes nothing but the cursor. Does not promise: names or
 * rows of tables from one version to the next.
 */
export interface Handle {
  /** Versions of the page and of the modelled Kubernetes, and whether the engine lives. */
  readonly about: { readonly build?: string; readonly kubernetes?: string; readonly engine: string };
  /** What is executed: seed, cluster and all that was given. Saved to a file, it opens again. */
  readonly run: RunDescription | undefined;
  readonly cursor: Cursor;
  /** Moves the cursor to a step, as `&at=` in a link does. */
  seek(step: number | 'start' | 'end'): Promise<void>;
  /** The names of all tables of the simulated cluster. */
  tables(): Promise<readonly string[]>;
  /** The rows of a table at the cursor, by key. */
  table(name: string): Promise<ReadonlyMap<string, unknown>>;
  /** The causes of a step, newest first; of the one at the cursor unless told. */
  why(step?: number): Promise<readonly object[]>;
}

type Cursor = Partial<Pick<Frame, 'seq' | 'index' | 'total' | 'time' | 'atEnd' | 'quiescent' | 'branch' | 'digest'>>;

export function createHandle({ session }: Page): Handle {
  const { frames } = session;
  const asked = async <T extends Query['type']>(query: Query & { readonly type: T }) => {
    const result = await session.query(query);
    if (result?.type !== query.type) throw new Error(`the engine did not answer: ${query.type}`);
    return result as QueryResult & { readonly type: T };
  };
  return {
    get about() {
      const { build, kubernetes, status } = frames.getState();
      return { ...(build !== undefined && { build }), ...(kubernetes !== undefined && { kubernetes }), engine: status };
    },
    get run() {
      return frames.getState().frame?.run;
    },
    get cursor() {
      const { frame } = frames.getState();
      if (frame === undefined) return {};
      const { seq, index, total, time, atEnd, quiescent, branch, digest } = frame;
      return { seq, index, total, time, atEnd, quiescent, branch, digest };
    },
    async seek(step) {
      await session.seek(step);
    },
    tables: async () => (await asked({ type: 'tables' })).names,
    table: async (name) => new Map((await asked({ type: 'table', name })).rows),
    why: async (step = frames.getState().frame?.seq ?? 0) => (await asked({ type: 'why', seq: step })).chain,
  };
}

declare global {
  /** See `Handle`. */
  var kubestep: Handle | undefined;
}
