import { expect, test } from 'vitest';
import { decision, failedDecision } from '../testdata/views.ts';
import { filterCell, largestWeighted, refusedBy, shownNodes, stopsOf } from './decision.ts';
import { columnsOf } from './formula.tsx';

test('the first refusal ends the questions about a node', () => {
  expect(refusedBy(decision, 0)).toBeUndefined();
  expect(refusedBy(decision, 2)).toBe(2);
  expect(filterCell(decision, 2, 2)).toEqual({ type: 'refused', reason: 'node(s) had untolerated taint(s)' });
  expect(filterCell(decision, 3, 2).type).toBe('after');
});

test('the line has PostFilter only for a Pod that fits nowhere', () => {
  expect(stopsOf(decision).map(({ name }) => name)).not.toContain('PostFilter');
  expect(stopsOf(failedDecision).find(({ state }) => state === 'now')?.name).toBe('PostFilter');
  expect(stopsOf({ ...decision, phase: 'bound' }).filter(({ state }) => state === 'ahead')).toEqual([]);
});

test('of many nodes the chosen one and the best have a column', () => {
  const nodes = Array.from({ length: 40 }, (_, place) => `node-${place}`);
  const many = { ...decision, nodes, filters: [], totals: nodes.map((_, place) => place), chosen: 'node-3' };
  expect(shownNodes(many, 3)).toEqual([3, 38, 39]);
});

test('bars have one scale; columns of a formula are the nodes that were scored', () => {
  expect(largestWeighted(decision)).toBe(300);
  expect(columnsOf(decision, 2)).toEqual(['node-1', 'node-2']);
});
