import type { Attributes, Decision, Verdict } from './attributes.ts';
import type { NamedAuthorizer } from './union.ts';

/** A server elsewhere that answers SubjectAccessReviews, as rules: the first that fits decides. */
export interface WebhookRules {
  readonly name: string;
  readonly rules: readonly WebhookRule[];
  /** What holds when it does not answer. */
  readonly failurePolicy: 'NoOpinion' | 'Deny';
  readonly unreachable?: boolean;
}

export interface WebhookRule {
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
  readonly verbs?: readonly string[];
  readonly resources?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly decision: Decision;
  readonly reason: string;
}

// Models staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go (v1.36). Deviation: the server behind it is a list of rules and answers at once.
export class WebhookAuthorizer implements NamedAuthorizer {
  readonly name: string;

  constructor(private readonly webhook: WebhookRules) {
    this.name = webhook.name;
  }

  authorize(attributes: Attributes): Verdict {
    const { rules, failurePolicy, unreachable, name } = this.webhook;
    if (unreachable === true) {
      const decision = failurePolicy === 'Deny' ? 'deny' : 'no-opinion';
      return { decision, reason: `webhook ${name} did not answer`, authorizer: name };
    }
    const rule = rules.find((each) => fits(each, attributes));
    return { decision: rule?.decision ?? 'no-opinion', reason: rule?.reason ?? '', authorizer: name };
  }
}

function fits(rule: WebhookRule, { user, info }: Attributes): boolean {
  const one = (allowed: readonly string[] | undefined, value: string): boolean =>
    allowed === undefined || allowed.includes('*') || allowed.includes(value);
  return (
    one(rule.users, user.name) &&
    (rule.groups === undefined || rule.groups.some((group) => user.groups.includes(group))) &&
    one(rule.verbs, info.verb) &&
    one(rule.resources, info.resource) &&
    one(rule.namespaces, info.namespace)
  );
}
