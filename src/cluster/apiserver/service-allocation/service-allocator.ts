import { type FieldError, internalField, invalidValue } from '../../../api/errors/field-error.ts';
import { invalid, isStatus, type Status } from '../../../api/errors/status.ts';
import type { Fields } from '../../../api/go/json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { clusterAddressErrors } from '../../../api/validation/networks/service.ts';
import { ipAddressOf } from '../../../api/values/ip-address.ts';
import type { Context, Process, Random } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { ServerCore } from '../core/core.ts';
import { NodePorts } from './node-ports.ts';
import {
  familiesFor,
  freeAddress,
  MOST_TRIES,
  type ServiceRange,
  serviceRanges,
  usableRanges,
} from './service-families.ts';
import {
  nodePortsOf,
  type ServicePort,
  type ServiceSpec,
  usesAddress,
  usesNodePorts,
  wantsHealthCheckPort,
  withoutFieldsOfOtherType,
} from './service-spec.ts';

const KIND = { group: '', kind: 'Service' };

export interface Placed {
  readonly object: KObject;
  readonly ctx: Context;
  /** Gives back what was taken for it, when it cannot be stored. */
  readonly undo?: (ctx: Context) => Process;
  /** Gives back what it had before, when it is stored. */
  readonly done?: (ctx: Context) => Process<Context>;
}

/** What was taken and is given back when the write fails. */
class Taken {
  readonly addresses: string[] = [];
  readonly ports: number[] = [];
}

function isNothing({ addresses, ports }: Taken): boolean {
  return addresses.length === 0 && ports.length === 0;
}

/** One Service on its way through the allocators. */
interface Job {
  readonly subject: string;
  readonly namespace: string;
  readonly name: string;
  readonly before: ServiceSpec | undefined;
  readonly dryRun: boolean;
  readonly taken: Taken;
  /** What it no longer needs once it is stored. */
  readonly freed: Taken;
}

interface Progress {
  readonly ctx: Context;
  readonly spec: ServiceSpec;
}

/** Gives Services their cluster addresses and node ports, before they are stored. */
// Models pkg/registry/core/service/storage/{alloc,storage}.go (v1.36)
export class ServiceAllocator {
  private readonly random: Random;
  private readonly ranges: readonly ServiceRange[];
  private ports: NodePorts | undefined;

  constructor(private readonly core: ServerCore) {
    this.random = core.engine.random('kube-apiserver/service-allocator');
    this.ranges = serviceRanges(core.config.serviceCidr.split(','));
  }

  *allocate(
    ctx: Context,
    subject: string,
    object: KObject,
    old: KObject | undefined,
    dryRun: boolean,
  ): Process<Placed | Status> {
    const before = old?.spec as ServiceSpec | undefined;
    const { namespace = '', name = '' } = object.metadata;
    const job: Job = { subject, namespace, name, before, dryRun, taken: new Taken(), freed: new Taken() };
    const cleared = withoutFieldsOfOtherType((object.spec ?? {}) as ServiceSpec, before);
    if (usesAddress(cleared)) {
      const wrong = clusterAddressErrors(cleared as Fields, before === undefined);
      if (wrong.length > 0) return invalid(KIND, name, wrong);
    }
    const result = yield* this.all(ctx, job, cleared);
    if ('ctx' in result) {
      const next = result.spec === object.spec ? object : { ...object, spec: result.spec };
      const { taken, freed } = job;
      if (dryRun) return { object: next, ctx: result.ctx };
      return {
        object: next,
        ctx: result.ctx,
        ...(!isNothing(taken) && { undo: (own: Context) => this.undo(own, taken) }),
        ...(!isNothing(freed) && { done: (own: Context) => this.release(own, freed.addresses, freed.ports) }),
      };
    }
    if (!dryRun) yield* this.undo(ctx, job.taken);
    return isStatus(result) ? result : invalid(KIND, name, result);
  }

  /** A Service is gone: what it had is free again, and its Endpoints go with it. */
  // Models pkg/registry/core/service/storage/storage.go afterDelete (v1.36)
  *afterDelete(ctx: Context, service: KObject): Process<Context> {
    const { namespace = '', name = '' } = service.metadata;
    const endpoints = this.core.stores.byName('endpoints');
    let own = ctx;
    if (endpoints?.cacher.get(namespace, name) !== undefined) {
      const gone = yield* endpoints.delete(own, namespace, name, {}, ANYBODY, false);
      if (!isStatus(gone)) own = gone.ctx;
    }
    const spec = (service.spec ?? {}) as ServiceSpec;
    return yield* this.release(own, spec.clusterIPs ?? [], [...nodePortsOf(spec)]);
  }

  private *all(ctx: Context, job: Job, spec: ServiceSpec): Process<Progress | Status | readonly FieldError[]> {
    const { before } = job;
    if (!usesAddress(spec)) {
      job.freed.addresses.push(...(before?.clusterIPs ?? []));
      job.freed.ports.push(...(before === undefined ? [] : nodePortsOf(before)));
      return { ctx, spec };
    }
    const addressed = yield* this.addresses(ctx, job, withoutSecondFamily(spec, before));
    if (!('ctx' in addressed)) return addressed;
    return yield* this.nodePorts(addressed.ctx, job, addressed.spec);
  }

  // Addresses

  private *addresses(ctx: Context, job: Job, spec: ServiceSpec): Process<Progress | Status | readonly FieldError[]> {
    const { before } = job;
    const asked = askedAddresses(spec, before);
    const headless = asked[0] === 'None';
    if (before?.ipFamilies !== undefined && sameFamilies(spec, before) && asked[0] === before.clusterIPs?.[0]) {
      const { ipFamilies, ipFamilyPolicy } = before;
      return { ctx, spec: { ...spec, clusterIP: asked[0] ?? '', clusterIPs: asked, ipFamilies, ipFamilyPolicy } };
    }
    // The first address never changes; validation says so.
    if (
      before !== undefined &&
      usesAddress(before) &&
      before.clusterIPs !== undefined &&
      asked[0] !== before.clusterIPs[0]
    ) {
      return { ctx, spec: { ...spec, clusterIP: asked[0] ?? '', clusterIPs: asked } };
    }
    const free = headless && Object.keys(spec.selector ?? {}).length === 0;
    const { ipFamilyPolicy: policy, ipFamilies = [] } = spec;
    const families = familiesFor({ policy, families: ipFamilies, addresses: asked, free }, this.ranges);
    if (!('ipFamilies' in families)) return families;
    if (headless) return { ctx, spec: { ...spec, clusterIP: 'None', clusterIPs: ['None'], ...families } };
    const clusterIPs: string[] = [];
    let own = ctx;
    for (const [at, family] of families.ipFamilies.entries()) {
      const kept = asked[at] !== undefined && before?.clusterIPs?.includes(asked[at]) === true;
      const found: Found | FieldError = kept
        ? { ctx: own, address: asked[at] as string }
        : yield* this.address(own, job, family, asked[at] ?? '');
      if (!('ctx' in found)) return [found];
      own = found.ctx;
      clusterIPs.push(found.address);
    }
    job.freed.addresses.push(...(before?.clusterIPs ?? []).filter((each) => !clusterIPs.includes(each)));
    return { ctx: own, spec: { ...spec, clusterIP: clusterIPs[0] ?? '', clusterIPs, ...families } };
  }

  private *address(ctx: Context, job: Job, family: string, asked: string): Process<Found | FieldError> {
    const ranges = this.usable().filter((each) => each.family === family);
    if (asked !== '') {
      if (!ranges.some((range) => isWithin(range, asked))) {
        return refused(asked, 'the provided network does not match the current range');
      }
      const claimed = yield* this.claim(ctx, job, asked);
      return claimed === undefined
        ? refused(asked, 'provided IP is already allocated')
        : { ctx: claimed, address: asked };
    }
    for (const range of ranges) {
      if (job.dryRun) {
        // Nobody looks for a free one: any address will do, and that is the first of the range, its name.
        const address = range.at(0);
        return { ctx: ctx.step(steps.allocated, job.subject, { what: 'cluster IP', value: address }), address };
      }
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const address = freeAddress(range, this.random, (each) => this.isFree(each));
        if (address === undefined) break;
        const claimed = yield* this.claim(ctx, job, address);
        if (claimed === undefined) continue;
        const given = claimed.step(steps.allocated, job.subject, { what: 'cluster IP', value: address });
        return { ctx: given, address };
      }
    }
    return internalField('spec.clusterIPs', 'failed to allocate a serviceIP: range is full');
  }

  private usable(): readonly ServiceRange[] {
    return usableRanges(this.ranges, this.core.stores.byName('servicecidrs.networking.k8s.io')?.cacher.list('') ?? []);
  }

  private isFree(address: string): boolean {
    return this.core.stores.byName('ipaddresses.networking.k8s.io')?.cacher.get('', address) === undefined;
  }

  /** The address is ours when an object of its name could be made; undefined when somebody else has it. */
  private *claim(ctx: Context, { namespace, name, dryRun, taken }: Job, address: string): Process<Context | undefined> {
    if (dryRun) return ctx;
    const { loopback } = this.core;
    const object = ipAddressOf(address, namespace, name);
    const answer = yield* loopback.create(ctx, 'ipaddresses.networking.k8s.io', object);
    if (isStatus(answer)) return undefined;
    taken.addresses.push(address);
    return ctx;
  }

  // Node ports

  private *nodePorts(ctx: Context, job: Job, spec: ServiceSpec): Process<Progress | readonly FieldError[]> {
    const { before, taken } = job;
    const had = before === undefined ? new Set<number>() : nodePortsOf(before);
    const given = usesNodePorts(spec) ? this.portsFor(ctx, job, spec, had) : { ctx, ports: spec.ports ?? [] };
    if (!('ctx' in given)) return [given];
    const ports = given.ports === spec.ports ? undefined : { ports: given.ports };
    const withPorts =
      ports === undefined || (given.ports.length === 0 && spec.ports === undefined) ? spec : { ...spec, ...ports };
    const checked = this.healthCheckPort(given.ctx, job, withPorts, had);
    if (!('ctx' in checked)) return [checked];
    const kept = nodePortsOf(checked.spec);
    job.freed.ports.push(...[...had].filter((port) => !kept.has(port)));
    const own = taken.ports.length > 0 && !job.dryRun ? yield* this.table.save(checked.ctx) : checked.ctx;
    return { ctx: own, spec: checked.spec };
  }

  private portsFor(ctx: Context, job: Job, spec: ServiceSpec, had: ReadonlySet<number>): Given | FieldError {
    const { before } = job;
    const ports: ServicePort[] = [];
    const own = new Set<number>();
    let last = ctx;
    for (const [index, port] of (spec.ports ?? []).entries()) {
      const same = before?.ports?.find((each) => each.port === port.port && each.protocol === port.protocol);
      const asked = port.nodePort ?? same?.nodePort ?? 0;
      if (asked !== 0) {
        // TCP and UDP of one Service may share a number.
        const problem = had.has(asked) || own.has(asked) ? undefined : this.table.problemOf(asked);
        if (problem !== undefined) return invalidValue(`spec.ports[${index}].nodePort`, asked, problem);
        if (!had.has(asked) && !own.has(asked)) this.take(job, asked);
        own.add(asked);
        ports.push(port.nodePort === asked ? port : { ...port, nodePort: asked });
        continue;
      }
      const found = this.freePort(job);
      if (found === undefined) return internalField(`spec.ports[${index}].nodePort`, FULL);
      this.take(job, found);
      own.add(found);
      last = last.step(steps.allocated, job.subject, { what: 'node port', value: String(found) });
      ports.push({ ...port, nodePort: found });
    }
    return { ctx: last, ports };
  }

  private healthCheckPort(ctx: Context, job: Job, spec: ServiceSpec, had: ReadonlySet<number>): Progress | FieldError {
    if (!wantsHealthCheckPort(spec)) return { ctx, spec };
    const asked = spec.healthCheckNodePort ?? job.before?.healthCheckNodePort ?? 0;
    if (asked !== 0) {
      const problem = had.has(asked) ? undefined : this.table.problemOf(asked);
      if (problem !== undefined)
        return invalidValue(
          'spec.healthCheckNodePort',
          asked,
          `failed to allocate requested HealthCheck NodePort ${asked}: ${problem}`,
        );
      if (!had.has(asked)) this.take(job, asked);
      return { ctx, spec: { ...spec, healthCheckNodePort: asked } };
    }
    const found = this.freePort(job);
    if (found === undefined) return internalField('spec.healthCheckNodePort', FULL);
    this.take(job, found);
    const given = ctx.step(steps.allocated, job.subject, { what: 'health check node port', value: String(found) });
    return { ctx: given, spec: { ...spec, healthCheckNodePort: found } };
  }

  /** In a dry run a number that stands for one: from the middle of the usual range on. */
  // Models pkg/registry/core/service/portallocator/operation.go AllocateNext (v1.36)
  private freePort({ dryRun, taken }: Job): number | undefined {
    if (!dryRun) return this.table.free();
    return (taken.ports.length === 0 ? DRY_RUN_PORT : Math.max(...taken.ports)) + 1;
  }

  private take(job: Job, port: number): void {
    if (!job.dryRun) this.table.take(port);
    job.taken.ports.push(port);
  }

  private get table(): NodePorts {
    this.ports ??= new NodePorts(this.core.kv, this.random, this.portsInUse());
    return this.ports;
  }

  private *portsInUse(): Generator<number, void> {
    for (const { spec } of this.core.stores.byName('services')?.cacher.list('') ?? []) {
      yield* nodePortsOf((spec ?? {}) as ServiceSpec);
    }
  }

  // Giving back

  private *undo(ctx: Context, taken: Taken): Process {
    for (const address of taken.addresses) {
      yield* this.core.loopback.delete(ctx, 'ipaddresses.networking.k8s.io', address);
    }
    if (taken.ports.length === 0) return;
    for (const port of taken.ports) this.table.give(port);
    yield* this.table.save(ctx);
  }

  private *release(ctx: Context, addresses: readonly string[], ports: readonly number[]): Process<Context> {
    for (const address of addresses) {
      if (address === 'None' || this.isFree(address)) continue;
      yield* this.core.loopback.delete(ctx, 'ipaddresses.networking.k8s.io', address);
    }
    if (ports.length === 0) return ctx;
    for (const port of ports) this.table.give(port);
    return yield* this.table.save(ctx);
  }
}

interface Found {
  readonly ctx: Context;
  readonly address: string;
}

interface Given {
  readonly ctx: Context;
  readonly ports: readonly ServicePort[];
}

const DRY_RUN_PORT = 32_768;

/** Neither the first address of a range, which is its name, nor the last one of IPv4, which is everybody's. */
// Models pkg/api/servicecidr/servicecidr.go PrefixContainsIP (v1.36)
function isWithin({ family, size, offsetOf }: ServiceRange, address: string): boolean {
  const offset = offsetOf(address);
  return offset !== undefined && offset > 0 && (family === 'IPv6' || offset < size - 1);
}

const FULL = 'failed to allocate a nodePort: range is full';

/** Deleted by the server itself, whoever may delete what. */
const ANYBODY = {
  *check(ctx: Context): Process<Context | Status> {
    return ctx;
  },
};

function refused(address: string, problem: string): FieldError {
  return invalidValue('spec.clusterIPs', [address], `failed to allocate IP ${address}: ${problem}`);
}

/** The addresses that somebody wants; a Service keeps those it has. */
function askedAddresses(spec: ServiceSpec, before: ServiceSpec | undefined): readonly string[] {
  const changed =
    before !== undefined && spec.clusterIP !== before.clusterIP && spec.clusterIPs?.[0] === before.clusterIP;
  if (changed && spec.clusterIP !== undefined && spec.clusterIP !== '') return [spec.clusterIP];
  if (spec.clusterIPs !== undefined && spec.clusterIPs.length > 0) return spec.clusterIPs;
  if (spec.clusterIP !== undefined && spec.clusterIP !== '') return [spec.clusterIP];
  return before?.clusterIPs ?? [];
}

/** Whoever goes back to one family need not take the second address out. */
// Models pkg/registry/core/service/strategy.go trimFieldsForDualStackDowngrade (v1.36)
function withoutSecondFamily(spec: ServiceSpec, before: ServiceSpec | undefined): ServiceSpec {
  const { ipFamilyPolicy, clusterIPs = [], ipFamilies = [] } = spec;
  const had = before?.ipFamilyPolicy;
  if (ipFamilyPolicy !== 'SingleStack' || had === undefined || had === 'SingleStack') return spec;
  return { ...spec, clusterIPs: clusterIPs.slice(0, 1), ipFamilies: ipFamilies.slice(0, 1) };
}

function sameFamilies(spec: ServiceSpec, before: ServiceSpec): boolean {
  const { ipFamilyPolicy = before.ipFamilyPolicy, ipFamilies = before.ipFamilies } = spec;
  return ipFamilyPolicy === before.ipFamilyPolicy && ipFamilies?.join() === before.ipFamilies?.join();
}
