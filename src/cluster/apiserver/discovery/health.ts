/** The named checks behind /livez and /readyz, in order. */
// Models staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go (v1.36)
const HOOKS: readonly string[] = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'start-system-namespaces-controller',
  'peer-endpoint-reconciler-controller',
  'start-cluster-authentication-info-controller',
  'start-kube-apiserver-identity-lease-controller',
  'start-kube-apiserver-identity-lease-garbage-collector',
  'storage-readiness',
  'start-legacy-token-tracking-controller',
  'start-service-ip-repair-controllers',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'bootstrap-controller',
  'start-kubernetes-service-cidr-controller',
  'aggregator-reload-proxy-client-cert',
  'start-kube-aggregator-informers',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
  'apiservice-registration-controller',
  'apiservice-wait-for-first-sync',
  'apiservice-discovery-controller',
  'kube-apiserver-autoregistration',
];

const LAST_HOOKS: readonly string[] = ['apiservice-openapi-controller', 'apiservice-openapiv3-controller'];

const FIRST: ReadonlyMap<string, readonly string[]> = new Map([
  ['healthz', ['ping', 'log', 'loopback-serving-certificate', 'etcd']],
  ['livez', ['ping', 'log', 'loopback-serving-certificate', 'etcd']],
  ['readyz', ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync']],
]);

/** `ok`, or one line a check when asked for. Undefined: no such check. */
export function healthText(path: string, verbose: boolean, excluded: readonly string[]): string | undefined {
  const [, endpoint = '', ...rest] = path.split('/');
  const checks = checksOf(endpoint);
  if (rest.length > 0) return checks.includes(rest.join('/')) ? 'ok' : undefined;
  if (!verbose) return 'ok';
  const lines = checks.map((check) => (excluded.includes(check) ? `[+]${check} excluded: ok` : `[+]${check} ok`));
  const unknown = [...new Set(excluded.filter((each) => !checks.includes(each)))].sort();
  const list = unknown.map((each) => JSON.stringify(each)).join(', ');
  const warning = list === '' ? [] : [`warn: some health checks cannot be excluded: no matches for ${list}`];
  return `${[...lines, ...warning, `${endpoint} check passed`].join('\n')}\n`;
}

/** Of an endpoint and of each of its checks. */
export function healthPaths(endpoint: string): readonly string[] {
  return [`/${endpoint}`, ...[...checksOf(endpoint)].sort().map((check) => `/${endpoint}/${check}`)];
}

export function checksOf(endpoint: string): readonly string[] {
  const hooks = HOOKS.map((hook) => `poststarthook/${hook}`);
  const last = LAST_HOOKS.map((hook) => `poststarthook/${hook}`);
  const shutdown = endpoint === 'readyz' ? ['shutdown'] : [];
  return [...(FIRST.get(endpoint) ?? []), ...hooks, 'autoregister-completion', ...last, ...shutdown];
}
