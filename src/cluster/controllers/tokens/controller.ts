import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { ConfigMap, Secret, ServiceAccount } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { SharedInformer } from '../../clientgo/index.ts';
import { objectKey } from '../../clientgo/index.ts';
import type { SecretTokenIssuer } from '../../ports/secret-token.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { syncTokenSecret } from './fill.ts';
import type { TokenParts } from './parts.ts';

const NAME = 'serviceaccount-token-controller';
const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT = 'kubernetes.io/service-account.name';
const ACCOUNT_INDEX = 'serviceAccount';

/**
 * Fills Secrets that ask for a token, and deletes them with their ServiceAccount.
 * Models pkg/controller/serviceaccount/tokens_controller.go (v1.36). Deviation: one queue.
 */
export class TokensController extends QueueController implements TokenParts {
  readonly secrets: SharedInformer<Secret>;
  readonly accounts: SharedInformer<ServiceAccount>;
  readonly gone = new Map<string, { readonly [key: string]: string }>();
  private readonly configMaps: SharedInformer<ConfigMap>;

  constructor(
    runtime: ControllerRuntime,
    readonly issue: SecretTokenIssuer,
    private readonly given: string | undefined,
  ) {
    super(runtime, NAME, { queue: 'serviceaccount_tokens_secret', workers: 5, mostTries: 10 });
    const { informers } = runtime;
    this.secrets = informers.informer(resourceOf('secrets'));
    this.accounts = informers.informer(resourceOf('serviceaccounts'));
    this.configMaps = informers.informer(resourceOf('configmaps'));
    this.secrets.addIndexers({ [ACCOUNT_INDEX]: accountOf });
    this.follow(this.secrets, (secret) => secret.type === TYPE);
    this.secrets.addHandler(NAME, {
      filter: (secret) => secret.type === TYPE,
      onDelete: (ctx, secret) => {
        const key = objectKey(secret);
        this.gone.set(key, secret.metadata.annotations ?? {});
        this.queue.add(ctx, key);
      },
    });
    this.accounts.addHandler(NAME, { onDelete: (ctx, account) => this.queueSecretsOf(ctx, account) });
  }

  rootCertificate(ctx: Context): string {
    const published = this.configMaps.indexer.get(ctx, 'kube-system/kube-root-ca.crt');
    return this.given ?? (published as { readonly data?: { readonly [key: string]: string } })?.data?.['ca.crt'] ?? '';
  }

  private queueSecretsOf(ctx: Context, account: KObject): void {
    const secrets = this.secrets.indexer.byIndex(ctx, ACCOUNT_INDEX, objectKey(account));
    for (const secret of secrets) this.queue.add(ctx, objectKey(secret));
  }

  protected sync(ctx: Context, key: string): Process<boolean> {
    return syncTokenSecret(ctx, this, key);
  }
}

function accountOf(secret: KObject): readonly string[] {
  const account = secret.metadata.annotations?.[ACCOUNT];
  return secret.type === TYPE && account !== undefined ? [`${secret.metadata.namespace}/${account}`] : [];
}
