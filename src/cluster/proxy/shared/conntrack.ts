// Models pkg/proxy/iptables/proxier.go (v1.36)

import type { Context } from '../../../engine/index.ts';
import type { Netfilter } from '../../ports/netfilter.ts';
import type { StaleConnections } from './state.ts';

/** Connections over UDP have no end that anybody could see, so the table is told. Models pkg/proxy/conntrack/cleanup.go (v1.36) */
export function forgetStale(ctx: Context, netfilter: Netfilter, stale: readonly StaleConnections[]): void {
  for (const { port, endpoint } of stale) {
    const reply = endpoint === undefined ? {} : { replySource: endpoint.ip };
    const addresses = [port.clusterIP, ...port.externalIPs, ...port.loadBalancerVIPs];
    for (const originalDestination of addresses) {
      const destination = { originalDestination, originalDestinationPort: port.port };
      netfilter.forgetConnections(ctx, { protocol: 'udp', ...destination, ...reply });
    }
    if (port.nodePort !== 0) {
      netfilter.forgetConnections(ctx, { protocol: 'udp', originalDestinationPort: port.nodePort, ...reply });
    }
  }
}
