// Models pkg/proxy/userspace/proxier.go and roundrobin.go as they were until v1.25 (v1.36 has none)

import { SECOND } from '../../../base/time/units.ts';
import type { Context, Random } from '../../../engine/index.ts';
import { proxy as kinds } from '../../../steps/proxy.ts';
import type { Netfilter, Relay } from '../../ports/netfilter.ts';
import type { RuleSettings } from '../iptables/service-rules.ts';
import type { Backend, Written } from '../shared/backend.ts';
import type { EndpointInfo } from '../shared/endpoint.ts';
import type { ServicePortInfo } from '../shared/service-port.ts';
import type { ProxyState, Update } from '../shared/state.ts';

const RESTORE = { noFlush: true, counters: false } as const;
const CLUSTER_IPS = 'handle ClusterIPs; NOTE: this must be before the NodePort rules';
const NODE_PORTS = 'handle service NodePorts; NOTE: this must be the last rule in the chain';
const NON_LOCAL = 'Ensure that non-local NodePort traffic can flow';
/** Where Linux takes ports for sockets that ask for none. */
const FIRST_PORT = 32_768;
const PORTS = 28_232;

interface Socket {
  readonly info: ServicePortInfo;
  readonly port: number;
}

/**
 * The first kube-proxy: rules lead each Service to a port of its own, where it accepts the connection itself and copies
 * bytes to and from an endpoint. Deviation: rules are written whole, where the real one added and removed single ones.
 */
export class UserspaceBackend implements Backend {
  readonly mode = 'userspace';
  readonly tool = 'iptables';
  private readonly sockets = new Map<string, Socket>();
  /** The place of the endpoint whose turn is next, by port of a Service. */
  private readonly turns = new Map<string, number>();
  private readonly clients = new Map<string, { readonly address: string; readonly until: number }>();

  constructor(
    private readonly random: Random,
    private readonly netfilter: Netfilter,
    private readonly settings: RuleSettings,
    private readonly state: ProxyState,
  ) {}

  prepare(): void {}

  prepareSync(_: Context, update: Update, full: boolean): Written {
    const changed = full ? this.state.keys : this.state.portsOf(update);
    const lines = this.text(changed, update);
    return {
      lines: lines.length,
      changed,
      deleted: [],
      endpoints: this.state.endpointCount,
      largeCluster: false,
      apply: (ctx) => {
        if (full) this.ensureJumps(ctx);
        return this.netfilter.restore(ctx, lines, RESTORE);
      },
    };
  }

  chainOf(port: string): string | undefined {
    const socket = this.sockets.get(port);
    return socket === undefined || this.usable(port).length === 0 ? undefined : `:${socket.port}`;
  }

  private text(changed: readonly string[], update: Update): readonly string[] {
    for (const key of update.removedPorts) this.close(key);
    for (const key of changed) this.open(key);
    const container: string[] = [];
    const host: string[] = [];
    const nodePorts: string[] = [];
    const nodePortsHost: string[] = [];
    const nonLocal: string[] = [];
    for (const { info, port } of this.sockets.values()) {
      const own = `-m comment --comment ${info.key} -m ${info.protocol} -p ${info.protocol}`;
      const redirect = `-j REDIRECT --to-ports ${port}`;
      const dnat = `-j DNAT --to-destination ${this.settings.nodeIP}:${port}`;
      for (const address of [info.clusterIP, ...info.externalIPs, ...info.loadBalancerVIPs]) {
        const to = `${own} -d ${address} --dport ${info.port}`;
        container.push(`-A KUBE-PORTALS-CONTAINER ${to} ${redirect}`);
        host.push(`-A KUBE-PORTALS-HOST ${to} ${dnat}`);
      }
      if (info.nodePort === 0) continue;
      nodePorts.push(`-A KUBE-NODEPORT-CONTAINER ${own} --dport ${info.nodePort} ${redirect}`);
      nodePortsHost.push(`-A KUBE-NODEPORT-HOST ${own} --dport ${info.nodePort} ${dnat}`);
      nonLocal.push(`-A KUBE-NODEPORT-NON-LOCAL ${own} --dport ${port} -m conntrack --ctstate NEW -j ACCEPT`);
    }
    const chains = CHAINS.map((chain) => `:${chain} - [0:0]`);
    return [
      '*filter',
      ':KUBE-NODEPORT-NON-LOCAL - [0:0]',
      ...nonLocal,
      'COMMIT',
      '*nat',
      ...chains,
      ...container,
      ...host,
      ...nodePorts,
      ...nodePortsHost,
      'COMMIT',
    ];
  }

  private open(key: string): void {
    const info = this.state.port(key);
    const port = this.sockets.get(key)?.port ?? this.freePort();
    this.sockets.set(key, { info, port });
    this.netfilter.listen(info.protocol, port, this.relay(key));
  }

  private close(key: string): void {
    const socket = this.sockets.get(key);
    if (socket === undefined) return;
    this.sockets.delete(key);
    this.netfilter.listen(socket.info.protocol, socket.port, undefined);
  }

  private freePort(): number {
    const taken = new Set([...this.sockets.values()].map(({ port }) => port));
    for (;;) {
      const port = FIRST_PORT + this.random.below(PORTS);
      if (!taken.has(port)) return port;
    }
  }

  private relay(key: string): Relay {
    return (ctx, client) => {
      const usable = this.usable(key);
      const info = this.state.port(key);
      const chosen = this.remembered(ctx, info, client, usable) ?? this.turn(key, usable);
      if (chosen === undefined) return { ctx, to: undefined };
      if (info.affinitySeconds > 0) {
        const until = ctx.now + info.affinitySeconds * SECOND;
        this.clients.set(`${key} ${client}`, { address: chosen.address, until });
      }
      const next = ctx.as(`kube-proxy/${this.settings.node}`).step(kinds.relayed, `services/${info.service}`, {
        port: key,
        endpoint: chosen.address,
        place: usable.indexOf(chosen) + 1,
        of: usable.length,
      });
      return { ctx: next, to: { ip: chosen.ip, port: chosen.port } };
    };
  }

  private remembered(
    ctx: Context,
    { key, affinitySeconds }: ServicePortInfo,
    client: string,
    usable: readonly EndpointInfo[],
  ): EndpointInfo | undefined {
    if (affinitySeconds === 0) return undefined;
    const known = this.clients.get(`${key} ${client}`);
    if (known === undefined || known.until <= ctx.now) return undefined;
    return usable.find(({ address }) => address === known.address);
  }

  private turn(key: string, usable: readonly EndpointInfo[]): EndpointInfo | undefined {
    const at = this.turns.get(key) ?? 0;
    this.turns.set(key, at + 1);
    return usable[at % Math.max(1, usable.length)];
  }

  private usable(key: string): readonly EndpointInfo[] {
    return this.state.endpointsOf(key).filter(({ ready }) => ready);
  }

  private ensureJumps(ctx: Context): void {
    const { netfilter } = this;
    let added = 0;
    for (const [table, from, to, position, rule] of JUMPS) {
      netfilter.ensureChain(ctx, table, to);
      if (netfilter.ensureRule(ctx, table, from, position, rule) === true) added += 1;
    }
    ctx.step(kinds.jumpsEnsured, `nodes/${this.settings.node}`, { jumps: JUMPS.length, added });
  }
}

const CHAINS = ['KUBE-PORTALS-CONTAINER', 'KUBE-PORTALS-HOST', 'KUBE-NODEPORT-CONTAINER', 'KUBE-NODEPORT-HOST'];
const local = (comment: string, to: string) =>
  `-m addrtype --dst-type LOCAL -m comment --comment "${comment}" -j ${to}`;
const all = (comment: string, to: string) => `-m comment --comment "${comment}" -j ${to}`;

const JUMPS = [
  ['nat', 'PREROUTING', 'KUBE-PORTALS-CONTAINER', 'prepend', all(CLUSTER_IPS, 'KUBE-PORTALS-CONTAINER')],
  ['nat', 'OUTPUT', 'KUBE-PORTALS-HOST', 'prepend', all(CLUSTER_IPS, 'KUBE-PORTALS-HOST')],
  ['nat', 'PREROUTING', 'KUBE-NODEPORT-CONTAINER', 'append', local(NODE_PORTS, 'KUBE-NODEPORT-CONTAINER')],
  ['nat', 'OUTPUT', 'KUBE-NODEPORT-HOST', 'append', local(NODE_PORTS, 'KUBE-NODEPORT-HOST')],
  ['filter', 'INPUT', 'KUBE-NODEPORT-NON-LOCAL', 'prepend', all(NON_LOCAL, 'KUBE-NODEPORT-NON-LOCAL')],
] as const;
