import { AbacAuthorizer, type AbacPolicy } from './abac.ts';
import type { Verdict } from './attributes.ts';
import { type NamedAuthorizer, privilegedGroups, UnionAuthorizer } from './union.ts';
import { WebhookAuthorizer, type WebhookRules } from './webhook.ts';

export type AuthorizationMode = 'Node' | 'RBAC' | 'ABAC' | 'Webhook' | 'AlwaysAllow' | 'AlwaysDeny';

/** What `--authorization-mode` and its companions say. */
// Models pkg/kubeapiserver/authorizer/config.go (v1.36)
export interface AuthorizationConfig {
  readonly modes: readonly AuthorizationMode[];
  readonly abac: readonly AbacPolicy[];
  readonly webhooks: readonly WebhookRules[];
}

export const defaultAuthorization: AuthorizationConfig = { modes: ['Node', 'RBAC'], abac: [], webhooks: [] };

const constant = (name: AuthorizationMode, verdict: Omit<Verdict, 'authorizer'>): NamedAuthorizer => {
  const always = { ...verdict, authorizer: name };
  return { name, authorize: () => always };
};

/** All authorizers in the order asked for, behind the one that nobody can switch off. */
export function authorizersFor(
  { modes, abac, webhooks }: AuthorizationConfig,
  node: NamedAuthorizer,
  rbac: NamedAuthorizer,
): UnionAuthorizer {
  const named: { readonly [mode in AuthorizationMode]: () => readonly NamedAuthorizer[] } = {
    Node: () => [node],
    RBAC: () => [rbac],
    ABAC: () => [new AbacAuthorizer(abac)],
    Webhook: () => webhooks.map((rules) => new WebhookAuthorizer(rules)),
    AlwaysAllow: () => [constant('AlwaysAllow', { decision: 'allow', reason: '' })],
    AlwaysDeny: () => [constant('AlwaysDeny', { decision: 'no-opinion', reason: 'Everything is forbidden.' })],
  };
  const chosen = modes.flatMap((mode) => named[mode]());
  return new UnionAuthorizer([privilegedGroups, ...chosen]);
}
