import type { Context, Process } from '../../engine/index.ts';
import type { Channels } from './channels.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';

/** A pod on a node, and one of its containers. */
export interface ContainerPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

export interface LogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  /** Virtual microseconds; nothing older is wanted. */
  readonly since: number | undefined;
  readonly limitBytes: number | undefined;
}

export interface StreamOptions {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** What a kubelet answers when it cannot do it: an HTTP code and plain text. */
export interface NodeRefusal {
  readonly code: number;
  readonly error: string;
}

/** Nobody answers at the kubelet's address, however long one dials. */
export interface Unreachable {
  readonly error: string;
  /** So long it takes to find out. */
  readonly micros: number;
}

export function isUnreachable(found: NodeServer | Unreachable): found is Unreachable {
  return 'error' in found;
}

export function isRefusal(value: unknown): value is NodeRefusal {
  return typeof value === 'object' && value !== null && 'error' in value && 'code' in value;
}

/** A kubelet's own server (port 10250), as the API server uses it. */
export interface NodeServer {
  /** The text that is there; followed: a connection that goes on. */
  containerLogs(ctx: Context, place: ContainerPlace, options: LogOptions): Process<string | Channels | NodeRefusal>;
  exec(
    ctx: Context,
    place: ContainerPlace,
    command: readonly string[],
    options: StreamOptions,
  ): Process<Channels | NodeRefusal>;
  attach(ctx: Context, place: ContainerPlace, options: StreamOptions): Process<Channels | NodeRefusal>;
  /**
   * Connection k has channel 2k for its bytes and 2k+1 for errors. The first frame on 2k is the port in decimal, an
   * empty one ends it.
   */
  portForward(ctx: Context, namespace: string, pod: string): Process<Channels | NodeRefusal>;
  /** What is asked of it by path: its health, its Pods. */
  answer(ctx: Context, request: HttpRequest): Process<HttpAnswer>;
}
