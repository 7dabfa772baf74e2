// Models pkg/scheduler/schedule_one.go bindingCycle (v1.36), what comes before Bind

import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/client.ts';
import type { DeviceView } from '../devices/device-view.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import { wantsDevices } from '../plugins/dynamic-resources.ts';
import type { QueuedPod } from '../queue/queue.ts';
import type { StorageView } from '../volumes/storage-view.ts';

export interface Preparers {
  readonly client: RestClient;
  readonly storage: StorageView | undefined;
  readonly devices: DeviceView | undefined;
}

/** Volumes and devices are bound first; since that may take a while, the Pod says where it is going. Answers with what failed. */
export function* prepareBinding(
  ctx: Context,
  { client, storage, devices }: Preparers,
  entry: QueuedPod,
  node: NodeInfo,
): Process<string | undefined> {
  const { info } = entry;
  const bindsVolumes = storage?.hasOpen(info) === true;
  const bindsDevices = devices !== undefined && wantsDevices(info);
  if (!bindsVolumes && !bindsDevices) return undefined;
  const { metadata, status } = info.pod;
  if (status.nominatedNodeName !== node.name) {
    const patch = {
      type: 'strategic',
      body: { status: { nominatedNodeName: node.name } },
      subresource: 'status',
    } as const;
    yield* client.patch(ctx, resourceOf('pods'), metadata.namespace, metadata.name ?? '', patch);
  }
  const unbound = bindsVolumes ? yield* storage.bind(ctx, client, info, node, () => entry.place === 'gone') : undefined;
  if (unbound !== undefined) return `running PreBind plugin "VolumeBinding": ${unbound}`;
  const problem = bindsDevices ? yield* devices.bind(ctx, client, info) : undefined;
  return problem === undefined ? undefined : `running PreBind plugin "DynamicResources": ${problem}`;
}
