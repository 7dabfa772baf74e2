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

/** Priority levels and flow schemas. Deviation: the schemas' rules are code, in flowcontrol/flow-schemas.ts. */
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
