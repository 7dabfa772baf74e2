import { STATIONS } from '../../steps/define.ts';

/** What a part of the map is: its name, and two sentences that a newcomer understands. */
export interface PartText {
  readonly name: string;
  readonly says: readonly [what: string, whatFor: string];
}

/** Parts that stand on every map. `{name}` is the name of the one that is asked about. */
export const PLACES = [
  'server',
  ...STATIONS,
  'told',
  'line',
  'others',
  'ticket',
  'next',
  'request',
  'event',
  'node',
  'nodes',
  'pod',
  'pending',
] as const;
export type Place = (typeof PLACES)[number];

/** Who acts: clients of the API server by name, those on nodes by what they are. `program` is anybody else. */
export const ACTORS = [
  'kubectl',
  'client',
  'kubelet',
  'kube-proxy',
  'kube-scheduler',
  'kube-controller-manager',
  'deployment-controller',
  'replicaset-controller',
  'replication-controller',
  'statefulset-controller',
  'daemonset-controller',
  'job-controller',
  'cronjob-controller',
  'ttl-after-finished-controller',
  'horizontal-pod-autoscaler',
  'disruption-controller',
  'endpoints-controller',
  'endpointslice-controller',
  'endpointslicemirroring-controller',
  'service-lb-controller',
  'service-cidr-controller',
  'namespace-controller',
  'garbage-collector',
  'pod-garbage-collector',
  'resourcequota-controller',
  'service-account-controller',
  'serviceaccount-token-controller',
  'root-ca-cert-publisher',
  'clusterrole-aggregation-controller',
  'validatingadmissionpolicy-status-controller',
  'node-lifecycle-controller',
  'taint-eviction-controller',
  'device-taint-eviction',
  'node-ipam-controller',
  'ttl-controller',
  'certificate-controller',
  'csrapproving',
  'csrcleaner',
  'token-cleaner',
  'bootstrap-signer',
  'persistent-volume-binder',
  'attachdetach-controller',
  'persistentvolume-expander-controller',
  'pvc-protection-controller',
  'pv-protection-controller',
  'volumeattributesclass-protection-controller',
  'ephemeral-volume-controller',
  'resourceclaim-controller',
  'csi-provisioner',
  'csi-attacher',
  'coredns',
  'custom-resources',
  'program',
] as const;
export type ActorPart = (typeof ACTORS)[number];

export interface PartWords {
  readonly places: Readonly<Record<Place, PartText>>;
  readonly actors: Readonly<Record<ActorPart, PartText>>;
}

/** Whose words an actor has: `kubelet/node-1` those of every kubelet. */
export function actorWords(actor: string): ActorPart {
  const slash = actor.indexOf('/');
  const name = slash < 0 ? actor : actor.slice(0, slash);
  return ACTORS.find((one) => one === name) ?? 'program';
}
