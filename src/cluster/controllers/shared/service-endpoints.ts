import { equalJson } from '../../../api/go/json.ts';
import { matchesMap } from '../../../api/selectors/selectors.ts';
import type { Pod, Service, ServicePort } from '../../../api/types/core.ts';
import { parseTime, rfc3339 } from '../../../api/values/time.ts';
import type { Context } from '../../../engine/index.ts';
import { objectKey, type SharedInformer, type WorkQueue } from '../../clientgo/index.ts';
import { isFinished, isPodReady, readyCondition } from './pods.ts';

export const SERVICE_NAME = 'kubernetes.io/service-name';
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
export const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time';
export const HEADLESS = 'service.kubernetes.io/headless';

export function isHeadless(service: Service): boolean {
  return service.spec.clusterIP === 'None';
}

/** Only Services that choose their pods have endpoints made for them. */
export function choosesPods(service: Service): boolean {
  return service.spec.type !== 'ExternalName' && Object.keys(service.spec.selector ?? {}).length > 0;
}

/** Models staging/src/k8s.io/endpointslice/util/controller_utils.go ShouldPodBeInEndpoints (v1.36) */
export function belongsInEndpoints(pod: Pod, terminatingToo: boolean): boolean {
  if (isFinished(pod) || podIPs(pod).length === 0) return false;
  return terminatingToo || pod.metadata.deletionTimestamp === undefined;
}

export function podIPs(pod: Pod): readonly string[] {
  const { podIPs, podIP } = pod.status ?? {};
  if (podIPs !== undefined && podIPs.length > 0) return podIPs.map(({ ip }) => ip ?? '');
  return podIP === undefined || podIP === '' ? [] : [podIP];
}

/** The number of a container's port that a Service's port means. Models pkg/api/v1/pod/util.go FindPort (v1.36) */
export function targetPortOf(pod: Pod, port: ServicePort): number | undefined {
  const target = port.targetPort ?? port.port;
  if (typeof target === 'number') return target;
  const protocol = port.protocol ?? 'TCP';
  for (const container of pod.spec.containers) {
    const found = container.ports?.find((one) => one.name === target && (one.protocol ?? 'TCP') === protocol);
    if (found !== undefined) return found.containerPort;
  }
  return undefined;
}

/**
 * Since when the endpoints of a Service should have been different: the earliest moment that this sync is the first to see.
 * Models staging/src/k8s.io/endpointslice/util/trigger_time_tracker.go (v1.36)
 */
export class TriggerTimes {
  private readonly known = new Map<string, { readonly pods: ReadonlyMap<string, number>; readonly service: number }>();

  /** The annotation's text; undefined when nothing has changed since the last sync. */
  next(key: string, service: Service, pods: readonly Pod[]): string | undefined {
    const before = this.known.get(key);
    const times = new Map<string, number>();
    const created = parseTime(service.metadata.creationTimestamp) ?? 0;
    let least: number | undefined;
    for (const pod of pods) {
      const time = parseTime(readyCondition(pod)?.lastTransitionTime);
      if (time === undefined) continue;
      const name = pod.metadata.name ?? '';
      times.set(name, time);
      const last = before?.pods.get(name);
      if (before !== undefined && (last === undefined || time > last)) least = Math.min(least ?? time, time);
    }
    this.known.set(key, { pods: times, service: created });
    if (before === undefined) return rfc3339(created);
    if (created > before.service) least = Math.min(least ?? created, created);
    return least === undefined ? undefined : rfc3339(least);
  }

  forget(key: string): void {
    this.known.delete(key);
  }
}

/** Queues the Services whose endpoints a pod's change concerns. */
export function queueServicesOfPods(
  name: string,
  pods: SharedInformer<Pod>,
  services: SharedInformer<Service>,
  queue: WorkQueue,
): void {
  const queueAll = (ctx: Context, pod: Pod): void => {
    for (const service of services.indexer.list(ctx, pod.metadata.namespace)) {
      if (matchesMap(service.spec.selector, pod.metadata.labels) && choosesPods(service))
        queue.add(ctx, objectKey(service));
    }
  };
  pods.addHandler(name, {
    onAdd: (ctx, pod) => queueAll(ctx, pod),
    onDelete: (ctx, pod) => queueAll(ctx, pod),
    onUpdate: (ctx, before, after) => {
      if (!concernsEndpoints(before, after)) return;
      queueAll(ctx, after);
      if (isRelabelled(before, after)) queueAll(ctx, before);
    },
  });
}

function isRelabelled(before: Pod, after: Pod): boolean {
  return !equalJson(before.metadata.labels ?? {}, after.metadata.labels ?? {});
}

function concernsEndpoints(before: Pod, after: Pod): boolean {
  return (
    isRelabelled(before, after) ||
    before.metadata.deletionTimestamp !== after.metadata.deletionTimestamp ||
    isPodReady(before) !== isPodReady(after) ||
    isFinished(before) !== isFinished(after) ||
    before.spec.nodeName !== after.spec.nodeName ||
    before.status?.podIP !== after.status?.podIP ||
    before.status?.podIPs?.length !== after.status?.podIPs?.length
  );
}
