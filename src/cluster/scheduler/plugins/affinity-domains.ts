// Models pkg/scheduler/framework/plugins/interpodaffinity/{filtering,scoring}.go: what terms of affinity ask of nodes (v1.36)

import { ownValue } from '../../../base/own.ts';
import { hasTerms } from '../cache/cache.ts';
import { type ClusterView, type Refusal, refusal } from '../framework/framework.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { AffinityTerm, PodInfo } from '../objects/pod-info.ts';

const RULES = refusal("node(s) didn't match pod affinity rules", true);
const ANTI_RULES = refusal("node(s) didn't match pod anti-affinity rules");
const EXISTING = refusal("node(s) didn't satisfy existing pods anti-affinity rules");

/** Existing pods with required affinity for the new pod count this much. */
const HARD_WEIGHT = 1;

export type Domains = Map<string, number>;

export interface FilterState {
  /** Domains in which an existing pod's anti-affinity forbids the new one. */
  readonly forbidden: Domains;
  readonly affinity: Domains;
  readonly antiAffinity: Domains;
  /** No pod anywhere matches, but the pod matches its own terms: the first of its kind may go anywhere. */
  readonly first: boolean;
}

function domainOf(key: string, node: NodeInfo): string | undefined {
  const value = ownValue(node.labels, key);
  return value === undefined ? undefined : `${key}\n${value}`;
}

function add(domains: Domains, domain: string | undefined, amount: number): void {
  if (domain !== undefined) domains.set(domain, (domains.get(domain) ?? 0) + amount);
}

export function filterState(pod: PodInfo, nodes: readonly NodeInfo[]): FilterState {
  const forbidden: Domains = new Map();
  const affinity: Domains = new Map();
  const antiAffinity: Domains = new Map();
  for (const node of nodes) {
    for (const existing of node.withAntiAffinity.values()) {
      for (const term of existing.antiAffinity)
        if (term.matches(pod)) add(forbidden, domainOf(term.topologyKey, node), 1);
    }
    if (pod.affinity.length === 0 && pod.antiAffinity.length === 0) continue;
    for (const existing of node.pods.values()) {
      if (pod.affinity.length > 0 && pod.affinity.every((term) => term.matches(existing))) {
        for (const term of pod.affinity) add(affinity, domainOf(term.topologyKey, node), 1);
      }
      for (const term of pod.antiAffinity)
        if (term.matches(existing)) add(antiAffinity, domainOf(term.topologyKey, node), 1);
    }
  }
  return {
    forbidden,
    affinity,
    antiAffinity,
    first: affinity.size === 0 && pod.affinity.every((term) => term.matches(pod)),
  };
}

export function refusalOf(state: FilterState, pod: PodInfo, node: NodeInfo): Refusal | undefined {
  if (!affinityHolds(state, pod, node)) return RULES;
  for (const term of pod.antiAffinity) {
    const domain = domainOf(term.topologyKey, node);
    if (domain !== undefined && (state.antiAffinity.get(domain) ?? 0) > 0) return ANTI_RULES;
  }
  for (const domain of state.forbidden.keys()) {
    const [key = '', value] = domain.split('\n');
    if (ownValue(node.labels, key) === value) return EXISTING;
  }
  return undefined;
}

function affinityHolds(state: FilterState, pod: PodInfo, node: NodeInfo): boolean {
  let all = true;
  for (const term of pod.affinity) {
    const domain = domainOf(term.topologyKey, node);
    if (domain === undefined) return false;
    if ((state.affinity.get(domain) ?? 0) === 0) all = false;
  }
  return all || state.first;
}

export function weightOf(domains: Domains, node: NodeInfo): number {
  let sum = 0;
  for (const [domain, weight] of domains) {
    const [key = '', value] = domain.split('\n');
    if (ownValue(node.labels, key) === value) sum += weight;
  }
  return sum;
}

export function scoreDomains(pod: PodInfo, { cache }: ClusterView): Domains {
  const domains: Domains = new Map();
  const mine = pod.preferredAffinity.length + pod.preferredAntiAffinity.length > 0;
  for (const node of cache.nodes) {
    const relevant = mine ? node.pods : node.withAffinity;
    for (const existing of relevant.values()) {
      scoreTerms(domains, pod.preferredAffinity, existing, node, 1);
      scoreTerms(domains, pod.preferredAntiAffinity, existing, node, -1);
      if (!hasTerms(existing)) continue;
      scoreTerms(domains, existing.preferredAffinity, pod, node, 1);
      scoreTerms(domains, existing.preferredAntiAffinity, pod, node, -1);
      for (const term of existing.affinity)
        if (term.matches(pod)) add(domains, domainOf(term.topologyKey, node), HARD_WEIGHT);
    }
  }
  return domains;
}

function scoreTerms(
  domains: Domains,
  terms: readonly AffinityTerm[],
  other: PodInfo,
  node: NodeInfo,
  sign: 1 | -1,
): void {
  for (const term of terms) if (term.matches(other)) add(domains, domainOf(term.topologyKey, node), sign * term.weight);
}
