// Models what programs in a Pod ask of its resolver (v1.36)

import type { Pod } from '../../api/types/core.ts';
import { type Family, parseAddress } from '../../base/address.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context, Process } from '../../engine/index.ts';
import { type Carry, type ClusterDns, hostsFile, type RecordType, type Resolved } from '../dns/index.ts';
import { type Network, UDP } from '../network/index.ts';
import type { Asker } from '../resolvers/asker.ts';

const DNS_PORT = 53;
/** A resolver waits five seconds for a server. */
const PATIENCE = 5 * SECOND;
const HEADER_BYTES = 18;
const ADDRESS_TYPES = ['A', 'AAAA'] as const;

/** Names as Pods see them. */
export class PodNames {
  constructor(
    private readonly network: Network,
    private readonly dns: ClusterDns,
    private readonly podOf: (namespace: string, name: string) => Pod | undefined,
    /** Packets find Services by rules that are walked: those of iptables. */
    private readonly walks: boolean,
  ) {}

  /** `host` is `namespace/name`, as the network calls a Pod. */
  *lookup(ctx: Context, host: string, name: string, family?: Family): Process<Resolved | undefined> {
    const pod = this.pod(host);
    if (pod === undefined) return undefined;
    return yield* this.dns.lookup(ctx, pod, name, typesFor(family), this.carrier(host, pod));
  }

  /** How a program of a Pod asks by itself; undefined when there is no such Pod. */
  asker(host: string): Asker | undefined {
    const pod = this.pod(host);
    if (pod === undefined) return undefined;
    const { dns } = this;
    const carry = this.carrier(host, pod);
    return { config: dns.resolverOf(pod), ask: (ctx, question) => dns.ask(ctx, pod, question, carry) };
  }

  /** What the kubelet wrote into a Pod's hosts file. */
  hosts(host: string): string {
    const pod = this.pod(host);
    return pod === undefined ? '' : hostsFile(pod);
  }

  private pod(host: string): Pod | undefined {
    const slash = host.indexOf('/');
    return slash < 0 ? undefined : this.podOf(host.slice(0, slash), host.slice(slash + 1));
  }

  /** A question is a packet like any other: to the address of a Service, through the rules of the node. */
  private carrier(host: string, { spec }: Pod): Carry {
    const { network, walks } = this;
    const from = spec.hostNetwork === true ? (spec.nodeName ?? '') : host;
    return function* carry(ctx, server, question) {
      if (!walks) return { ctx, error: undefined };
      const address = parseAddress(server);
      if (address === undefined) return { ctx, error: 'no servers could be reached' };
      const result = yield* network.request(ctx, {
        from,
        to: `${server}:${DNS_PORT}`,
        address,
        port: DNS_PORT,
        protocol: UDP,
        bytes: HEADER_BYTES + question.length,
        what: question,
        timeoutMicros: PATIENCE,
      });
      return { ctx: result.ctx, error: result.outcome === 'answered' ? undefined : result.error };
    };
  }
}

/** A program asks for the addresses of both families, whichever its Pod has, unless it wants one of them. */
function typesFor(family?: Family): readonly RecordType[] {
  return family === undefined ? ADDRESS_TYPES : [family === 'IPv6' ? 'AAAA' : 'A'];
}
