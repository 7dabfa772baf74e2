import type { KObject } from '../../../api/types/meta.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { UserInfo } from '../authn/user.ts';

export interface AggregatedResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
}

/** Another API server behind this one, as a function: what it answers to a request on behalf of a user. */
export interface AggregatedServer {
  /** Its APIResourceList, as discovery asks for it. */
  readonly resources: readonly AggregatedResource[];
  answer(request: ApiRequest, user: UserInfo, world: AggregatedWorld): ServerAnswer;
}

/** What such a server may know of the cluster. */
export interface AggregatedWorld {
  readonly now: number;
  list(resource: string, namespace: string): readonly KObject[];
}

export interface ServerAnswer {
  readonly code: number;
  readonly body: unknown;
}
