// Models cmd/kube-proxy/app/server.go and pkg/proxy/iptables/proxier.go (v1.36)

import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Node, Service } from '../../api/types/core.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject } from '../../api/types/meta.ts';
import { present } from '../../base/assert.ts';
import type { Context, Engine, Process } from '../../engine/index.ts';
import { proxy as kinds } from '../../steps/proxy.ts';
import { RestClient } from '../clientgo/client.ts';
import { SharedInformerFactory } from '../clientgo/informer-factory.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import type { IpvsScheduler, Netfilter } from '../ports/netfilter.ts';
import { subjectOf } from '../ports/subject.ts';
import type { Transport } from '../ports/transport.ts';
import { FamilyProxier } from './family-proxier.ts';
import { serviceOfSlice } from './shared/endpoint.ts';
import type { IPFamily } from './shared/family.ts';
import type { ProxyMode } from './shared/rows.ts';

/** What a node is in one family. */
export interface FamilyPlace {
  readonly family: IPFamily;
  readonly nodeIP: string;
  /** The range of all Pods of the cluster. */
  readonly clusterCIDR: string;
  readonly serviceCIDR: string;
}

export interface KubeProxyOptions {
  readonly credentials: Credentials;
  readonly mode: ProxyMode;
  readonly node: string;
  /** One a family of the cluster; the first is the primary one. */
  readonly places: readonly FamilyPlace[];
  readonly netfilter: Netfilter;
  /** How IPVS chooses endpoints; by turns when left out. */
  readonly ipvsScheduler?: IpvsScheduler | undefined;
  readonly qps?: number;
  readonly burst?: number;
}

export interface KubeProxy {
  start(): void;
}

const USER_AGENT = 'kube-proxy/v1.36.2 (linux/amd64) kubernetes/8e16b12';
const SERVICES = present(resourceOf('services'), 'services');
const SLICES = present(resourceOf('endpointslices', 'discovery.k8s.io'), 'endpointslices');
const NODES = present(resourceOf('nodes'), 'nodes');
const CIDRS = present(resourceOf('servicecidrs', 'networking.k8s.io'), 'servicecidrs');
const ZONE = 'topology.kubernetes.io/zone';
const MODE_FIELD = 'KubeProxyConfiguration.Mode';
const KNOWN_MODES =
  'must be iptables,ipvs,nftables or blank (blank means the best-available proxy [currently iptables])';
/** Modes that write rules of both families; the first kube-proxy knew one alone. */
const FOR_BOTH: ReadonlySet<ProxyMode> = new Set<ProxyMode>(['iptables', 'nftables', 'ipvs']);

/** Models cmd/kube-proxy/app/server.go (v1.36). Deviations: it has been running for a while, so its event Starting is gone. */
export function createKubeProxy(env: Environment, transport: Transport, options: KubeProxyOptions): KubeProxy {
  return new NodeProxy(env, transport, options);
}

class NodeProxy implements KubeProxy {
  private readonly engine: Engine;
  private readonly actor: string;
  private readonly subject: string;
  private readonly base: Context;
  private readonly factory: SharedInformerFactory;
  /** One a family of addresses; the first is the primary one. */
  private readonly proxiers: readonly FamilyProxier[];
  private initialized = false;

  constructor(
    env: Environment,
    transport: Transport,
    private readonly options: KubeProxyOptions,
  ) {
    const { engine } = env;
    const { node, credentials, qps = 5, burst = 10, places, netfilter, mode, ipvsScheduler } = options;
    this.engine = engine;
    this.actor = `kube-proxy/${node}`;
    this.subject = `nodes/${node}`;
    this.base = engine.background(this.actor);
    const client = new RestClient(env, transport, { userAgent: USER_AGENT, credentials, qps, burst });
    this.factory = new SharedInformerFactory(env, this.actor, client);
    const known = FOR_BOTH.has(mode) ? places : places.slice(0, 1);
    this.proxiers = known.map((place, at) => {
      const tools = place.family === 'IPv6' ? netfilter.six : netfilter;
      return new FamilyProxier(env, this.base, {
        ...place,
        mode,
        node,
        netfilter: tools,
        ipvsScheduler,
        first: at === 0,
      });
    });
  }

  start(): void {
    const { factory, actor, options } = this;
    if (options.mode === 'userspace') {
      this.engine.spawn(this.refuse(options.mode));
    }
    const onService = (ctx: Context, object: KObject) => this.serviceChanged(ctx, object as Service, false);
    factory
      .informer(SERVICES, { field: 'spec.clusterIP!=None', label: '!service.kubernetes.io/service-proxy-name' })
      .addHandler(actor, {
        onAdd: onService,
        onUpdate: (ctx, _, object) => onService(ctx, object),
        onDelete: (ctx, object) => this.serviceChanged(ctx, object, true),
      });
    const onSlice = (ctx: Context, object: KObject) => this.sliceChanged(ctx, object as EndpointSlice, false);
    factory.informer(SLICES, { label: '!service.kubernetes.io/headless' }).addHandler(actor, {
      onAdd: onSlice,
      onUpdate: (ctx, _, object) => onSlice(ctx, object),
      onDelete: (ctx, object) => this.sliceChanged(ctx, object, true),
    });
    const onNode = (ctx: Context, object: KObject) => this.nodeChanged(ctx, object as Node);
    factory
      .informer(NODES, { field: `metadata.name=${options.node}` })
      .addHandler(actor, { onAdd: onNode, onUpdate: (ctx, _, object) => onNode(ctx, object) });
    factory.informer(CIDRS);
    factory.start(this.base);
    this.engine.spawn(this.begin());
  }

  private *refuse(mode: string): Process {
    this.base.step(kinds.refused, this.subject, {
      mode,
      error: `${MODE_FIELD}: Invalid value: "${mode}": ${KNOWN_MODES}`,
    });
  }

  private *begin(): Process {
    yield* this.factory.waitForSync();
    this.initialized = true;
    for (const proxier of this.proxiers) proxier.ask(this.base);
  }

  private serviceChanged(ctx: Context, service: Service, deleted: boolean): void {
    const { namespace, name = '' } = service.metadata;
    const key = `${namespace}/${name}`;
    const known = this.proxiers.some(({ state }) => state.infosOf(key).length > 0);
    const concerned = this.proxiers.filter(({ state }) => state.serviceChanged(key, deleted ? undefined : service));
    if (concerned.length === 0) return;
    const change = deleted ? 'delete' : known ? 'update' : 'add';
    const ports = deleted ? 0 : (service.spec.ports ?? []).length;
    this.changed(ctx.step(kinds.serviceTracked, subjectOf(SERVICES, namespace, name), { change, ports }), concerned);
  }

  private sliceChanged(ctx: Context, slice: EndpointSlice, deleted: boolean): void {
    const concerned = this.proxiers.filter(({ state }) => state.sliceChanged(slice, deleted));
    if (concerned.length === 0) return;
    const { namespace, name = '' } = slice.metadata;
    const endpoints = deleted ? [] : (slice.endpoints ?? []);
    const ready = endpoints.filter(({ conditions }) => conditions?.ready !== false).length;
    const args = { service: serviceOfSlice(slice) ?? '', ready, total: endpoints.length };
    this.changed(ctx.step(kinds.endpointsTracked, subjectOf(SLICES, namespace, name), args), concerned);
  }

  /** Only a node's place matters; its heartbeats do not. */
  private nodeChanged(ctx: Context, node: Node): void {
    const zone = node.metadata.labels?.[ZONE] ?? '';
    const concerned = this.proxiers.filter((proxier) => proxier.moved(zone));
    if (concerned.length === 0) return;
    this.changed(ctx.step(kinds.nodeTracked, this.subject, { zone }), concerned);
  }

  private changed(ctx: Context, concerned: readonly FamilyProxier[]): void {
    if (this.initialized) for (const proxier of concerned) proxier.ask(ctx);
  }
}
