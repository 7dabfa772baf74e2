// Models pkg/proxy/iptables/proxier.go and pkg/proxy/metaproxier/meta_proxier.go (v1.36)

import { resourceOf } from '../../api/scheme/scheme.ts';
import { present } from '../../base/assert.ts';
import type { Context, Engine, Process, Random, Table } from '../../engine/index.ts';
import { proxy as kinds } from '../../steps/proxy.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import type { IpvsScheduler, Netfilter } from '../ports/netfilter.ts';
import { subjectOf } from '../ports/subject.ts';
import { HealthChecks } from './health.ts';
import { IptablesBackend } from './iptables/backend.ts';
import type { RuleSettings } from './iptables/service-rules.ts';
import { IpvsBackend } from './ipvs/backend.ts';
import { NftablesBackend } from './nftables/backend.ts';
import type { Backend, Written } from './shared/backend.ts';
import type { IPFamily } from './shared/family.ts';
import type { EndpointsRow, ProxyMode, ServicePortRow, SyncRow } from './shared/rows.ts';
import { ENDPOINTS_TABLES, SERVICE_PORT_TABLES, SYNC_TABLES } from './shared/rows.ts';
import { ProxyState, type Update } from './shared/state.ts';
import { MAX_INTERVAL, SyncRunner } from './shared/sync-runner.ts';
import { categorizeEndpoints } from './shared/topology.ts';
import { UserspaceBackend } from './userspace/backend.ts';

/** What one family of addresses needs to know. */
export interface FamilyOptions {
  readonly mode: ProxyMode;
  readonly node: string;
  readonly family: IPFamily;
  /** The primary family tells load balancers how many endpoints there are. */
  readonly first: boolean;
  readonly nodeIP: string;
  readonly clusterCIDR: string;
  readonly serviceCIDR: string;
  readonly netfilter: Netfilter;
  readonly ipvsScheduler?: IpvsScheduler | undefined;
}

const SERVICES = present(resourceOf('services'), 'services');
/** The first sync of a big cluster tells its sum only. */
const MOST_TOLD = 50;

/** The half of a kube-proxy that writes the rules of one family. */
export class FamilyProxier {
  readonly state: ProxyState;
  private readonly engine: Engine;
  private readonly subject: string;
  private readonly random: Random;
  private readonly settings: RuleSettings & { zone: string };
  private readonly backend: Backend;
  private readonly runner: SyncRunner;
  private readonly health: HealthChecks | undefined;
  private readonly serviceRows: Table<ServicePortRow>;
  private readonly endpointRows: Table<EndpointsRow>;
  private readonly syncRows: Table<SyncRow>;
  private needFullSync = true;
  private lastFull = 0;
  private syncs = 0;

  constructor(
    private readonly env: Environment,
    base: Context,
    options: FamilyOptions,
  ) {
    const { engine } = env;
    const { node, nodeIP, clusterCIDR, family, first } = options;
    this.engine = engine;
    this.subject = `nodes/${node}`;
    this.random = engine.random(`kube-proxy/${node}${family === 'IPv6' ? '6' : ''}`);
    this.state = new ProxyState(family);
    this.settings = { node, zone: '', nodeIP, clusterCIDR, masqueradeAll: false };
    this.backend = backendFor(options, engine, this.settings, this.state, this.random);
    this.runner = new SyncRunner(base, this.subject, (ctx) => this.sync(ctx));
    this.health = first ? new HealthChecks(engine, node, this.state) : undefined;
    this.serviceRows = engine.viewTable(SERVICE_PORT_TABLES[family].of(node), () =>
      this.state.keys.map((key) => [key, this.state.port(key)] as const),
    );
    this.endpointRows = engine.viewTable(ENDPOINTS_TABLES[family].of(node), () =>
      this.state.keys.map((key) => [key, this.state.endpointsOf(key)] as const),
    );
    this.syncRows = engine.table(SYNC_TABLES[family].of(node));
  }

  ask(ctx: Context): void {
    this.runner.ask(ctx);
  }

  /** False when the node was there already. */
  moved(zone: string): boolean {
    if (zone === this.settings.zone) return false;
    this.settings.zone = zone;
    this.needFullSync = true;
    return true;
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
    const { mode } = this.backend;
    const chain = this.backend.chainOf(port) ?? '';
    ctx.step(kinds.portWritten, subject, { mode, port, chain, usable: usable.length, total: all.length, local: here });
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
    this.health?.update(ctx);
    if (ctx.background) return;
    const service = this.firstUsable(update);
    if (service === undefined || !this.engine.storyScenes.isFirst(ctx.story, 'programmed')) return;
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
  { mode, netfilter, serviceCIDR, family, ipvsScheduler }: FamilyOptions,
  engine: Engine,
  settings: RuleSettings,
  state: ProxyState,
  random: Random,
): Backend {
  if (mode === 'userspace') return new UserspaceBackend(random, netfilter, settings, state);
  if (mode === 'ipvs') return new IpvsBackend(netfilter, settings, state, family, ipvsScheduler);
  // The zone may change later, so what is shared is the object itself.
  if (mode === 'nftables') return new NftablesBackend(engine, netfilter, settings, serviceCIDR, state, family);
  return new IptablesBackend(netfilter, settings, state, family);
}
