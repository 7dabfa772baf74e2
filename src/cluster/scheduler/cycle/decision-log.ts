// Models pkg/scheduler/framework/runtime/framework.go, what its logs show at V(10) (v1.36)

import { rfc3339 } from '../../../api/values/time.ts';
import type { Micros } from '../../../base/time/units.ts';
import { type Context, type Engine, type Table, Trail } from '../../../engine/index.ts';
import { scheduler as kinds } from '../../../steps/scheduler.ts';
import type { Plugin } from '../framework/framework.ts';
import { DECISIONS_TABLE, type DecisionPhase } from '../objects/rows.ts';
import type { QueuedPod } from '../queue/queue.ts';
import { Decision, type Progress } from './decision.ts';
import type { Evaluation, PluginScores } from './evaluate.ts';
import { FILTERS } from './profile.ts';

/**
 * Tells a decision step by step and keeps its matrix. A thinned run emits the same steps without it; a silent one, whose
 * recording may begin once the decision is made, keeps where it ends.
 */
export class DecisionLog {
  private readonly rows: Table<Decision>;

  constructor(private readonly engine: Engine) {
    this.rows = engine.table(DECISIONS_TABLE) as Table<Decision>;
  }

  record(ctx: Context, entry: QueuedPod, evaluation: Evaluation): Context {
    const { key } = entry.info;
    const subject = `pods/${key}`;
    const { recording } = this.engine;
    const step = recording === 'full';
    const { rejection, skippedFilters } = evaluation;
    const skipped = countOf(skippedFilters);
    const trail = new Trail(ctx, ctx);
    trail.step(kinds.preFilter, subject, {
      active: FILTERS.length - skipped,
      skipped,
      rejectedBy: rejection?.plugin.name,
    });
    if (recording !== 'thin') {
      const began = Decision.begin(entry.info, entry.attempts, ctx.now, evaluation);
      this.rows.set(key, step || rejection !== undefined ? began : began.at(outcome(evaluation)));
    }
    if (rejection === undefined) {
      this.filters(trail, entry, evaluation, step);
      this.scores(trail, entry, evaluation, step);
    }
    return trail.context;
  }

  private filters(trail: Trail, { info: { key } }: QueuedPod, evaluation: Evaluation, keep: boolean): void {
    const subject = `pods/${key}`;
    let passed = evaluation.evaluated.length;
    const refusedBy: number[] = new Array(FILTERS.length).fill(0);
    for (const refused of evaluation.refused)
      if (refused !== undefined) refusedBy[refused.plugin] = (refusedBy[refused.plugin] as number) + 1;
    for (let index = 0; index < FILTERS.length; index += 1) {
      const plugin = FILTERS[index] as Plugin;
      if (plugin.filter === undefined || evaluation.skippedFilters[index] !== undefined) continue;
      // Those that were skipped belong to the step before.
      if (keep && index > 0) this.change(key, { filters: index });
      const refused = refusedBy[index] as number;
      passed -= refused;
      trail.step(kinds.filterPlugin, subject, { plugin: plugin.name, passed, refused });
    }
    if (keep) this.change(key, { filters: FILTERS.length });
    trail.step(kinds.filtered, subject, {
      evaluated: evaluation.evaluated.length,
      nodes: evaluation.total,
      feasible: evaluation.feasible.length,
    });
  }

  private scores(trail: Trail, { info: { key } }: QueuedPod, evaluation: Evaluation, keep: boolean): void {
    const subject = `pods/${key}`;
    const { scores, chosen, feasible, tied, totals } = evaluation;
    if (chosen === undefined) return;
    if (scores.length > 0) {
      let skipped = 0;
      for (const score of scores) if (score.skipped !== undefined) skipped += 1;
      trail.step(kinds.preScore, subject, { active: scores.length - skipped, skipped });
      for (let place = 0; place < scores.length; place += 1) {
        const score = scores[place] as PluginScores;
        if (score.skipped !== undefined) continue;
        if (keep && place > 0) this.change(key, { phase: 'scoring', scores: place });
        trail.step(kinds.scorePlugin, subject, trail.isRecorded ? scoreArgs(score) : undefined);
      }
      if (keep) this.change(key, { phase: 'scoring', scores: scores.length });
    }
    const total = totals[feasible.indexOf(chosen)] ?? 0;
    trail.step(kinds.selected, subject, { node: chosen.name, total, feasible: feasible.length, tied });
    if (keep) this.change(key, outcome(evaluation));
  }

  phase(key: string, phase: DecisionPhase, chosen: string): void {
    this.change(key, { phase, chosen });
  }

  fail(key: string, failure: string): void {
    const phase = this.rows.get(key)?.chosen === undefined ? 'unschedulable' : 'failed';
    this.change(key, { phase, failure });
  }

  /** The pod is gone; needs a step. */
  forget(key: string): void {
    this.rows.delete(key);
  }

  time(micros: Micros): string {
    return rfc3339(micros);
  }

  private change(key: string, progress: Partial<Progress>): void {
    const row = this.rows.get(key);
    if (row !== undefined) this.rows.set(key, row.at(progress));
  }
}

function countOf(reasons: readonly (string | undefined)[]): number {
  let count = 0;
  for (const reason of reasons) if (reason !== undefined) count += 1;
  return count;
}

function scoreArgs({ plugin, weight, normalised }: PluginScores) {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of normalised) {
    if (score < lowest) lowest = score;
    if (score > highest) highest = score;
  }
  return { plugin: plugin.name, weight, lowest, highest };
}

/** Where the steps of a decision end. */
function outcome({ scores, chosen, tied }: Evaluation): Partial<Progress> {
  if (chosen === undefined) return { filters: FILTERS.length };
  const phase = 'selected';
  return { phase, filters: FILTERS.length, scores: scores.length, totals: true, chosen: chosen.name, tied };
}
