// Models cmd/kube-proxy/app/server.go and pkg/proxy/iptables/proxier.go (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import type { Node, Service } from '../../api/types/core.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject } from '../../api/types/meta.ts';
import { present } from '../../base/assert.ts';
import type { Context, Engine, Process, Random, Table } from '../../engine/index.ts';
import { proxy as kinds } from '../../steps/proxy.ts';
import { SharedInformerFactory } from '../clientgo/informer-factory.ts';
import { RestClient } from '../clientgo/rest-client.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import type { Netfilter } from '../ports/netfilter.ts';
import { firstInStory } from '../ports/story-scenes.ts';
import { subjectOf } from '../ports/subject.ts';
import type { Transport } from '../ports/transport.ts';
import type { Backend, Written } from './backend.ts';
import { serviceOfSlice } from './endpoint.ts';
import { HealthChecks } from './health.ts';
import { IptablesBackend } from './iptables/backend.ts';
import type { RuleSettings } from './iptables/service-rules.ts';
import { IpvsBackend } from './ipvs/backend.ts';
import { NftablesBackend } from './nftables/backend.ts';
import type { EndpointsRow, ProxyMode, ServicePortRow, SyncRow } from './rows.ts';
import { ProxyState, type Update } from './state.ts';
import { MAX_INTERVAL, SyncRunner } from './sync-runner.ts';
import { categorizeEndpoints } from './topology.ts';
import { UserspaceBackend } from './userspace/backend.ts';

export interface KubeProxyOptions {
  readonly credentials: Credentials;
  readonly mode: ProxyMode;
  readonly node: string;
  readonly nodeIP: string;
  /** The range of all Pods of the cluster. */
  readonly clusterCIDR: string;
  readonly serviceCIDR: string;
  readonly netfilter: Netfilter;
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
/** The first sync of a big cluster tells its sum only. */
const MOST_TOLD = 50;

/** Models cmd/kube-proxy/app/server.go (v1.36). Deviations: it has been running for a while, so its event Starting is gone; IPv4 only. */
export function createKubeProxy(env: Environment, transport: Transport, options: KubeProxyOptions): KubeProxy {
  return new NodeProxy(env, transport, options);
}

class NodeProxy implements KubeProxy {
  private readonly engine: Engine;
  private readonly actor: string;
  private readonly subject: string;
  private readonly base: Context;
  private readonly random: Random;
  private readonly factory: SharedInformerFactory;
  private readonly state = new ProxyState('IPv4');
  private readonly settings: RuleSettings & { zone: string };
  private readonly backend: Backend;
  private readonly runner: SyncRunner;
  private readonly health: HealthChecks;
  private readonly serviceRows: Table<ServicePortRow>;
  private readonly endpointRows: Table<EndpointsRow>;
  private readonly syncRows: Table<SyncRow>;
  private initialized = false;
  private needFullSync = true;
  private lastFull = 0;
  private syncs = 0;

  constructor(
    private readonly env: Environment,
    transport: Transport,
    private readonly options: KubeProxyOptions,
  ) {
    const { engine } = env;
    const { node, nodeIP, clusterCIDR, credentials, qps = 5, burst = 10 } = options;
    this.engine = engine;
    this.actor = `kube-proxy/${node}`;
    this.subject = `nodes/${node}`;
    this.base = engine.background(this.actor);
    this.random = engine.random(this.actor);
    const client = new RestClient(env, transport, { userAgent: USER_AGENT, credentials, qps, burst });
    this.factory = new SharedInformerFactory(env, this.actor, client);
    this.settings = { node, zone: '', nodeIP, clusterCIDR, masqueradeAll: false };
    this.backend = backendFor(options, engine, this.settings, this.state, this.random);
    this.runner = new SyncRunner(this.base, this.subject, (ctx) => this.sync(ctx));
    this.health = new HealthChecks(engine, node, this.state);
    this.serviceRows = engine.viewTable(`${this.actor}/services`, () =>
      this.state.keys.map((key) => [key, this.state.port(key)] as const),
    );
    this.endpointRows = engine.viewTable(`${this.actor}/endpoints`, () =>
      this.state.keys.map((key) => [key, this.state.endpointsOf(key)] as const),
    );
    this.syncRows = engine.table(`${this.actor}/sync`);
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
        onDelete: (ctx, object) => this.serviceChanged(ctx, object as Service, true),
      });
    const onSlice = (ctx: Context, object: KObject) => this.sliceChanged(ctx, object as EndpointSlice, false);
    factory.informer(SLICES, { label: '!service.kubernetes.io/headless' }).addHandler(actor, {
      onAdd: onSlice,
      onUpdate: (ctx, _, object) => onSlice(ctx, object),
      onDelete: (ctx, object) => this.sliceChanged(ctx, object as EndpointSlice, true),
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
    this.runner.ask(this.base);
  }

  private serviceChanged(ctx: Context, service: Service, deleted: boolean): void {
    const { namespace, name = '' } = service.metadata;
    const key = `${namespace}/${name}`;
    const known = this.state.infosOf(key).length > 0;
    if (!this.state.serviceChanged(key, deleted ? undefined : service)) return;
    const change = deleted ? 'delete' : known ? 'update' : 'add';
    const ports = deleted ? 0 : (service.spec.ports ?? []).length;
    this.changed(ctx.step(kinds.serviceTracked, subjectOf(SERVICES, namespace, name), { change, ports }));
  }

  private sliceChanged(ctx: Context, slice: EndpointSlice, deleted: boolean): void {
    if (!this.state.sliceChanged(slice, deleted)) return;
    const { namespace, name = '' } = slice.metadata;
    const endpoints = deleted ? [] : (slice.endpoints ?? []);
    const ready = endpoints.filter(({ conditions }) => conditions?.ready !== false).length;
    const args = { service: serviceOfSlice(slice) ?? '', ready, total: endpoints.length };
    this.changed(ctx.step(kinds.endpointsTracked, subjectOf(SLICES, namespace, name), args));
  }

  /** Only a node's place matters; its heartbeats do not. */
  private nodeChanged(ctx: Context, node: Node): void {
    const zone = node.metadata.labels?.[ZONE] ?? '';
    if (zone === this.settings.zone) return;
    this.settings.zone = zone;
    this.needFullSync = true;
    this.changed(ctx.step(kinds.nodeTracked, this.subject, { zone }));
  }

  private changed(ctx: Context): void {
    if (this.initialized) this.runner.ask(ctx);
  }

  private *sync(ctx: Context): Process<boolean> {
    const full = this.needFullSync || ctx.now - this.lastFull >= MAX_INTERVAL;
    if (full) this.lastFull = ctx.now;
    const update = this.state.take();
    if (this.syncs === 0) this.backend.prepare(ctx.step(kinds.prepared, this.subject, { mode: this.backend.mode }));
    const written = this.backend.prepareSync(ctx, update, full);
    const began = this.tell(ctx, update, written, full);
    yield began.sleep(draw(this.random, this.env.latencies.packetRules));
    const { tool } = this.backend;
    const restored = began.step(kinds.restored, this.subject, { tool, lines: written.lines, full });
    const error = written.apply(restored);
    this.syncs += 1;
    this.needFullSync = error !== undefined;
    const last = error === undefined ? restored : restored.step(kinds.failed, this.subject, { error });
    this.record(written, full, error);
    if (error === undefined) this.done(last, update);
    return error === undefined;
  }

  /** Says what is going to be written. */
  private tell(ctx: Context, update: Update, written: Written, full: boolean): Context {
    const { state, backend } = this;
    const { changed, deleted, endpoints } = written;
    const args = { mode: backend.mode, full, changed: changed.length, services: state.serviceCount, endpoints };
    const began = ctx.step(kinds.sync, this.subject, args);
    this.recordState(update, full);
    if (changed.length <= MOST_TOLD) for (const key of changed) this.tellPort(began, key);
    const [first = ''] = deleted;
    if (first !== '') began.step(kinds.chainsDeleted, this.subject, { chains: deleted.length, first });
    return began;
  }

  private tellPort(ctx: Context, port: string): void {
    const info = this.state.port(port);
    const all = this.state.endpointsOf(port);
    const { cluster, local, any } = categorizeEndpoints(all, info, this.settings);
    const subject = subjectOf(SERVICES, undefined, info.service);
    const usable = info.internalPolicyLocal ? local : cluster;
    if (usable.length === 0) {
      ctx.step(kinds.portRefused, subject, { port, target: any ? 'DROP' : 'REJECT' });
      return;
    }
    const here = usable.filter(({ node }) => node === this.settings.node).length;
    const chain = this.backend.chainOf(port) ?? '';
    ctx.step(kinds.portWritten, subject, { port, chain, usable: usable.length, total: all.length, local: here });
  }

  private recordState(update: Update, full: boolean): void {
    if (this.engine.recording !== 'full') return;
    const { state } = this;
    for (const key of update.removedPorts) {
      this.serviceRows.delete(key);
      this.endpointRows.delete(key);
    }
    for (const key of full ? state.keys : state.portsOf(update)) {
      this.serviceRows.set(key, state.port(key));
      this.endpointRows.set(key, state.endpointsOf(key));
    }
  }

  private record(written: Written, full: boolean, error: string | undefined): void {
    const { changed, endpoints, lines, largeCluster } = written;
    const { mode } = this.backend;
    const services = this.state.serviceCount;
    const { nodeIP, zone, clusterCIDR } = this.settings;
    const told = { mode, syncs: this.syncs, full, changed, services, endpoints, lines, largeCluster, error };
    this.syncRows.set('last', { ...told, nodeIP, zone, clusterCIDR });
  }

  private done(ctx: Context, update: Update): void {
    this.health.update(ctx);
    if (ctx.background) return;
    const service = this.firstUsable(update);
    if (service === undefined || !firstInStory(this.engine, ctx.story, 'programmed')) return;
    ctx.step(kinds.programmed, subjectOf(SERVICES, undefined, service), { node: this.settings.node });
  }

  private firstUsable({ services }: Update): string | undefined {
    for (const service of services) {
      const infos = this.state.infosOf(service);
      if (infos.some(({ key }) => this.backend.chainOf(key) !== undefined)) return service;
    }
    return undefined;
  }
}

function backendFor(
  { mode, netfilter, serviceCIDR }: KubeProxyOptions,
  engine: Engine,
  settings: RuleSettings,
  state: ProxyState,
  random: Random,
): Backend {
  if (mode === 'userspace') return new UserspaceBackend(random, netfilter, settings, state);
  if (mode === 'ipvs') return new IpvsBackend(netfilter, settings, state);
  // The zone may change later, so what is shared is the object itself.
  if (mode === 'nftables') return new NftablesBackend(engine, netfilter, settings, serviceCIDR, state);
  return new IptablesBackend(netfilter, settings, state);
}
