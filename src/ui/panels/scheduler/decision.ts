import type { DecisionView } from '../../../protocol/views.ts';

/** The extension points in their order; the second group runs beside the next Pod's scheduling cycle. */
const SCHEDULING_CYCLE = [
  'NextPod',
  'PreFilter',
  'Filter',
  'PostFilter',
  'PreScore',
  'Score',
  'Normalize',
  'Reserve',
  'Permit',
] as const;
export const BINDING_CYCLE = ['PreBind', 'Bind', 'PostBind'] as const;
const PHASES: readonly string[] = [...SCHEDULING_CYCLE, ...BINDING_CYCLE];

/** Other words that a decision's phase may have, and the stop of the line at which it stands. */
const STANDS_AT: Readonly<Record<string, string>> = {
  filtering: 'Filter',
  filter: 'Filter',
  prefilter: 'PreFilter',
  scoring: 'Score',
  score: 'Score',
  scored: 'Normalize',
  selected: 'Reserve',
  assumed: 'Bind',
  reserved: 'Reserve',
  reserve: 'Reserve',
  permit: 'Permit',
  prebind: 'PreBind',
  binding: 'Bind',
  bind: 'Bind',
  bound: 'PostBind',
  postfilter: 'PostFilter',
  preempting: 'PostFilter',
  failed: 'PostFilter',
  unschedulable: 'PostFilter',
};

export interface Stop {
  readonly name: string;
  readonly state: 'passed' | 'now' | 'ahead' | 'skipped';
}

/** The line of a decision: PostFilter is only on the way of a Pod that fits nowhere. */
export function stopsOf(decision: DecisionView): readonly Stop[] {
  const at = PHASES.includes(decision.phase) ? decision.phase : STANDS_AT[decision.phase.toLowerCase()];
  const failed = decision.failure !== undefined || at === 'PostFilter';
  const line = PHASES.filter((phase) => failed || phase !== 'PostFilter');
  const place = at === undefined ? -1 : line.indexOf(at);
  return line.map((name, index) => ({
    name,
    state: index < place ? 'passed' : index === place ? 'now' : failed ? 'skipped' : 'ahead',
  }));
}

/** The first plugin that refused a node; after it nobody is asked about that node. */
export function refusedBy(decision: DecisionView, node: number): number | undefined {
  const place = decision.filters.findIndex(
    ({ results }) => results[node]?.ok === false && results[node]?.reason !== undefined,
  );
  return place < 0 ? undefined : place;
}

/** What to say in one cell of the Filter part. */
export function filterCell(
  decision: DecisionView,
  plugin: number,
  node: number,
): { readonly type: 'pass' | 'refused' | 'after'; readonly reason: string | undefined } {
  const refused = refusedBy(decision, node);
  if (refused !== undefined && plugin > refused) return { type: 'after', reason: undefined };
  const result = decision.filters[plugin]?.results[node];
  if (result === undefined) return { type: 'after', reason: undefined };
  if (result.ok) return { type: 'pass', reason: undefined };
  return result.reason === undefined
    ? { type: 'after', reason: undefined }
    : { type: 'refused', reason: result.reason };
}

/** Which nodes have a column of their own: the chosen one, then those that went furthest. */
export function shownNodes(decision: DecisionView, most: number): readonly number[] {
  const all = decision.nodes.map((_, place) => place);
  if (all.length <= most) return all;
  const rank = (place: number) => {
    if (decision.nodes[place] === decision.chosen) return Number.MAX_SAFE_INTEGER;
    return decision.totals[place] ?? (refusedBy(decision, place) ?? decision.filters.length) - 10_000;
  };
  return [...all]
    .sort((a, b) => rank(b) - rank(a) || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
}

export function largestWeighted(decision: DecisionView): number {
  const all = decision.scores.flatMap(({ cells }) => cells.map(({ weighted }) => weighted)).filter(Number.isFinite);
  return Math.max(1, ...all);
}
