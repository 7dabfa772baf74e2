// Models pkg/scheduler/framework/plugins/helper/spread.go (v1.36)

import { type ResourceInfo, resourceOf } from '../../../api/scheme/scheme.ts';
import type { Service } from '../../../api/types/core.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { Context } from '../../../engine/index.ts';
import type { SharedInformerFactory } from '../../clientgo/informer-factory.ts';
import type { SharedInformer } from '../../clientgo/shared-informer.ts';
import { type LabelTest, labelTest } from './match.ts';
import type { PodInfo } from './pod-info.ts';

type StringMap = { readonly [key: string]: string };

/**
 * The selector by which pods of one Service or controller are spread when they have no constraints of their own.
 * Models pkg/scheduler/framework/plugins/helper/spread.go (v1.36)
 */
export class OwnerSelectors {
  private readonly services: SharedInformer<Service>;
  private readonly owners = new Map<string, SharedInformer>();
  /** By labels and owner. */
  private readonly known = new Map<string, Map<string, LabelTest | undefined>>();

  constructor(
    factory: SharedInformerFactory,
    actor: string,
    private readonly base: Context,
  ) {
    const informer = <T extends KObject>(resource: ResourceInfo<T>) => {
      const made = factory.informer(resource);
      made.addHandler(actor, {
        onAdd: () => this.known.clear(),
        onUpdate: (_ctx, before, after) => {
          if (specSelector(before) !== specSelector(after)) this.known.clear();
        },
        onDelete: () => this.known.clear(),
      });
      return made;
    };
    this.services = informer(resourceOf('services'));
    this.owners.set('ReplicationController', informer(resourceOf('replicationcontrollers')));
    this.owners.set('ReplicaSet', informer(resourceOf('replicasets', 'apps')));
    this.owners.set('StatefulSet', informer(resourceOf('statefulsets', 'apps')));
  }

  of(pod: PodInfo): LabelTest | undefined {
    const owner = pod.pod.metadata.ownerReferences?.find((reference) => reference.controller === true);
    const uid = owner?.uid ?? '';
    let byOwner = this.known.get(pod.labelsKey);
    if (byOwner === undefined) {
      byOwner = new Map();
      this.known.set(pod.labelsKey, byOwner);
    }
    const known = byOwner.get(uid);
    if (known !== undefined || byOwner.has(uid)) return known;
    const test = this.compute(pod, owner);
    byOwner.set(uid, test);
    return test;
  }

  private compute(
    pod: PodInfo,
    owner: { readonly kind: string; readonly name: string } | undefined,
  ): LabelTest | undefined {
    const tests: LabelTest[] = [];
    for (const service of this.services.indexer.list(this.base, pod.namespace)) {
      const selector = service.spec.selector;
      if (selector === undefined || Object.keys(selector).length === 0) continue;
      const test = labelTest({ matchLabels: selector });
      if (test(pod.labels)) tests.push(test);
    }
    const object =
      owner === undefined
        ? undefined
        : this.owners.get(owner.kind)?.indexer.get(this.base, `${pod.namespace}/${owner.name}`);
    const selector = object === undefined ? undefined : specSelector(object);
    if (selector !== undefined) tests.push(labelTest(isLabelSelector(selector) ? selector : { matchLabels: selector }));
    return tests.length === 0 ? undefined : (labels) => tests.every((test) => test(labels));
  }
}

function specSelector(object: KObject): StringMap | LabelSelector | undefined {
  return (object.spec as { readonly selector?: StringMap | LabelSelector } | undefined)?.selector;
}

function isLabelSelector(selector: StringMap | LabelSelector): selector is LabelSelector {
  return typeof selector.matchLabels === 'object' || Array.isArray(selector.matchExpressions);
}
