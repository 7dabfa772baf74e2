import { nodeIn } from '../../insight-args.ts';

const NAMES: { readonly [actor: string]: string | undefined } = {
  kubectl: 'kubectl',
  'kube-scheduler': 'the scheduler',
  'kube-controller-manager': 'the controller manager',
  'kube-apiserver': 'the API server',
  'garbage-collector': 'the garbage collector',
  'deployment-controller': 'the Deployment controller',
  'replicaset-controller': 'the ReplicaSet controller',
  'endpoints-controller': 'the Endpoints controller',
  'endpointslice-controller': 'the EndpointSlice controller',
  'job-controller': 'the Job controller',
  'daemonset-controller': 'the DaemonSet controller',
  'statefulset-controller': 'the StatefulSet controller',
  'taint-eviction-controller': 'the taint eviction controller',
  'disruption-controller': 'the disruption controller',
  'cronjob-controller': 'the CronJob controller',
  'endpointslicemirroring-controller': 'the EndpointSlice mirroring controller',
  'horizontal-pod-autoscaler': 'the autoscaler',
  'pod-garbage-collector': 'the Pod garbage collector',
  'root-ca-cert-publisher': 'the publisher of the root certificate',
  'persistent-volume-binder': 'the volume binder',
  'token-cleaner': 'the token cleaner',
  'custom-resources': 'the controller of custom resources',
  'service-lb-controller': 'the cloud’s Service controller',
  'node-lifecycle-controller': 'the node lifecycle controller',
  'resourcequota-controller': 'the quota controller',
  'service-account-controller': 'the ServiceAccount controller',
  'service-cidr-controller': 'the controller of address ranges',
  'clusterrole-aggregation-controller': 'the controller of aggregated ClusterRoles',
  'validatingadmissionpolicy-status-controller': 'the controller of admission policies',
  'attachdetach-controller': 'the controller that attaches volumes',
  'pvc-protection-controller': 'the guard of claims in use',
  'pv-protection-controller': 'the guard of volumes in use',
  coredns: 'CoreDNS',
};

/** How an actor is called within a sentence. */
export function who(actor: string): string {
  const node = nodeIn(actor);
  if (node !== undefined) return actor.startsWith('kube-proxy/') ? `${node}’s kube-proxy` : `${node}’s kubelet`;
  return NAMES[actor] ?? (actor.endsWith('-controller') ? `the ${actor.replaceAll('-', ' ')}` : actor);
}

/** The same where a sentence begins. */
export function Who(actor: string): string {
  const name = who(actor);
  return name.startsWith('the ') ? `T${name.slice(1)}` : name;
}

/** `a`, `a or b`, `a, b or c`. */
export function or(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function and(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
