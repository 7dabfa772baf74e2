// Models pkg/kubelet/server/auth.go, staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go (v1.36)

import { isStatus } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MINUTE, SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubeletClient } from '../../ports/kubelet-client.ts';
import type { NodeRefusal } from '../../ports/node-server.ts';
import type { NodeServices } from '../node/services.ts';

/** Answers are remembered for so long. */
const ALLOWED_FOR = 5 * MINUTE;
const REFUSED_FOR = 30 * SECOND;

/** What the API server said about its own client lately: by verb. */
export type Remembered = Map<string, { readonly allowed: boolean; readonly until: number }>;

/**
 * A kubelet serves only those whom the API server allows to use its node's `proxy` subresource, and asks. The one who
 * calls here is the API server itself, with the client certificate that it has for kubelets.
 */
export function* refusalOfCaller(
  ctx: Context,
  services: NodeServices,
  remembered: Remembered,
  verb: 'get' | 'create',
): Process<NodeRefusal | undefined> {
  const { user, groups, extra } = kubeletClient;
  let answer = remembered.get(verb);
  if (answer === undefined || answer.until <= ctx.now) {
    const review = {
      kind: 'SubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: {},
      spec: {
        resourceAttributes: { verb, version: 'v1', resource: 'nodes', subresource: 'proxy', name: services.node.name },
        user,
        groups,
        extra,
      },
      status: { allowed: false },
    };
    const info = resourceOf('subjectaccessreviews.authorization.k8s.io');
    if (info === undefined) return undefined;
    const asked = yield* services.client.create(ctx, info, undefined, review as KObject);
    if (isStatus(asked))
      return {
        code: 500,
        error: `Authorization error (user=${user}, verb=${verb}, resource=nodes, subresource(s)=[proxy])`,
      };
    const allowed = (asked.status as { readonly allowed?: boolean } | undefined)?.allowed === true;
    answer = { allowed, until: ctx.now + (allowed ? ALLOWED_FOR : REFUSED_FOR) };
    remembered.set(verb, answer);
  }
  if (answer.allowed) return undefined;
  return { code: 403, error: `Forbidden (user=${user}, verb=${verb}, resource=nodes, subresource(s)=[proxy])` };
}
