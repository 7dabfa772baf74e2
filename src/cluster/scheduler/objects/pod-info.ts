// Models pkg/scheduler/framework/types.go PodInfo (v1.36)

import { withActualResources } from '../../../api/pods/actual-resources.ts';
import { claimNameOf } from '../../../api/pods/claims.ts';
import { isEmptySelector } from '../../../api/selectors/selectors.ts';
import type {
  NodeSelectorTerm,
  Pod,
  PodAffinityTerm,
  PreferredSchedulingTerm,
  Taint,
  Toleration,
  TopologySpreadConstraint,
} from '../../../api/types/core.ts';
import { sortedKeys } from '../../../base/order.ts';
import { ownValue } from '../../../base/own.ts';
import { pureOfObject, pureOfTexts } from '../../../base/pure.ts';
import { slashed } from '../../../base/slashed.ts';
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
  /** The only nodes that come into question, where required affinity names some: a DaemonSet's Pod has one. */
  readonly nodeNames: ReadonlySet<string> | undefined;
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

/** The labels of a namespace. */
export type NamespaceLabels = (namespace: string) => Labels;

const NO_AFFINITY: NonNullable<Pod['spec']['affinity']> = {};
const NO_NAMESPACES: NamespaceLabels = () => NO_LABELS;

/** Models pkg/scheduler/framework/types.go (v1.36) */
export function podInfo(pod: Pod, namespaces: NamespaceLabels = NO_NAMESPACES): PodInfo {
  const { metadata, spec } = pod;
  const namespace = metadata.namespace ?? 'default';
  const labels = metadata.labels ?? NO_LABELS;
  const { nodeAffinity: node, podAffinity, podAntiAffinity } = spec.affinity ?? NO_AFFINITY;
  const owner = { namespace, labels, namespaces };
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
    requests: podRequests(withActualResources(pod)),
    tolerations: spec.tolerations ?? NONE,
    nodeTest: nodeTest(spec.nodeSelector, node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms),
    nodeNames: namedNodes(node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms),
    preferredNodes: (node?.preferredDuringSchedulingIgnoredDuringExecution ?? NONE).map(preferredNode),
    hostPorts: hostPortsOf(pod),
    affinity: terms(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution, owner),
    antiAffinity: terms(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution, owner),
    preferredAffinity: weighted(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution, owner),
    preferredAntiAffinity: weighted(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution, owner),
    hardSpread: constraints.length === 0 ? NONE : spread('DoNotSchedule'),
    softSpread: constraints.length === 0 ? NONE : spread('ScheduleAnyway'),
    images: imagesOf(spec),
    claims: claimsOf(pod),
  };
}

/** Both say the same of what is asked for. Field by field: looked up by name, each would be slow to find. */
function asksAlike(a: Pod['spec'], b: Pod['spec']): boolean {
  return (
    a.affinity === b.affinity &&
    a.containers === b.containers &&
    a.initContainers === b.initContainers &&
    a.nodeSelector === b.nodeSelector &&
    a.overhead === b.overhead &&
    a.priority === b.priority &&
    a.resources === b.resources &&
    a.tolerations === b.tolerations &&
    a.topologySpreadConstraints === b.topologySpreadConstraints &&
    a.volumes === b.volumes
  );
}

/** The same pod with another status or on a node: only what it asks for is worked out. Undefined: that may have changed. */
export function sameAsking(info: PodInfo, pod: Pod): PodInfo | undefined {
  const before = info.pod;
  if (before.metadata.labels !== pod.metadata.labels || pod.metadata.deletionTimestamp !== undefined) return undefined;
  if (!asksAlike(before.spec, pod.spec)) return undefined;
  if (withActualResources(before) !== before.spec || withActualResources(pod) !== pod.spec) return undefined;
  return { ...info, pod, terminating: false };
}

/** The pods of one template share their labels. */
const labelsText = pureOfObject((labels: Labels) =>
  sortedKeys(Object.keys(labels))
    .map((name) => `\n${name}=${labels[name]}`)
    .join(''),
);
const inNamespace = pureOfTexts(4096, (text, namespace) => namespace + text);

function labelsKeyOf(namespace: string, labels: Labels): string {
  return inNamespace(labelsText(labels), namespace);
}

function preferredNode(term: PreferredSchedulingTerm): { readonly weight: number; readonly test: NodeTest } {
  return { weight: term.weight, test: nodeTermTest(term.preference) };
}

/** Each term must name some; within one all requirements hold at once. Models nodeaffinity/node_affinity.go PreFilter (v1.36) */
function namedNodes(terms: readonly NodeSelectorTerm[] | undefined): ReadonlySet<string> | undefined {
  if (terms === undefined || terms.length === 0) return undefined;
  const all = new Set<string>();
  for (const { matchFields = NONE } of terms) {
    let names: readonly string[] | undefined;
    for (const { key, operator, values = NONE } of matchFields) {
      if (key !== 'metadata.name' || operator !== 'In') continue;
      names = names === undefined ? values : names.filter((name) => values.includes(name));
    }
    if (names === undefined) return undefined;
    for (const name of names) all.add(name);
  }
  return all;
}

/** All that the node must have: of containers of both sorts, and of volumes. Models imagelocality/image_locality.go sumImageScores (v1.36) */
function imagesOf({ containers, initContainers, volumes }: Pod['spec']): readonly string[] {
  const images = containers.map(({ image }) => image ?? '');
  for (const { image } of initContainers ?? NONE) images.push(image ?? '');
  for (const { image } of volumes ?? NONE) if (image !== undefined) images.push(image.reference ?? '');
  return images;
}

/** Those of containers that run as long as the Pod does. Models pkg/scheduler/util/utils.go GetHostPorts (v1.36) */
export function hostPortsOf({ spec }: Pod): readonly HostPort[] {
  let found: HostPort[] | undefined;
  for (const containers of [spec.initContainers ?? NONE, spec.containers]) {
    for (const { ports = NONE, restartPolicy } of containers) {
      if (containers !== spec.containers && restartPolicy !== 'Always') continue;
      for (const port of ports) {
        if (port.hostPort === undefined || port.hostPort === 0) continue;
        found ??= [];
        found.push({ ip: port.hostIP ?? '0.0.0.0', protocol: port.protocol ?? 'TCP', port: port.hostPort });
      }
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

/** Whose terms they are, and how namespaces are told apart. */
interface TermOwner {
  readonly namespace: string;
  readonly labels: Labels;
  readonly namespaces: NamespaceLabels;
}

function weighted(list: Weighted, owner: TermOwner): readonly AffinityTerm[] {
  return list === undefined ? NONE : list.map((item) => affinityTerm(item.podAffinityTerm, item.weight, owner));
}

function terms(list: readonly PodAffinityTerm[] | undefined, owner: TermOwner): readonly AffinityTerm[] {
  return list === undefined ? NONE : list.map((term) => affinityTerm(term, 1, owner));
}

/** Without namespaces and selector a term is about the pod's own namespace. An empty namespace selector means all of them. */
function affinityTerm(term: PodAffinityTerm, weight: number, owner: TermOwner): AffinityTerm {
  const test = labelTest(term.labelSelector);
  const { namespaceSelector, namespaces: named = NONE } = term;
  const own = named.length === 0 && namespaceSelector === undefined ? [owner.namespace] : named;
  const chosen = namespaceSelector === undefined ? undefined : labelTest(namespaceSelector);
  const everywhere = isEmptySelector(namespaceSelector);
  const near = (namespace: string): boolean =>
    everywhere || own.includes(namespace) || chosen?.(owner.namespaces(namespace)) === true;
  const equal = (term.matchLabelKeys ?? NONE).map((key) => [key, ownValue(owner.labels, key)] as const);
  return {
    weight,
    topologyKey: term.topologyKey,
    matches: (pod) =>
      test(pod.labels) &&
      near(pod.namespace) &&
      equal.every(([key, wanted]) => wanted === undefined || ownValue(pod.labels, key) === wanted),
  };
}

function spreadConstraint(constraint: TopologySpreadConstraint, own: Labels): SpreadConstraint {
  const test = labelTest(constraint.labelSelector);
  const keys = (constraint.matchLabelKeys ?? NONE).filter((key) => own[key] !== undefined);
  return {
    topologyKey: constraint.topologyKey,
    maxSkew: constraint.maxSkew,
    minDomains: constraint.minDomains ?? 1,
    test:
      keys.length === 0 ? test : (labels) => test(labels) && keys.every((key) => ownValue(labels, key) === own[key]),
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
