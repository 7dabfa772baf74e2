import { MASTERS } from '../authn/user.ts';
import type { Attributes, Authorizer, UnionVerdict, Verdict } from './attributes.ts';

const PRIVILEGED = 'privileged groups';
const PRIVILEGED_ALLOWS: Verdict = { decision: 'allow', reason: '', authorizer: PRIVILEGED, forAnyName: true };
const NOT_PRIVILEGED: Verdict = { decision: 'no-opinion', reason: '', authorizer: PRIVILEGED, forAnyName: true };

/** Members of system:masters are allowed before anybody else is asked. */
// Models staging/src/k8s.io/apiserver/pkg/authorization/authorizerfactory/builtin.go (v1.36)
export const privilegedGroups: NamedAuthorizer = {
  name: PRIVILEGED,
  authorize: ({ user }) => (user.groups.includes(MASTERS) ? PRIVILEGED_ALLOWS : NOT_PRIVILEGED),
};

export interface NamedAuthorizer extends Authorizer {
  readonly name: string;
}

/** The first that allows or denies decides; when nobody does, the request is denied with all reasons. */
// Models staging/src/k8s.io/apiserver/pkg/authorization/union/union.go (v1.36)
export class UnionAuthorizer implements Authorizer {
  constructor(readonly authorizers: readonly NamedAuthorizer[]) {}

  authorize(attributes: Attributes): UnionVerdict {
    const reasons: string[] = [];
    let tried = '';
    let forAnyName = true;
    for (const authorizer of this.authorizers) {
      const { name } = authorizer;
      const verdict = authorizer.authorize(attributes);
      const { decision, reason } = verdict;
      if (verdict.forAnyName !== true) forAnyName = false;
      if (decision !== 'no-opinion')
        return { decision, reason, authorizer: name, tried: `${tried}${name}=${decision}`, forAnyName };
      if (reason !== '') reasons.push(reason);
      tried += `${name}=${reason === '' ? '-' : reason.replaceAll(';', ',')};`;
    }
    return { decision: 'no-opinion', reason: reasons.join('\n'), authorizer: 'union', tried: tried.slice(0, -1) };
  }
}
