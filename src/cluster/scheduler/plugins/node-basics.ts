// Models pkg/scheduler/framework/plugins/{nodeunschedulable,nodename,tainttoleration,nodeaffinity,nodeports} (v1.36)

import { normalizeByMaximum, type Plugin, Rejection, refusal, Skip } from '../framework/framework.ts';
import { toleratesAll } from '../objects/match.ts';
import { type HostPort, untoleratedTaint } from '../objects/pod-info.ts';

export const UNSCHEDULABLE_TAINT = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };
const UNSCHEDULABLE = refusal('node(s) were unschedulable', true);
const WRONG_NAME = refusal("node(s) didn't match the requested node name", true);
const TAINTED = refusal('node(s) had untolerated taint(s)', true);
const AFFINITY = refusal("node(s) didn't match Pod's node affinity/selector", true);
const PORTS = refusal("node(s) didn't have free ports for the requested pod ports");
const NO_AFFINITY = new Skip('no node affinity or selector');
const NOTHING_PREFERRED = new Skip('no preferred node affinity');
const NO_PORTS = new Skip('no host ports');

/** Models pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go (v1.36) */
export const nodeUnschedulable: Plugin = {
  name: 'NodeUnschedulable',
  filter: (_state, pod, node) =>
    node.unschedulable && !toleratesAll(pod.tolerations, UNSCHEDULABLE_TAINT) ? UNSCHEDULABLE : undefined,
};

/** Models pkg/scheduler/framework/plugins/nodename/node_name.go (v1.36) */
export const nodeName: Plugin = {
  name: 'NodeName',
  filter(_state, pod, node) {
    const wanted = pod.pod.spec.nodeName;
    return wanted === undefined || wanted === '' || wanted === node.name ? undefined : WRONG_NAME;
  },
};

/** Models pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go (v1.36) */
export const taintToleration: Plugin<unknown, undefined> = {
  name: 'TaintToleration',
  filter: (_state, pod, node) =>
    node.taints.length > 0 && untoleratedTaint(pod, node.taints) !== undefined ? TAINTED : undefined,
  score(_state, pod, node) {
    let intolerable = 0;
    for (const taint of node.taints) {
      if (taint.effect === 'PreferNoSchedule' && !toleratesAll(pod.tolerations, taint)) intolerable += 1;
    }
    return intolerable;
  },
  normalize: (_state, scores) => normalizeByMaximum(scores, true),
};

/** Models pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go (v1.36) */
export const nodeAffinity: Plugin<undefined, undefined> = {
  name: 'NodeAffinity',
  preFilter: ({ nodeTest, nodeNames }) => {
    if (nodeTest === undefined) return NO_AFFINITY;
    return nodeNames?.size === 0 ? new Rejection('pod affinity terms conflict') : undefined;
  },
  filter: (_state, pod, node) => (pod.nodeTest?.matches(node.name, node.labels) === false ? AFFINITY : undefined),
  preScore: (pod) => (pod.preferredNodes.length === 0 ? NOTHING_PREFERRED : undefined),
  score(_state, pod, node) {
    let sum = 0;
    for (const { weight, test } of pod.preferredNodes) if (test.matches(node.name, node.labels)) sum += weight;
    return sum;
  },
  normalize: (_state, scores) => normalizeByMaximum(scores, false),
};

/** Models pkg/scheduler/framework/plugins/nodeports/node_ports.go (v1.36) */
export const nodePorts: Plugin<undefined> = {
  name: 'NodePorts',
  preFilter: (pod) => (pod.hostPorts.length === 0 ? NO_PORTS : undefined),
  filter: (_state, pod, node) =>
    pod.hostPorts.some((wanted) => node.hostPorts.some((used) => portsConflict(wanted, used))) ? PORTS : undefined,
};

export function portsConflict(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.ip === b.ip || a.ip === '0.0.0.0' || b.ip === '0.0.0.0';
}
