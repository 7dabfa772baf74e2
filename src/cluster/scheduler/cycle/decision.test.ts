import { expect, it } from 'vitest';
import type { Recording } from '../../../engine/index.ts';
import { startedRun } from '../../testing/started-run.ts';
import { DECISIONS_TABLE, type DecisionRow } from '../objects/rows.ts';

const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: c, image: nginx, resources: {requests: {cpu: 100m, memory: 64Mi}}}
`;

function decided(recording: Recording): readonly object[] {
  const run = startedRun({ nodes: 3, latencies: 'realistic' }, { recording, freeze: true });
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': MANIFEST } });
  run.advance({ quiescent: true });
  return [...run.engine.table(DECISIONS_TABLE).values()].map((row) => ({
    pod: row.pod,
    phase: row.phase,
    nodes: row.nodes,
    filters: row.filters,
    scores: row.scores,
    totals: row.totals,
    formulas: row.formulas,
    chosen: row.chosen,
  }));
}

it('a silent run keeps the same matrix of each decision as a recorded one, as it was when it was made', () => {
  const recorded = decided('full');
  expect(decided('off')).toEqual(recorded);
  expect(recorded).toHaveLength(3);
  const first = recorded[0] as DecisionRow;
  const fit = first.formulas.find(({ plugin }) => plugin === 'NodeResourcesFit');
  // Nothing ran yet when the first Pod was placed: all nodes were alike, and they are not now.
  expect(new Set(fit?.rows[0]?.values).size).toBe(1);
  const chosen = first.nodes.indexOf(first.chosen ?? '');
  expect(first.totals[chosen]).toBe(Math.max(...(first.totals as number[])));
});
