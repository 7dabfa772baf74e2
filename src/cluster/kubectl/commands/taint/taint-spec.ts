// Models staging/src/k8s.io/kubectl/pkg/cmd/taint/{taint,utils}.go (v1.36)

import type { Taint } from '../../../../api/types/core.ts';
import { labelValueProblems, qualifiedNameProblems } from '../../../../api/values/label-syntax.ts';
import { type Failure, failure, misused } from '../../session/errors.ts';
import type { TaintOptions } from './flags.ts';

export interface TaintWish {
  readonly taint: Taint;
  readonly remove: boolean;
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Nodes first, then what is to become of their taints. */
export function readTaints(
  words: readonly string[],
  options: TaintOptions,
): { readonly resources: readonly string[]; readonly wishes: readonly TaintWish[] } | Failure {
  const isTaint = (word: string): boolean => /[=:]|-$/.test(word);
  const first = words.findIndex(isTaint);
  const specs = first < 0 ? [] : words.slice(first);
  const stray = specs.find((word) => !isTaint(word));
  if (stray !== undefined) return failure(`all resources must be specified before taint changes: ${stray}`);
  const resources = first < 0 ? words : words.slice(0, first);
  if (resources.length === 0) return failure('one or more resources must be specified as <resource> <name>');
  if (specs.length === 0) return failure('at least one taint update is required');
  const wishes: TaintWish[] = [];
  for (const spec of specs) {
    const remove = spec.endsWith('-');
    const read = readTaint(remove ? spec.slice(0, -1) : spec);
    if (typeof read === 'string') return misused(options, read);
    if (!remove && read.effect === '') return misused(options, `invalid taint spec: ${spec}`);
    const isTwice = wishes.some(
      ({ taint, remove: gone }) => !gone && !remove && taint.key === read.key && taint.effect === read.effect,
    );
    if (isTwice) {
      const shown = `{${read.key} ${read.value ?? ''} ${read.effect} <nil>}`;
      return misused(options, `duplicated taints with the same key and effect: ${shown}`);
    }
    wishes.push({ taint: read, remove });
  }
  return { resources, wishes };
}

/** `key=value:effect`, `key:effect` or `key`, or what is wrong with it. */
function readTaint(spec: string): Taint | string {
  const [pair = '', effect = '', ...more] = spec.split(':');
  const isAlone = !spec.includes(':');
  if (!isAlone && more.length === 0 && !EFFECTS.includes(effect)) {
    return `invalid taint effect: ${effect}, unsupported taint effect`;
  }
  const [key = '', value, ...rest] = isAlone ? [spec] : pair.split('=');
  if (more.length > 0 || rest.length > 0) return `invalid taint spec: ${spec}`;
  const wrong = value === undefined ? [] : labelValueProblems(value);
  const problems = wrong.length > 0 ? wrong : qualifiedNameProblems(key);
  if (problems.length > 0) return `invalid taint spec: ${spec}, ${problems.join('; ')}`;
  return { effect, key, ...(value === undefined ? {} : { value }) };
}

/** What is set may not be taken away as well. */
export function taintsProblem(wishes: readonly TaintWish[]): Failure | undefined {
  const clashing = wishes
    .filter(({ remove }) => !remove)
    .flatMap(({ taint }) =>
      wishes.filter(
        ({ taint: gone, remove }) =>
          remove && gone.key === taint.key && (gone.effect === '' || gone.effect === taint.effect),
      ),
    )
    .map(({ taint }) => `${taint.key}=${taint.effect}`);
  return clashing.length === 0
    ? undefined
    : failure(`can not both modify and remove the following taint(s) in the same command: ${clashing.join(', ')}`);
}
