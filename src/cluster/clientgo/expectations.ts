import { MINUTE } from '../../base/time/units.ts';
import type { Context, Table } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Environment } from '../ports/environment.ts';
import { EXPECTATION_TABLES, type ExpectationRow } from './rows.ts';

const TIMEOUT = 5 * MINUTE;
const NO_KEYS: readonly string[] = [];

/**
 * What a controller has asked for and not yet seen in its cache. Until then it must not count the cache's pods and act again.
 * Models pkg/controller/controller_utils.go ControllerExpectations and UIDTrackingControllerExpectations (v1.36)
 */
export class Expectations {
  private readonly rows: Table<ExpectationRow>;

  constructor(env: Environment, controller: string) {
    this.rows = env.engine.table(EXPECTATION_TABLES.of(controller));
  }

  get(key: string): ExpectationRow | undefined {
    return this.rows.get(key);
  }

  expectCreations(ctx: Context, subject: string, key: string, adds: number): void {
    this.expect(ctx, subject, { key, adds, deletions: 0, since: ctx.now, awaited: NO_KEYS });
  }

  /** `keys` name the pods, so that a deletion that is seen twice counts once. */
  expectDeletions(ctx: Context, subject: string, key: string, keys: readonly string[]): void {
    this.expect(ctx, subject, { key, adds: 0, deletions: keys.length, since: ctx.now, awaited: keys });
  }

  /** Both at once. */
  expectChanges(ctx: Context, subject: string, key: string, adds: number, keys: readonly string[]): void {
    this.expect(ctx, subject, { key, adds, deletions: keys.length, since: ctx.now, awaited: keys });
  }

  creationObserved(ctx: Context, subject: string, key: string, count = 1): void {
    const row = this.rows.get(key);
    if (row === undefined) return;
    const adds = row.adds - count;
    ctx.step(clientgoSteps.observed, subject, { event: 'creation', adds, deletions: row.deletions });
    this.rows.set(key, { key, adds, deletions: row.deletions, since: row.since, awaited: row.awaited });
  }

  deletionObserved(ctx: Context, subject: string, key: string, podKey: string): void {
    const row = this.rows.get(key);
    if (row === undefined || !row.awaited.includes(podKey)) return;
    const deletions = row.deletions - 1;
    const awaited = row.awaited.filter((other) => other !== podKey);
    ctx.step(clientgoSteps.observed, subject, { event: 'deletion', adds: row.adds, deletions });
    this.rows.set(key, { key, adds: row.adds, deletions, since: row.since, awaited });
  }

  /** Also true when the expectation is so old that something must have been missed. */
  satisfied(ctx: Context, key: string): boolean {
    const row = this.rows.get(key);
    if (row === undefined) return true;
    if (ctx.isRecorded) ctx.read(this.rows.name, key, String(row.since));
    return (row.adds <= 0 && row.deletions <= 0) || ctx.now - row.since > TIMEOUT;
  }

  /** The caller has just emitted the step to which this belongs. */
  forget(key: string): void {
    this.rows.delete(key);
  }

  private expect(ctx: Context, subject: string, row: ExpectationRow): void {
    ctx.step(clientgoSteps.expected, subject, { adds: row.adds, deletions: row.deletions });
    this.rows.set(row.key, row);
  }
}
