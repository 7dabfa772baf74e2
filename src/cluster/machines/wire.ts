// Models staging/src/k8s.io/apimachinery/pkg/util/net/http.go and client-go's transport/cache.go: when a client gives a connection up (v1.36)

import type { CertificateTimes } from '../../api/values/certificate-times.ts';
import { readGoDuration } from '../../api/values/duration.ts';
import { MILLISECOND, type Micros, SECOND } from '../../base/time/units.ts';
import { type Context, Deferred, type Process, TIMED_OUT, within } from '../../engine/index.ts';
import { faults as steps } from '../../steps/faults.ts';
import {
  type ApiRequest,
  type ApiResponse,
  nobodyAnswered,
  type Transport,
  type WatchStream,
} from '../ports/transport.ts';

/** A connection of HTTP/2 on which nothing comes for 30 s is asked whether it lives, and has 15 s to say so. */
const GIVEN_UP = 45 * SECOND;
/** net.Dialer of a client, and of the API server. */
export const DIALLING = 30 * SECOND;
/** When a machine sends again what nobody has acknowledged, the first time; then after twice as long, and so on. */
const FIRST_RESEND = 200 * MILLISECOND;
const FIRST_RESEND_OF_DIALLING = SECOND;
const LAST_RESEND = 120 * SECOND;
const FEW_STREAMS = 64;

const CONNECTION_LOST = 'http2: client connection lost';

interface Cut {
  readonly since: Micros;
  readonly mended: Deferred<void>;
  /** Its clients have given their connections up: whoever asks dials anew. */
  isLost: boolean;
}

/**
 * The way between one machine and the API server.
 *
 * Promises: while it is cut, nothing comes through in either direction, and who asks waits as long as a real client does: to
 * the end of the request's own time, until the connection is given up, or until dialling is. Mended before that, what was
 * sent is sent again and arrives, and watches go on with all that they have not heard.
 * Does not promise: that a request whose answer was under way when it was cut is not answered.
 * Called by: whatever of a machine asks the API server.
 */
export class Wire implements Transport {
  private cutNow: Cut | undefined;
  private streams = new Set<WatchStream>();
  /** Whether it need not dial, and look at the server's certificate, before it asks. */
  private isConnected = true;

  constructor(
    private readonly transport: Transport,
    /** Host and port of the API server. */
    private readonly server: string,
    private readonly node: string,
    private readonly certificates: CertificateTimes,
  ) {}

  get isCut(): boolean {
    return this.cutNow !== undefined;
  }

  request(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    if (this.cutNow !== undefined) return this.unheard(ctx, request, this.cutNow);
    if (!this.isConnected) return this.dialled(ctx, request);
    return isWatch(request) ? this.watch(ctx, request) : this.transport.request(ctx, request);
  }

  /** Whoever asks next dials first. */
  disconnect(): void {
    this.isConnected = false;
  }

  /** Whoever dials holds the server's certificate against his own clock. */
  private *dialled(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    const problem = this.certificates.problemAt(ctx.engine.wallOf(`kubelet/${this.node}`, ctx.now));
    if (problem !== undefined) {
      const why = `tls: failed to verify certificate: ${problem}`;
      return nobodyAnswered(ctx.step(steps.handshakeFailed, `nodes/${this.node}`, { node: this.node, why }), why);
    }
    this.isConnected = true;
    const answer = yield* this.request(ctx, request);
    if (answer.code === 0) this.isConnected = false;
    return answer;
  }

  /** `told`: whoever finds out later what has become of the connection does so because of this. */
  cut(ctx: Context, told: (ctx: Context) => void): void {
    if (this.cutNow !== undefined) return;
    const cut: Cut = { since: ctx.now, mended: new Deferred(), isLost: false };
    this.cutNow = cut;
    this.forgetEnded();
    for (const stream of this.streams) stream.hold?.();
    ctx.after(
      GIVEN_UP,
      () => {
        if (this.cutNow === cut) this.giveUp(ctx, cut, told);
      },
      true,
    );
  }

  mend(): void {
    const { cutNow, streams } = this;
    this.cutNow = undefined;
    for (const stream of streams) stream.release?.();
    cutNow?.mended.resolve();
  }

  private giveUp(ctx: Context, cut: Cut, told: (ctx: Context) => void): void {
    cut.isLost = true;
    this.isConnected = false;
    this.forgetEnded();
    const lost = ctx
      .as(`kubelet/${this.node}`)
      .step(steps.connectionLost, `nodes/${this.node}`, { node: this.node, watches: this.streams.size });
    told(lost);
    const { streams } = this;
    this.streams = new Set();
    for (const stream of streams) stream.stop();
  }

  private *watch(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    const response = yield* this.transport.request(ctx, request);
    const { stream } = response;
    if (stream === undefined) return response;
    if (this.streams.size >= FEW_STREAMS) this.forgetEnded();
    this.streams.add(stream);
    if (this.cutNow !== undefined) stream.hold?.();
    return response;
  }

  private *unheard(ctx: Context, request: ApiRequest, cut: Cut): Process<ApiResponse> {
    const sent = ctx.now;
    const { isLost } = cut;
    const { micros, why } = this.patience(request, cut, sent);
    const waited = yield* within<void>(ctx, micros, cut.mended, true);
    if (waited === TIMED_OUT) return this.unanswered(ctx, request, why, micros);
    yield ctx.sleep(untilSentAgain(sent, ctx.now, isLost ? FIRST_RESEND_OF_DIALLING : FIRST_RESEND));
    return yield* this.request(ctx, request);
  }

  private patience(request: ApiRequest, cut: Cut, now: Micros): { readonly micros: Micros; readonly why: string } {
    const other = cut.isLost
      ? { micros: DIALLING, why: `dial tcp ${this.server}: i/o timeout` }
      : { micros: Math.max(0, cut.since + GIVEN_UP - now), why: CONNECTION_LOST };
    const own = readGoDuration(request.query.find(([name]) => name === 'timeout')?.[1] ?? '');
    if (typeof own !== 'number' || own <= 0 || own >= other.micros) return other;
    return { micros: own, why: 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)' };
  }

  private unanswered(ctx: Context, request: ApiRequest, why: string, micros: Micros): ApiResponse {
    const own = ctx.step(steps.unanswered, request.path, { why, waited: Math.round(micros / SECOND) });
    return nobodyAnswered(own, why);
  }

  private forgetEnded(): void {
    for (const stream of this.streams) if (stream.isOver) this.streams.delete(stream);
  }
}

function isWatch({ method, query }: ApiRequest): boolean {
  return method === 'GET' && query.some(([name, value]) => name === 'watch' && value === 'true');
}

/** From now on, of what was first sent then. */
function untilSentAgain(sent: Micros, now: Micros, first: Micros): Micros {
  let at = sent;
  for (let pause = first; at < now; pause = Math.min(pause * 2, LAST_RESEND)) at += pause;
  return at - now;
}
