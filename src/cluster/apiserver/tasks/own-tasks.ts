import { lasting } from '../../ports/panic.ts';
import type { ServerCore } from '../core/core.ts';
import { mayDangle } from '../flowcontrol/dangling.ts';
import { compactPeriodically } from '../registry/compaction.ts';
import { sendBookmarks } from '../watchcache/bookmarks.ts';
import { keepFlowControl } from './keep-flow-control.ts';
import { keepSystemObject } from './restart.ts';
import { judgeFlowSchemas } from './schema-status.ts';

/** Names of objects that the server keeps alive. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set(['kubernetes', 'kube-node-lease']);
const SYSTEM_RESOURCES = ['services', 'endpoints', 'endpointslices.discovery.k8s.io', 'namespaces'];

const FLOW_SCHEMAS = 'flowschemas.flowcontrol.apiserver.k8s.io';
const PRIORITY_LEVELS = 'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io';

/** Begins what the server does by itself. */
// Models pkg/controlplane/instance.go, its PostStartHooks (v1.36)
export function beginOwnTasks(core: ServerCore): void {
  keepSystemObjects(core);
  followFlowControl(core);
  const { engine, background, config, stores, kv } = core;
  if (config.periodicBookmarks) engine.spawn(lasting(engine, () => sendBookmarks(background, stores)));
  if (config.compaction) engine.spawn(lasting(engine, () => compactPeriodically(background, kv)));
}

function keepSystemObjects(core: ServerCore): void {
  for (const resource of SYSTEM_RESOURCES)
    core.stores.byName(resource)?.cacher.onEvent((ctx, { type, object }) => {
      if (type === 'DELETED' && SYSTEM_NAMES.has(object.metadata.name ?? ''))
        core.engine.spawn(keepSystemObject(core, ctx, object));
    });
}

function followFlowControl(core: ServerCore): void {
  const schemas = core.stores.byName(FLOW_SCHEMAS)?.cacher;
  for (const resource of [FLOW_SCHEMAS, PRIORITY_LEVELS])
    core.stores.byName(resource)?.cacher.onEvent((ctx, { type, object }) => {
      if (mayDangle(type, object, schemas?.list('') ?? [])) core.engine.spawn(judgeFlowSchemas(core, ctx));
      if (type !== 'ADDED') core.engine.spawn(keepFlowControl(core, ctx, object));
    });
}
