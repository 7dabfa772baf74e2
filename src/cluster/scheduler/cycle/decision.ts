// Models pkg/scheduler/framework/runtime/framework.go, what its logs show at V(10) (v1.36)

import type { FormulaRow as Formula } from '../framework/framework.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';
import type { DecisionPhase, DecisionRow, FilterRow, FormulaRow, ScoreRow } from '../objects/rows.ts';
import type { Evaluation, PluginScores } from './evaluate.ts';
import { FILTERS } from './profile.ts';

/** More nodes than a panel can show are left out of the matrix. */
const MAX_NODES = 400;

/** How far a decision has come. */
export interface Progress {
  readonly phase: DecisionPhase;
  /** Filters and scorers told so far. */
  readonly filters: number;
  readonly scores: number;
  readonly totals: boolean;
  readonly chosen: string | undefined;
  readonly tied: number;
  readonly failure: string | undefined;
}

const STARTED: Progress = {
  phase: 'filtering',
  filters: 0,
  scores: 0,
  totals: false,
  chosen: undefined,
  tied: 0,
  failure: undefined,
};

/** A row of the table of decisions. It keeps what was found out and lays the matrix out only when somebody looks. */
export class Decision implements DecisionRow {
  readonly #pod: PodInfo;
  readonly #evaluation: Evaluation;
  readonly #formulas: readonly TakenFormula[];
  readonly #progress: Progress;

  private constructor(
    pod: PodInfo,
    readonly attempt: number,
    readonly time: number,
    evaluation: Evaluation,
    formulas: readonly TakenFormula[],
    progress: Progress,
  ) {
    this.#pod = pod;
    this.#evaluation = evaluation;
    this.#formulas = formulas;
    this.#progress = progress;
  }

  /** Takes down at once what will change: the sums of the nodes. */
  static begin(pod: PodInfo, attempt: number, time: number, evaluation: Evaluation): Decision {
    return new Decision(pod, attempt, time, evaluation, takeFormulas(pod, evaluation), STARTED);
  }

  at(progress: Partial<Progress>): Decision {
    const before = this.#progress;
    const next: Progress = {
      phase: progress.phase ?? before.phase,
      filters: progress.filters ?? before.filters,
      scores: progress.scores ?? before.scores,
      totals: progress.totals ?? before.totals,
      chosen: progress.chosen ?? before.chosen,
      tied: progress.tied ?? before.tied,
      failure: progress.failure ?? before.failure,
    };
    return new Decision(this.#pod, this.attempt, this.time, this.#evaluation, this.#formulas, next);
  }

  get pod(): string {
    return this.#pod.key;
  }

  get uid(): string {
    return this.#pod.uid;
  }

  get phase(): DecisionPhase {
    return this.#progress.phase;
  }

  get chosen(): string | undefined {
    return this.#progress.chosen;
  }

  get tied(): number {
    return this.#progress.tied;
  }

  get failure(): string | undefined {
    return this.#progress.failure;
  }

  get totalNodes(): number {
    return this.#evaluation.total;
  }

  get nodes(): readonly string[] {
    return shown(this.#evaluation).map((node) => node.name);
  }

  get filters(): readonly FilterRow[] {
    return FILTERS.slice(0, this.#progress.filters).map((_, index) => filterRow(index, this.#evaluation));
  }

  get scores(): readonly ScoreRow[] {
    const told = this.#evaluation.scores.slice(0, this.#progress.scores);
    return told.map((score) => scoreRow(score, this.#evaluation));
  }

  get totals(): readonly (number | undefined)[] {
    return this.#progress.totals ? byNode(this.#evaluation, (at) => this.#evaluation.totals[at] as number) : [];
  }

  get formulas(): readonly FormulaRow[] {
    return this.#formulas.filter(({ place }) => place < this.#progress.scores).map(formulaRow);
  }
}

function shown({ evaluated }: Evaluation): readonly NodeInfo[] {
  return evaluated.length > MAX_NODES ? evaluated.slice(0, MAX_NODES) : evaluated;
}

/** One filter's row: a node refused by an earlier plugin was not looked at. */
function filterRow(index: number, evaluation: Evaluation): FilterRow {
  const plugin = FILTERS[index];
  const skipped = evaluation.skippedFilters[index];
  const results = evaluation.refused.slice(0, MAX_NODES).map((refused) => {
    if (skipped !== undefined) return undefined;
    if (refused === undefined) return true;
    if (refused.plugin > index) return refused.refusal.beforehand === true ? undefined : true;
    return refused.plugin === index ? refused.refusal.reasons.join(', ') : undefined;
  });
  return { plugin: plugin?.name ?? '', skipped, results };
}

function byNode<T>(evaluation: Evaluation, of: (feasibleIndex: number) => T): readonly (T | undefined)[] {
  const index = new Map<NodeInfo, number>();
  evaluation.feasible.forEach((node, at) => {
    index.set(node, at);
  });
  return shown(evaluation).map((node) => {
    const at = index.get(node);
    return at === undefined ? undefined : of(at);
  });
}

function scoreRow({ plugin, weight, skipped, raw, normalised }: PluginScores, evaluation: Evaluation): ScoreRow {
  const cells = byNode(evaluation, (at) => {
    if (skipped !== undefined) return undefined;
    const score = normalised[at] as number;
    return { raw: raw[at] as number, normalised: score, weighted: score * weight };
  });
  return { plugin: plugin.name, weight, skipped, cells };
}

interface TakenFormula {
  /** The place of its plugin among the scorers. */
  readonly place: number;
  readonly plugin: string;
  readonly note: string;
  readonly rows: readonly TakenRow[];
}

interface TakenRow {
  readonly formula: Formula;
  readonly values: readonly number[];
  readonly of: readonly number[] | undefined;
}

function takeFormulas(pod: PodInfo, evaluation: Evaluation): readonly TakenFormula[] {
  const taken: TakenFormula[] = [];
  const nodes = shown(evaluation);
  evaluation.scores.forEach(({ plugin, state, skipped }, place) => {
    const explained = skipped === undefined ? plugin.explain?.(state, pod) : undefined;
    if (explained === undefined) return;
    const rows = explained.rows.map((formula) => ({
      formula,
      values: nodes.map(formula.value),
      of: formula.of === undefined ? undefined : nodes.map(formula.of),
    }));
    taken.push({ place, plugin: plugin.name, note: explained.note, rows });
  });
  return taken;
}

function formulaRow({ plugin, note, rows }: TakenFormula): FormulaRow {
  return {
    plugin,
    note,
    rows: rows.map(({ formula, values, of }) => ({
      name: formula.name,
      values: values.map((value, at) => formula.text(value, of?.[at] ?? 0)),
    })),
  };
}
