// Models what makes Pods reachable: the network plugin's wiring, load balancers outside and the names that a shell resolves (v1.36)

import { rfc3339 } from '../../api/values/time.ts';
import type { Family } from '../../base/address.ts';
import { familyOfText } from '../../base/address.ts';
import type { Context, Engine } from '../../engine/index.ts';
import { BALANCERS_TABLE } from '../cloud/rows.ts';
import {
  type Answer,
  DEFAULT_NETWORK,
  type Listener,
  Network,
  type NetworkOptions,
  TCP,
  UDP,
} from '../network/index.ts';
import type { Cables } from '../ports/cni.ts';
import type { AskedPage, ContainerRuntime } from '../ports/cri.ts';
import type { Environment } from '../ports/environment.ts';
import type { DialFailure, HttpAnswer, HttpRequest } from '../ports/http.ts';
import { HEALTH_TABLES, SERVICE_PORT_TABLES, SYNC_TABLES } from '../proxy/shared/rows.ts';

/** Whoever is outside: the person at the shell. */
export const OUTSIDE = 'client';
const OUTSIDE_ADDRESS = '203.0.113.9';
const OUTSIDE_ADDRESS6 = '2001:db8::9';
const API_SERVER = 'kube-apiserver';
const DNS = 'coredns';
const DNS_PORT = 53;
/** What is asked for over HTTP. */
const ASKED = /^(?<method>[A-Z]+) (?<path>\/.*)$/;
const PROXY_HEALTH = 10_256;

interface NodePlace {
  readonly name: string;
  readonly internalIP: string;
  readonly podCIDR: string;
  readonly second?: { readonly internalIP: string; readonly podCIDR: string } | undefined;
}

/** What is known of a network before it has nodes. */
export interface NetworkPlan {
  /** Where clients outside the Pod network reach the API server. */
  readonly apiServer: { readonly address: string; readonly port: number };
  readonly families: readonly Family[];
  /** The cluster's DNS listens on the first node. */
  readonly hasDns: boolean;
  readonly options?: Partial<NetworkOptions> | undefined;
}

interface Attached {
  readonly runtime: () => ContainerRuntime;
  readonly sandbox: string;
  readonly address: string;
}

/** Nodes, Pods and the world outside, joined as their components say. */
export class ClusterNetwork {
  readonly network: Network;
  private readonly engine: Engine;
  private readonly pods = new Map<string, Attached>();
  private readonly nodes: string[] = [];

  constructor(
    env: Environment,
    private readonly plan: NetworkPlan,
  ) {
    const { apiServer, families, options } = plan;
    this.engine = env.engine;
    this.network = new Network(env, (host, protocol, port) => this.listener(host, protocol, port), {
      ...DEFAULT_NETWORK,
      ...options,
    });
    const outside = families.map((family) => (family === 'IPv6' ? OUTSIDE_ADDRESS6 : OUTSIDE_ADDRESS));
    this.network.addOutside(OUTSIDE, outside[0] ?? OUTSIDE_ADDRESS, outside[1]);
    this.network.addOutside(API_SERVER, apiServer.address);
    this.network.setVirtual((address) => this.balanced(address));
  }

  addNode({ name, internalIP, podCIDR, second }: NodePlace) {
    this.nodes.push(name);
    const other = second === undefined ? undefined : { address: second.internalIP, podCIDR: second.podCIDR };
    return this.network.addNode({ name, address: internalIP, podCIDR, second: other });
  }

  /** What becomes of the cables of a node: they lead into this network. */
  cablesOf(node: string, runtime: () => ContainerRuntime): Cables {
    const { network, pods } = this;
    return {
      plugged(pod, sandbox, { ip, secondIP, hostInterface }) {
        network.addPod({ name: pod, node, address: ip, second: secondIP, veth: hostInterface });
        pods.set(pod, { runtime, sandbox, address: ip });
      },
      unplugged(pod, sandbox) {
        const attached = pods.get(pod);
        if (attached?.sandbox !== sandbox) return;
        network.removePod(pod, attached.address);
        pods.delete(pod);
      },
    };
  }

  /** A request to a Pod or a node by its address, from where the API server is. */
  dial(ctx: Context | undefined, address: string, port: number, request: HttpRequest): HttpAnswer | DialFailure {
    const refused = { error: `dial tcp ${address}:${port}: connect: connection refused` };
    for (const pod of this.pods.values())
      if (pod.address === address) return pod.runtime().answer(ctx, pod.sandbox, port, request) ?? refused;
    const node = this.nodes.find((each) => this.resolve(each, familyOfText(address)) === address);
    if (node === undefined) return { error: `dial tcp ${address}:${port}: connect: no route to host` };
    const body = this.healthOf(node, port)?.answer.text;
    return body === undefined ? refused : { code: 200, headers: { 'content-type': 'application/json' }, body };
  }

  private listener(host: string, protocol: number, port: number): Listener | undefined {
    const { apiServer, hasDns } = this.plan;
    // The cluster's DNS is no Pod here: it listens on the first node itself.
    if (port === DNS_PORT && host === this.nodes[0] && hasDns) return { process: DNS, answer: answerOf('') };
    if (protocol === UDP) return this.datagrams(host, port);
    if (protocol !== TCP) return undefined;
    if (host === API_SERVER && port === apiServer.port)
      return { process: API_SERVER, answer: answerOf(`${API_SERVER}\n`) };
    if (this.nodes.includes(host)) return this.healthOf(host, port);
    const pod = this.pods.get(host);
    if (pod === undefined) return undefined;
    const runtime = pod.runtime();
    for (const { id } of runtime.listContainers(pod.sandbox)) {
      if (runtime.listens(id, port))
        return {
          process: host,
          answer: answerOf(`${host.slice(host.indexOf('/') + 1)}\n`),
          dials: (what) => (what.startsWith('GET ') ? runtime.dialing(id, what.slice('GET '.length)) : undefined),
          answerTo: (what, asker) => {
            const asked = ASKED.exec(what)?.groups as { readonly method: string; readonly path: string } | undefined;
            if (asked === undefined) return bytesWanted(what);
            const { address: from, agent: userAgent } = asker;
            runtime.heard(id, { ...asked, from, userAgent });
            return bytesWanted(what) ?? ownPage(runtime, id, { ...asked, port, body: asker.body, client: asker.end });
          },
        };
    }
    return undefined;
  }

  /** A program of a Pod that takes datagrams. */
  private datagrams(host: string, port: number): Listener | undefined {
    const pod = this.pods.get(host);
    if (pod === undefined) return undefined;
    const runtime = pod.runtime();
    for (const { id } of runtime.listContainers(pod.sandbox)) {
      if (!runtime.takesDatagrams(id, port)) continue;
      const answerTo = (what: string, { end }: { readonly end: string }): Answer => {
        const text = runtime.datagram(id, what, end);
        return { writes: [text.length], text };
      };
      return { process: host, answer: answerOf(''), answerTo };
    }
    return undefined;
  }

  /** kube-proxy tells load balancers whether the node has endpoints of a Service, and anybody whether it is well. */
  private healthOf(node: string, port: number): Listener | undefined {
    const process = `kube-proxy/${node}`;
    if (port === PROXY_HEALTH && this.synced(node)) {
      const now = rfc3339(this.engine.now);
      return { process, answer: answerOf(`{"lastUpdated": "${now}","currentTime": "${now}", "nodeEligible": true}\n`) };
    }
    const row = this.engine.table(HEALTH_TABLES.of(node)).get(String(port));
    if (row === undefined) return undefined;
    const [namespace, name] = row.service.split('/');
    const { localEndpoints } = row;
    const answer = { service: { namespace, name }, localEndpoints, serviceProxyHealthy: true };
    return { process, answer: answerOf(JSON.stringify(answer, undefined, '\t')) };
  }

  private synced(node: string): boolean {
    const last = (family: Family) => this.engine.table(SYNC_TABLES[family].of(node)).get('last');
    return last('IPv4') !== undefined || last('IPv6') !== undefined;
  }

  /** Nodes that take part in an address of a load balancer or an external IP; Local ones need an endpoint there. */
  private balanced(address: string): readonly string[] {
    const hosts = this.engine.table(BALANCERS_TABLE).get(address)?.hosts ?? this.nodes;
    return this.nodes.filter((node) => {
      if (!hosts.includes(node)) return false;
      const family = familyOfText(address);
      const services = this.engine.table(SERVICE_PORT_TABLES[family].of(node));
      for (const { loadBalancerVIPs, externalIPs } of services.values())
        if (loadBalancerVIPs.includes(address) || externalIPs.includes(address)) return true;
      return false;
    });
  }

  /** The address of a machine or a Pod by its own name; that of IPv4 unless told, where it has one. */
  resolve(name: string, family?: Family): string | undefined {
    const host = this.network.host(name) ?? this.network.host(`default/${name}`);
    const { address, address6 } = host?.devices.get('eth0') ?? {};
    const own = family === undefined ? (address ?? address6) : family === 'IPv6' ? address6 : address;
    return own === undefined ? undefined : this.network.addressText(own);
  }
}

const HEADER_BYTES = 202;

/** A server says which Pod it is: the question that everybody asks of a Service. */
function answerOf(text: string): Answer {
  return { writes: [HEADER_BYTES, text.length], text };
}

/** A page that somebody has put there says more than the Pod's name. */
function ownPage(runtime: ContainerRuntime, id: string, asked: AskedPage): Answer | undefined {
  const page = runtime.page(id, asked);
  return page === undefined || page.isOfImage ? undefined : { ...answerOf(page.body), code: page.code };
}

/** `/bytes/4000`, as httpbin has it: so many of them. */
function bytesWanted(what: string): Answer | undefined {
  const count = Number(/^GET \/bytes\/(\d{1,6})$/.exec(what)?.[1] ?? Number.NaN);
  return Number.isNaN(count) ? undefined : { writes: [HEADER_BYTES, count], text: `${count} bytes\n` };
}
