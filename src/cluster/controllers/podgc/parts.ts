import type { Node, Pod } from '../../../api/types/core.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';

/** What a round needs. */
export interface CollectorParts {
  readonly pods: SharedInformer<Pod>;
  readonly nodes: SharedInformer<Node>;
  readonly client: RestClient;
  /** By node that is not there: since when that is known. */
  readonly missing: Map<string, number>;
}
