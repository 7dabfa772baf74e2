import type { KObject } from '../../../api/types/meta.ts';

const API_VERSION = 'flowcontrol.apiserver.k8s.io/v1';
const ANNOTATIONS = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

/** Name, shares, and for levels that queue: queues, hand size, queue length. */
const LEVELS: readonly (readonly [name: string, shares: number, queues?: number])[] = [
  ['exempt', 0],
  ['catch-all', 5],
  ['global-default', 20, 128],
  ['leader-election', 10, 16],
  ['node-high', 40, 64],
  ['system', 30, 64],
  ['workload-high', 40, 128],
  ['workload-low', 100, 128],
];

const HAND_SIZE: ReadonlyMap<string, number> = new Map([['leader-election', 4]]);
const LENDABLE: ReadonlyMap<string, number> = new Map([
  ['global-default', 50],
  ['node-high', 25],
  ['system', 33],
  ['workload-high', 50],
  ['workload-low', 90],
]);

const SCHEMAS: readonly (readonly [name: string, level: string, precedence: number, distinguisher?: string])[] = [
  ['exempt', 'exempt', 1],
  ['probes', 'exempt', 2],
  ['system-leader-election', 'leader-election', 100, 'ByUser'],
  ['system-node-high', 'node-high', 400, 'ByUser'],
  ['system-nodes', 'system', 500, 'ByUser'],
  ['kube-controller-manager', 'workload-high', 800, 'ByNamespace'],
  ['kube-scheduler', 'workload-high', 800, 'ByNamespace'],
  ['kube-system-service-accounts', 'workload-high', 900, 'ByNamespace'],
  ['service-accounts', 'workload-low', 9000, 'ByUser'],
  ['global-default', 'global-default', 9900, 'ByUser'],
  ['catch-all', 'catch-all', 10000, 'ByUser'],
];

const ANY = ['*'];
const EVERY_PATH = { verbs: ANY, nonResourceURLs: ANY };
const EVERYTHING = {
  resourceRules: [{ verbs: ANY, apiGroups: ANY, resources: ANY, clusterScope: true, namespaces: ANY }],
  nonResourceRules: [EVERY_PATH],
};
const group = (name: string) => ({ kind: 'Group', group: { name } });
const user = (name: string) => ({ kind: 'User', user: { name } });
const SYSTEM_ACCOUNTS = { kind: 'ServiceAccount', serviceAccount: { namespace: 'kube-system', name: '*' } };
const EVERYBODY = [group('system:unauthenticated'), group('system:authenticated')];
const LEASES = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], namespaces: ANY };
const KCM = user('system:kube-controller-manager');
const SCHEDULER = user('system:kube-scheduler');

/** Whom and what each schema is about. */
const RULES: { readonly [schema: string]: object } = {
  exempt: { subjects: [group('system:masters')], ...EVERYTHING },
  probes: {
    subjects: EVERYBODY,
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
  },
  'system-leader-election': {
    subjects: [KCM, SCHEDULER, SYSTEM_ACCOUNTS],
    resourceRules: [{ verbs: ['get', 'create', 'update'], ...LEASES }],
  },
  'system-node-high': {
    subjects: [group('system:nodes')],
    resourceRules: [
      { verbs: ANY, apiGroups: [''], resources: ['nodes', 'nodes/status'], clusterScope: true, namespaces: ANY },
      { verbs: ANY, ...LEASES },
    ],
  },
  'system-nodes': { subjects: [group('system:nodes')], ...EVERYTHING },
  'kube-controller-manager': { subjects: [KCM], ...EVERYTHING },
  'kube-scheduler': { subjects: [SCHEDULER], ...EVERYTHING },
  'kube-system-service-accounts': { subjects: [SYSTEM_ACCOUNTS], ...EVERYTHING },
  'service-accounts': { subjects: [group('system:serviceaccounts')], ...EVERYTHING },
  'global-default': { subjects: EVERYBODY, ...EVERYTHING },
  'catch-all': { subjects: EVERYBODY, ...EVERYTHING },
};

/** Priority levels and flow schemas. */
// Models staging/src/k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap/default.go (v1.36)
export function flowControlObjects(time: string): readonly KObject[] {
  return [...LEVELS.map(priorityLevel), ...SCHEMAS.map((schema) => flowSchema(schema, time))];
}

function priorityLevel([name, shares, queues]: (typeof LEVELS)[number]): KObject {
  const metadata = { name, generation: 1, annotations: ANNOTATIONS };
  const kind = 'PriorityLevelConfiguration';
  if (name === 'exempt') {
    return {
      kind,
      apiVersion: API_VERSION,
      metadata,
      spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
      status: {},
    };
  }
  const limitResponse =
    queues === undefined
      ? { type: 'Reject' }
      : { type: 'Queue', queuing: { queues, handSize: HAND_SIZE.get(name) ?? 6, queueLengthLimit: 50 } };
  return {
    kind,
    apiVersion: API_VERSION,
    metadata,
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: shares, limitResponse, lendablePercent: LENDABLE.get(name) ?? 0 },
    },
    status: {},
  };
}

function flowSchema([name, level, precedence, distinguisher]: (typeof SCHEMAS)[number], time: string): KObject {
  return {
    kind: 'FlowSchema',
    apiVersion: API_VERSION,
    metadata: { name, generation: 1, annotations: ANNOTATIONS },
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence: precedence,
      ...(distinguisher === undefined ? undefined : { distinguisherMethod: { type: distinguisher } }),
      rules: [RULES[name]],
    },
    status: {
      conditions: [
        {
          type: 'Dangling',
          status: 'False',
          lastTransitionTime: time,
          reason: 'Found',
          message: `This FlowSchema references the PriorityLevelConfiguration object named "${level}" and it exists`,
        },
      ],
    },
  };
}
