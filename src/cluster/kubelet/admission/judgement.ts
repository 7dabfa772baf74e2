// Models pkg/kubelet/lifecycle/predicate.go predicateAdmitHandler (v1.36)

import type { Node, Pod } from '../../../api/types/core.ts';
import type { NodeSpec } from '../node/spec.ts';
import type { PodState } from '../pods/pod-state.ts';
import { type Commitments, type Rejection, scarcity } from './admission.ts';
import { ruleRefuses } from './node-rules.ts';
import { predicateRefuses } from './predicates.ts';
import { isCritical, noVictims, victimsFor } from './preemption.ts';

/** Why a pod may not begin, or who must go before it does. */
export interface Judgement {
  readonly rejection?: Rejection;
  readonly victims?: readonly PodState[];
}

/** Whether a pod may begin on its node; undefined when nothing is in its way. */
export function judge(
  pod: Pod,
  node: NodeSpec,
  known: Node | undefined,
  commitments: Commitments,
  states: ReadonlyMap<string, PodState>,
): Judgement | undefined {
  const forbidden = isRuled(pod) ? ruleRefuses(pod, known) : undefined;
  if (forbidden !== undefined) return { rejection: forbidden };
  const lacks = commitments.lacks(pod, node, known?.status?.allocatable);
  const isShort = lacks.length > 0;
  if (isShort && !isCritical(pod)) return refused(scarcity(lacks));
  // Nobody goes for a pod that would not fit all the same.
  const mismatch = known === undefined ? undefined : mismatchOf(pod, known, states);
  if (mismatch !== undefined || !isShort) return refused(mismatch);
  const victims = victimsFor(pod, lacks, states.values());
  if (victims !== undefined) return { victims };
  return { rejection: { reason: 'UnexpectedAdmissionError', message: noVictims(lacks) } };
}

function refused(rejection: Rejection | undefined): Judgement | undefined {
  return rejection === undefined ? undefined : { rejection };
}

/** Few pods ask for what a node does for nobody, or not for everybody. */
function isRuled({ metadata, spec }: Pod): boolean {
  const { sysctls, supplementalGroupsPolicy } = spec.securityContext ?? {};
  const asks = spec.os !== undefined || sysctls !== undefined || supplementalGroupsPolicy !== undefined;
  return asks || metadata.labels?.['kubernetes.io/os'] !== undefined;
}

/** What the scheduler would ask of the node beside its resources. */
function mismatchOf(pod: Pod, known: Node, states: ReadonlyMap<string, PodState>): Rejection | undefined {
  const { nodeSelector, affinity, containers } = pod.spec;
  const hasHostPort = containers.some(({ ports }) => ports?.some(({ hostPort }) => hostPort !== undefined) === true);
  const asks = nodeSelector !== undefined || affinity !== undefined || hasHostPort;
  if (!asks && (known.spec?.taints ?? []).length === 0) return undefined;
  const others = [...states.values()]
    .filter(({ allocation: { committed } }) => committed !== undefined)
    .map(({ pod: each }) => each);
  return predicateRefuses(pod, known, others);
}
