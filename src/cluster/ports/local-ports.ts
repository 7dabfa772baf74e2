import type { Context, Process } from '../../engine/index.ts';
import type { ApiRequest, ApiResponse } from './transport.ts';

/** A program that listens on the machine that people type at. */
export interface LocalServer {
  request(ctx: Context, request: ApiRequest): Process<ApiResponse>;
}

/** Who listens, by port: `kubectl proxy` and `kubectl port-forward` while they run. */
export type LocalPorts = Map<string, LocalServer>;
