// Models the flags of kube-apiserver about authentication and authorization (v1.36), as the page's cluster has them

import { signedToken } from '../apiserver/authn/jwt.ts';
import type { OidcIssuer } from '../apiserver/authn/oidc.ts';
import type { UserInfo } from '../apiserver/authn/user.ts';
import { type AuthorizationConfig, type AuthorizationMode, defaultAuthorization } from '../apiserver/authz/modes.ts';
import type { Credentials } from '../ports/credentials.ts';
import { simulatedSigner } from '../ports/token-signer.ts';
import { PEOPLE } from './identities.ts';

const STATIC_TOKEN = 'sam-in-the-token-file';

/** One line of a token file: token, user, uid, groups. */
export const STATIC_TOKENS: ReadonlyMap<string, UserInfo> = new Map([
  [STATIC_TOKEN, { name: 'sam', uid: '1001', groups: ['ops', 'system:authenticated'], extra: {} }],
]);

/** An identity provider that the API server trusts. */
export const IDENTITY_PROVIDER: OidcIssuer = {
  url: 'https://login.kubestep.dev',
  audiences: ['kubestep'],
  usernameClaim: 'email',
  usernamePrefix: 'oidc:',
  groupsClaim: 'groups',
  groupsPrefix: 'oidc:',
  keys: simulatedSigner('the keys of the identity provider'),
};

const YEAR_2050 = 2_524_608_000;

/** One person for each way to say who one is. The last one's way was taken away in v1.19: nobody reads it any more. */
export const EVERYBODY: { readonly [user: string]: Credentials } = {
  ...PEOPLE,
  sam: { token: STATIC_TOKEN },
  olga: {
    token: signedToken(IDENTITY_PROVIDER.keys, {
      aud: 'kubestep',
      email: 'olga@example.org',
      exp: YEAR_2050,
      groups: ['dev'],
      iss: IDENTITY_PROVIDER.url,
      sub: 'olga',
    }),
  },
  ben: { basic: { username: 'ben', password: 'secret' } },
};

/** Policies and rules for the authorizers that are off unless a run asks for them. */
export function authorizationOf(modes: readonly AuthorizationMode[] | undefined): AuthorizationConfig {
  if (modes === undefined) return defaultAuthorization;
  return {
    modes,
    abac: [{ group: 'ops', namespace: '*', resource: '*', apiGroup: '*', readonly: true }],
    webhooks: [
      {
        name: 'Webhook',
        failurePolicy: 'NoOpinion',
        rules: [
          { users: ['ben', 'system:anonymous'], decision: 'deny', reason: 'the directory knows no such person' },
          { groups: ['oidc:dev'], verbs: ['get', 'list', 'watch'], decision: 'allow', reason: 'developers may look' },
        ],
      },
    ],
  };
}
