// Models syncLoadBalancerIfNeeded of staging/src/k8s.io/cloud-provider/controllers/service/controller.go (v1.36)

import { isFailure } from '../../api/errors/status.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Service } from '../../api/types/core.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process, Random, Table } from '../../engine/index.ts';
import { cloud as kinds } from '../../steps/cloud.ts';
import type { EventRecorder, RestClient } from '../clientgo/index.ts';
import { draw, type Latencies } from '../ports/latency.ts';
import type { BalancerRow } from './rows.ts';
import { addressesOf, FINALIZER, hasFinalizer, NO_NODES } from './wishes.ts';

const SERVICES = present(resourceOf('services'), 'services');
/** Of 203.0.113.0/24 and 2001:db8:113::/64, which are for examples. */
const FIRST = 10;
const LAST = 250;
const RANGE = (place: number) => `203.0.113.${place}`;
const RANGE6 = (place: number) => `2001:db8:113::${place.toString(16)}`;

/** What orders need of the controller. */
export interface Tools {
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly random: Random;
  readonly latencies: Latencies;
  /** Addresses by the Service's UID. */
  readonly balancers: Map<string, readonly string[]>;
  readonly rows: Table<BalancerRow>;
  hosts(ctx: Context): readonly string[];
  write(service: Service, addresses: readonly string[], hosts: readonly string[]): void;
}

/** Gets balancers from the cloud and gives them back. */
export class Orders {
  private next = FIRST;

  constructor(private readonly tools: Tools) {}

  *ensure(ctx: Context, service: Service, subject: string): Process<boolean> {
    this.tools.recorder.event(ctx, service, 'Normal', 'EnsuringLoadBalancer', 'Ensuring load balancer');
    const { uid = '', finalizers = [] } = service.metadata;
    if (!hasFinalizer(service)) {
      const metadata = { finalizers: [...finalizers, FINALIZER] };
      if (!(yield* this.patch(ctx, service, { metadata }))) return false;
    }
    yield ctx.sleep(draw(this.tools.random, this.tools.latencies.cloudBalancer));
    const addresses = this.addressesFor(service, this.tools.balancers.get(uid) ?? addressesOf(service));
    const hosts = this.tools.hosts(ctx);
    const ensured = ctx.step(kinds.ensured, subject, { address: addresses.join(', ') });
    this.forget(uid);
    this.tools.balancers.set(uid, addresses);
    this.tools.write(service, addresses, hosts);
    if (hosts.length === 0) this.tools.recorder.event(ensured, service, 'Warning', 'UnAvailableLoadBalancer', NO_NODES);
    const loadBalancer = { ingress: addresses.map((ip) => ({ ip, ipMode: 'VIP' })) };
    const had = addressesOf(service).join();
    if (had !== addresses.join() && !(yield* this.patch(ensured, service, { status: { loadBalancer } }))) return false;
    this.tools.recorder.event(ensured, service, 'Normal', 'EnsuredLoadBalancer', 'Ensured load balancer');
    return true;
  }

  *release(ctx: Context, service: Service, subject: string, addresses: readonly string[]): Process<boolean> {
    const { uid = '' } = service.metadata;
    this.tools.recorder.event(ctx, service, 'Normal', 'DeletingLoadBalancer', 'Deleting load balancer');
    yield ctx.sleep(draw(this.tools.random, this.tools.latencies.cloudBalancer));
    const released = ctx.step(kinds.released, subject, { address: addresses.join(', ') });
    this.forget(uid);
    if (addressesOf(service).length > 0) {
      if (!(yield* this.patch(released, service, { status: { loadBalancer: null } }))) return false;
    }
    const body = { metadata: { '$deleteFromPrimitiveList/finalizers': [FINALIZER] } };
    if (hasFinalizer(service) && !(yield* this.patch(released, service, body))) return false;
    this.tools.recorder.event(released, service, 'Normal', 'DeletedLoadBalancer', 'Deleted load balancer');
    return true;
  }

  /** Metadata too is patched by way of the status, as upstream does. */
  private *patch(ctx: Context, { metadata }: Service, body: object): Process<boolean> {
    const change = { type: 'strategic', body, subresource: 'status' } as const;
    const answer = yield* this.tools.client.patch(ctx, SERVICES, metadata.namespace, metadata.name ?? '', change);
    return !isFailure(answer) || answer.code === 404;
  }

  private forget(uid: string): void {
    for (const address of this.tools.balancers.get(uid) ?? []) this.tools.rows.delete(address);
    this.tools.balancers.delete(uid);
  }

  /** One a family; those that it has stay. */
  private addressesFor({ spec }: Service, had: readonly string[]): readonly string[] {
    return (spec.ipFamilies ?? ['IPv4']).map((family) => {
      const six = family === 'IPv6';
      return had.find((address) => address.includes(':') === six) ?? this.free(six ? RANGE6 : RANGE);
    });
  }

  private free(range: (place: number) => string): string {
    const taken = new Set([...this.tools.balancers.values()].flat());
    for (let tries = FIRST; tries <= LAST; tries += 1) {
      const address = range(this.next);
      this.next = this.next >= LAST ? FIRST : this.next + 1;
      if (!taken.has(address)) return address;
    }
    return range(LAST);
  }
}
