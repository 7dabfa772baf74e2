import type { Micros } from '../base/time/units.ts';

/** The API as a tree, requests that were written by hand, and what the server was asked. */
export interface ApiView {
  /** Nobody listens, or it has not read all yet. */
  readonly isDown: boolean;
  readonly groups: readonly ApiGroupView[];
  /** Newest first. */
  readonly requests: readonly RawRequestView[];
  /** Newest first. */
  readonly audit: readonly AuditLineView[];
}

export interface ApiGroupView {
  /** Empty for the core group. */
  readonly name: string;
  readonly custom: boolean;
  readonly versions: readonly { readonly name: string; readonly resources: readonly ApiResourceView[] }[];
}

export interface ApiResourceView {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly subresources: readonly string[];
  /** Undefined for what is answered and not kept. */
  readonly objects: number | undefined;
}

export interface RawRequestView {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly user: string;
  readonly code: number | undefined;
  readonly contentType: string;
  readonly warnings: readonly string[];
  /** As it came over the wire, cut short when it is very long. */
  readonly body: string;
  readonly frames: readonly { readonly type: string; readonly text: string; readonly time: number }[];
  readonly open: boolean;
  readonly now: boolean;
}

export interface AuditLineView {
  /** The step of the request's arrival. */
  readonly seq: number;
  readonly time: number;
  readonly micros: Micros | undefined;
  readonly user: string;
  readonly verb: string;
  readonly uri: string;
  readonly code: number | undefined;
  readonly now: boolean;
}
