import type { Context } from '../../../engine/index.ts';
import type { SharedInformer } from '../../clientgo/index.ts';
import type { SecretTokenIssuer } from '../../ports/secret-token.ts';
import type { QueueController } from '../shared/runtime.ts';

/** What looking at one Secret needs. */
export interface TokenParts {
  readonly secrets: SharedInformer;
  readonly accounts: SharedInformer;
  readonly client: QueueController['client'];
  readonly issue: SecretTokenIssuer;
  /** The cluster's root certificate, as text. */
  rootCertificate(ctx: Context): string;
}
