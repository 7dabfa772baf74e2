import type { Secret, ServiceAccount } from '../../../api/types/core.ts';
import type { Context } from '../../../engine/index.ts';
import type { SharedInformer } from '../../clientgo/index.ts';
import type { SecretTokenIssuer } from '../../ports/secret-token.ts';
import type { QueueController } from '../shared/runtime.ts';

/** What looking at one Secret needs. */
export interface TokenParts {
  readonly secrets: SharedInformer<Secret>;
  readonly accounts: SharedInformer<ServiceAccount>;
  /** Annotations of Secrets that are no more, by their keys. */
  readonly gone: Map<string, { readonly [key: string]: string }>;
  readonly client: QueueController['client'];
  readonly issue: SecretTokenIssuer;
  /** The cluster's root certificate, as text. */
  rootCertificate(ctx: Context): string;
}
