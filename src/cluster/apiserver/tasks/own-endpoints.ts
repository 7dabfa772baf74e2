// Models pkg/controlplane/reconcilers/{lease,endpointsadapter}.go, pkg/controlplane/controller/kubernetesservice (v1.36)

import { equalJson } from '../../../api/go/json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MILLISECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserverProcess as steps } from '../../../steps/apiserver-process.ts';
import { bootstrapOf, systemObjects } from '../bootstrap/objects.ts';
import type { ServerCore } from '../core/core.ts';

const ENDPOINTS = '/api/v1/namespaces/default/endpoints/kubernetes';
const SLICE = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes';
/** A new server looks after its address this long after it has begun to answer. */
const FIRST_LOOK = 1200 * MILLISECOND;

/** A server that ends takes its address out of the Service `kubernetes`, so that nobody is sent to it. */
export function* leaveEndpoints(core: ServerCore, ctx: Context): Process {
  yield* write(core, ctx, 'left');
}

/** A server that has begun puts it back. */
export function* joinEndpoints(core: ServerCore, ctx: Context): Process {
  yield ctx.sleep(FIRST_LOOK);
  if (core.life.listening) yield* write(core, ctx, 'joined');
}

function* write(core: ServerCore, ctx: Context, change: 'left' | 'joined'): Process {
  const wanted = systemObjects(bootstrapOf(core.config));
  const find = (kind: string) => wanted.find((object) => object.kind === kind && object.metadata.name === 'kubernetes');
  const { subsets } = (find('Endpoints') ?? {}) as { readonly subsets?: unknown };
  const current = core.stores.byName('endpoints')?.cacher.get('default', 'kubernetes');
  if (current !== undefined) {
    const { subsets: had, ...rest } = current as KObject & { readonly subsets?: unknown };
    const next = change === 'left' ? rest : { ...rest, subsets };
    if (!equalJson(had, (next as { readonly subsets?: unknown }).subsets)) {
      const own = ctx.step(steps.ownAddress, 'endpoints/default/kubernetes', { change });
      yield* core.loopback.call(own, 'PUT', ENDPOINTS, next);
    }
  }
  const slice = find('EndpointSlice');
  const known = core.stores.byName('endpointslices.discovery.k8s.io')?.cacher.get('default', 'kubernetes');
  if (slice === undefined || known === undefined) return;
  const { generation: _generation, ...metadata } = slice.metadata;
  const next = change === 'left' ? { ...slice, metadata, endpoints: null, ports: null } : { ...slice, metadata };
  const fields = (object: object) => object as { readonly endpoints?: unknown; readonly ports?: unknown };
  if (equalJson(fields(known).endpoints, fields(next).endpoints)) return;
  const own = ctx.step(steps.ownAddress, 'endpointslices.discovery.k8s.io/default/kubernetes', { change });
  yield* core.loopback.call(own, 'PUT', SLICE, next);
}
