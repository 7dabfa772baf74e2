// Models the kernel's net/ipv4/udp.c and net/sctp, as far as the two ends of one request need it (v1.36)

import type { Process } from '../../../engine/index.ts';
import { type Exchange, plain, UDP_HEADER } from './exchange.ts';

const SCTP_HEADER = 32;

export function* udp(ends: Exchange): Process<string> {
  const arrival = yield* ends.fromClient(ends.request.what, UDP_HEADER + ends.request.bytes, 0);
  const reached = yield* ends.reachedServer(arrival);
  if (reached === undefined) return '';
  const { host, own } = reached;
  const answer = yield* ends.answer(reached);
  if (answer === undefined) return '';
  const bytes = answer.writes.reduce((sum, each) => sum + each, 0);
  const answered = yield* ends.transmit(host, {
    ...own,
    ...plain,
    size: UDP_HEADER + bytes,
    flags: 0,
    what: 'answer',
  });
  if (!ends.mustReach(answered, ends.request.from) || !ends.recognised(answered)) return '';
  return answer.text;
}

export function* sctp(ends: Exchange): Process<string> {
  const arrival = yield* ends.fromClient('INIT', SCTP_HEADER + 68, 0);
  const reached = yield* ends.reachedServer(arrival);
  if (reached === undefined) return '';
  const { host, own, listener } = reached;
  const script: readonly (readonly ['client' | 'server', string, number])[] = [
    ['server', 'INIT ACK', 268],
    ['client', 'COOKIE ECHO', 232],
    ['server', 'COOKIE ACK', 16],
    ['client', 'DATA', ends.request.bytes + 28],
    ['server', 'SACK', 16],
    ['server', 'DATA', listener.answer.text.length + 28],
    ['client', 'SACK', 16],
    ['client', 'SHUTDOWN', 8],
    ['server', 'SHUTDOWN ACK', 4],
    ['client', 'SHUTDOWN COMPLETE', 4],
  ];
  for (const [side, what, bytes] of script) {
    const size = SCTP_HEADER + bytes;
    const arrived =
      side === 'client'
        ? yield* ends.fromClient(what, size, 0)
        : yield* ends.transmit(host, { ...own, ...plain, size, flags: 0, what });
    if (!ends.mustReach(arrived, side === 'client' ? host : ends.request.from)) return '';
  }
  return listener.answer.text;
}
