import type { LineView } from '../protocol/views.ts';
import { ACTOR_LETTERS } from '../steps/actor-letters.ts';

export type Family = LineView['family'];

const FAMILIES: readonly (readonly [prefix: string, family: Family])[] = [
  ['kubectl', 'you'],
  ['deployment-controller', 'deployment'],
  ['replicaset-controller', 'replicaset'],
  ['kube-scheduler', 'scheduler'],
  ['kubelet/', 'kubelet'],
  ['cri/', 'kubelet'],
  ['cni/', 'kubelet'],
  ['kube-proxy/', 'proxy'],
  ['endpointslice-controller', 'endpointslice'],
];

/** The line of the map that an actor belongs to; colours follow it. */
export function familyOf(actor: string): Family {
  return FAMILIES.find(([prefix]) => actor.startsWith(prefix))?.[1] ?? 'other';
}

/** An actor's lane: what happens in a node's runtime and network is told on its kubelet's lane. */
export function laneOf(actor: string): string {
  const slash = actor.indexOf('/');
  if (slash < 0) return actor;
  return actor.startsWith('kube-proxy/') ? actor : `kubelet/${actor.slice(slash + 1)}`;
}

export function nodeOf(actor: string): string | undefined {
  const slash = actor.indexOf('/');
  return slash < 0 ? undefined : actor.slice(slash + 1);
}

/** Letters that a name does not begin with, or that another has already. */
const LETTERS: { readonly [actor: string]: string } = {
  ...ACTOR_LETTERS,
  kubectl: '',
};

/** The letter in an actor's bullet: D, R, S, G; a node's number. */
export function letterOf(actor: string): string {
  const node = nodeOf(actor);
  if (node !== undefined) return node.match(/(\d+)$/)?.[1] ?? node.slice(0, 1);
  return LETTERS[actor] ?? actor.slice(0, 1).toUpperCase();
}

/** Short names of the map's lanes and plates. */
export function shortActor(actor: string): string {
  return actor
    .replace(/-controller$/, '')
    .replace(/^kube-scheduler$/, 'scheduler')
    .replace(/^kubelet\//, '');
}

/** Not clients of the API server themselves. */
export const SERVER_ACTORS: ReadonlySet<string> = new Set(['kube-apiserver', 'etcd']);
