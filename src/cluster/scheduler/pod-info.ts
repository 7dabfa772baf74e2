// Models pkg/scheduler/framework/types.go PodInfo (v1.36)

import { claimNameOf } from '../../api/pod-claims.ts';
import type {
  Pod,
  PodAffinityTerm,
  PreferredSchedulingTerm,
  Taint,
  Toleration,
  TopologySpreadConstraint,
} from '../../api/types/core.ts';
import { sortedKeys } from '../../base/order.ts';
import { slashed } from '../../base/slashed.ts';
import {
  type Labels,
  type LabelTest,
  labelTest,
  type NodeTest,
  nodeTermTest,
  nodeTest,
  toleratesAll,
} from './match.ts';
import { podRequests, type Requests } from './requests.ts';

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

export interface AffinityTerm {
  readonly weight: number;
  readonly topologyKey: string;
  matches(pod: PodInfo): boolean;
}

export interface SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly test: LabelTest;
  readonly honorAffinity: boolean;
  readonly honorTaints: boolean;
}

/** A pod with everything that plugins ask of it worked out once. */
export interface PodInfo {
  readonly pod: Pod;
  readonly key: string;
  readonly uid: string;
  readonly namespace: string;
  readonly labels: Labels;
  /** Equal for pods of one namespace with equal labels. */
  readonly labelsKey: string;
  readonly priority: number;
  readonly terminating: boolean;
  readonly requests: Requests;
  readonly tolerations: readonly Toleration[];
  readonly nodeTest: NodeTest | undefined;
  readonly preferredNodes: readonly { readonly weight: number; readonly test: NodeTest }[];
  readonly hostPorts: readonly HostPort[];
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly AffinityTerm[];
  readonly preferredAntiAffinity: readonly AffinityTerm[];
  readonly hardSpread: readonly SpreadConstraint[];
  readonly softSpread: readonly SpreadConstraint[];
  readonly images: readonly string[];
  readonly claims: readonly string[];
}

const NONE: readonly never[] = [];
const NO_LABELS: Labels = {};

/** Models pkg/scheduler/framework/types.go (v1.36) */
export function podInfo(pod: Pod): PodInfo {
  const { metadata, spec } = pod;
  const namespace = metadata.namespace ?? 'default';
  const labels = metadata.labels ?? NO_LABELS;
  const node = spec.affinity?.nodeAffinity;
  const constraints = spec.topologySpreadConstraints ?? NONE;
  const spread = (when: string) =>
    constraints.filter((c) => c.whenUnsatisfiable === when).map((c) => spreadConstraint(c, labels));
  return {
    pod,
    key: slashed(namespace, metadata.name ?? ''),
    uid: metadata.uid ?? '',
    namespace,
    labels,
    labelsKey: labelsKeyOf(namespace, labels),
    priority: spec.priority ?? 0,
    terminating: metadata.deletionTimestamp !== undefined,
    requests: podRequests(spec),
    tolerations: spec.tolerations ?? NONE,
    nodeTest: nodeTest(spec.nodeSelector, node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms),
    preferredNodes: (node?.preferredDuringSchedulingIgnoredDuringExecution ?? NONE).map(preferredNode),
    hostPorts: hostPortsOf(pod),
    affinity: terms(spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution, namespace, labels),
    antiAffinity: terms(
      spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution,
      namespace,
      labels,
    ),
    preferredAffinity: weighted(
      spec.affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
      namespace,
      labels,
    ),
    preferredAntiAffinity: weighted(
      spec.affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
      namespace,
      labels,
    ),
    hardSpread: constraints.length === 0 ? NONE : spread('DoNotSchedule'),
    softSpread: constraints.length === 0 ? NONE : spread('ScheduleAnyway'),
    images: spec.containers.map((container) => container.image ?? ''),
    claims: claimsOf(pod),
  };
}

/** What a pod asks for, as far as it is told by these. */
const ASKED = [
  'affinity',
  'containers',
  'initContainers',
  'nodeSelector',
  'overhead',
  'priority',
  'resources',
  'tolerations',
  'topologySpreadConstraints',
  'volumes',
] as const satisfies readonly (keyof Pod['spec'])[];

/** The same pod with another status or on a node: only what it asks for is worked out. Undefined: that may have changed. */
export function sameAsking(info: PodInfo, pod: Pod): PodInfo | undefined {
  const before = info.pod;
  if (before.metadata.labels !== pod.metadata.labels || pod.metadata.deletionTimestamp !== undefined) return undefined;
  for (const field of ASKED) if (before.spec[field] !== pod.spec[field]) return undefined;
  return { ...info, pod, terminating: false };
}

interface LabelsKey {
  readonly namespace: string;
  readonly key: string;
}

/** The pods of one template share their labels. */
const labelsKeys = new WeakMap<Labels, LabelsKey>();

function labelsKeyOf(namespace: string, labels: Labels): string {
  const known = labelsKeys.get(labels);
  if (known?.namespace === namespace) return known.key;
  let key = namespace;
  for (const name of sortedKeys(Object.keys(labels))) key += `\n${name}=${labels[name]}`;
  labelsKeys.set(labels, { namespace, key });
  return key;
}

function preferredNode(term: PreferredSchedulingTerm): { readonly weight: number; readonly test: NodeTest } {
  return { weight: term.weight, test: nodeTermTest(term.preference) };
}

export function hostPortsOf(pod: Pod): readonly HostPort[] {
  let found: HostPort[] | undefined;
  for (const container of pod.spec.containers) {
    for (const port of container.ports ?? NONE) {
      if (port.hostPort === undefined || port.hostPort === 0) continue;
      found ??= [];
      found.push({ ip: port.hostIP ?? '0.0.0.0', protocol: port.protocol ?? 'TCP', port: port.hostPort });
    }
  }
  return found ?? NONE;
}

function claimsOf(pod: Pod): readonly string[] {
  let found: string[] | undefined;
  for (const volume of pod.spec.volumes ?? NONE) {
    const claim = claimNameOf(pod.metadata.name, volume);
    if (claim === undefined) continue;
    found ??= [];
    found.push(claim);
  }
  return found ?? NONE;
}

type Weighted = readonly { readonly weight: number; readonly podAffinityTerm: PodAffinityTerm }[] | undefined;

function weighted(list: Weighted, namespace: string, labels: Labels): readonly AffinityTerm[] {
  return list === undefined
    ? NONE
    : list.map((item) => affinityTerm(item.podAffinityTerm, item.weight, namespace, labels));
}

function terms(
  list: readonly PodAffinityTerm[] | undefined,
  namespace: string,
  labels: Labels,
): readonly AffinityTerm[] {
  return list === undefined ? NONE : list.map((term) => affinityTerm(term, 1, namespace, labels));
}

/** Without namespaces and selector a term is about the pod's own namespace. An empty namespace selector means all of them. */
function affinityTerm(term: PodAffinityTerm, weight: number, namespace: string, own: Labels): AffinityTerm {
  const test = labelTest(term.labelSelector);
  const everywhere = term.namespaceSelector !== undefined && Object.keys(term.namespaceSelector).length === 0;
  const named = term.namespaces ?? NONE;
  const namespaces = named.length === 0 && term.namespaceSelector === undefined ? [namespace] : named;
  const equal = (term.matchLabelKeys ?? NONE).map((key) => [key, own[key]] as const);
  return {
    weight,
    topologyKey: term.topologyKey,
    matches: (pod) =>
      (everywhere || namespaces.includes(pod.namespace)) &&
      test(pod.labels) &&
      equal.every(([key, wanted]) => wanted === undefined || pod.labels[key] === wanted),
  };
}

function spreadConstraint(constraint: TopologySpreadConstraint, own: Labels): SpreadConstraint {
  const test = labelTest(constraint.labelSelector);
  const keys = (constraint.matchLabelKeys ?? NONE).filter((key) => own[key] !== undefined);
  return {
    topologyKey: constraint.topologyKey,
    maxSkew: constraint.maxSkew,
    minDomains: constraint.minDomains ?? 1,
    test: keys.length === 0 ? test : (labels) => test(labels) && keys.every((key) => labels[key] === own[key]),
    honorAffinity: (constraint.nodeAffinityPolicy ?? 'Honor') === 'Honor',
    honorTaints: (constraint.nodeTaintsPolicy ?? 'Ignore') === 'Honor',
  };
}

export function untoleratedTaint(pod: PodInfo, taints: readonly Taint[]): Taint | undefined {
  for (const taint of taints) {
    if (taint.effect !== 'NoSchedule' && taint.effect !== 'NoExecute') continue;
    if (!toleratesAll(pod.tolerations, taint)) return taint;
  }
  return undefined;
}
