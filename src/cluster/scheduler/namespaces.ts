// Models pkg/scheduler/framework/plugins/interpodaffinity GetNamespaceLabelsSnapshot (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import type { Context } from '../../engine/index.ts';
import type { SharedInformerFactory } from '../clientgo/informer-factory.ts';
import type { SharedInformer } from '../clientgo/shared-informer.ts';
import type { Labels } from './match.ts';

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

  follow(): void {
    if (this.informer !== undefined) return;
    this.informer = this.factory.informer(resourceOf('namespaces'));
    this.factory.start(this.base);
  }

  labelsOf(name: string): Labels {
    return this.informer?.indexer.get(this.base, name)?.metadata.labels ?? NO_LABELS;
  }
}
