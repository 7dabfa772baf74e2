import type { KObject } from '../../../api/types/meta.ts';
import type { ApiRequest, ClientCertificate } from '../../ports/transport.ts';
import { bootstrapUser } from './bootstrap-tokens.ts';
import { type OidcIssuer, oidcUser } from './oidc.ts';
import type { TokenClaims, TokenRegistry } from './tokens.ts';
import { ANONYMOUS, AUTHENTICATED, LOOPBACK, type UserInfo } from './user.ts';

export type AuthenticationMethod =
  | 'front-proxy'
  | 'x509'
  | 'static-token'
  | 'serviceaccount'
  | 'bootstrap-token'
  | 'oidc'
  | 'webhook'
  | 'loopback'
  | 'anonymous';

export interface Authenticated {
  readonly user: UserInfo;
  readonly method: AuthenticationMethod;
  /** What each authenticator answered, in order: `name=answer`, separated by semicolons. `-`: nothing for it here. */
  readonly tried: string;
  /** What the step about the user says: the same for each of his requests. */
  readonly told: { readonly user: string; readonly method: string; readonly groups: string; readonly tried: string };
}

function authenticated(user: UserInfo, method: AuthenticationMethod, tried: string): Authenticated {
  return { user, method, tried, told: { user: user.name, method, groups: user.groups.join(','), tried } };
}

/** Why no authenticator accepted the request; the client only hears "Unauthorized". */
export interface Unauthenticated {
  readonly reason: string;
  readonly tried: string;
}

/** Asks a server elsewhere about a token, as a TokenReview does. */
export type TokenWebhook = (token: string) => UserInfo | undefined;

export interface AuthenticatorOptions {
  readonly tokens: TokenRegistry;
  readonly staticTokens: ReadonlyMap<string, UserInfo>;
  readonly anonymous: boolean;
  readonly oidc: readonly OidcIssuer[];
  readonly webhook: TokenWebhook | undefined;
  /** Common names that may speak for others in X-Remote headers; empty: any certificate of the front proxy's authority. */
  readonly frontProxyNames: readonly string[];
  /** Is what the token belongs to still there? A text when not. */
  readonly stillValid: (claims: TokenClaims, token: string) => string | undefined;
  readonly secret: (namespace: string, name: string) => KObject | undefined;
  readonly now: () => number;
  /** What is wrong with the certificates of this cluster at a time by the server's clock. */
  readonly certificateProblem?: (now: number) => string | undefined;
}

const BEARER = 'Bearer ';
const MOST_HEADERS = 1024;
/** Only the server itself knows it: clients have no way to say it. */
export const LOOPBACK_TOKEN = '\u0000loopback';
const NOT_A_TOKEN = 'front-proxy=-;x509=-';
const INVALID = 'invalid bearer token';

/** Who knows whom a token is for; tokens of the others are for this server. */
// Models staging/src/k8s.io/apiserver/pkg/authentication/authenticator/audagnostic.go (v1.36)
const AWARE: ReadonlySet<AuthenticationMethod> = new Set(['serviceaccount', 'webhook']);

type TokenAnswer = UserInfo | string | undefined;

// Models pkg/kubeapiserver/authenticator/config.go (v1.36). The first that says yes decides; errors count only when nobody does.
export class Authenticator {
  /** Clients present the same certificate and the same header with every request. */
  private readonly byFingerprint = new Map<string, Authenticated>();
  private readonly tokenByHeader = new Map<string, string>();
  private readonly byUser = new WeakMap<UserInfo, Authenticated>();
  private readonly anonymousUser = authenticated(ANONYMOUS, 'anonymous', `${NOT_A_TOKEN};token=-;anonymous=yes`);

  constructor(private readonly options: AuthenticatorOptions) {}

  authenticate(request: ApiRequest): Authenticated | Unauthenticated {
    const certificate = request.clientCertificate;
    if (certificate !== undefined && certificate.commonName !== '') {
      if (certificate.authority === 'front-proxy') return this.fromProxy(request, certificate);
      return this.fromCertificate(certificate);
    }
    const header = request.headers.authorization;
    if (header?.startsWith(BEARER) === true) return this.fromToken(this.tokenIn(header));
    if (this.options.anonymous) return this.anonymousUser;
    return { reason: 'no credentials', tried: `${NOT_A_TOKEN};token=-` };
  }

  /** Who a token belongs to, for a TokenReview by somebody who is one of `asked`. */
  review(token: string, asked: readonly string[]): Authenticated | Unauthenticated {
    return this.fromToken(token, asked.length === 0 ? undefined : asked);
  }

  /** Those of `asked` for whom the token is. */
  audiences(token: string, { method }: Authenticated, asked: readonly string[]): readonly string[] {
    const { tokens } = this.options;
    if (asked.length === 0) return [tokens.issuer];
    if (method === 'webhook') return asked;
    const issued = method === 'serviceaccount' ? tokens.read(token) : undefined;
    return meant(typeof issued === 'object' ? issued.claims : undefined, tokens.issuer, asked);
  }

  // Models staging/src/k8s.io/apiserver/pkg/authentication/request/headerrequest/requestheader.go (v1.36)
  private fromProxy({ headers }: ApiRequest, { commonName }: ClientCertificate): Authenticated | Unauthenticated {
    const { frontProxyNames } = this.options;
    if (frontProxyNames.length > 0 && !frontProxyNames.includes(commonName)) {
      const reason = `x509: subject with cn=${commonName} is not in the allowed list`;
      return { reason, tried: `front-proxy=${reason}` };
    }
    const name = headers['x-remote-user'];
    if (name === undefined || name === '') {
      return this.options.anonymous ? this.anonymousUser : { reason: 'no credentials', tried: 'front-proxy=-' };
    }
    const groups = (headers['x-remote-group'] ?? '').split(',').filter((group) => group !== '');
    const extra: Record<string, readonly string[]> = {};
    for (const [key, value] of Object.entries(headers)) {
      if (key.startsWith('x-remote-extra-')) extra[key.slice('x-remote-extra-'.length)] = [value ?? ''];
    }
    const user = { name, uid: headers['x-remote-uid'] ?? '', groups: [...groups, AUTHENTICATED], extra };
    return authenticated(user, 'front-proxy', 'front-proxy=yes');
  }

  private tokenIn(header: string): string {
    let token = this.tokenByHeader.get(header);
    if (token === undefined) {
      token = header.slice(BEARER.length);
      if (this.tokenByHeader.size === MOST_HEADERS) this.tokenByHeader.clear();
      this.tokenByHeader.set(header, token);
    }
    return token;
  }

  // Models staging/src/k8s.io/apiserver/pkg/authentication/request/x509/x509.go (v1.36)
  private fromCertificate(certificate: ClientCertificate): Authenticated | Unauthenticated {
    const problem = this.options.certificateProblem?.(this.options.now());
    if (problem !== undefined) return { reason: problem, tried: `front-proxy=-;x509=${problem}` };
    const key = `${certificate.commonName}\n${certificate.fingerprint}`;
    const known = this.byFingerprint.get(key);
    if (known !== undefined) return known;
    const user: UserInfo = {
      name: certificate.commonName,
      uid: '',
      groups: withAuthenticated(certificate.organizations),
      extra: { 'authentication.kubernetes.io/credential-id': [certificate.fingerprint] },
    };
    const found = authenticated(user, 'x509', 'front-proxy=-;x509=yes');
    this.byFingerprint.set(key, found);
    return found;
  }

  /** `asked`: whom the token must be for, when that is not this server. */
  private fromToken(token: string, asked?: readonly string[]): Authenticated | Unauthenticated {
    if (token === LOOPBACK_TOKEN) return this.accepted(LOOPBACK, 'loopback', NOT_A_TOKEN);
    let tried = NOT_A_TOKEN;
    let errors: string | undefined;
    for (const { method, ask } of this.tokenAuthenticators) {
      const blind = asked !== undefined && !AWARE.has(method) && !asked.includes(this.options.tokens.issuer);
      const answer = blind ? undefined : ask(token, asked);
      if (typeof answer === 'object') return this.accepted(answer, method, tried);
      tried += `;${method}=${answer === undefined ? '-' : answer.replaceAll(';', ',')}`;
      if (answer !== undefined) errors = errors === undefined ? answer : `${errors}, ${answer}`;
    }
    return { reason: errors === undefined ? INVALID : `[${INVALID}, ${errors}]`, tried };
  }

  private readonly tokenAuthenticators: readonly {
    readonly method: AuthenticationMethod;
    readonly ask: (token: string, asked?: readonly string[]) => TokenAnswer;
  }[] = [
    { method: 'static-token', ask: (token) => this.options.staticTokens.get(token) },
    { method: 'serviceaccount', ask: (token, asked) => this.ofServiceAccount(token, asked) },
    {
      method: 'bootstrap-token',
      ask: (token) => bootstrapUser(token, this.options.now(), (name) => this.options.secret('kube-system', name)),
    },
    { method: 'oidc', ask: (token) => oidcUser(token, this.options.now(), this.options.oidc) },
    { method: 'webhook', ask: (token) => this.options.webhook?.(token) },
  ];

  // Models pkg/serviceaccount/jwt.go, AuthenticateToken (v1.36)
  private ofServiceAccount(token: string, asked: readonly string[] | undefined): TokenAnswer {
    const { tokens, stillValid } = this.options;
    const issued = tokens.read(token);
    if (issued === undefined || typeof issued === 'string') return issued;
    const { audiences } = issued.claims;
    const wrong =
      asked === undefined
        ? audiences.length > 0 && !audiences.includes(tokens.issuer)
        : !this.isFor(issued.claims, asked);
    if (wrong) {
      const targets = asked ?? [tokens.issuer];
      return `token audiences [${quoted(audiences)}] is invalid for the target audiences [${quoted(targets)}]`;
    }
    return stillValid(issued.claims, token) ?? issued.user;
  }

  private isFor(claims: TokenClaims, asked: readonly string[]): boolean {
    return meant(claims, this.options.tokens.issuer, asked).length > 0;
  }

  private accepted(user: UserInfo, method: AuthenticationMethod, before: string): Authenticated {
    let known = this.byUser.get(user);
    if (known === undefined) {
      known = authenticated(user, method, `${before};${method}=yes`);
      this.byUser.set(user, known);
    }
    return known;
  }
}

/** Tokens that do not say whom they are for are for this server. */
function meant(claims: TokenClaims | undefined, own: string, asked: readonly string[]): readonly string[] {
  const audiences = claims === undefined || claims.audiences.length === 0 ? [own] : claims.audiences;
  return audiences.filter((audience) => asked.includes(audience));
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' ');
}

/** Whoever is somebody belongs to one group more, unless he says so himself. */
function withAuthenticated(groups: readonly string[]): readonly string[] {
  return groups.includes(AUTHENTICATED) ? groups : [...groups, AUTHENTICATED];
}

export function isAuthenticated(result: Authenticated | Unauthenticated): result is Authenticated {
  return 'user' in result;
}
