import type { Attributes, Verdict } from './attributes.ts';
import type { NamedAuthorizer } from './union.ts';

/** One line of a policy file; what is left out matches nothing, `*` matches all. */
// Models pkg/apis/abac/v1beta1/types.go (v1.36)
export interface AbacPolicy {
  readonly user?: string;
  readonly group?: string;
  readonly namespace?: string;
  readonly resource?: string;
  readonly apiGroup?: string;
  readonly nonResourcePath?: string;
  readonly readonly?: boolean;
}

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
const ALLOW: Verdict = { decision: 'allow', reason: '', authorizer: 'ABAC' };
const NO_MATCH: Verdict = { decision: 'no-opinion', reason: 'No policy matched.', authorizer: 'ABAC' };

/** Policies in a file: simple, but changed only by starting the server anew. */
// Models pkg/auth/authorizer/abac/abac.go (v1.36)
export class AbacAuthorizer implements NamedAuthorizer {
  readonly name = 'ABAC';

  constructor(private readonly policies: readonly AbacPolicy[]) {}

  authorize(attributes: Attributes): Verdict {
    return this.policies.some((policy) => matches(policy, attributes)) ? ALLOW : NO_MATCH;
  }
}

function matches(policy: AbacPolicy, { user, info }: Attributes): boolean {
  if (!ofSubject(policy, user.name, user.groups)) return false;
  if (policy.readonly === true && !READS.has(info.verb)) return false;
  if (!info.isResource) return pathMatches(policy.nonResourcePath ?? '', info.path);
  return is(policy.namespace, info.namespace) && is(policy.resource, info.resource) && is(policy.apiGroup, info.group);
}

function ofSubject({ user = '', group = '' }: AbacPolicy, name: string, groups: readonly string[]): boolean {
  if (user === '' && group === '') return false;
  const userFits = user === '' || user === '*' || user === name;
  const groupFits = group === '' || group === '*' || groups.includes(group);
  return userFits && groupFits;
}

function is(pattern: string | undefined, value: string): boolean {
  return pattern === '*' || (pattern ?? '') === value;
}

function pathMatches(pattern: string, path: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern !== '' && pattern === path;
}
