import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Taint } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import type { RestClient } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { sameTaint, type TaintChange } from '../shared/taints.ts';

const NODES = resourceOf('nodes');

/**
 * Puts taints on a node, then takes others off: each a look at the server's cache and a patch of all taints.
 * Models pkg/controller/util/node/controller_utils.go SwapNodeControllerTaint, pkg/controller/controller_utils.go PatchNodeTaints (v1.36)
 */
export function* swapTaints(
  client: RestClient,
  ctx: Context,
  name: string,
  { add, remove }: TaintChange,
): Process<boolean> {
  const timeAdded = rfc3339(ctx.wall);
  const added = add.map((taint) => ({ ...taint, timeAdded }));
  const put = (taints: readonly Taint[]) => [...taints.filter((one) => !includes(added, one)), ...added];
  if (add.length > 0 && !(yield* patchTaints(client, ctx, name, put))) return false;
  const take = (taints: readonly Taint[]) =>
    taints.some((one) => includes(remove, one)) ? without(taints, remove) : taints;
  return remove.length === 0 || (yield* patchTaints(client, ctx, name, take));
}

function* patchTaints(
  client: RestClient,
  ctx: Context,
  name: string,
  change: (taints: readonly Taint[]) => readonly Taint[],
): Process<boolean> {
  const live = yield* client.get(ctx, NODES, undefined, name, { resourceVersion: '0' });
  if (isFailure(live)) return live.reason === 'NotFound';
  const node = live;
  const before = node.spec.taints ?? [];
  const taints = change(before);
  if (taints === before) return true;
  const keys = taints.map(({ key, effect }) => `${key}:${effect}`).join(' ');
  const tainting = ctx.step(controllersSteps.nodeTaints, subjectOf(NODES, undefined, name), { taints: keys });
  const { resourceVersion } = node.metadata;
  const body = { metadata: { resourceVersion }, spec: { taints: taints.length === 0 ? null : taints } };
  return !isFailure(yield* client.patch(tainting, NODES, undefined, name, { type: 'strategic', body }));
}

function includes(taints: readonly Taint[], taint: Taint): boolean {
  return taints.some((one) => sameTaint(one, taint));
}

function without(taints: readonly Taint[], gone: readonly Taint[]): readonly Taint[] {
  return taints.filter((one) => !includes(gone, one));
}
