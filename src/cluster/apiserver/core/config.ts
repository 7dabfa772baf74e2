import type { KObject } from '../../../api/types/meta.ts';
import { joinHostPort } from '../../../base/address.ts';
import type { Dial } from '../../ports/http.ts';
import type { Outside } from '../../ports/outside.ts';
import { simulatedSigner, type TokenSigner } from '../../ports/token-signer.ts';
import type { AggregatedServer } from '../aggregated/aggregated-server.ts';
import { METRICS_SERVER, metricsServer } from '../aggregated/metrics-server.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { TokenWebhook } from '../authn/authenticator.ts';
import type { OidcIssuer } from '../authn/oidc.ts';
import type { UserInfo } from '../authn/user.ts';
import { type AuthorizationConfig, defaultAuthorization } from '../authz/modes.ts';
import type { ConversionWebhook } from './conversion-webhook.ts';

export interface ApiServerConfig {
  /** Reported by /version and in user agents. */
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly platform: string;
  /** Where clients outside the Pod network reach it. */
  readonly address: string;
  readonly port: number;
  readonly serviceCidr: string;
  readonly anonymous: boolean;
  readonly staticTokens: ReadonlyMap<string, UserInfo>;
  /** Who issues ServiceAccount tokens, and for whom unless a request says otherwise. */
  readonly issuer: string;
  readonly tokenSigner: TokenSigner;
  readonly authorization: AuthorizationConfig;
  readonly oidc: readonly OidcIssuer[];
  /** As with `--disable-admission-plugins`. */
  readonly disabledAdmission: readonly string[];
  readonly tokenWebhook: TokenWebhook | undefined;
  readonly eventTtlSeconds: number;
  /** Bookmarks once a minute. Off: only the one that ends the initial events of a watch. */
  readonly periodicBookmarks: boolean;
  /** Every five minutes, old revisions are dropped from the store. */
  readonly compaction: boolean;
  /** Services that convert custom resources, by `namespace/name` or address. */
  readonly conversionWebhooks: ReadonlyMap<string, ConversionWebhook>;
  /** API servers behind this one, by `namespace/name` of their Service. */
  readonly aggregatedServers: ReadonlyMap<string, AggregatedServer>;
  /** How it reaches programs in the cluster, for what it sends on to them. */
  readonly dial: Dial;
  /** Who asks programs outside of the cluster, in a cluster that is served. */
  readonly outside: Outside | undefined;
  readonly onAudit: ((entry: AuditEntry) => void) | undefined;
}

export const defaultConfig: ApiServerConfig = {
  gitVersion: 'v1.36.2',
  gitCommit: '8e16b12fda5b1dccc41a6de48b3e356cc7d5048b',
  platform: 'linux/amd64',
  address: '10.123.0.1',
  port: 6443,
  serviceCidr: '10.96.0.0/12',
  anonymous: true,
  staticTokens: new Map(),
  issuer: 'https://kubernetes.default.svc.cluster.local',
  tokenSigner: simulatedSigner('service-account-signing-key'),
  authorization: defaultAuthorization,
  oidc: [],
  disabledAdmission: [],
  tokenWebhook: undefined,
  eventTtlSeconds: 3600,
  periodicBookmarks: true,
  compaction: true,
  conversionWebhooks: new Map(),
  aggregatedServers: new Map([[METRICS_SERVER, metricsServer]]),
  dial: (_, address, port) => ({ error: `dial tcp ${address}:${port}: connect: no route to host` }),
  outside: undefined,
  onAudit: undefined,
};

/** An object that is there before the first request, with the revisions it had. */
export interface InstalledObject {
  readonly object: KObject;
  readonly createRevision?: number;
  readonly version?: number;
  /** Another server has kept it: it is read as what stands in a store. */
  readonly isBrought?: true;
  /** No server has kept it: it is completed as one is that is created. Its uid is chosen already. */
  readonly isMade?: true;
}

// Models net.JoinHostPort, as pkg/controlplane/instance.go writes addresses (v1.36)
/** Where clients reach the server, as it is written into a URL. */
export function hostPort({ address, port }: Pick<ApiServerConfig, 'address' | 'port'>): string {
  return joinHostPort(address, port);
}
