// Models nothing upstream: the connection of one node's kubelet (v1.36)

import { type Context, Deferred, type Process } from '../../engine/index.ts';
import type { ApiRequest, ApiResponse, Transport } from '../ports/transport.ts';

/** A kubelet's way to the API server. While it does not run, what it wants to ask waits. */
export class NodeLine implements Transport {
  private down: Deferred<void> | undefined;

  constructor(private readonly transport: Transport) {}

  request(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    return this.down === undefined ? this.transport.request(ctx, request) : this.later(ctx, request, this.down);
  }

  private *later(ctx: Context, request: ApiRequest, down: Deferred<void>): Process<ApiResponse> {
    yield* down.wait();
    return yield* this.transport.request(ctx, request);
  }

  close(): void {
    this.down ??= new Deferred();
  }

  open(): void {
    const { down } = this;
    this.down = undefined;
    down?.resolve();
  }
}
