// Models pkg/scheduler/framework/runtime/framework.go, what its logs show at V(10) (v1.36)

import { rfc3339 } from '../../api/time.ts';
import type { Context, Engine, Table } from '../../engine/index.ts';
import { scheduler as kinds } from '../../steps/scheduler.ts';
import { filterRow, formulaRow, scoreRow, startedDecision, totalsRow } from './decision.ts';
import type { Evaluation } from './evaluate.ts';
import { FILTERS } from './profile.ts';
import type { QueuedPod } from './queue.ts';
import type { DecisionPhase, DecisionRow } from './rows.ts';

/**
 * Tells a decision step by step and keeps its matrix. A thinned run emits the same steps without building the matrix.
 */
export class DecisionLog {
  private readonly rows: Table<DecisionRow>;

  constructor(private readonly engine: Engine) {
    this.rows = engine.table<DecisionRow>('scheduler/decisions');
  }

  record(ctx: Context, entry: QueuedPod, evaluation: Evaluation): Context {
    const { key } = entry.info;
    const subject = `pods/${key}`;
    const keep = this.engine.recording !== 'thin';
    const { rejection, skippedFilters } = evaluation;
    let at = ctx.step(kinds.preFilter, subject, {
      active: FILTERS.length - skippedFilters.size,
      skipped: skippedFilters.size,
      rejectedBy: rejection?.plugin.name,
    });
    if (keep) this.rows.set(key, startedDecision(entry.info, entry.attempts, at.now, evaluation));
    if (rejection !== undefined) return at;
    at = this.filters(at, key, evaluation, keep);
    return this.scores(at, entry, evaluation, keep);
  }

  private filters(ctx: Context, key: string, evaluation: Evaluation, keep: boolean): Context {
    const subject = `pods/${key}`;
    let at = ctx;
    let passed = evaluation.evaluated.length;
    const refusedBy: number[] = new Array(FILTERS.length).fill(0);
    for (const refused of evaluation.refused)
      if (refused !== undefined) refusedBy[refused.plugin] = (refusedBy[refused.plugin] as number) + 1;
    FILTERS.forEach((plugin, index) => {
      if (plugin.filter !== undefined && !evaluation.skippedFilters.has(plugin)) {
        const refused = refusedBy[index] as number;
        passed -= refused;
        at = at.step(kinds.filterPlugin, subject, { plugin: plugin.name, passed, refused });
      }
      if (keep) this.change(key, (row) => ({ ...row, filters: [...row.filters, filterRow(index, evaluation)] }));
    });
    return at.step(kinds.filtered, subject, {
      evaluated: evaluation.evaluated.length,
      nodes: evaluation.total,
      feasible: evaluation.feasible.length,
    });
  }

  private scores(ctx: Context, entry: QueuedPod, evaluation: Evaluation, keep: boolean): Context {
    const { key } = entry.info;
    const subject = `pods/${key}`;
    const { scores, chosen, feasible, tied, totals } = evaluation;
    if (chosen === undefined) return ctx;
    let at = ctx;
    if (scores.length > 0) {
      const skipped = scores.filter((score) => score.skipped !== undefined).length;
      at = at.step(kinds.preScore, subject, { active: scores.length - skipped, skipped });
      for (const score of scores) {
        if (score.skipped === undefined) {
          at = at.step(kinds.scorePlugin, subject, {
            plugin: score.plugin.name,
            weight: score.weight,
            lowest: Math.min(...score.normalised),
            highest: Math.max(...score.normalised),
          });
        }
        if (!keep) continue;
        const formula = formulaRow(score, entry.info, evaluation);
        this.change(key, (row) => ({
          ...row,
          phase: 'scoring',
          scores: [...row.scores, scoreRow(score, evaluation)],
          formulas: formula === undefined ? row.formulas : [...row.formulas, formula],
        }));
      }
    }
    const total = totals[feasible.indexOf(chosen)] ?? 0;
    const selected = at.step(kinds.selected, subject, { node: chosen.name, total, feasible: feasible.length, tied });
    if (keep)
      this.change(key, (row) => ({
        ...row,
        phase: 'selected',
        totals: totalsRow(evaluation),
        chosen: chosen.name,
        tied,
      }));
    return selected;
  }

  phase(key: string, phase: DecisionPhase, chosen: string): void {
    this.change(key, (row) => ({ ...row, phase, chosen }));
  }

  fail(key: string, failure: string): void {
    this.change(key, (row) => ({ ...row, phase: row.chosen === undefined ? 'unschedulable' : 'failed', failure }));
  }

  /** The pod is gone; needs a step. */
  forget(key: string): void {
    this.rows.delete(key);
  }

  time(micros: number): string {
    return rfc3339(micros);
  }

  private change(key: string, make: (row: DecisionRow) => DecisionRow): void {
    const row = this.rows.get(key);
    if (row !== undefined) this.rows.set(key, make(row));
  }
}
