import type { RestClient, SharedInformer } from '../../clientgo/index.ts';

/** What a round needs. */
export interface CollectorParts {
  readonly pods: SharedInformer;
  readonly nodes: SharedInformer;
  readonly client: RestClient;
  /** By node that is not there: since when that is known. */
  readonly missing: Map<string, number>;
}
