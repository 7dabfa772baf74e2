// Models staging/src/k8s.io/cloud-provider/controllers/service/controller.go (v1.36)

import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Node, Service } from '../../api/types/core.ts';
import { present } from '../../base/assert.ts';
import { MINUTE, SECOND } from '../../base/time/units.ts';
import type { Context, Process, Table } from '../../engine/index.ts';
import { cloud as kinds } from '../../steps/cloud.ts';
import { EventRecorder, objectKey, RestClient, SharedInformerFactory, WorkQueue, worker } from '../clientgo/index.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { subjectOf } from '../ports/subject.ts';
import type { Transport } from '../ports/transport.ts';
import { changeOf } from './changes.ts';
import { Orders } from './orders.ts';
import { BALANCERS_TABLE, type BalancerRow } from './rows.ts';
import { addressesOf, concerns, hasFinalizer, NO_NODES, wantsBalancer } from './wishes.ts';

const ACTOR = 'service-lb-controller';
const USER_AGENT = 'cloud-controller-manager/v1.36.2 (linux/amd64) kubernetes/8e16b12';
const SERVICES = present(resourceOf('services'), 'services');
const NODES = present(resourceOf('nodes'), 'nodes');
const EXCLUDED = 'node.kubernetes.io/exclude-from-external-load-balancers';
const TO_BE_DELETED = 'ToBeDeletedByClusterAutoscaler';
const WORKERS = 1;
const BACK_OFF = { first: 5 * SECOND, longest: 5 * MINUTE, isAlone: true };

export interface CloudOptions {
  readonly credentials: Credentials;
  readonly qps?: number;
  readonly burst?: number;
}

/** Orders load balancers of a cloud that is not there. */
export class CloudServiceController {
  private readonly client: RestClient;
  private readonly factory: SharedInformerFactory;
  private readonly queue: WorkQueue;
  private readonly recorder: EventRecorder;
  /** Addresses by the Service's UID. */
  private readonly balancers = new Map<string, readonly string[]>();
  private readonly rows: Table<BalancerRow>;
  /** Made for the first Service that wants a balancer. */
  private orders: Orders | undefined;

  constructor(
    private readonly env: Environment,
    transport: Transport,
    { credentials, qps = 20, burst = 30 }: CloudOptions,
  ) {
    this.client = new RestClient(env, transport, { userAgent: USER_AGENT, credentials, qps, burst });
    this.factory = new SharedInformerFactory(env, ACTOR, this.client);
    this.queue = new WorkQueue(env, 'service', ACTOR, BACK_OFF);
    this.recorder = new EventRecorder(env, this.client, { component: 'service-controller' }, 'core/v1');
    this.rows = env.engine.table(BALANCERS_TABLE);
  }

  start(): void {
    this.factory.informer(SERVICES).addHandler(ACTOR, {
      onAdd: (ctx, object) => this.queued(ctx, object),
      onUpdate: (ctx, before, after) => this.changed(ctx, before, after),
    });
    const onNode = (ctx: Context) => this.nodesChanged(ctx);
    this.factory.informer(NODES).addHandler(ACTOR, {
      onAdd: (ctx, _, initial) => {
        if (!initial) onNode(ctx);
      },
      onUpdate: (ctx, before, after) => {
        if (takesPart(before) !== takesPart(after)) onNode(ctx);
      },
      onDelete: onNode,
    });
    this.factory.start(this.env.engine.background(ACTOR));
    for (let at = 0; at < WORKERS; at += 1) {
      this.env.engine.spawn(worker(this.queue, (ctx, key) => this.sync(ctx, key)));
    }
  }

  private queued(ctx: Context, service: Service): void {
    if (concerns(service)) this.queue.add(ctx, objectKey(service));
  }

  /** Its own writes are no news. */
  private changed(ctx: Context, before: Service, after: Service): void {
    const change = changeOf(before, after);
    if (change === undefined) return;
    if (change.reason !== '') this.recorder.event(ctx, after, 'Normal', change.reason, change.message);
    this.queued(ctx, after);
  }

  /** Nodes to which balancers send packets. */
  private hosts(ctx: Context): readonly string[] {
    const nodes = this.factory.informer(NODES).indexer.list(ctx);
    return nodes.filter(takesPart).map(({ metadata }) => metadata.name ?? '');
  }

  /** Models nodeSyncLoop: every balancer gets the nodes that there are now. */
  private nodesChanged(ctx: Context): void {
    const hosts = this.hosts(ctx);
    for (const service of this.factory.informer(SERVICES).indexer.list(ctx)) {
      const addresses = this.balancers.get(service.metadata.uid ?? '');
      if (addresses === undefined || !wantsBalancer(service)) continue;
      const { namespace, name = '' } = service.metadata;
      const told = ctx.step(kinds.hostsChanged, subjectOf(SERVICES, namespace, name), { nodes: hosts.length });
      this.write(service, addresses, hosts);
      if (hosts.length === 0) this.recorder.event(told, service, 'Warning', 'UnAvailableLoadBalancer', NO_NODES);
      else this.recorder.event(told, service, 'Normal', 'UpdatedLoadBalancer', 'Updated load balancer with new hosts');
    }
  }

  private write({ metadata }: Service, addresses: readonly string[], hosts: readonly string[]): void {
    for (const address of addresses)
      this.rows.set(address, { service: `${metadata.namespace}/${metadata.name}`, hosts });
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const service = this.factory.informer(SERVICES).indexer.get(ctx, key);
    if (service === undefined) return true;
    const { namespace, name = '', uid = '', deletionTimestamp } = service.metadata;
    const subject = subjectOf(SERVICES, namespace, name);
    const wants = deletionTimestamp === undefined && wantsBalancer(service);
    const addresses = this.balancers.get(uid) ?? addressesOf(service);
    if (!wants && addresses.length === 0 && !hasFinalizer(service)) return true;
    const own = ctx.step(kinds.sync, subject, { wants });
    const orders = this.ordering();
    return wants
      ? yield* orders.ensure(own, service, subject)
      : yield* orders.release(own, service, subject, addresses);
  }

  private ordering(): Orders {
    this.orders ??= new Orders({
      client: this.client,
      recorder: this.recorder,
      random: this.env.engine.random(ACTOR),
      latencies: this.env.latencies,
      balancers: this.balancers,
      rows: this.rows,
      hosts: (ctx) => this.hosts(ctx),
      write: (service, addresses, hosts) => this.write(service, addresses, hosts),
    });
    return this.orders;
  }
}

/** It is there for packets from outside, unless somebody says that it is not or that it is about to go. */
function takesPart({ metadata, spec }: Node): boolean {
  if (metadata.deletionTimestamp !== undefined || metadata.labels?.[EXCLUDED] !== undefined) return false;
  return spec?.taints?.some(({ key }) => key === TO_BE_DELETED) !== true;
}
