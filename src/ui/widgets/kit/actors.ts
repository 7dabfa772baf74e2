import { ACTOR_LETTERS } from '../../../steps/actor-letters.ts';
/** Colour family of an actor; the same table gives the map's lines their colour. */
export type Family = 'you' | 'dep' | 'rs' | 'sched' | 'kubelet' | 'proxy' | 'eps' | 'other';

const FAMILIES: readonly (readonly [prefix: string, family: Family])[] = [
  ['kubectl', 'you'],
  ['you', 'you'],
  ['deployment', 'dep'],
  ['replicaset', 'rs'],
  ['kube-scheduler', 'sched'],
  ['scheduler', 'sched'],
  ['kubelet', 'kubelet'],
  ['cri/', 'kubelet'],
  ['cni/', 'kubelet'],
  ['kube-proxy', 'proxy'],
  ['endpointslice', 'eps'],
];

export function familyOf(actor: string): Family {
  return FAMILIES.find(([prefix]) => actor.startsWith(prefix))?.[1] ?? 'other';
}

/** Letters that a name does not begin with, so that no two share one. */
const LETTERS: { readonly [actor: string]: string } = {
  ...ACTOR_LETTERS,
  scheduler: 'S',
  'kube-apiserver': 'A',
  'kube-controller-manager': 'C',
  etcd: 'e',
};

/** The letter in an actor's bullet: D, R, S; a node's number; nothing for a person. */
export function letterOf(actor: string): string {
  const slash = actor.indexOf('/');
  if (actor.startsWith('pod/')) return 'P';
  if (slash >= 0) return /(\d+)$/.exec(actor)?.[1] ?? actor.charAt(slash + 1);
  const known = LETTERS[actor];
  if (known !== undefined) return known;
  return actor.charAt(0).toUpperCase();
}

const KINDS: { readonly [actor: string]: string } = {
  daemonset: 'DaemonSet',
  statefulset: 'StatefulSet',
  job: 'Job',
  cronjob: 'CronJob',
  namespace: 'Namespace',
  endpoints: 'Endpoints',
  endpoint: 'Endpoints',
  resourcequota: 'ResourceQuota',
  'service-account': 'ServiceAccount',
  'node-lifecycle': 'Node lifecycle',
  'taint-eviction': 'Taint eviction',
  'ttl-after-finished': 'TTL after finished',
  'clusterrole-aggregation': 'ClusterRole aggregation',
};

/** What a controller is about, as its kind is written: `StatefulSet`. */
export function controllerKind(actor: string): string | undefined {
  return actor.endsWith('-controller') ? KINDS[actor.slice(0, -'-controller'.length)] : undefined;
}

/** Lives on a node: drawn as a square. */
export function isOnNode(actor: string): boolean {
  return actor.includes('/') && !actor.startsWith('kubectl');
}

/** `kubelet/node-3` as `kubelet on node-3`; other names as they are, without their `-controller`; curl for requests by hand. */
export function shortActor(actor: string, kind = ''): string {
  if (kind.startsWith('rawClient.')) return 'curl';
  const slash = actor.indexOf('/');
  if (slash >= 0 && !actor.startsWith('kubectl')) return `${actor.slice(0, slash)} ${actor.slice(slash + 1)}`;
  return actor.replace(/-controller$/, '');
}

/** Commands, connections and requests by hand have numbers of ours instead of names. */
export function isNumbered(subject: string): boolean {
  return /^(?:kubectl|connections|requests)\/\d+$/.test(subject);
}
