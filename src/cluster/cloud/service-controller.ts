// Models staging/src/k8s.io/cloud-provider/controllers/service/controller.go (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import { isFailure } from '../../api/status.ts';
import type { Node, Service } from '../../api/types/core.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process, Random, Table } from '../../engine/index.ts';
import { cloud as kinds } from '../../steps/cloud.ts';
import { EventRecorder, objectKey, RestClient, SharedInformerFactory, WorkQueue, worker } from '../clientgo/index.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import { subjectOf } from '../ports/subject.ts';
import type { Transport } from '../ports/transport.ts';
import { changeOf } from './changes.ts';
import type { BalancerRow } from './rows.ts';
import { concerns, FINALIZER, hasFinalizer, wantsBalancer } from './wishes.ts';

const ACTOR = 'service-lb-controller';
const USER_AGENT = 'cloud-controller-manager/v1.36.2 (linux/amd64) kubernetes/8e16b12';
const SERVICES = present(resourceOf('services'), 'services');
const NODES = present(resourceOf('nodes'), 'nodes');
const EXCLUDED = 'node.kubernetes.io/exclude-from-external-load-balancers';
const TO_BE_DELETED = 'ToBeDeletedByClusterAutoscaler';
const WORKERS = 1;
/** Of 203.0.113.0/24 and 2001:db8:113::/64, which are for examples. */
const FIRST = 10;
const LAST = 250;
const RANGE = (place: number) => `203.0.113.${place}`;
const RANGE6 = (place: number) => `2001:db8:113::${place.toString(16)}`;
const NO_NODES = 'There are no available nodes for LoadBalancer';

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
  private readonly random: Random;
  /** Addresses by the Service's UID. */
  private readonly balancers = new Map<string, readonly string[]>();
  private readonly rows: Table<BalancerRow>;
  private next = FIRST;

  constructor(
    private readonly env: Environment,
    transport: Transport,
    { credentials, qps = 20, burst = 30 }: CloudOptions,
  ) {
    this.client = new RestClient(env, transport, { userAgent: USER_AGENT, credentials, qps, burst });
    this.factory = new SharedInformerFactory(env, ACTOR, this.client);
    this.queue = new WorkQueue(env, 'service', ACTOR);
    this.recorder = new EventRecorder(env, this.client, { component: 'service-controller' }, 'core/v1');
    this.random = env.engine.random(ACTOR);
    this.rows = env.engine.table('cloud/balancers');
  }

  start(): void {
    this.factory.informer(SERVICES).addHandler(ACTOR, {
      onAdd: (ctx, object) => this.queued(ctx, object as Service),
      onUpdate: (ctx, before, after) => this.changed(ctx, before as Service, after as Service),
    });
    const onNode = (ctx: Context) => this.nodesChanged(ctx);
    this.factory.informer(NODES).addHandler(ACTOR, {
      onAdd: (ctx, _, initial) => {
        if (!initial) onNode(ctx);
      },
      onUpdate: (ctx, before, after) => {
        if (takesPart(before as Node) !== takesPart(after as Node)) onNode(ctx);
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
    const nodes = this.factory.informer(NODES).indexer.list(ctx) as readonly Node[];
    return nodes.filter(takesPart).map(({ metadata }) => metadata.name ?? '');
  }

  /** Models nodeSyncLoop: every balancer gets the nodes that there are now. */
  private nodesChanged(ctx: Context): void {
    const hosts = this.hosts(ctx);
    for (const service of this.factory.informer(SERVICES).indexer.list(ctx) as readonly Service[]) {
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
    const service = this.factory.informer(SERVICES).indexer.get(ctx, key) as Service | undefined;
    if (service === undefined) return true;
    const { namespace, name = '', uid = '', deletionTimestamp } = service.metadata;
    const subject = subjectOf(SERVICES, namespace, name);
    const wants = deletionTimestamp === undefined && wantsBalancer(service);
    const addresses = this.balancers.get(uid) ?? addressesOf(service);
    if (!wants && addresses.length === 0 && !hasFinalizer(service)) return true;
    const own = ctx.step(kinds.sync, subject, { wants });
    return wants ? yield* this.ensure(own, service, subject) : yield* this.release(own, service, subject, addresses);
  }

  private *ensure(ctx: Context, service: Service, subject: string): Process<boolean> {
    this.recorder.event(ctx, service, 'Normal', 'EnsuringLoadBalancer', 'Ensuring load balancer');
    const { uid = '', finalizers = [] } = service.metadata;
    if (!hasFinalizer(service)) {
      const metadata = { finalizers: [...finalizers, FINALIZER] };
      if (!(yield* this.patch(ctx, service, { metadata }))) return false;
    }
    yield ctx.sleep(draw(this.random, this.env.latencies.cloudBalancer));
    const addresses = this.addressesFor(service, this.balancers.get(uid) ?? addressesOf(service));
    const hosts = this.hosts(ctx);
    const ensured = ctx.step(kinds.ensured, subject, { address: addresses.join(', ') });
    this.forget(uid);
    this.balancers.set(uid, addresses);
    this.write(service, addresses, hosts);
    if (hosts.length === 0) this.recorder.event(ensured, service, 'Warning', 'UnAvailableLoadBalancer', NO_NODES);
    const loadBalancer = { ingress: addresses.map((ip) => ({ ip, ipMode: 'VIP' })) };
    const had = addressesOf(service).join();
    if (had !== addresses.join() && !(yield* this.patch(ensured, service, { status: { loadBalancer } }))) return false;
    this.recorder.event(ensured, service, 'Normal', 'EnsuredLoadBalancer', 'Ensured load balancer');
    return true;
  }

  private *release(ctx: Context, service: Service, subject: string, addresses: readonly string[]): Process<boolean> {
    const { uid = '' } = service.metadata;
    this.recorder.event(ctx, service, 'Normal', 'DeletingLoadBalancer', 'Deleting load balancer');
    yield ctx.sleep(draw(this.random, this.env.latencies.cloudBalancer));
    const released = ctx.step(kinds.released, subject, { address: addresses.join(', ') });
    this.forget(uid);
    if (addressesOf(service).length > 0) {
      if (!(yield* this.patch(released, service, { status: { loadBalancer: null } }))) return false;
    }
    const body = { metadata: { '$deleteFromPrimitiveList/finalizers': [FINALIZER] } };
    if (hasFinalizer(service) && !(yield* this.patch(released, service, body))) return false;
    this.recorder.event(released, service, 'Normal', 'DeletedLoadBalancer', 'Deleted load balancer');
    return true;
  }

  /** Metadata too is patched by way of the status, as upstream does. */
  private *patch(ctx: Context, { metadata }: Service, body: object): Process<boolean> {
    const change = { type: 'strategic', body, subresource: 'status' } as const;
    const answer = yield* this.client.patch(ctx, SERVICES, metadata.namespace, metadata.name ?? '', change);
    return !isFailure(answer) || answer.code === 404;
  }

  private forget(uid: string): void {
    for (const address of this.balancers.get(uid) ?? []) this.rows.delete(address);
    this.balancers.delete(uid);
  }

  /** One a family; those that it has stay. */
  private addressesFor({ spec }: Service, had: readonly string[]): readonly string[] {
    return (spec.ipFamilies ?? ['IPv4']).map((family) => {
      const six = family === 'IPv6';
      return had.find((address) => address.includes(':') === six) ?? this.free(six ? RANGE6 : RANGE);
    });
  }

  private free(range: (place: number) => string): string {
    const taken = new Set([...this.balancers.values()].flat());
    for (let tries = FIRST; tries <= LAST; tries += 1) {
      const address = range(this.next);
      this.next = this.next >= LAST ? FIRST : this.next + 1;
      if (!taken.has(address)) return address;
    }
    return range(LAST);
  }
}

/** It is there for packets from outside, unless somebody says that it is not or that it is about to go. */
function takesPart({ metadata, spec }: Node): boolean {
  if (metadata.deletionTimestamp !== undefined || metadata.labels?.[EXCLUDED] !== undefined) return false;
  return spec?.taints?.some(({ key }) => key === TO_BE_DELETED) !== true;
}

function addressesOf({ status }: Service): readonly string[] {
  return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
}
