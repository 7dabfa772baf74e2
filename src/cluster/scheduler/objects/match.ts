// Models staging/src/k8s.io/component-helpers/scheduling/corev1 (v1.36)

import type { NodeSelectorTerm, Taint, Toleration } from '../../../api/types/core.ts';
import type { LabelSelector } from '../../../api/types/meta.ts';
import { ownValue } from '../../../base/own.ts';

export type Labels = { readonly [key: string]: string | undefined };
export type LabelTest = (labels: Labels) => boolean;

const NO_LABELS: Labels = {};

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

function testExpression({ key, operator, values = [] }: Expression): LabelTest {
  switch (operator) {
    case 'In':
      return (labels) => ownValue(labels, key) !== undefined && values.includes(ownValue(labels, key) as string);
    case 'NotIn':
      return (labels) => ownValue(labels, key) === undefined || !values.includes(ownValue(labels, key) as string);
    case 'Exists':
      return (labels) => ownValue(labels, key) !== undefined;
    case 'DoesNotExist':
      return (labels) => ownValue(labels, key) === undefined;
    case 'Gt':
      return (labels) => integer(ownValue(labels, key)) > integer(values[0]);
    case 'Lt':
      return (labels) => integer(ownValue(labels, key)) < integer(values[0]);
    default:
      return () => false;
  }
}

function integer(text: string | undefined): number {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

const every =
  (tests: readonly LabelTest[]): LabelTest =>
  (labels) => {
    for (const test of tests) if (!test(labels)) return false;
    return true;
  };

/** A missing selector matches nothing, an empty one everything. */
export function labelTest(selector: LabelSelector | undefined): LabelTest {
  if (selector === undefined) return () => false;
  const tests = (selector.matchExpressions ?? []).map(testExpression);
  for (const [key, value] of Object.entries(selector.matchLabels ?? {}))
    tests.push((labels) => ownValue(labels, key) === value);
  return every(tests);
}

export interface NodeTest {
  matches(name: string, labels: Labels): boolean;
}

/** One term of a node selector; an empty term matches nothing. */
export function nodeTermTest(term: NodeSelectorTerm): NodeTest {
  const fields = term.matchFields ?? [];
  const expressions = term.matchExpressions ?? [];
  if (fields.length === 0 && expressions.length === 0) return { matches: () => false };
  const byLabel = every(expressions.map(testExpression));
  const byField = every(fields.map(testExpression));
  return {
    matches: (name, labels) => (fields.length === 0 || byField({ 'metadata.name': name })) && byLabel(labels),
  };
}

/** nodeSelector and the terms of required node affinity: all of the first, one of the second. */
export function nodeTest(
  nodeSelector: Labels | undefined,
  terms: readonly NodeSelectorTerm[] | undefined,
): NodeTest | undefined {
  const pairs = Object.entries(nodeSelector ?? NO_LABELS);
  if (pairs.length === 0 && terms === undefined) return undefined;
  const tests = terms?.map(nodeTermTest);
  return {
    matches(name, labels) {
      for (const [key, value] of pairs) if (ownValue(labels, key) !== value) return false;
      return tests === undefined || tests.some((test) => test.matches(name, labels));
    },
  };
}

/** Models staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.go (v1.36) */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect !== undefined && toleration.effect !== '' && toleration.effect !== taint.effect) return false;
  const key = toleration.key ?? '';
  if (key !== '' && key !== taint.key) return false;
  const operator = toleration.operator ?? 'Equal';
  if (operator === 'Exists') return true;
  return key !== '' && operator === 'Equal' && (toleration.value ?? '') === (taint.value ?? '');
}

export function toleratesAll(tolerations: readonly Toleration[], taint: Taint): boolean {
  return tolerations.some((toleration) => tolerates(toleration, taint));
}
