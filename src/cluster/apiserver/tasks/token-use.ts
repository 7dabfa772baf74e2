import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { ServerCore } from '../core/core.ts';

const LAST_USED = 'kubernetes.io/legacy-token-last-used';
const DATE_LENGTH = 10;

/** A Secret whose token was used says on which day that was last. */
// Models pkg/serviceaccount/legacy.go, patchSecretWithLastUsedDate (v1.36)
export function noteTokenUse(core: ServerCore, ctx: Context, secret: KObject): void {
  const today = rfc3339(ctx.now).slice(0, DATE_LENGTH);
  if (secret.metadata.labels?.[LAST_USED] === today) return;
  core.engine.spawn(write(core, ctx, secret, today));
}

function* write(core: ServerCore, ctx: Context, secret: KObject, today: string): Process {
  const { namespace = '', name = '', uid } = secret.metadata;
  const metadata = { name, namespace, uid, labels: { [LAST_USED]: today } };
  const body = { kind: 'Secret', apiVersion: 'v1', metadata };
  const type = 'application/merge-patch+json';
  // A write that is refused is tried again with the next use.
  yield* core.loopback.call(ctx, 'PATCH', `/api/v1/namespaces/${namespace}/secrets/${name}`, body, type);
}
