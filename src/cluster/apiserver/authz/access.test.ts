import { describe, expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import { base64url } from '../../../base/bytes/base64.ts';
import { simulatedSigner } from '../../ports/token-signer.ts';
import { parseToken, signedToken } from '../authn/jwt.ts';
import type { ApiServerConfig } from '../core/config.ts';
import { type RequestOptions, type TestCluster, testCluster, userCredentials } from '../testing.ts';
import { defaultAuthorization } from './modes.ts';

const PODS = '/api/v1/namespaces/default/pods';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const ISSUER = 'https://kubernetes.default.svc.cluster.local';

function quiet(config: Partial<ApiServerConfig> = {}): TestCluster {
  return testCluster({ config: { compaction: false, periodicBookmarks: false, ...config } });
}

const message = (cluster: TestCluster, options: RequestOptions, path = PODS): string =>
  (cluster.request('GET', path, undefined, options).body as Status).message ?? '';

const padded = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=');

/** The arguments of the last step of a kind. */
function lastArgs(cluster: TestCluster, kind: string): { readonly [name: string]: unknown } {
  const { journal, stepCount } = cluster.engine;
  for (let seq = stepCount - 1; seq >= 0; seq -= 1) {
    if (journal.kindOf(seq).name === `apiserver.${kind}`) return journal.step(seq).args;
  }
  return {};
}

function tokenOf(cluster: TestCluster, spec: object): string {
  const answer = cluster.request('POST', '/api/v1/namespaces/default/serviceaccounts/default/token', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec,
  });
  return (answer.body as { status: { token: string } }).status.token;
}

function rule(verbs: readonly string[], resources: readonly string[], apiGroups: readonly string[] = ['']): object {
  return { verbs, resources, apiGroups };
}

/** Gives a user rules in the namespace default, or in the cluster. */
function grant(cluster: TestCluster, user: string, rules: readonly object[], everywhere = false): void {
  const [role, binding] = everywhere ? ['ClusterRole', 'ClusterRoleBinding'] : ['Role', 'RoleBinding'];
  const path = everywhere ? RBAC : `${RBAC}/namespaces/default`;
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  cluster.request('POST', `${path}/${role.toLowerCase()}s`, {
    apiVersion,
    kind: role,
    metadata: { name: user },
    rules,
  });
  cluster.request('POST', `${path}/${binding.toLowerCase()}s`, {
    apiVersion,
    kind: binding,
    metadata: { name: user },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role, name: user },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
  });
}

it('AS3: the request info says what a path means', () => {
  const cluster = quiet();
  const info = (method: 'GET' | 'DELETE', path: string) => {
    const from = cluster.engine.stepCount;
    cluster.request(method, path);
    for (let seq = from; ; seq += 1) {
      const { kind, args } = cluster.engine.journal.step(seq);
      if (kind.name === 'apiserver.requestInfo') return Object.values(args).join(' ');
    }
  };
  expect(info('GET', '/api/v1/nodes/a/status')).toBe('get  v1 nodes status  a');
  expect(info('DELETE', '/api/v1/namespaces/default/pods/status')).toBe('delete  v1 pods  default status');
  expect(info('GET', '/apis/apps/v1/deployments')).toBe('list apps v1 deployments   ');
  expect(info('GET', '/healthz')).toBe('get      ');
});

describe('tokens of ServiceAccounts', () => {
  it('AS28: have the header and claims of a real one', () => {
    const cluster = quiet();
    const token = tokenOf(cluster, { expirationSeconds: 600 });
    const parsed = parseToken(token);
    expect(parsed?.header).toEqual({ alg: 'RS256', kid: expect.stringMatching(/^[\w-]{43}$/) });
    expect(Object.keys(parsed?.payload ?? {})).toEqual([
      'aud',
      'exp',
      'iat',
      'iss',
      'jti',
      'kubernetes.io',
      'nbf',
      'sub',
    ]);
    expect(parsed?.payload).toMatchObject({
      aud: [ISSUER],
      iss: ISSUER,
      sub: 'system:serviceaccount:default:default',
      'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'default' } },
    });
    expect((parsed?.payload.exp ?? 0) - (parsed?.payload.iat ?? 0)).toBe(600);
    expect(parsed?.signature).toHaveLength(342);
  });

  it('AS28: those that kubelets ask for are honoured for a year, and the step says so', () => {
    const cluster = quiet();
    cluster.request('POST', PODS, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a' },
      spec: { containers: [{ name: 'main', image: 'nginx' }] },
    });
    const lasts = (token: string): number => {
      const { exp = 0, iat = 0 } = parseToken(token)?.payload ?? {};
      return exp - iat;
    };
    const year = 365 * 24 * 3600;
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'a' };
    for (const [spec, honoured] of [
      [{ expirationSeconds: 3607, boundObjectRef }, year],
      [{ expirationSeconds: 3600, boundObjectRef }, 3600],
      [{ expirationSeconds: 3607 }, 3607],
    ] as const) {
      expect(lasts(tokenOf(cluster, spec))).toBe(honoured);
      expect(lastArgs(cluster, 'tokenIssued')).toMatchObject({ seconds: spec.expirationSeconds, honoured });
    }
  });

  it('AS28: are 401 when altered, meant for others or too old', () => {
    const cluster = quiet();
    const token = tokenOf(cluster, { expirationSeconds: 600 });
    expect(cluster.request('GET', PODS, undefined, { as: { token } }).code).toBe(403);
    const [head, , signature] = token.split('.');
    const claims = parseToken(token)?.payload ?? {};
    const forged = `${head}.${base64url(JSON.stringify({ ...claims, sub: 'system:admin' }))}.${signature}`;
    expect(cluster.request('GET', PODS, undefined, { as: { token: forged } }).code).toBe(401);
    expect(lastArgs(cluster, 'unauthenticated').reason).toContain('error in cryptographic primitive');
    const elsewhere = tokenOf(cluster, { audiences: ['vault'] });
    expect(cluster.request('GET', PODS, undefined, { as: { token: elsewhere } }).code).toBe(401);
    expect(lastArgs(cluster, 'unauthenticated').tried).toContain('serviceaccount=token audiences ["vault"] is invalid');
    const end = cluster.engine.now + 601_000_000;
    cluster.engine.perform(() => void cluster.engine.background('test').after(601_000_000, () => undefined, true));
    while (cluster.engine.now < end && cluster.engine.advance());
    expect(cluster.request('GET', PODS, undefined, { as: { token } }).code).toBe(401);
    expect(lastArgs(cluster, 'unauthenticated').reason).toContain('service account token has expired');
  });

  it('AS28: a TokenReview tells whose a token is, or why it is nobody’s', () => {
    const cluster = quiet();
    const review = (token: string) => {
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
      const answer = cluster.request('POST', '/apis/authentication.k8s.io/v1/tokenreviews', body).body;
      return (answer as { status: object }).status;
    };
    expect(review(tokenOf(cluster, {}))).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:default:default' },
      audiences: [ISSUER],
    });
    expect(review('nobody')).toEqual({ user: {}, error: 'invalid bearer token' });
  });

  it('AS28: a TokenReview may ask whether a token is for somebody else', () => {
    const cluster = quiet({
      staticTokens: new Map([['abc', { name: 'sam', uid: '1', groups: ['ops'], extra: {} }]]),
    });
    const review = (token: string, audiences: readonly string[]) => {
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token, audiences } };
      const answer = cluster.request('POST', '/apis/authentication.k8s.io/v1/tokenreviews', body).body;
      return (answer as { status: object }).status;
    };
    const both = tokenOf(cluster, { audiences: ['vault', ISSUER] });
    expect(review(both, ['mail', 'vault'])).toMatchObject({ authenticated: true, audiences: ['vault'] });
    expect(review(both, ['mail'])).toEqual({
      user: {},
      error: `[invalid bearer token, token audiences ["vault" "${ISSUER}"] is invalid for the target audiences ["mail"]]`,
    });
    expect(review(tokenOf(cluster, { audiences: ['vault'] }), ['vault'])).toMatchObject({ audiences: ['vault'] });
    expect(review('abc', [ISSUER])).toMatchObject({ authenticated: true, audiences: [ISSUER] });
    expect(review('abc', ['vault'])).toEqual({ user: {}, error: 'invalid bearer token' });
  });

  it('AS54: a selector in a question about access that cannot be read does not narrow it, and that is told', () => {
    const cluster = quiet();
    const ask = (selectors: object) => {
      const resourceAttributes = { verb: 'list', resource: 'pods', ...selectors };
      const body = { spec: { user: 'sam', resourceAttributes } };
      const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
      const { status } = cluster.request('POST', path, body).body as {
        status: { evaluationError?: string };
      };
      return status.evaluationError;
    };
    const known = { key: 'a', operator: 'In', values: ['b'] };
    const unknown = { key: 'a', operator: 'Near', values: ['b'] };
    expect(ask({ labelSelector: { requirements: [known] }, fieldSelector: { rawSelector: 'a=b' } })).toBeUndefined();
    expect(ask({ labelSelector: { requirements: [known, unknown] } })).toBe(
      'spec.resourceAttributes.labelSelector partially ignored due to parse error',
    );
    expect(ask({ labelSelector: { rawSelector: 'a in' }, fieldSelector: { requirements: [unknown] } })).toBe(
      '[spec.resourceAttributes.fieldSelector ignored due to parse error, spec.resourceAttributes.labelSelector ignored due to parse error]',
    );
  });
});

describe('the authenticators', () => {
  it('AS29: understand static, bootstrap and OIDC tokens, and note each answer', () => {
    const keys = simulatedSigner('the issuer');
    const cluster = quiet({
      staticTokens: new Map([['abc', { name: 'sam', uid: '1', groups: ['ops', 'system:authenticated'], extra: {} }]]),
      oidc: [
        {
          url: 'https://issuer.example',
          audiences: ['kubestep'],
          usernameClaim: 'email',
          usernamePrefix: '',
          groupsClaim: 'groups',
          groupsPrefix: 'oidc:',
          keys,
        },
      ],
    });
    expect(message(cluster, { as: { token: 'abc' } })).toContain('User "sam" cannot list');
    const data = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-authentication': 'true' };
    cluster.request('POST', '/api/v1/namespaces/kube-system/secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'bootstrap-token-abcdef' },
      type: 'bootstrap.kubernetes.io/token',
      data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, padded(base64url(value))])),
    });
    expect(message(cluster, { as: { token: 'abcdef.0123456789abcdef' } })).toContain('User "system:bootstrap:abcdef"');
    const claims = { iss: 'https://issuer.example', aud: 'kubestep', email: 'ada@example.org', groups: ['dev'] };
    const good = signedToken(keys, { ...claims, exp: 1_999_999_999 });
    expect(message(cluster, { as: { token: good } })).toContain('User "ada@example.org" cannot list');
    expect(lastArgs(cluster, 'authenticated')).toMatchObject({
      groups: 'oidc:dev,system:authenticated',
      tried: 'front-proxy=-;x509=-;static-token=-;serviceaccount=-;bootstrap-token=-;oidc=yes',
    });
    const old = signedToken(keys, { ...claims, exp: 1 });
    expect(cluster.request('GET', PODS, undefined, { as: { token: old } }).code).toBe(401);
    expect(lastArgs(cluster, 'unauthenticated').reason).toContain('oidc: token is expired');
  });

  it('AS29: believe the front proxy, and no other certificate of its authority', () => {
    const cluster = quiet();
    const proxy = (commonName: string) => ({
      as: {
        clientCertificate: {
          commonName,
          organizations: [],
          fingerprint: commonName,
          authority: 'front-proxy' as const,
        },
      },
      headers: { 'x-remote-user': 'eve', 'x-remote-group': 'dev' },
    });
    expect(message(cluster, proxy('front-proxy-client'))).toContain('User "eve" cannot list');
    expect(cluster.request('GET', PODS, undefined, proxy('somebody')).code).toBe(401);
  });

  it('AS30: impersonation needs the right to it', () => {
    const cluster = quiet();
    const asJane = (by: string, more: object = {}) => ({
      as: userCredentials(by),
      headers: { 'impersonate-user': 'jane', ...more },
    });
    expect(message(cluster, asJane('bob'))).toContain(
      'User "bob" cannot impersonate-on:user-info:list resource "pods"',
    );
    grant(cluster, 'bob', [rule(['impersonate'], ['users'])], true);
    expect(message(cluster, asJane('bob'))).toContain('User "jane" cannot list resource "pods"');
    expect(lastArgs(cluster, 'impersonated')).toMatchObject({ user: 'jane', by: 'bob', mode: 'impersonate' });
    expect(message(cluster, asJane('bob', { 'impersonate-group': 'dev' }))).toContain('impersonate-on');
    const own = [
      rule(['impersonate:user-info'], ['users'], ['authentication.k8s.io']),
      rule(['impersonate-on:user-info:list'], ['pods']),
    ];
    grant(cluster, 'carol', own, true);
    expect(message(cluster, asJane('carol'))).toContain('User "jane" cannot list resource "pods"');
    const groupOnly = { as: userCredentials('bob'), headers: { 'impersonate-group': 'dev' } };
    expect(cluster.request('GET', PODS, undefined, groupOnly).code).toBe(400);
    expect(message(cluster, groupOnly)).toContain('without impersonating a user');
  });
});

describe('the authorizers', () => {
  it('AS31: nobody gives away more than they have', () => {
    const cluster = quiet();
    const everything = ['create', 'update', 'patch'];
    grant(cluster, 'jane', [
      rule(everything, ['roles', 'rolebindings'], ['rbac.authorization.k8s.io']),
      rule(['get', 'list'], ['pods']),
    ]);
    const write = (kind: string, name: string, rest: object) =>
      cluster.request(
        'POST',
        `${RBAC}/namespaces/default/${kind.toLowerCase()}s`,
        { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name }, ...rest },
        { as: userCredentials('jane') },
      );
    expect(write('Role', 'copy', { rules: [rule(['get'], ['pods'])] }).code).toBe(201);
    const refused = write('Role', 'more', { rules: [rule(['get', 'list'], ['secrets', 'pods'])] });
    expect(refused.code).toBe(403);
    expect((refused.body as Status).message).toBe(
      'roles.rbac.authorization.k8s.io "more" is forbidden: user "jane" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
    );
    const roleRef = (name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name });
    const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'bob' }];
    expect(write('RoleBinding', 'view', { roleRef: roleRef('view'), subjects }).code).toBe(403);
    expect(write('RoleBinding', 'none', { roleRef: roleRef('missing'), subjects }).code).toBe(403);
    grant(cluster, 'bob', [rule(['bind'], ['clusterroles'], ['rbac.authorization.k8s.io'])]);
  });

  it('AS32: the configured ones answer in order, with all reasons', () => {
    const policy = { user: 'jane', namespace: 'default', resource: 'pods', apiGroup: '', readonly: true };
    const cluster = quiet({
      authorization: {
        ...defaultAuthorization,
        modes: ['Webhook', 'ABAC', 'RBAC'],
        abac: [policy],
        webhooks: [
          {
            name: 'corporate',
            failurePolicy: 'NoOpinion',
            rules: [{ users: ['mallory'], decision: 'deny', reason: 'left the company' }],
          },
        ],
      },
    });
    expect(cluster.request('GET', PODS, undefined, { as: userCredentials('jane') }).code).toBe(200);
    expect(lastArgs(cluster, 'authorized').tried).toBe('privileged groups=-;corporate=-;ABAC=allow');
    expect(message(cluster, { as: userCredentials('bob') })).toContain(
      'in the namespace "default": No policy matched.',
    );
    expect(lastArgs(cluster, 'forbidden').tried).toBe('privileged groups=-;corporate=-;ABAC=No policy matched.;RBAC=-');
    expect(message(cluster, { as: userCredentials('mallory') })).toContain('left the company');
    expect(lastArgs(cluster, 'forbidden').tried).toBe('privileged groups=-;corporate=deny');
  });
});
