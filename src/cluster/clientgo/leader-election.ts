import { isStatus } from '../../api/errors/status.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { rfc3339Micro } from '../../api/values/time.ts';
import { SECOND } from '../../base/time/units.ts';
import { type Context, Deferred, type Process } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Environment } from '../ports/environment.ts';
import { subjectOf } from '../ports/subject.ts';
import type { RestClient } from './client.ts';
import type { EventRecorder } from './event-recorder.ts';

export interface LeaderElectionOptions {
  readonly component: string;
  readonly namespace: string;
  readonly name: string;
  /** `<host>_<uuid>`. */
  readonly identity: string;
}

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
}

const LEASE_SECONDS = 15;
const RETRY_PERIOD = 2 * SECOND;

/**
 * One of several copies of a component works, the others wait: whoever renews the lease leads. All of it is background.
 * Models staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (v1.36); losing the lease stops the process upstream.
 */
export class LeaderElector {
  private readonly elected = new Deferred<void>();
  private readonly base: Context;
  private lease: KObject | undefined;
  private observed: { spec: LeaseSpec; at: number } | undefined;
  leading = false;

  constructor(
    private readonly env: Environment,
    private readonly client: RestClient,
    private readonly recorder: EventRecorder | undefined,
    private readonly options: LeaderElectionOptions,
  ) {
    this.base = env.engine.background(options.component);
  }

  waitForLeadership(): Process<void> {
    return this.elected.wait();
  }

  *run(): Process {
    for (;;) {
      const held = yield* this.tryAcquireOrRenew();
      if (held && !this.leading) this.announce();
      this.leading = held;
      yield this.base.sleep(RETRY_PERIOD);
    }
  }

  private announce(): void {
    const { identity, namespace, name } = this.options;
    const subject = subjectOf({ group: 'coordination.k8s.io', resource: 'leases' }, namespace, name);
    const ctx = this.base.step(clientgoSteps.leading, subject, { identity });
    if (this.lease !== undefined)
      this.recorder?.event(ctx, this.lease, 'Normal', 'LeaderElection', `${identity} became leader`);
    this.elected.resolve();
  }

  private *tryAcquireOrRenew(): Process<boolean> {
    const info = resourceOf('leases', 'coordination.k8s.io');
    if (info === undefined) return false;
    const { namespace, name, identity } = this.options;
    const { wall: now } = this.base;
    const holder = (this.lease?.spec as LeaseSpec | undefined)?.holderIdentity ?? '';
    const ctx = this.base.step(clientgoSteps.leaseTried, subjectOf(info, namespace, name), { identity, holder });
    if (this.lease === undefined || holder !== identity) {
      const found = yield* this.client.get(ctx, info, namespace, name);
      if (isStatus(found)) {
        if (found.code !== 404) return false;
        const spec = this.spec(undefined, now);
        const object = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { namespace, name }, spec };
        return this.keep(yield* this.client.create(ctx, info, namespace, object));
      }
      this.lease = found;
      if (this.heldByAnother(found.spec)) return false;
    }
    const lease: KObject = this.lease;
    const object: KObject = { ...lease, spec: this.spec(lease.spec as LeaseSpec, now) };
    return this.keep(yield* this.client.update(ctx, info, object));
  }

  private keep(answer: KObject | { readonly code?: number }): boolean {
    if (isStatus(answer)) {
      this.lease = undefined;
      return false;
    }
    this.lease = answer as KObject;
    return true;
  }

  /** Another's lease counts from when it was first seen here: clocks of two hosts are not compared. */
  private heldByAnother(spec: LeaseSpec): boolean {
    const { now } = this.env.engine;
    if (this.observed?.spec.renewTime !== spec.renewTime) this.observed = { spec, at: now };
    const { holderIdentity = '' } = spec;
    if (holderIdentity === '' || holderIdentity === this.options.identity) return false;
    return now - (this.observed?.at ?? now) < LEASE_SECONDS * SECOND;
  }

  private spec(before: LeaseSpec | undefined, now: number): LeaseSpec {
    const { identity } = this.options;
    const renewTime = rfc3339Micro(now);
    const same = before?.holderIdentity === identity;
    const transitions = before?.leaseTransitions ?? 0;
    return {
      holderIdentity: identity,
      leaseDurationSeconds: LEASE_SECONDS,
      acquireTime: same ? before.acquireTime : renewTime,
      renewTime,
      leaseTransitions: same || before === undefined ? transitions : transitions + 1,
    };
  }
}
