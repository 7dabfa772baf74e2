import { MASTERS } from '../authn/user.ts';
import type { Attributes, Authorizer, Verdict } from './attributes.ts';

/** Members of system:masters are allowed before anybody else is asked. */
// Models staging/src/k8s.io/apiserver/pkg/authorization/authorizerfactory/builtin.go (v1.36)
export const privilegedGroups: Authorizer = {
  authorize({ user }) {
    return {
      decision: user.groups.includes(MASTERS) ? 'allow' : 'no-opinion',
      reason: '',
      authorizer: 'privileged groups',
    };
  },
};

/** The first that allows or denies decides; when nobody does, the request is denied with all reasons. */
// Models staging/src/k8s.io/apiserver/pkg/authorization/union/union.go (v1.36)
export function unionOf(authorizers: readonly Authorizer[]): Authorizer {
  return {
    authorize(attributes: Attributes): Verdict {
      let reasons: string[] | undefined;
      for (const authorizer of authorizers) {
        const verdict = authorizer.authorize(attributes);
        if (verdict.decision !== 'no-opinion') return verdict;
        if (verdict.reason !== '') {
          reasons ??= [];
          reasons.push(verdict.reason);
        }
      }
      return { decision: 'no-opinion', reason: reasons?.join('\n') ?? '', authorizer: 'union' };
    },
  };
}
