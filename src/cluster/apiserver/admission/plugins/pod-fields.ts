import { openCopy } from '../../../../api/types/copies.ts';
import type { KObject } from '../../../../api/types/meta.ts';

/** The parts of a Pod that admission looks at. */
export interface PodSpecView {
  readonly [field: string]: unknown;
  readonly containers?: readonly ContainerView[];
  readonly initContainers?: readonly ContainerView[];
  readonly ephemeralContainers?: readonly ContainerView[];
  readonly volumes?: readonly VolumeView[];
  readonly tolerations?: readonly TolerationView[];
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly imagePullSecrets?: readonly unknown[];
  readonly priorityClassName?: string;
  readonly priority?: number;
  readonly preemptionPolicy?: string;
  readonly nodeName?: string;
  readonly hostNetwork?: boolean;
  readonly runtimeClassName?: string;
  readonly overhead?: { readonly [resource: string]: string };
}

export interface ContainerView {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly resources?: {
    readonly requests?: { readonly [resource: string]: string };
    readonly limits?: { readonly [resource: string]: string };
  };
}

export interface VolumeView {
  readonly [source: string]: unknown;
  readonly name: string;
}

export interface TolerationView {
  readonly key?: string;
  readonly operator?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

// Models staging/src/k8s.io/api/core/v1/types.go (v1.36)
export function podSpec(pod: KObject): PodSpecView {
  return pod.spec as PodSpecView;
}

export function withPodSpec(pod: KObject, spec: PodSpecView): KObject {
  const copy = openCopy(pod);
  copy.spec = spec;
  return copy as KObject;
}
