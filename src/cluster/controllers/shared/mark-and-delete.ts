import { isFailure, type Status } from '../../../api/errors/status.ts';
import { disruptionPatch } from '../../../api/pods/conditions.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/index.ts';

/** Says on a Pod why it goes, and deletes it; the answer is what failed. */
// Models pkg/controller/tainteviction/taint_eviction.go addConditionAndDeletePod (v1.36)
export function* markAndDelete(
  ctx: Context,
  client: RestClient,
  live: Pod,
  { reason, message }: { readonly reason: string; readonly message: string },
  options?: { readonly preconditions: { readonly uid: string } },
): Process<Status | undefined> {
  const info = resourceOf('pods');
  const { namespace, name = '', uid } = live.metadata;
  const status = disruptionPatch(live, reason, message, ctx.wall);
  if (status !== undefined) {
    const patch = { type: 'strategic', body: { metadata: { uid }, status }, subresource: 'status' } as const;
    const answer = yield* client.patch(ctx, info, namespace, name, patch);
    if (isFailure(answer)) return answer;
  }
  const answer = yield* client.delete(ctx, info, namespace, name, options);
  return isFailure(answer) ? answer : undefined;
}
