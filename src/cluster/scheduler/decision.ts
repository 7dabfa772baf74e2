// Models pkg/scheduler/framework/runtime/framework.go, what its logs show at V(10) (v1.36)

import type { Evaluation, PluginScores } from './evaluate.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';
import { FILTERS } from './profile.ts';
import type { DecisionRow, FilterRow, FormulaRow, ScoreRow } from './rows.ts';

/** More nodes than a panel can show are left out of the matrix. */
const MAX_NODES = 400;

/** The matrix of a decision as it stands after filtering; the rest is added step by step. */
export function startedDecision(pod: PodInfo, attempt: number, time: number, evaluation: Evaluation): DecisionRow {
  return {
    pod: pod.key,
    uid: pod.uid,
    attempt,
    time,
    phase: 'filtering',
    nodes: evaluation.evaluated.slice(0, MAX_NODES).map((node) => node.name),
    totalNodes: evaluation.total,
    filters: [],
    scores: [],
    totals: [],
    formulas: [],
    chosen: undefined,
    tied: 0,
    failure: undefined,
  };
}

/** One filter's row: a node refused by an earlier plugin was not looked at. */
export function filterRow(index: number, evaluation: Evaluation): FilterRow {
  const plugin = FILTERS[index];
  const skipped = plugin === undefined ? undefined : evaluation.skippedFilters.get(plugin);
  const results = evaluation.refused.slice(0, MAX_NODES).map((refused) => {
    if (skipped !== undefined) return undefined;
    if (refused === undefined || refused.plugin > index) return true;
    return refused.plugin === index ? refused.refusal.reasons.join(', ') : undefined;
  });
  return { plugin: plugin?.name ?? '', skipped, results };
}

function byNode<T>(evaluation: Evaluation, of: (feasibleIndex: number) => T): readonly (T | undefined)[] {
  const index = new Map<NodeInfo, number>();
  evaluation.feasible.forEach((node, at) => {
    index.set(node, at);
  });
  return evaluation.evaluated.slice(0, MAX_NODES).map((node) => {
    const at = index.get(node);
    return at === undefined ? undefined : of(at);
  });
}

export function scoreRow({ plugin, weight, skipped, raw, normalised }: PluginScores, evaluation: Evaluation): ScoreRow {
  const cells = byNode(evaluation, (at) => {
    if (skipped !== undefined) return undefined;
    const score = normalised[at] as number;
    return { raw: raw[at] as number, normalised: score, weighted: score * weight };
  });
  return { plugin: plugin.name, weight, skipped, cells };
}

export function totalsRow(evaluation: Evaluation): readonly (number | undefined)[] {
  return byNode(evaluation, (at) => evaluation.totals[at] as number);
}

export function formulaRow(
  { plugin, state, skipped }: PluginScores,
  pod: PodInfo,
  evaluation: Evaluation,
): FormulaRow | undefined {
  const explained = skipped === undefined ? plugin.explain?.(state, pod) : undefined;
  if (explained === undefined) return undefined;
  const nodes = evaluation.evaluated.slice(0, MAX_NODES);
  return {
    plugin: plugin.name,
    note: explained.note,
    rows: explained.rows.map(({ name, value }) => ({ name, values: nodes.map(value) })),
  };
}
