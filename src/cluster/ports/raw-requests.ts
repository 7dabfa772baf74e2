// Models nothing upstream: requests that somebody wrote down by hand, and what came back

import { tableName } from '../../engine/index.ts';

/** A request as somebody wrote it down. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the query. */
  readonly path: string;
  /** Of the kubeconfig; `anonymous`: without credentials. */
  readonly user: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface RawFrame {
  readonly type: string;
  readonly object: unknown;
  readonly time: number;
}

/** By the request's number. */
export interface RawRequestRow {
  readonly id: number;
  readonly request: RawRequest;
  readonly code: number | undefined;
  readonly contentType: string;
  readonly warnings: readonly string[];
  readonly body: unknown;
  readonly frames: readonly RawFrame[];
  readonly open: boolean;
}
export const RAW_REQUESTS_TABLE = tableName<RawRequestRow>('client/requests');
