import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Engine, Process } from '../../../engine/index.ts';
import type { Loopback } from '../core/loopback.ts';

const LAST_USED = 'kubernetes.io/legacy-token-last-used';
const DATE_LENGTH = 10;

/** A Secret whose token was used says on which day that was last. */
// Models pkg/serviceaccount/legacy.go, patchSecretWithLastUsedDate (v1.36)
export function noteTokenUse(engine: Engine, loopback: Loopback, ctx: Context, secret: KObject): void {
  const today = rfc3339(ctx.wall).slice(0, DATE_LENGTH);
  if (secret.metadata.labels?.[LAST_USED] === today) return;
  engine.spawn(write(loopback, ctx, secret, today));
}

function* write(loopback: Loopback, ctx: Context, secret: KObject, today: string): Process {
  const { namespace = '', name = '', uid } = secret.metadata;
  const metadata = { name, namespace, uid, labels: { [LAST_USED]: today } };
  const body = { kind: 'Secret', apiVersion: 'v1', metadata };
  const type = 'application/merge-patch+json';
  // A write that is refused is tried again with the next use.
  yield* loopback.call(ctx, 'PATCH', `/api/v1/namespaces/${namespace}/secrets/${name}`, body, type);
}
