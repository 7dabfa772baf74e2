/** Letters of actors whose first one is another's already. */
export const ACTOR_LETTERS: { readonly [actor: string]: string } = {
  'kube-scheduler': 'S',
  'daemonset-controller': 'Ds',
  'replication-controller': 'Rc',
  'statefulset-controller': 'St',
  'cronjob-controller': 'Cj',
  'endpoints-controller': 'Ep',
  'endpoint-controller': 'Ep',
  'endpointslicemirroring-controller': 'Em',
  'node-lifecycle-controller': 'Nl',
  'taint-eviction-controller': 'T',
  'ttl-after-finished-controller': 'Tf',
  'resourcequota-controller': 'Q',
  'service-account-controller': 'Sa',
  'clusterrole-aggregation-controller': 'Ca',
};
