// Models the kernel's net/ipv4/af_inet.c, as far as one request needs it (v1.36)

import { formatAddress } from '../../../base/address.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import { endText, protocolText, SCTP, TCP, UDP } from '../packets/packet.ts';
import type { Outcome } from '../packets/rows.ts';
import { sctp, udp } from './datagrams.ts';
import { Exchange } from './exchange.ts';
import type { Request, Result, Surroundings } from './request.ts';
import { TcpConversation } from './tcp.ts';

/** One request and its answer: how it begins, and what has become of it. */
export class Connection {
  private readonly ends: Exchange;

  constructor(
    ctx: Context,
    id: number,
    private readonly request: Request,
    private readonly around: Surroundings,
  ) {
    this.ends = new Exchange(ctx, id, request, around);
  }

  *run(): Process<Result> {
    const { request, ends } = this;
    ends.ctx = ends.ctx.step(kinds.connect, ends.subject, {
      from: request.from.name,
      to: request.to,
      address: endText(request.address, request.port),
      protocol: protocolText(request.protocol),
    });
    this.save('open');
    let text = '';
    let code: number | undefined;
    if (ends.client.source === 0) ends.fail('unreachable', 'Network is unreachable');
    else if (request.protocol === TCP) {
      const conversation = new TcpConversation(ends);
      text = yield* conversation.run();
      code = conversation.code;
    } else if (request.protocol === UDP) text = yield* udp(ends);
    else if (request.protocol === SCTP) text = yield* sctp(ends);
    const outcome = ends.failure ?? 'answered';
    // Whoever waits for what never comes waits to the end.
    const over = ends.startedAt + ends.limit;
    if (outcome === 'timed out' && over > ends.ctx.now) yield ends.ctx.sleepUntil(over);
    ends.ctx = ends.ctx.step(kinds.ended, ends.subject, {
      outcome,
      process: ends.process,
      seen: ends.seen,
      packets: ends.packets,
      examined: ends.examined,
      micros: ends.ctx.now - ends.startedAt,
    });
    this.save(outcome);
    return {
      outcome,
      process: ends.process,
      seen: ends.seen,
      port: ends.client.sport,
      text,
      ...(code === undefined || code === 200 ? undefined : { code }),
      micros: ends.ctx.now - ends.startedAt,
      packets: ends.packets,
      examined: ends.examined,
      error: ends.error,
      ctx: ends.ctx,
    };
  }

  private save(outcome: Outcome): void {
    const { request, ends } = this;
    this.around.save({
      id: ends.id,
      protocol: protocolText(request.protocol),
      from: request.from.name,
      to: request.to,
      address: formatAddress(request.address),
      port: request.port,
      outcome,
      process: ends.process,
      seen: ends.seen,
      packets: ends.packets,
      examined: ends.examined,
      startedAt: ends.startedAt,
      endedAt: outcome === 'open' ? undefined : ends.ctx.now,
    });
  }
}
