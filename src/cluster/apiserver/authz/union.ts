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
  /** What is noted when all before the one at this place had nothing to say. */
  private readonly silence: readonly string[];
  /** The same, and it allows. */
  private readonly allowed: readonly string[];

  constructor(readonly authorizers: readonly NamedAuthorizer[]) {
    this.silence = authorizers.map((_, at) =>
      authorizers
        .slice(0, at)
        .map(({ name }) => `${name}=-;`)
        .join(''),
    );
    this.allowed = authorizers.map(({ name }, at) => `${this.silence[at]}${name}=allow`);
  }

  authorize(attributes: Attributes): UnionVerdict {
    let reasons: string[] | undefined;
    let tried = '';
    let forAnyName = true;
    for (let at = 0; at < this.authorizers.length; at += 1) {
      const authorizer = this.authorizers[at] as NamedAuthorizer;
      const verdict = authorizer.authorize(attributes);
      const { decision, reason } = verdict;
      if (verdict.forAnyName !== true) forAnyName = false;
      if (decision !== 'no-opinion') {
        if (reasons !== undefined) tried += `${authorizer.name}=${decision}`;
        else
          tried = (decision === 'allow' ? this.allowed[at] : `${this.silence[at]}${authorizer.name}=${decision}`) ?? '';
        return { decision, reason, authorizer: authorizer.name, tried, forAnyName };
      }
      if (reason !== '') {
        if (reasons === undefined) tried = this.silence[at] as string;
        reasons ??= [];
        reasons.push(reason);
        tried += `${authorizer.name}=${reason.replaceAll(';', ',')};`;
      } else if (reasons !== undefined) tried += `${authorizer.name}=-;`;
    }
    if (reasons !== undefined) tried = tried.slice(0, -1);
    else tried = this.authorizers.map(({ name }) => `${name}=-`).join(';');
    return { decision: 'no-opinion', reason: reasons?.join('\n') ?? '', authorizer: 'union', tried };
  }
}
