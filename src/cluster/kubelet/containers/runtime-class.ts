// Models pkg/kubelet/runtimeclass/runtimeclass_manager.go (v1.36)

import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { present } from '../../../base/assert.ts';
import { MILLISECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RuntimeError } from '../../ports/cri.ts';
import type { NodeServices } from '../node/services.ts';

const CLASSES = present(resourceOf('runtimeclasses', 'node.k8s.io'), 'runtimeclasses');
const POLL = 10 * MILLISECOND;

/** What the runtime is asked to run a pod with. Deviation: the classes are watched from the first pod on that names one. */
export function* runtimeHandler(ctx: Context, { factory }: NodeServices, name: string): Process<string | RuntimeError> {
  const informer = factory.informer(CLASSES);
  informer.start();
  while (!informer.synced) yield ctx.sleep(POLL);
  const found = informer.indexer.get(ctx, name) as (KObject & { readonly handler?: string }) | undefined;
  return found === undefined ? { error: `runtimeclass.node.k8s.io "${name}" not found` } : (found.handler ?? '');
}
