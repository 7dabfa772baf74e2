import { type PodSummary, podCondition, summarizePod } from '../../../api/pods/summary.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { humanDuration } from '../../../api/values/duration.ts';
import { age, NONE, orNone, specOf, statusOf, table } from './cells.ts';

interface PodSpec {
  readonly nodeName?: string;
  readonly readinessGates?: readonly { readonly conditionType: string }[];
}

interface PodStatus {
  readonly phase?: string;
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip: string }[];
  readonly nominatedNodeName?: string;
}

const COLUMNS = 'Name Ready Status Restarts Age IP! Node! Nominated_Node! Readiness_Gates!';

// Models pkg/printers/internalversion/printers.go printPod (v1.36)
export const pods = table(
  COLUMNS,
  (pod, now) => {
    const spec = specOf<PodSpec>(pod);
    const status = statusOf<PodStatus>(pod);
    const summary = summarizePod(pod);
    return [
      pod.metadata.name,
      `${summary.ready}/${summary.total}`,
      summary.reason,
      restartsText(summary, now),
      age(pod, now),
      orNone(status.podIPs?.[0]?.ip ?? status.podIP),
      orNone(spec.nodeName),
      orNone(status.nominatedNodeName),
      gatesText(pod, spec),
    ];
  },
  (pod) => {
    const phase = statusOf<PodStatus>(pod).phase;
    if (phase === 'Succeeded') return [completed('Succeeded', 'The pod has completed successfully.')];
    if (phase === 'Failed') return [completed('Failed', 'The pod failed.')];
    return undefined;
  },
);

function completed(reason: string, message: string): object {
  return { type: 'Completed', status: 'True', reason, message };
}

function restartsText({ restarts, lastRestart }: PodSummary, now: number): string {
  if (restarts === 0 || lastRestart === undefined) return String(restarts);
  return `${restarts} (${humanDuration(now - lastRestart)} ago)`;
}

function gatesText(pod: KObject, spec: PodSpec): string {
  const gates = spec.readinessGates ?? [];
  if (gates.length === 0) return NONE;
  const met = gates.filter((gate) => podCondition(pod, gate.conditionType)?.status === 'True').length;
  return `${met}/${gates.length}`;
}
