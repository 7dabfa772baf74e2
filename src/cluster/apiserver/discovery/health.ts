/** The checks of a server that is up, in the order in which it lists them. */
const HOOKS: readonly string[] = [
  'poststarthook/start-apiserver-admission-initializer',
  'poststarthook/generic-apiserver-start-informers',
  'poststarthook/priority-and-fairness-config-consumer',
  'poststarthook/priority-and-fairness-filter',
  'poststarthook/storage-object-count-tracker-hook',
  'poststarthook/start-apiextensions-informers',
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/crd-informer-synced',
  'poststarthook/start-system-namespaces-controller',
  'poststarthook/peer-endpoint-reconciler-controller',
  'poststarthook/start-cluster-authentication-info-controller',
  'poststarthook/start-kube-apiserver-identity-lease-controller',
  'poststarthook/start-kube-apiserver-identity-lease-garbage-collector',
  'poststarthook/storage-readiness',
  'poststarthook/start-legacy-token-tracking-controller',
  'poststarthook/start-service-ip-repair-controllers',
  'poststarthook/rbac/bootstrap-roles',
  'poststarthook/scheduling/bootstrap-system-priority-classes',
  'poststarthook/priority-and-fairness-config-producer',
  'poststarthook/bootstrap-controller',
  'poststarthook/start-kubernetes-service-cidr-controller',
  'poststarthook/aggregator-reload-proxy-client-cert',
  'poststarthook/start-kube-aggregator-informers',
  'poststarthook/apiservice-status-local-available-controller',
  'poststarthook/apiservice-status-remote-available-controller',
  'poststarthook/apiservice-registration-controller',
  'poststarthook/apiservice-wait-for-first-sync',
  'poststarthook/apiservice-discovery-controller',
  'poststarthook/kube-apiserver-autoregistration',
  'autoregister-completion',
  'poststarthook/apiservice-openapi-controller',
  'poststarthook/apiservice-openapiv3-controller',
];

const FIRST: { readonly [endpoint: string]: readonly string[] } = {
  healthz: ['ping', 'log', 'loopback-serving-certificate', 'etcd'],
  livez: ['ping', 'log', 'loopback-serving-certificate', 'etcd'],
  readyz: ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync'],
};
const LAST: { readonly [endpoint: string]: readonly string[] } = { readyz: ['shutdown'] };

/**
 * `/healthz`, `/livez`, `/readyz`: the simulated server is healthy as long as it answers.
 * Models staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go (v1.36)
 */
export function healthText(endpoint: string, verbose: boolean, excluded: readonly string[]): string | undefined {
  const first = FIRST[endpoint];
  if (first === undefined) return undefined;
  if (!verbose) return 'ok';
  const checks = [...first, ...HOOKS, ...(LAST[endpoint] ?? [])];
  const lines = checks.map((check) => (excluded.includes(check) ? `[+]${check} excluded: ok` : `[+]${check} ok`));
  return `${lines.join('\n')}\n${endpoint} check passed\n`;
}
