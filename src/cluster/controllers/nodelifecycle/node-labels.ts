// Models pkg/controller/nodelifecycle/node_lifecycle_controller.go reconcileNodeLabels, pkg/controller/controller_utils.go AddOrUpdateLabelsOnNode (v1.36)

import { resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import type { Node } from '../../../api/types/core.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/index.ts';

const NODES = resourceOf('nodes');
const NAMES = ['os', 'arch'].map((name) => [`kubernetes.io/${name}`, `beta.kubernetes.io/${name}`] as const);

/** Labels by their old names, which follow those by the new ones. */
export function missingLabels({ metadata: { labels = {} } }: Node): Readonly<Record<string, string>> | undefined {
  let found: Record<string, string> | undefined;
  for (const [name, former] of NAMES) {
    const value = labels[name];
    if (value === undefined || labels[former] === value) continue;
    found ??= {};
    found[former] = value;
  }
  return found;
}

export function* mendLabels(client: RestClient, ctx: Context, node: Node): Process<boolean> {
  const labels = missingLabels(node);
  if (labels === undefined) return true;
  const { name = '' } = node.metadata;
  const live = yield* client.get(ctx, NODES, undefined, name, { resourceVersion: '0' });
  if (isFailure(live)) return live.reason === 'NotFound';
  const body = { metadata: { labels } };
  return !isFailure(yield* client.patch(ctx, NODES, undefined, name, { type: 'strategic', body }));
}
