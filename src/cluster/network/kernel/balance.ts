// Models the kernel's net/netfilter/ipvs/ip_vs_core.c (v1.36): the balancer, at the hooks of one node

import { joinHostPort } from '../../../base/address.ts';
import { network as kinds } from '../../../steps/network.ts';
import { destinationText, endText, sourceText } from '../packets/packet.ts';
import type { AtHook, Decision } from './hook.ts';

/** A packet to a virtual server becomes one to a real server; an answer gets its source back. */
export function balance(at: AtHook): Decision {
  const { ipvs } = at.kernel;
  if (ipvs === undefined) return 'accept';
  if (unbalance(at)) return 'accept';
  const { packet } = at;
  const asked = ipvs.ask(packet);
  if (asked === undefined) return 'accept';
  const { server } = asked;
  const name = joinHostPort(server.address, server.port);
  if (asked.connection === undefined) {
    at.ctx = at.ctx.step(kinds.unbalanced, at.subject, { server: name });
    return { reject: at.six ? 'icmp6-port-unreachable' : 'icmp-port-unreachable' };
  }
  const { real, realAddress } = asked.connection;
  const after = endText(realAddress, real.port);
  if (asked.chosen !== undefined) {
    const { place, of, remembered } = asked.chosen;
    at.ctx = at.ctx.step(kinds.balanced, at.subject, {
      server: name,
      scheduler: server.scheduler,
      real: after,
      place,
      of,
      remembered,
    });
    const { entry } = at;
    if (entry !== undefined) {
      entry.reply = { ...entry.reply, source: realAddress, sport: real.port };
      entry.balanced = true;
    }
  }
  at.ctx = at.ctx.step(kinds.translated, at.subject, {
    end: 'destination',
    before: destinationText(packet),
    after,
    undone: false,
    byRule: false,
  });
  ipvs.keep(asked, packet);
  at.packet = { ...packet, destination: realAddress, dport: real.port };
  at.turned = true;
  at.show();
  return 'accept';
}

/** An answer of a real server gets the virtual one as its source. */
export function unbalance(at: AtHook): boolean {
  const { ipvs } = at.kernel;
  const { packet } = at;
  const connection = ipvs?.answered(packet);
  if (ipvs === undefined || connection === undefined) return false;
  const { asked } = connection;
  at.ctx = at.ctx.step(kinds.translated, at.subject, {
    end: 'source',
    before: sourceText(packet),
    after: destinationText(asked),
    undone: true,
    byRule: false,
  });
  ipvs.moveOn(connection, packet);
  at.packet = { ...packet, source: asked.destination, sport: asked.dport };
  at.show();
  return true;
}
