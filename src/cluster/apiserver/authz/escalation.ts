import { uncovered } from '../../../api/access/policy-rules.ts';
import { quote } from '../../../api/go/quote.ts';
import type { PolicyRule } from '../../../api/types/rbac.ts';
import { compareStrings } from '../../../base/order.ts';
import { MASTERS, type UserInfo } from '../authn/user.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { Authorizer } from './attributes.ts';
import type { RbacAuthorizer } from './rbac.ts';

const GROUP = 'rbac.authorization.k8s.io';
const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

interface Role {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: unknown;
}

interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

/** Nobody gives away what they do not have. Answers why a role or a binding is refused; undefined: it may be written. */
// Models pkg/registry/rbac/{role,clusterrole,rolebinding,clusterrolebinding}/policybased/storage.go (v1.36)
export class EscalationCheck {
  constructor(
    private readonly authorizer: Authorizer,
    private readonly rbac: RbacAuthorizer,
  ) {}

  role(user: UserInfo, resource: string, namespace: string, name: string, role: Role): string | undefined {
    if (user.groups.includes(MASTERS) || this.may(user, 'escalate', resource, namespace, name)) return undefined;
    const rules = role.aggregationRule === undefined ? (role.rules ?? []) : [...(role.rules ?? []), ...EVERYTHING];
    return this.notHeld(user, namespace, rules);
  }

  /** The role's rules are undefined when there is no such role. */
  binding(
    user: UserInfo,
    namespace: string,
    ref: RoleRef,
    rules: readonly PolicyRule[] | undefined,
  ): string | undefined {
    const resource = ref.kind === 'ClusterRole' ? 'clusterroles' : 'roles';
    if (user.groups.includes(MASTERS) || this.may(user, 'bind', resource, namespace, ref.name)) return undefined;
    if (rules === undefined) return `${resource}.${GROUP} "${ref.name}" not found`;
    return this.notHeld(user, namespace, rules);
  }

  private may(user: UserInfo, verb: string, resource: string, namespace: string, name: string): boolean {
    const info: RequestInfo = {
      isResource: true,
      verb,
      path: '',
      group: GROUP,
      version: 'v1',
      namespace,
      resource,
      subresource: '',
      name,
      rest: [],
    };
    return this.authorizer.authorize({ user, info, fieldSelector: undefined }).decision === 'allow';
  }

  private notHeld(user: UserInfo, namespace: string, wanted: readonly PolicyRule[]): string | undefined {
    const missing = uncovered(this.rbac.rulesOf(user, namespace), wanted);
    if (missing.length === 0) return undefined;
    const lines = [...new Set(compacted(missing).map(ruleText))].sort(compareStrings);
    const groups = user.groups.map(quote).join(' ');
    return `user ${quote(user.name)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}`;
  }
}

/** Verbs of the same resource together again. */
function compacted(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const merged = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { verbs, ...rest } = rule;
    const key = JSON.stringify(rest);
    const known = merged.get(key);
    merged.set(key, known === undefined ? rule : { ...known, verbs: [...known.verbs, ...verbs] });
  }
  return [...merged.values()];
}

// Models staging/src/k8s.io/component-helpers/auth/rbac/validation, CompactString (v1.36)
function ruleText(rule: PolicyRule): string {
  const part = (name: string, values: readonly string[] | undefined): readonly string[] =>
    values === undefined || values.length === 0 ? [] : [`${name}:[${values.map(quote).join(' ')}]`];
  const parts = [
    ...part('APIGroups', rule.apiGroups),
    ...part('Resources', rule.resources),
    ...part('NonResourceURLs', rule.nonResourceURLs),
    ...part('ResourceNames', rule.resourceNames),
    ...part('Verbs', rule.verbs),
  ];
  return `{${parts.join(', ')}}`;
}
