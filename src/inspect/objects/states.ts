import type { Pod, Service } from '../../api/types/core.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject } from '../../api/types/meta.ts';

interface Counted {
  readonly spec?: {
    readonly replicas?: number;
    readonly completions?: number;
    readonly schedule?: string;
    readonly minAvailable?: number | string;
    readonly maxUnavailable?: number | string;
  };
  readonly status?: {
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly numberReady?: number;
    readonly desiredNumberScheduled?: number;
    readonly succeeded?: number;
    readonly phase?: string;
    readonly currentReplicas?: number;
    readonly desiredReplicas?: number;
    readonly disruptionsAllowed?: number;
  };
}

type State = (object: KObject) => string;
const counted =
  (say: (object: Counted) => string): State =>
  (object) =>
    say(object as Counted);
const ready = counted(({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 1}`);
const phase = counted(({ status }) => status?.phase ?? '');

/** In so few letters that they stand beside a name: what there is of what is wanted, an address, a phase. */
const STATES: { readonly [resource: string]: State } = {
  'deployments.apps': counted(({ spec, status }) => `${status?.availableReplicas ?? 0}/${spec?.replicas ?? 1}`),
  'replicasets.apps': ready,
  'statefulsets.apps': ready,
  replicationcontrollers: ready,
  'daemonsets.apps': counted(({ status }) => `${status?.numberReady ?? 0}/${status?.desiredNumberScheduled ?? 0}`),
  'jobs.batch': counted(({ spec, status }) => `${status?.succeeded ?? 0}/${spec?.completions ?? 1}`),
  'cronjobs.batch': counted(({ spec }) => spec?.schedule ?? ''),
  'horizontalpodautoscalers.autoscaling': counted(
    ({ status }) => `${status?.currentReplicas ?? 0} → ${status?.desiredReplicas ?? 0}`,
  ),
  'poddisruptionbudgets.policy': counted(({ status }) => `−${status?.disruptionsAllowed ?? 0}`),
  persistentvolumeclaims: phase,
  persistentvolumes: phase,
  services: (object) => {
    const { clusterIP, type, externalName } = (object as Service).spec;
    return externalName ?? clusterIP ?? type ?? '';
  },
  'endpointslices.discovery.k8s.io': (object) => {
    const endpoints = (object as EndpointSlice).endpoints ?? [];
    return `${endpoints.filter(({ conditions }) => conditions?.ready !== false).length}/${endpoints.length}`;
  },
};

export function stateOf(resource: string, object: KObject): string {
  if (resource === 'pods') return (object as Pod).spec?.nodeName ?? '';
  return STATES[resource]?.(object) ?? '';
}
