import { isFailure, isNamespaceTerminating, type Status } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Service } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/index.ts';
import type { SliceTracker } from '../shared/slice-tracker.ts';
import type { Plan } from './reconcile.ts';

const SLICES = resourceOf('endpointslices', 'discovery.k8s.io');

/** What could not be written, at which the rest waits, besides what was known before. Models staging/src/k8s.io/endpointslice/reconciler.go finalize (v1.36) */
export function* writePlan(
  ctx: Context,
  client: RestClient,
  tracker: SliceTracker,
  service: Service,
  plan: Plan,
): Process<readonly string[]> {
  const problem = yield* write(ctx, client, tracker, service, plan);
  const problems = [...new Set(plan.problems)];
  return problem === undefined ? problems : [...problems, `failed to ${problem}`];
}

function* write(
  ctx: Context,
  client: RestClient,
  tracker: SliceTracker,
  { metadata }: Service,
  { create, update, remove }: Plan,
): Process<string | undefined> {
  const { namespace, name, deletionTimestamp } = metadata;
  const key = `${namespace}/${name}`;
  const wrote = (answer: KObject | Status, what: string): string | undefined => {
    if (isFailure(answer)) return `${what} for Service ${key}: ${answer.message}`;
    tracker.wrote(key, answer);
    return undefined;
  };
  // A Service that is going gets no new slices: the garbage collector is taking them away.
  for (const slice of deletionTimestamp === undefined ? create : []) {
    const answer = yield* client.create(ctx, SLICES, namespace, slice);
    if (isFailure(answer) && isNamespaceTerminating(answer)) return undefined;
    const problem = wrote(answer, 'create EndpointSlice');
    if (problem !== undefined) return problem;
  }
  for (const slice of update) {
    const answer = yield* client.update(ctx, SLICES, slice);
    const problem = wrote(answer, `update ${slice.metadata.name} EndpointSlice`);
    if (problem !== undefined) return problem;
  }
  for (const slice of remove) {
    const { name: own = '' } = slice.metadata;
    const answer = yield* client.delete(ctx, SLICES, namespace, own);
    if (isFailure(answer) && answer.reason !== 'NotFound') {
      return `delete ${own} EndpointSlice for Service ${key}: ${answer.message}`;
    }
    tracker.deleted(key, slice);
  }
  return undefined;
}
