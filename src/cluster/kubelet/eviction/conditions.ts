// Models pkg/kubelet/nodestatus/setters.go MemoryPressureCondition, DiskPressureCondition (v1.36)

import { resourceOf } from '../../../api/scheme/scheme.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { present } from '../../../base/assert.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { type NodeAgent, TYPES } from '../node/agent.ts';
import type { NodeServices } from '../node/services.ts';

export type Pressure = 'MemoryPressure' | 'DiskPressure';

type Words = readonly [reason: string, text: string];

const NODES = present(resourceOf('nodes'), 'nodes');
const PRESSURES: { readonly [type in Pressure]: { readonly on: Words; readonly off: Words } } = {
  MemoryPressure: {
    on: ['HasInsufficientMemory', 'insufficient memory available'],
    off: ['HasSufficientMemory', 'sufficient memory available'],
  },
  DiskPressure: { on: ['HasDiskPressure', 'disk pressure'], off: ['HasNoDiskPressure', 'no disk pressure'] },
};

/** A condition of the machine has changed: an event, and the status at once. */
export function* setPressure(
  ctx: Context,
  { client, node, recorder }: NodeServices,
  agent: NodeAgent,
  type: Pressure,
  isOn: boolean,
): Process {
  const { on, off } = PRESSURES[type];
  const [reason, text] = isOn ? on : off;
  const changed = ctx.step(kinds.nodeChanged, `nodes/${node.name}`, { change: `Node${reason}` });
  const said = `Node ${node.name} status is now: Node${reason}`;
  recorder?.event(changed, agent.reference(), 'Normal', `Node${reason}`, said);
  const lastHeartbeatTime = rfc3339(changed.wall);
  const own = {
    lastHeartbeatTime,
    lastTransitionTime: lastHeartbeatTime,
    message: `kubelet has ${text}`,
    reason: `Kubelet${reason}`,
    status: isOn ? 'True' : 'False',
    type,
  };
  const order = TYPES.map((each) => ({ type: each }));
  const conditions = TYPES.map((each) => (each === type ? own : { lastHeartbeatTime, type: each }));
  const body = { status: { '$setElementOrder/conditions': order, conditions } };
  yield* client.patch(changed, NODES, undefined, node.name, { type: 'strategic', body, subresource: 'status' });
}
