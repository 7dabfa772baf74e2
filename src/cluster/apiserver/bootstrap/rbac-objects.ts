import type { KObject } from '../../../api/types/meta.ts';
import type { PolicyRule } from '../../../api/types/rbac.ts';
import type { Subject } from '../authz/rbac.ts';
import { CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, ROLE_BINDINGS, ROLES } from './rbac-data.ts';

const GROUP = 'rbac.authorization.k8s.io';
const API_VERSION = `${GROUP}/v1`;
const CONTROLLER = 'system:controller:';
const BOOTSTRAPPING = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
const AUTOUPDATE = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };

const VERBS: ReadonlyMap<string, readonly string[]> = new Map([
  ['READ', ['get', 'list', 'watch']],
  ['WRITE', ['create', 'delete', 'deletecollection', 'patch', 'update']],
  ['ALL', ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']],
]);

/** Roles that are made of others: whatever carries the label. */
const AGGREGATED: readonly (readonly [name: string, labelledTo: string | undefined, parts: readonly string[]])[] = [
  ['admin', undefined, ['system:aggregate-to-edit', 'system:aggregate-to-view', 'system:aggregate-to-admin']],
  ['edit', 'admin', ['system:aggregate-to-edit', 'system:aggregate-to-view']],
  ['view', 'edit', ['system:aggregate-to-view']],
];

interface NamedRules {
  readonly namespace: string;
  readonly name: string;
  readonly rules: readonly PolicyRule[];
}

// Models pkg/registry/rbac/rest/storage_rbac.go (v1.36)
export function rbacObjects(): readonly KObject[] {
  const clusterRoles = readRoles(CLUSTER_ROLES);
  return [
    ...clusterRoles.map(clusterRole),
    ...AGGREGATED.map((each) => aggregatedRole(each, clusterRoles)),
    ...readRoles(ROLES).map(role),
    ...lines(CLUSTER_ROLE_BINDINGS).map(clusterRoleBinding),
    ...lines(ROLE_BINDINGS).map(roleBinding),
  ];
}

export interface ControllerRights {
  readonly account: string;
  readonly rules: readonly PolicyRule[];
}

/** The role of a controller's account, and that it has it. */
export function controllerRights({ account, rules }: ControllerRights): readonly KObject[] {
  const name = `${CONTROLLER}${account}`;
  return [clusterRole({ namespace: '', name, rules }), clusterRoleBinding(name)];
}

function clusterRole({ name, rules }: NamedRules): KObject {
  const prefix = 'system:aggregate-to-';
  const labels = name.startsWith(prefix)
    ? { ...BOOTSTRAPPING, [`${GROUP}/aggregate-to-${name.slice(prefix.length)}`]: 'true' }
    : BOOTSTRAPPING;
  return { kind: 'ClusterRole', apiVersion: API_VERSION, metadata: { name, labels, annotations: AUTOUPDATE }, rules };
}

function aggregatedRole(
  [name, labelledTo, parts]: (typeof AGGREGATED)[number],
  clusterRoles: readonly NamedRules[],
): KObject {
  const labels =
    labelledTo === undefined ? BOOTSTRAPPING : { ...BOOTSTRAPPING, [`${GROUP}/aggregate-to-${labelledTo}`]: 'true' };
  return {
    kind: 'ClusterRole',
    apiVersion: API_VERSION,
    metadata: { name, labels, annotations: AUTOUPDATE },
    aggregationRule: {
      clusterRoleSelectors: [{ matchLabels: { [`${GROUP}/aggregate-to-${name}`]: 'true' } }],
    },
    rules: parts.flatMap((part) => clusterRoles.find((each) => each.name === part)?.rules ?? []),
  };
}

function role({ namespace, name, rules }: NamedRules): KObject {
  return {
    kind: 'Role',
    apiVersion: API_VERSION,
    metadata: { name, namespace, labels: BOOTSTRAPPING, annotations: AUTOUPDATE },
    rules,
  };
}

function clusterRoleBinding(line: string): KObject {
  const [name = '', ref, ...subjects] = line.split(' ');
  const own = `S:kube-system/${name.slice(CONTROLLER.length)}`;
  return {
    kind: 'ClusterRoleBinding',
    apiVersion: API_VERSION,
    metadata: { name, labels: BOOTSTRAPPING, annotations: AUTOUPDATE },
    ...subjectsOf(ref === undefined ? [own] : subjects),
    roleRef: roleRef(ref ?? `ClusterRole/${name}`),
  };
}

function roleBinding(line: string): KObject {
  const [place = '', ref = '', ...subjects] = line.split(' ');
  const [namespace = '', name = ''] = place.split('/');
  return {
    kind: 'RoleBinding',
    apiVersion: API_VERSION,
    metadata: { name, namespace, labels: BOOTSTRAPPING, annotations: AUTOUPDATE },
    ...subjectsOf(subjects),
    roleRef: roleRef(ref),
  };
}

function subjectsOf(texts: readonly string[]): { readonly subjects?: readonly Subject[] } {
  return texts.length === 0 ? {} : { subjects: texts.map(subject) };
}

function subject(text: string): Subject {
  const name = text.slice(2);
  if (text.startsWith('U:')) return { kind: 'User', apiGroup: GROUP, name };
  if (text.startsWith('G:')) return { kind: 'Group', apiGroup: GROUP, name };
  const [namespace = '', account = ''] = name.split('/');
  return { kind: 'ServiceAccount', name: account, namespace };
}

function roleRef(text: string): { readonly apiGroup: string; readonly kind: string; readonly name: string } {
  const slash = text.indexOf('/');
  return { apiGroup: GROUP, kind: text.slice(0, slash), name: text.slice(slash + 1) };
}

function readRoles(text: string): readonly NamedRules[] {
  const found: { namespace: string; name: string; rules: PolicyRule[] }[] = [];
  for (const line of lines(text)) {
    if (!line.startsWith('# ')) {
      found.at(-1)?.rules.push(rule(line));
      continue;
    }
    const place = line.slice(2);
    const slash = place.indexOf('/');
    found.push({ namespace: slash < 0 ? '' : place.slice(0, slash), name: place.slice(slash + 1), rules: [] });
  }
  return found;
}

function rule(line: string): PolicyRule {
  const [verbs = '', groups = '', resources = '', equals, names] = line.split(' ');
  const allowed = verbs
    .split(',')
    .flatMap((verb) => VERBS.get(verb) ?? [verb])
    .sort();
  if (groups === '@') return { verbs: allowed, nonResourceURLs: resources.split(',') };
  const base = {
    verbs: allowed,
    apiGroups: groups.split(',').map((group) => (group === 'core' ? '' : group)),
    resources: resources.split(','),
  };
  return equals === '=' && names !== undefined ? { ...base, resourceNames: names.split(',') } : base;
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
