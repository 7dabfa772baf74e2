import type { UserInfo } from '../authn/user.ts';
import { MASTERS, NODES } from '../authn/user.ts';
import type { RequestInfo } from '../request/request-info.ts';

/** How a request is classified: the first schema that matches decides the priority level. */
export interface Flow {
  readonly schema: string;
  readonly level: string;
}

interface FlowSchema extends Flow {
  readonly precedence: number;
  matches(user: UserInfo, info: RequestInfo): boolean;
}

const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz']);
const LEADER_ELECTION_USERS: ReadonlySet<string> = new Set(['system:kube-controller-manager', 'system:kube-scheduler']);

const inGroup = (group: string) => (user: UserInfo) => user.groups.includes(group);
const isUser = (name: string) => (user: UserInfo) => user.name === name;

// Models staging/src/k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap/default.go (v1.36)
export const flowSchemas: readonly FlowSchema[] = [
  { schema: 'exempt', level: 'exempt', precedence: 1, matches: inGroup(MASTERS) },
  {
    schema: 'probes',
    level: 'exempt',
    precedence: 2,
    matches: (_user, info) => !info.isResource && info.verb === 'get' && HEALTH.has(info.path),
  },
  {
    schema: 'system-leader-election',
    level: 'leader-election',
    precedence: 100,
    matches: (user, info) =>
      info.resource === 'leases' && info.namespace === 'kube-system' && LEADER_ELECTION_USERS.has(user.name),
  },
  {
    schema: 'system-node-high',
    level: 'node-high',
    precedence: 400,
    matches: (user, info) => user.groups.includes(NODES) && (info.resource === 'nodes' || info.resource === 'leases'),
  },
  { schema: 'system-nodes', level: 'system', precedence: 500, matches: inGroup(NODES) },
  {
    schema: 'kube-controller-manager',
    level: 'workload-high',
    precedence: 800,
    matches: isUser('system:kube-controller-manager'),
  },
  { schema: 'kube-scheduler', level: 'workload-high', precedence: 800, matches: isUser('system:kube-scheduler') },
  {
    schema: 'kube-system-service-accounts',
    level: 'workload-high',
    precedence: 900,
    matches: inGroup('system:serviceaccounts:kube-system'),
  },
  { schema: 'service-accounts', level: 'workload-low', precedence: 9000, matches: inGroup('system:serviceaccounts') },
  { schema: 'global-default', level: 'global-default', precedence: 9900, matches: () => true },
];

export function flowOf(user: UserInfo, info: RequestInfo): Flow {
  for (const schema of flowSchemas) if (schema.matches(user, info)) return schema;
  return { schema: 'catch-all', level: 'catch-all' };
}
