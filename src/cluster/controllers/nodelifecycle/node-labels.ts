// Models pkg/controller/nodelifecycle/node_lifecycle_controller.go reconcileNodeLabels, pkg/controller/controller_utils.go AddOrUpdateLabelsOnNode (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Node } from '../../../api/types/core.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/index.ts';
import { missingLabels } from './former-labels.ts';

const NODES = resourceOf('nodes');

export function* mendLabels(client: RestClient, ctx: Context, node: Node): Process<boolean> {
  const labels = missingLabels(node);
  if (labels === undefined) return true;
  const { name = '' } = node.metadata;
  const live = yield* client.get(ctx, NODES, undefined, name, { resourceVersion: '0' });
  if (isFailure(live)) return live.reason === 'NotFound';
  const body = { metadata: { labels } };
  return !isFailure(yield* client.patch(ctx, NODES, undefined, name, { type: 'strategic', body }));
}
