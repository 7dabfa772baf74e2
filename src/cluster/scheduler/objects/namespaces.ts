// Models pkg/scheduler/framework/plugins/interpodaffinity GetNamespaceLabelsSnapshot (v1.36)

import { resourceOf } from '../../../api/scheme/scheme.ts';
import { isEmptySelector } from '../../../api/selectors/selectors.ts';
import type { Pod, PodAffinityTerm } from '../../../api/types/core.ts';
import type { Context } from '../../../engine/index.ts';
import type { SharedInformerFactory } from '../../clientgo/informer-factory.ts';
import type { SharedInformer } from '../../clientgo/shared-informer.ts';
import type { Labels } from './match.ts';
import { type PodInfo, podInfo } from './pod-info.ts';

const NO_LABELS: Labels = {};

/** How namespaces are labelled, for affinity that chooses them so. Followed from the first pod on that asks for it. */
export class Namespaces {
  private informer: SharedInformer | undefined;

  constructor(
    private readonly factory: SharedInformerFactory,
    private readonly base: Context,
  ) {}

  /** Asked for, and not all there yet. */
  get isComing(): boolean {
    return this.informer?.synced === false;
  }

  infoOf(pod: Pod): PodInfo {
    if (!asksForNamespaces(pod)) return podInfo(pod);
    if (this.informer === undefined) {
      this.informer = this.factory.informer(resourceOf('namespaces'));
      this.factory.start(this.base);
    }
    return podInfo(pod, (name) => this.informer?.indexer.get(this.base, name)?.metadata.labels ?? NO_LABELS);
  }
}

/** Whether it must be known how namespaces are labelled. */
function asksForNamespaces({ spec: { affinity } }: Pod): boolean {
  if (affinity === undefined) return false;
  const asks = ({ namespaceSelector }: PodAffinityTerm): boolean =>
    namespaceSelector !== undefined && !isEmptySelector(namespaceSelector);
  return [affinity.podAffinity, affinity.podAntiAffinity].some(
    (rules) =>
      rules?.requiredDuringSchedulingIgnoredDuringExecution?.some(asks) === true ||
      rules?.preferredDuringSchedulingIgnoredDuringExecution?.some(({ podAffinityTerm }) => asks(podAffinityTerm)) ===
        true,
  );
}
