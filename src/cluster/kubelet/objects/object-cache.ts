// Models pkg/kubelet/util/manager/watch_based_manager.go (v1.36)

import type { KObject, StringMap } from '../../../api/types/meta.ts';
import { MILLISECOND, SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { NodeServices } from '../node/services.ts';
import { type CachedKind, watchOf } from './referred-objects.ts';

/** What ConfigMaps and Secrets have in common. */
export interface Keyed {
  readonly data?: StringMap;
  readonly binaryData?: StringMap;
  readonly immutable?: boolean;
}

const POLL = 10 * MILLISECOND;
const PATIENCE = SECOND;

/** What the cache has of it once its watch has begun; says what is wrong otherwise. */
export function* cached(
  ctx: Context,
  services: NodeServices,
  kind: CachedKind,
  namespace: string,
  name: string,
): Process<Keyed | string> {
  const informer = watchOf(services, kind, namespace, name);
  informer.start();
  const until = ctx.now + PATIENCE;
  while (!informer.synced) {
    if (ctx.now >= until) return `failed to sync ${kind} cache: timed out waiting for the condition`;
    yield ctx.sleep(POLL);
  }
  const found: KObject | undefined = informer.indexer.get(ctx, `${namespace}/${name}`);
  if (found === undefined) return `${kind} "${name}" not found`;
  // What cannot change need not be watched.
  if ((found as Keyed).immutable === true) informer.stop();
  return found as Keyed;
}
