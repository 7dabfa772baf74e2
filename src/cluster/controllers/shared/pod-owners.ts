import { equalJson } from '../../../api/go/json.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { Context } from '../../../engine/index.ts';
import { objectKey, type SharedInformer } from '../../clientgo/index.ts';
import { controllerOf, keyOfOwner, sameOwner } from './owner.ts';

type Owner = KObject & { readonly spec: { readonly selector: LabelSelector; readonly minReadySeconds?: number } };

export interface PodListener {
  readonly info: ResourceInfo;
  readonly owners: SharedInformer;
  queue(ctx: Context, key: string): void;
  created?(ctx: Context, owner: KObject, pod: Pod): void;
  deleted?(ctx: Context, owner: KObject, pod: Pod): void;
}

/**
 * Queues the owners that a pod's change concerns.
 * Models pkg/controller/{daemon,statefulset} addPod, updatePod and deletePod (v1.36)
 */
export function followPods(actor: string, pods: SharedInformer<Pod>, listener: PodListener): void {
  const { info, owners } = listener;
  const ownerOf = (ctx: Context, pod: Pod): KObject | undefined => {
    const reference = controllerOf(pod);
    if (reference?.kind !== info.kind) return undefined;
    const owner = owners.indexer.get(ctx, keyOfOwner(pod, reference));
    return owner?.metadata.uid === reference.uid ? owner : undefined;
  };
  const queueMatching = (ctx: Context, pod: Pod): void => {
    for (const owner of owners.indexer.list(ctx, pod.metadata.namespace) as readonly Owner[]) {
      if (matchesLabels(owner.spec.selector, pod.metadata.labels)) listener.queue(ctx, objectKey(owner));
    }
  };
  const gone = (ctx: Context, pod: Pod): void => {
    const owner = ownerOf(ctx, pod);
    if (owner === undefined) return;
    listener.deleted?.(ctx, owner, pod);
    listener.queue(ctx, objectKey(owner));
  };
  pods.addHandler(actor, {
    filter: (object) => {
      const owner = controllerOf(object);
      return owner === undefined || owner.kind === info.kind;
    },
    onAdd: (ctx, object) => {
      const pod = object;
      if (pod.metadata.deletionTimestamp !== undefined) {
        gone(ctx, pod);
        return;
      }
      const owner = ownerOf(ctx, pod);
      if (owner !== undefined) {
        listener.created?.(ctx, owner, pod);
        listener.queue(ctx, objectKey(owner));
      } else if (controllerOf(pod) === undefined) queueMatching(ctx, pod);
    },
    onUpdate: (ctx, before, object) => {
      const pod = object;
      if (before.metadata.resourceVersion === pod.metadata.resourceVersion) return;
      if (pod.metadata.deletionTimestamp !== undefined) {
        gone(ctx, pod);
        return;
      }
      const handedOver = !sameOwner(controllerOf(before), controllerOf(pod));
      const former = handedOver ? ownerOf(ctx, before) : undefined;
      if (former !== undefined) listener.queue(ctx, objectKey(former));
      const owner = ownerOf(ctx, pod);
      if (owner !== undefined) listener.queue(ctx, objectKey(owner));
      else if (
        controllerOf(pod) === undefined &&
        (handedOver || !equalJson(before.metadata.labels ?? {}, pod.metadata.labels ?? {}))
      ) {
        queueMatching(ctx, pod);
      }
    },
    onDelete: (ctx, pod) => gone(ctx, pod),
  });
}
