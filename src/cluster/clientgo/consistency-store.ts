import { growingCopy } from '../../base/extend.ts';
import type { Table } from '../../engine/index.ts';
import type { Environment } from '../ports/environment.ts';
import { compareRevisions } from './object-key.ts';
import { CONSISTENCY_TABLES, type ConsistencyRow } from './rows.ts';

/**
 * Remembers the revision of a controller's own last writes, so that it does not act on a cache that is older than them.
 * Models pkg/controller/util/consistency (v1.36)
 */
export class ConsistencyStore {
  private readonly rows: Table<ConsistencyRow>;

  constructor(
    env: Environment,
    controller: string,
    /** How far the cache of each resource has come. */
    private readonly caughtUp: ReadonlyMap<string, () => string>,
  ) {
    this.rows = env.engine.table(CONSISTENCY_TABLES.of(controller));
  }

  /** The caller has emitted a step in this resumption. */
  wroteAt(key: string, resource: string, revision: string | undefined): void {
    if (revision === undefined) return;
    const known = this.rows.get(key)?.written;
    const before = known?.[resource];
    if (before !== undefined && compareRevisions(before, revision) >= 0) return;
    const written: { [resource: string]: string } = growingCopy(known ?? {});
    written[resource] = revision;
    this.rows.set(key, { key, written });
  }

  /** The resource whose cache lags behind, if any. */
  lagging(key: string): string | undefined {
    const written = this.rows.get(key)?.written;
    if (written === undefined) return undefined;
    for (const resource in written) {
      const revision = written[resource];
      const reached = this.caughtUp.get(resource)?.();
      if (revision !== undefined && reached !== undefined && compareRevisions(reached, revision) < 0) return resource;
    }
    return undefined;
  }

  forget(key: string): void {
    this.rows.delete(key);
  }
}
