import { createTwoWayPatch } from '../../../../api/patch/strategic-merge-patch.ts';
import type { Node, Taint } from '../../../../api/types/core.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveResource } from '../../targets/target.ts';
import { type Fetched, STRATEGIC, visitTargets } from '../../writing/change.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { dryRunOf, report } from '../../writing/writing.ts';
import type { TaintOptions } from './flags.ts';
import { readTaints, type TaintWish, taintsProblem } from './taint-spec.ts';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/taint/taint.go (v1.36) */
export function* taint(session: Session, words: readonly string[], options: TaintOptions): Process<number | Failure> {
  const wished = readTaints(words, options);
  if (isFailure(wished)) return wished;
  const { resources, wishes } = wished;
  const found = yield* resolveResource(session, (resources[0] ?? '').toLowerCase());
  if (isFailure(found)) return new Failure(found.text.replace(/^error: /, ''));
  if (found.kind !== 'Node') return failure(`invalid resource type ${resources[0]}, only node types are supported`);
  const wrong = taintsProblem(wishes);
  if (wrong !== undefined) return wrong;
  if (options.is('all') && (options.text('selector') ?? '') !== '') {
    return failure("setting 'all' parameter with a non empty selector is prohibited");
  }
  const chooses = options.is('all') || (options.text('selector') ?? '') !== '';
  if (!chooses && resources.length < 2) {
    return failure("at least one resource name must be specified since 'all' parameter is not set");
  }
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const visit = (target: Fetched) => taintOne(session, target, wishes, options, dryRun);
  // Where nodes are chosen, names beside that choose nothing.
  return (yield* visitTargets(session, chooses ? ['nodes'] : resources, options, visit)) ?? 0;
}

const same = (a: Taint, b: Taint) => a.key === b.key && (b.effect === '' || a.effect === b.effect);

function* taintOne(
  session: Session,
  target: Fetched,
  wishes: readonly TaintWish[],
  options: TaintOptions,
  dryRun: DryRun,
): Process<undefined | Failure> {
  const node = target.object as Node;
  const present = node.spec.taints ?? [];
  const added = wishes.filter(({ remove }) => !remove).map((wish) => wish.taint);
  const removed = wishes.filter(({ remove }) => remove).map((wish) => wish.taint);
  const replaced = present.filter((one) => added.some((wish) => same(one, wish)));
  if (replaced.length > 0 && !options.is('overwrite')) {
    const keys = replaced.map(({ key }) => key).join(',');
    return failure(`node ${target.name} already has ${keys} taint(s) with same effect(s) and --overwrite is false`);
  }
  for (const wish of removed) {
    if (present.some((one) => same(one, wish))) continue;
    return failure(`taint "${wish.key}${wish.effect === '' ? '' : `:${wish.effect}`}" not found`);
  }
  const kept = present.filter((one) => !replaced.includes(one) && !removed.some((wish) => same(one, wish)));
  const taints = [...added, ...kept];
  const { taints: _, ...rest } = node.spec;
  const after = { ...node, spec: taints.length === 0 ? rest : { ...rest, taints } };
  const done =
    options.is('overwrite') || (added.length > 0 && removed.length > 0)
      ? 'modified'
      : added.length > 0
        ? 'tainted'
        : 'untainted';
  if (dryRun === 'client') return report(session, options, target.resource, after as KObject, done);
  const response = yield* session.call({
    method: 'PATCH',
    path: target.path,
    query: [
      ...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []),
      ['fieldManager', options.text('field-manager') ?? 'kubectl-taint'],
      ['fieldValidation', 'Strict'],
    ],
    contentType: STRATEGIC,
    body: createTwoWayPatch(node, node, after) as JsonObject,
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  return report(session, options, target.resource, response.body as KObject, done);
}
