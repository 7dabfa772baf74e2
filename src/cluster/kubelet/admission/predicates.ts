// Models pkg/kubelet/lifecycle/predicate.go, pkg/scheduler/eventhandlers.go AdmissionCheck (v1.36)

import type { Node, Pod } from '../../../api/types/core.ts';
import { nodeTest, toleratesAll } from '../../scheduler/objects/match.ts';
import { hostPortsOf } from '../../scheduler/objects/pod-info.ts';
import { portsConflict } from '../../scheduler/plugins/node-basics.ts';
import type { Rejection } from './admission.ts';

/** What the scheduler asks of a node beside its resources; who names a node by hand was not asked. */
export function predicateRefuses(pod: Pod, node: Node, others: readonly Pod[]): Rejection | undefined {
  const { spec } = pod;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const { name = '', labels = {} } = node.metadata;
  if (nodeTest(spec.nodeSelector, terms)?.matches(name, labels) === false)
    return failed('NodeAffinity', "node(s) didn't match Pod's node affinity/selector");
  const wanted = hostPortsOf(pod);
  const isTaken = wanted.some((port) =>
    others.some((other) => hostPortsOf(other).some((used) => portsConflict(port, used))),
  );
  if (isTaken) return failed('NodePorts', "node(s) didn't have free ports for the requested pod ports");
  const isDriven = (node.spec?.taints ?? []).some(
    (taint) => taint.effect === 'NoExecute' && !toleratesAll(spec.tolerations ?? [], taint),
  );
  return isDriven ? failed('TaintToleration', "node(s) had taints that the pod didn't tolerate") : undefined;
}

function failed(reason: string, why: string): Rejection {
  return { reason, message: `Predicate ${reason} failed: ${why}` };
}
