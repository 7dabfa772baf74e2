// Models what programs in a Pod ask of its resolver: cat of its files, nslookup, getent (v1.36)

import type { Pod } from '../api/types/core.ts';
import { type Family, isSix, parseAddress } from '../base/address.ts';
import type { Context, Process } from '../engine/index.ts';
import type { Carry, ClusterDns, RecordType, Resolved } from './dns/index.ts';
import { type Network, UDP } from './network/index.ts';

const DNS_PORT = 53;
/** A resolver waits five seconds for a server. */
const PATIENCE = 5_000_000;
const HEADER_BYTES = 18;
const ADDRESS_TYPES = ['A', 'AAAA'] as const;
const TYPES: readonly RecordType[] = ['A', 'AAAA', 'SRV', 'PTR', 'CNAME'];

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
    return yield* this.dns.lookup(ctx, pod, name, typesFor(pod, family), this.carrier(host));
  }

  *nslookup(
    ctx: Context,
    host: string,
    words: readonly string[],
  ): Process<{ text: string; code: number; ctx: Context }> {
    const kind = words.find((word) => /^-(?:type|q|query)=/.test(word));
    const asked = kind?.slice(kind.indexOf('=') + 1).toUpperCase();
    const type = TYPES.find((each) => each === asked);
    const [name = ''] = words.filter((word) => !word.startsWith('-'));
    const pod = this.pod(host);
    if (pod === undefined || name === '') return { text: 'usage: nslookup [-type=TYPE] NAME\n', code: 1, ctx };
    const [server = ''] = this.dns.resolverOf(pod).nameservers;
    const reversed = reverseName(name);
    const found = yield* this.dns.lookup(
      ctx,
      pod,
      reversed ?? name,
      reversed !== undefined ? ['PTR'] : type === undefined ? typesFor(pod) : [type],
      this.carrier(host),
    );
    const head = `Server:\t\t${server}\nAddress:\t${server}#${DNS_PORT}\n\n`;
    if (found.problem === 'NXDOMAIN') {
      return { text: `${head}** server can't find ${name}: NXDOMAIN\n\n`, code: 1, ctx: found.ctx };
    }
    if (found.problem !== undefined) {
      return { text: ';; connection timed out; no servers could be reached\n\n', code: 1, ctx: found.ctx };
    }
    return { text: `${head}${found.answers.map(answerText).join('')}\n`, code: 0, ctx: found.ctx };
  }

  private pod(host: string): Pod | undefined {
    const slash = host.indexOf('/');
    return slash < 0 ? undefined : this.podOf(host.slice(0, slash), host.slice(slash + 1));
  }

  /** A question is a packet like any other: to the address of a Service, through the rules of the node. */
  private carrier(host: string): Carry {
    const { network, walks } = this;
    return function* carry(ctx, server, question) {
      if (!walks) return { ctx, error: undefined };
      const address = parseAddress(server);
      if (address === undefined) return { ctx, error: 'no servers could be reached' };
      const result = yield* network.request(ctx, {
        from: host,
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

/** A program asks for the addresses of each family that its Pod has. */
function typesFor(pod: Pod, family?: Family): readonly RecordType[] {
  if (family !== undefined) return [family === 'IPv6' ? 'AAAA' : 'A'];
  const families = new Set((pod.status?.podIPs ?? []).map(({ ip = '' }) => (ip.includes(':') ? 'AAAA' : 'A')));
  return families.size === 0 ? ['A'] : ADDRESS_TYPES.filter((type) => families.has(type));
}

/** The name under which an address is asked for; undefined when it is none. */
function reverseName(text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  if (isSix(address)) return `${[...address].reverse().join('.')}.ip6.arpa.`;
  return `${text.split('.').reverse().join('.')}.in-addr.arpa.`;
}

function answerText({ name, type, data }: Resolved['answers'][number]): string {
  if (type === 'A' || type === 'AAAA') return `Name:\t${name}\nAddress: ${data}\n`;
  if (type === 'SRV') return `${name}\tservice = ${data}\n`;
  return type === 'PTR' ? `${name}\tname = ${data}\n` : `${name}\tcanonical name = ${data}\n`;
}
