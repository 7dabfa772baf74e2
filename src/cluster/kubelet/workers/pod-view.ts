// Models pkg/kubelet/pleg/generic.go, pkg/kubelet/kubelet_pods.go (v1.36): what a worker sees of its Pod, and what it says of it

import type { PodStatus } from '../../../api/types/core.ts';
import type { Context } from '../../../engine/index.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { generateStatus } from '../status/generate.ts';

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** Looks at the runtime, so that the next sync acts on what it has now. */
export function relist({ runtime }: NodeServices, state: PodState): void {
  if (state.seen.sandbox === undefined) return;
  state.seen.news = 0;
  state.seen.containers = runtime.listContainers(state.seen.sandbox.id);
  if (state.pod.spec.hostNetwork === true) return;
  state.seen.ip = state.seen.sandbox.ip;
  state.seen.secondIP = state.seen.sandbox.secondIP;
}

/** `ended`: the worker will not start anything again. */
export function statusOf(ctx: Context, { node, runtime }: NodeServices, state: PodState, ended: boolean): PodStatus {
  return generateStatus({
    pod: state.pod,
    allocated: state.allocation.resize === undefined ? undefined : state.allocation.committed?.spec,
    actual: state.allocation.actual,
    resize: state.allocation.resize,
    hostIP: node.internalIP,
    secondHostIP: node.second?.internalIP,
    startTime: state.startTime,
    ip: state.seen.ip,
    secondIP: state.seen.secondIP,
    sandboxReady: state.seen.sandbox?.ready === true,
    containers: state.seen.containers,
    // Containers of a pod that is being deleted are not started again, so they wait for nothing.
    waiting: state.deleting ? NOTHING : state.starts.waiting,
    verdicts: state.probing,
    scheme: runtime.scheme,
    hollow: node.kind === 'hollow',
    ended,
    evicted: state.end.why,
    mayRestartAll: state.mayRestartAll,
    mayRun: !ended,
    before: state.said?.status,
    now: ctx.wall,
    wallAt: (moment) => ctx.wallAt(moment),
  });
}
