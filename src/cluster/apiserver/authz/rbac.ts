import type { PolicyRule } from '../../../api/types/rbac.ts';
import { compareStrings } from '../../../base/order.ts';
import type { UserInfo } from '../authn/user.ts';
import { serviceAccountName } from '../authn/user.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { Attributes, Verdict } from './attributes.ts';
import type { NamedAuthorizer } from './union.ts';

export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly apiGroup?: string;
}

export interface RoleObject {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly PolicyRule[] | null;
}

export interface BindingObject {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly subjects?: readonly Subject[];
  readonly roleRef: { readonly kind: string; readonly name: string };
}

/** Where RBAC reads its objects, each in order of name. */
export interface RbacLister {
  clusterRoleBindings(): readonly BindingObject[];
  roleBindings(namespace: string): readonly BindingObject[];
  clusterRole(name: string): RoleObject | undefined;
  role(namespace: string, name: string): RoleObject | undefined;
  /** Changes whenever any of these objects does. */
  generation(): number;
}

interface Grant {
  readonly rule: PolicyRule;
  /** When it is found whatever the object is called; what is bound in a namespace depends on what is not in the cluster. */
  readonly verdict: Verdict;
}

interface Grants {
  readonly grants: readonly Grant[];
  readonly missing: readonly string[];
}

/** Role-based access control: what is not allowed by some rule is not allowed. */
// Models plugin/pkg/auth/authorizer/rbac/rbac.go (v1.36). Deviation: bindings are read in order of name.
export class RbacAuthorizer implements NamedAuthorizer {
  readonly name = 'RBAC';

  private generation = -1;
  /** What a user may do, worked out once and dropped when any RBAC object changes. */
  private readonly clusterGrants = new Map<UserInfo, Grants>();
  private readonly namespaceGrants = new Map<UserInfo, Map<string, Grants>>();

  constructor(private readonly lister: RbacLister) {}

  authorize({ user, info }: Attributes): Verdict {
    this.refresh();
    const cluster = this.grantsInCluster(user);
    const found = find(cluster, info);
    if (found !== undefined) return found;
    let missing = cluster.missing;
    if (info.namespace !== '') {
      const local = this.grantsInNamespace(user, info.namespace);
      const foundLocal = find(local, info);
      if (foundLocal !== undefined) return foundLocal;
      missing = [...missing, ...local.missing];
    }
    const reason = missing.length === 0 ? '' : `RBAC: ${missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`}`;
    return { decision: 'no-opinion', reason, authorizer: 'RBAC' };
  }

  /** All rules that apply to a user, in the cluster and in one namespace. */
  rulesOf(user: UserInfo, namespace: string): readonly PolicyRule[] {
    this.refresh();
    const rules = this.grantsInCluster(user).grants.map((grant) => grant.rule);
    if (namespace === '') return rules;
    return [...rules, ...this.grantsInNamespace(user, namespace).grants.map((grant) => grant.rule)];
  }

  /** Changes whenever what it says may change. */
  get ofObjects(): number {
    return this.lister.generation();
  }

  private refresh(): void {
    const generation = this.ofObjects;
    if (generation === this.generation) return;
    this.generation = generation;
    this.clusterGrants.clear();
    this.namespaceGrants.clear();
  }

  private grantsInCluster(user: UserInfo): Grants {
    let grants = this.clusterGrants.get(user);
    if (grants === undefined) {
      grants = this.collect(user, this.lister.clusterRoleBindings(), '');
      this.clusterGrants.set(user, grants);
    }
    return grants;
  }

  private grantsInNamespace(user: UserInfo, namespace: string): Grants {
    let byNamespace = this.namespaceGrants.get(user);
    if (byNamespace === undefined) {
      byNamespace = new Map();
      this.namespaceGrants.set(user, byNamespace);
    }
    let grants = byNamespace.get(namespace);
    if (grants === undefined) {
      grants = this.collect(user, this.lister.roleBindings(namespace), namespace);
      byNamespace.set(namespace, grants);
    }
    return grants;
  }

  private collect(user: UserInfo, bindings: readonly BindingObject[], namespace: string): Grants {
    const grants: Grant[] = [];
    const missing: string[] = [];
    const ordered = [...bindings].sort((a, b) => compareStrings(a.metadata.name, b.metadata.name));
    for (const binding of ordered) {
      const subject = binding.subjects?.find((each) => appliesTo(each, user, namespace));
      if (subject === undefined) continue;
      const { kind, name } = binding.roleRef;
      const role = kind === 'ClusterRole' ? this.lister.clusterRole(name) : this.lister.role(namespace, name);
      if (role === undefined) {
        missing.push(`${kind.toLowerCase()}.rbac.authorization.k8s.io "${name}" not found`);
        continue;
      }
      const reason = reasonOf(binding, subject, namespace);
      const verdict = allowedBecause(reason, namespace === '');
      for (const rule of role.rules ?? []) grants.push({ rule, verdict });
    }
    return { grants, missing };
  }
}

function appliesTo(subject: Subject, user: UserInfo, namespace: string): boolean {
  switch (subject.kind) {
    case 'User':
      return subject.name === user.name;
    case 'Group':
      return user.groups.includes(subject.name);
    case 'ServiceAccount': {
      const home = subject.namespace ?? namespace;
      return home !== '' && user.name === serviceAccountName(home, subject.name);
    }
    default:
      return false;
  }
}

function reasonOf(binding: BindingObject, subject: Subject, namespace: string): string {
  const { kind, name } = binding.roleRef;
  const who = subject.kind === 'ServiceAccount' ? `${subject.name}/${subject.namespace ?? namespace}` : subject.name;
  const which =
    namespace === ''
      ? `ClusterRoleBinding "${binding.metadata.name}"`
      : `RoleBinding "${binding.metadata.name}/${namespace}"`;
  return `RBAC: allowed by ${which} of ${kind} "${name}" to ${subject.kind} "${who}"`;
}

function allowedBecause(reason: string, forAnyName: boolean): Verdict {
  return { decision: 'allow', reason, authorizer: 'RBAC', forAnyName };
}

function find({ grants }: Grants, info: RequestInfo): Verdict | undefined {
  let forAnyName = true;
  for (const { rule, verdict } of grants) {
    if (!ruleFits(rule, info)) continue;
    const isForAny = !info.isResource || !namesObjects(rule);
    if (isForAny && forAnyName) return verdict;
    if (isForAny || isNamed(rule, info.name)) return allowedBecause(verdict.reason, false);
    forAnyName = false;
  }
  return undefined;
}

export function ruleAllows(rule: PolicyRule, info: RequestInfo): boolean {
  return ruleFits(rule, info) && (!info.isResource || !namesObjects(rule) || isNamed(rule, info.name));
}

/** Whatever the object is called. */
function ruleFits(rule: PolicyRule, info: RequestInfo): boolean {
  if (!has(rule.verbs, info.verb)) return false;
  if (!info.isResource) return rule.nonResourceURLs?.some((pattern) => matchesPath(pattern, info.path)) ?? false;
  return has(rule.apiGroups, info.group) && allowsResource(rule.resources, info);
}

function namesObjects({ resourceNames }: PolicyRule): boolean {
  return resourceNames !== undefined && resourceNames.length > 0;
}

function isNamed({ resourceNames }: PolicyRule, name: string): boolean {
  return resourceNames?.includes(name) === true;
}

function has(values: readonly string[] | undefined, value: string): boolean {
  if (values === undefined) return false;
  for (const each of values) if (each === value || each === '*') return true;
  return false;
}

function allowsResource(resources: readonly string[] | undefined, info: RequestInfo): boolean {
  if (resources === undefined) return false;
  const { resource, subresource } = info;
  for (const each of resources) {
    if (each === '*' || (subresource === '' ? each === resource : names(each, resource, subresource))) return true;
  }
  return false;
}

/** Whether a rule's text is `resource/subresource`, the first perhaps a star; without making that text. */
function names(text: string, resource: string, subresource: string): boolean {
  if (!text.endsWith(subresource)) return false;
  const slash = text.length - subresource.length - 1;
  if (text[slash] !== '/') return false;
  return (slash === 1 && text[0] === '*') || (slash === resource.length && text.startsWith(resource));
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true;
  return pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1));
}
