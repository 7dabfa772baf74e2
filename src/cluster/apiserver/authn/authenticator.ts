import type { ApiRequest, ClientCertificate } from '../../ports/transport.ts';
import type { TokenClaims, TokenRegistry } from './tokens.ts';
import { ANONYMOUS, AUTHENTICATED, type UserInfo } from './user.ts';

export type AuthenticationMethod = 'x509' | 'serviceaccount' | 'static-token' | 'anonymous';

export interface Authenticated {
  readonly user: UserInfo;
  readonly method: AuthenticationMethod;
}

/** Why no authenticator accepted the request; the client only hears "Unauthorized". */
export interface Unauthenticated {
  readonly reason: string;
}

export interface AuthenticatorOptions {
  readonly tokens: TokenRegistry;
  readonly staticTokens: ReadonlyMap<string, UserInfo>;
  readonly anonymous: boolean;
  /** Is what the token belongs to still there? A text when not. */
  readonly stillValid: (claims: TokenClaims) => string | undefined;
}

const BEARER = 'Bearer ';
const MOST_HEADERS = 1024;

// Models pkg/kubeapiserver/authenticator/config.go (v1.36). In order: x509, static token, ServiceAccount token, anonymous.
export class Authenticator {
  /** Clients present the same certificate and the same header with every request. */
  private readonly byCertificate = new WeakMap<ClientCertificate, Authenticated>();
  private readonly byFingerprint = new Map<string, Authenticated>();
  private readonly tokenByHeader = new Map<string, string>();
  private readonly anonymousUser: Authenticated = { user: ANONYMOUS, method: 'anonymous' };

  constructor(private readonly options: AuthenticatorOptions) {}

  authenticate(request: ApiRequest): Authenticated | Unauthenticated {
    const certificate = request.clientCertificate;
    if (certificate !== undefined && certificate.commonName !== '') return this.fromCertificate(certificate);
    const header = request.headers.authorization;
    if (header?.startsWith(BEARER) === true) return this.fromToken(this.tokenIn(header));
    return this.options.anonymous ? this.anonymousUser : { reason: 'no credentials' };
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

  private fromCertificate(certificate: ClientCertificate): Authenticated {
    let known = this.byCertificate.get(certificate);
    if (known === undefined) {
      known = this.byFingerprintOf(certificate);
      this.byCertificate.set(certificate, known);
    }
    return known;
  }

  private byFingerprintOf(certificate: ClientCertificate): Authenticated {
    const key = `${certificate.commonName}\n${certificate.fingerprint}`;
    const known = this.byFingerprint.get(key);
    if (known !== undefined) return known;
    const found: Authenticated = {
      method: 'x509',
      user: {
        name: certificate.commonName,
        uid: '',
        groups: [...certificate.organizations, AUTHENTICATED],
        extra: { 'authentication.kubernetes.io/credential-id': [certificate.fingerprint] },
      },
    };
    this.byFingerprint.set(key, found);
    return found;
  }

  private fromToken(token: string): Authenticated | Unauthenticated {
    const known = this.options.staticTokens.get(token);
    if (known !== undefined) return { user: known, method: 'static-token' };
    const issued = this.options.tokens.find(token);
    if (issued === undefined) return { reason: 'invalid bearer token' };
    const problem = this.options.stillValid(issued.claims);
    return problem === undefined ? { user: issued.user, method: 'serviceaccount' } : { reason: problem };
  }
}

export function isAuthenticated(result: Authenticated | Unauthenticated): result is Authenticated {
  return 'user' in result;
}
