// Models pkg/volume/csi/nodeinfomanager/nodeinfomanager.go (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { CSINode, CSINodeDriver } from '../../../api/types/storage.ts';
import { present } from '../../../base/assert.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { csi as kinds } from '../../../steps/csi.ts';
import { csiNodeOf } from './csi-node.ts';
import type { NodeServices } from './services.ts';

const CSI_NODES = present(resourceOf('csinodes.storage.k8s.io'), 'csinodes');
const NODES = present(resourceOf('nodes'), 'nodes');
const MOST_TRIES = 5;
const PAUSE = SECOND;

/** A driver's part on this node has said that it is there: it stands in the node's CSINode from now on. */
export function* registerPlugin(
  ctx: Context,
  services: NodeServices,
  name: string,
  limit: number | undefined,
): Process {
  const { node } = services;
  const driver: CSINodeDriver = {
    name,
    nodeID: node.name,
    topologyKeys: [],
    ...(limit === undefined ? undefined : { allocatable: { count: limit } }),
  };
  const registered = ctx.step(kinds.registered, `nodes/${node.name}`, { driver: name });
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (yield* write(registered, services, driver)) return;
    yield registered.sleep(PAUSE);
  }
}

function* write(ctx: Context, { client, node }: NodeServices, driver: CSINodeDriver): Process<boolean> {
  const found = yield* client.get(ctx, CSI_NODES, undefined, node.name);
  if (!isFailure(found)) {
    const known = found as CSINode;
    const drivers = [...(known.spec.drivers ?? []).filter(({ name }) => name !== driver.name), driver];
    return !isFailure(yield* client.update(ctx, CSI_NODES, { ...known, spec: { drivers } } as KObject));
  }
  const own = yield* client.get(ctx, NODES, undefined, node.name);
  if (isFailure(own)) return false;
  return !isFailure(yield* client.create(ctx, CSI_NODES, undefined, csiNodeOf(own.metadata, [driver])));
}
