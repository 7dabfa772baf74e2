import type { DaemonSet } from '../../../api/types/apps.ts';
import type { Node, Pod, PodSpec, Toleration } from '../../../api/types/core.ts';
import { pureOfObject } from '../../../base/pure.ts';
import { HASH_LABEL } from '../shared/history.ts';
import { fitsAffinity, untoleratedEffects } from '../shared/placement.ts';
import { podOf } from '../shared/pod-template.ts';

const GENERATION = 'deprecated.daemonset.template.generation';

/** What every daemon pod puts up with, in this order. Models pkg/controller/daemon/util/daemonset_util.go (v1.36) */
const TOLERATIONS: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];
const FOR_HOST_NETWORK: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/** The template's own and the standard ones; one that says the same is replaced. */
const tolerationsOf = pureOfObject((spec: PodSpec): readonly Toleration[] => {
  const standard = spec.hostNetwork === true ? [...TOLERATIONS, FOR_HOST_NETWORK] : TOLERATIONS;
  const own = spec.tolerations ?? [];
  const replaced = own.map((one) => standard.find((other) => matchToleration(one, other)) ?? one);
  return [...replaced, ...standard.filter((one) => !own.some((other) => matchToleration(one, other)))];
});

function matchToleration(a: Toleration, b: Toleration): boolean {
  return a.key === b.key && a.effect === b.effect && a.operator === b.operator && (a.value ?? '') === (b.value ?? '');
}

export interface Verdict {
  /** A pod belongs here. */
  readonly run: boolean;
  /** One that is here may stay. */
  readonly stay: boolean;
}

const NO: Verdict = { run: false, stay: false };

/** Models pkg/controller/daemon/daemon_controller.go NodeShouldRunDaemonPod (v1.36) */
export function shouldRun(ds: DaemonSet, node: Node): Verdict {
  const { spec } = ds.spec.template;
  if (spec.nodeName !== undefined && spec.nodeName !== '' && spec.nodeName !== node.metadata.name) return NO;
  if (!fitsAffinity(spec, node)) return NO;
  const effects = untoleratedEffects(tolerationsOf(spec), node.spec.taints ?? []);
  if (effects.size === 0) return { run: true, stay: true };
  return { run: false, stay: !effects.has('NoExecute') };
}

/** Models pkg/controller/daemon/util/daemonset_util.go CreatePodTemplate and ReplaceDaemonSetPodNodeNameNodeAffinity (v1.36) */
export function daemonPod(ds: DaemonSet, node: string, hash: string): object {
  const { template } = ds.spec;
  const generation = generationOf(ds);
  const labels = {
    ...template.metadata?.labels,
    ...(generation === undefined ? undefined : { 'pod-template-generation': generation }),
    [HASH_LABEL]: hash,
  };
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  const spec = {
    ...template.spec,
    affinity: {
      ...template.spec.affinity,
      nodeAffinity: {
        ...template.spec.affinity?.nodeAffinity,
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
      },
    },
    tolerations: tolerationsOf(template.spec),
  };
  return podOf(ds, 'DaemonSet', template, { labels, spec });
}

function generationOf(ds: DaemonSet): string | undefined {
  return ds.metadata.annotations?.[GENERATION];
}

export function isUpdated(ds: DaemonSet, pod: Pod, hash: string): boolean {
  const labels = pod.metadata.labels ?? {};
  if (hash !== '' && labels[HASH_LABEL] === hash) return true;
  const generation = generationOf(ds);
  return generation !== undefined && labels['pod-template-generation'] === generation;
}

/** Where a pod runs or is meant to run. Models pkg/controller/daemon/util/daemonset_util.go GetTargetNodeName (v1.36) */
export function targetNode(pod: Pod): string {
  if (pod.spec.nodeName !== undefined && pod.spec.nodeName !== '') return pod.spec.nodeName;
  const terms =
    pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  for (const { matchFields = [] } of terms) {
    for (const { key, operator, values = [] } of matchFields) {
      if (key === 'metadata.name' && operator === 'In' && values.length === 1) return values[0] ?? '';
    }
  }
  return '';
}
