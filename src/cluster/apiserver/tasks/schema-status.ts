import { apiVersionOf, resourceOf } from '../../../api/scheme/scheme.ts';
import type { Condition, KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { ServerCore } from '../core/core.ts';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const SCHEMAS = `flowschemas.${GROUP}`;
const LEVELS = `prioritylevelconfigurations.${GROUP}`;
const MANAGER = 'api-priority-and-fairness-config-consumer-v1';
const APPLY = 'application/apply-patch+yaml';
const DANGLING = 'Dangling';

interface SchemaView extends KObject {
  readonly spec: { readonly priorityLevelConfiguration?: { readonly name?: string } };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Tells of every FlowSchema whether the priority level that it names is there. */
// Models staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go, syncFlowSchemaStatus (v1.36)
export function* judgeFlowSchemas(core: ServerCore, ctx: Context): Process {
  const levels = core.stores.byName(LEVELS)?.cacher;
  const info = resourceOf('flowschemas', GROUP);
  for (const schema of (core.stores.byName(SCHEMAS)?.cacher.list('') ?? []) as readonly SchemaView[]) {
    const level = schema.spec.priorityLevelConfiguration?.name ?? '';
    const found = levels?.get('', level) !== undefined;
    const [status, reason, what] = found
      ? ['False', 'Found', 'and it exists']
      : ['True', 'NotFound', 'but there is no such object'];
    const message = `This FlowSchema references the PriorityLevelConfiguration object named "${level}" ${what}`;
    const known = schema.status?.conditions?.find(({ type }) => type === DANGLING);
    if (known?.status === status && known.message === message) continue;
    const condition = { type: DANGLING, status, lastTransitionTime: rfc3339(ctx.wall), reason, message };
    const { name = '' } = schema.metadata;
    const body = {
      kind: 'FlowSchema',
      apiVersion: apiVersionOf(info),
      metadata: { name },
      status: { conditions: [condition] },
    };
    const path = `/apis/${GROUP}/v1/flowschemas/${name}/status`;
    yield* core.loopback.call(ctx, 'PATCH', path, body, APPLY, [
      ['fieldManager', MANAGER],
      ['force', 'true'],
    ]);
  }
}
