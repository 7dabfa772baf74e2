// Models staging/src/k8s.io/cloud-provider/controllers/service/controller.go (v1.36)

import { equalJson } from '../../api/json.ts';
import { resourceOf } from '../../api/scheme.ts';
import { isFailure } from '../../api/status.ts';
import type { Service } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process, Random } from '../../engine/index.ts';
import { cloud as kinds } from '../../steps/cloud.ts';
import { EventRecorder, objectKey, RestClient, SharedInformerFactory, WorkQueue, worker } from '../clientgo/index.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import { subjectOf } from '../ports/subject.ts';
import type { Transport } from '../ports/transport.ts';

const ACTOR = 'service-lb-controller';
const USER_AGENT = 'cloud-controller-manager/v1.36.2 (linux/amd64) kubernetes/8e16b12';
const FINALIZER = 'service.kubernetes.io/load-balancer-cleanup';
const SERVICES = present(resourceOf('services'), 'services');
const WORKERS = 1;
/** Of 203.0.113.0/24 and 2001:db8:113::/64, which are for examples. */
const FIRST = 10;
const LAST = 250;

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
  private readonly balancers = new Map<string, string>();
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
  }

  start(): void {
    const queued = (ctx: Context, object: KObject) => {
      if (concerns(object as Service)) this.queue.add(ctx, objectKey(object));
    };
    this.factory.informer(SERVICES).addHandler(ACTOR, {
      onAdd: queued,
      // Its own writes are no news.
      onUpdate: (ctx, before, after) => {
        if (needsWork(before as Service, after as Service)) queued(ctx, after);
      },
    });
    this.factory.start(this.env.engine.background(ACTOR));
    for (let at = 0; at < WORKERS; at += 1) {
      this.env.engine.spawn(worker(this.queue, (ctx, key) => this.sync(ctx, key)));
    }
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const service = this.factory.informer(SERVICES).indexer.get(ctx, key) as Service | undefined;
    if (service === undefined) return true;
    const { namespace, name = '', uid = '', deletionTimestamp } = service.metadata;
    const subject = subjectOf(SERVICES, namespace, name);
    const wants = deletionTimestamp === undefined && wantsBalancer(service);
    const address = this.balancers.get(uid) ?? addressOf(service);
    if (wants && address !== undefined && addressOf(service) === address && hasFinalizer(service)) return true;
    if (!wants && address === undefined && !hasFinalizer(service)) return true;
    const own = ctx.step(kinds.sync, subject, { wants });
    return wants ? yield* this.ensure(own, service, subject) : yield* this.release(own, service, subject, address);
  }

  private *ensure(ctx: Context, service: Service, subject: string): Process<boolean> {
    this.recorder.event(ctx, service, 'Normal', 'EnsuringLoadBalancer', 'Ensuring load balancer');
    const { uid = '', finalizers = [] } = service.metadata;
    if (!hasFinalizer(service)) {
      const metadata = { finalizers: [...finalizers, FINALIZER] };
      if (!(yield* this.patch(ctx, service, { metadata }))) return false;
    }
    yield ctx.sleep(draw(this.random, this.env.latencies.cloudBalancer));
    const address = this.balancers.get(uid) ?? this.free();
    this.balancers.set(uid, address);
    const ensured = ctx.step(kinds.ensured, subject, { address });
    const loadBalancer = { ingress: [{ ip: address, ipMode: 'VIP' }] };
    if (!(yield* this.patch(ensured, service, { status: { loadBalancer } }))) return false;
    this.recorder.event(ensured, service, 'Normal', 'EnsuredLoadBalancer', 'Ensured load balancer');
    return true;
  }

  private *release(ctx: Context, service: Service, subject: string, address = ''): Process<boolean> {
    const { uid = '' } = service.metadata;
    this.recorder.event(ctx, service, 'Normal', 'DeletingLoadBalancer', 'Deleting load balancer');
    yield ctx.sleep(draw(this.random, this.env.latencies.cloudBalancer));
    const released = ctx.step(kinds.released, subject, { address });
    this.balancers.delete(uid);
    if (addressOf(service) !== undefined) {
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

  private free(): string {
    const taken = new Set(this.balancers.values());
    for (let tries = FIRST; tries <= LAST; tries += 1) {
      const address = `203.0.113.${this.next}`;
      this.next = this.next >= LAST ? FIRST : this.next + 1;
      if (!taken.has(address)) return address;
    }
    return `203.0.113.${LAST}`;
  }
}

function wantsBalancer({ spec }: Service): boolean {
  return spec.type === 'LoadBalancer' && spec.loadBalancerClass === undefined;
}

function concerns(service: Service): boolean {
  return wantsBalancer(service) || hasFinalizer(service);
}

function needsWork(before: Service, after: Service): boolean {
  if (after.metadata.deletionTimestamp !== before.metadata.deletionTimestamp) return true;
  return before.metadata.uid !== after.metadata.uid || !equalJson(before.spec, after.spec);
}

function hasFinalizer({ metadata }: Service): boolean {
  return metadata.finalizers?.includes(FINALIZER) === true;
}

function addressOf({ status }: Service): string | undefined {
  return status?.loadBalancer?.ingress?.[0]?.ip;
}
