import { forbiddenField, invalidValue } from '../../../api/field-error.ts';
import { invalid, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process, Random } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Placed, Services } from '../services.ts';

interface ServicePort {
  readonly [field: string]: unknown;
  readonly port: number;
  readonly nodePort?: number;
}

interface ServiceSpec {
  readonly [field: string]: unknown;
  readonly type?: string;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly ports?: readonly ServicePort[];
}

const NODE_PORTS = { first: 30000, last: 32767 };
const KIND = { group: '', kind: 'Service' };

export function allocationFor(services: Services): ServiceAllocator {
  return new ServiceAllocator(services);
}

/** Gives Services their cluster addresses and node ports. */
// Models pkg/registry/core/service/storage/alloc.go (v1.36). Deviation: what is taken is read from the Services themselves; IPAddress objects are not written.
export class ServiceAllocator {
  private readonly random: Random;
  private readonly base: number;
  private readonly size: number;

  constructor(private readonly services: Services) {
    this.random = services.engine.random('kube-apiserver/service-allocator');
    const [address = '10.96.0.0', bits = '12'] = services.config.serviceCidr.split('/');
    this.size = 2 ** (32 - Number(bits));
    this.base = addressNumber(address);
  }

  *allocate(
    ctx: Context,
    subject: string,
    object: KObject,
    old: KObject | undefined,
    _dryRun: boolean,
  ): Process<Placed | Status> {
    const before = old?.spec as ServiceSpec | undefined;
    const spec = withoutFieldsOfOtherType((object.spec ?? {}) as ServiceSpec, before);
    const type = spec.type ?? 'ClusterIP';
    if (type === 'ExternalName') return { object, ctx };
    const withAddress = this.address(ctx, subject, object, spec, before);
    if ('error' in withAddress) return withAddress.error;
    const ports = this.nodePorts(withAddress.ctx, subject, object, withAddress.spec, type, before);
    if ('error' in ports) return ports.error;
    const next = ports.spec === object.spec ? object : { ...object, spec: ports.spec };
    return { object: next, ctx: ports.ctx };
  }

  private address(
    ctx: Context,
    subject: string,
    object: KObject,
    spec: ServiceSpec,
    before: ServiceSpec | undefined,
  ): Outcome {
    const families = { ipFamilies: spec.ipFamilies ?? ['IPv4'], ipFamilyPolicy: spec.ipFamilyPolicy ?? 'SingleStack' };
    const asked = spec.clusterIP ?? spec.clusterIPs?.[0] ?? before?.clusterIP ?? '';
    if (asked === 'None' || asked === before?.clusterIP) {
      return { ctx, spec: { ...spec, clusterIP: asked, clusterIPs: spec.clusterIPs ?? [asked], ...families } };
    }
    const taken = this.takenAddresses();
    if (asked !== '') {
      const offset = addressNumber(asked) - this.base;
      const problem = !(offset > 0 && offset < this.size)
        ? 'the provided network does not match the current range'
        : taken.has(asked)
          ? 'provided IP is already allocated'
          : undefined;
      if (problem !== undefined) {
        const why = `failed to allocate IP ${asked}: ${problem}`;
        const error = invalidValue('spec.clusterIPs', [asked], why);
        return { error: invalid(KIND, object.metadata.name ?? '', [error]) };
      }
      return { ctx, spec: { ...spec, clusterIP: asked, clusterIPs: [asked], ...families } };
    }
    const found = this.freeAddress(taken);
    const own = ctx.step(steps.allocated, subject, { what: 'cluster IP', value: found });
    return { ctx: own, spec: { ...spec, clusterIP: found, clusterIPs: [found], ...families } };
  }

  /** The upper band is for dynamic allocation; the lower one is kept for addresses that people choose. */
  private freeAddress(taken: ReadonlySet<string>): string {
    const band = Math.min(Math.max(16, Math.floor(this.size / 16)), 256);
    for (;;) {
      const offset = band + this.random.below(this.size - band - 1);
      const address = addressText(this.base + offset);
      if (!taken.has(address)) return address;
    }
  }

  private nodePorts(
    ctx: Context,
    subject: string,
    object: KObject,
    spec: ServiceSpec,
    type: string,
    before: ServiceSpec | undefined,
  ): Outcome {
    const ports = spec.ports ?? [];
    if (type !== 'NodePort' && type !== 'LoadBalancer') {
      const asked = ports.findIndex((port) => (port.nodePort ?? 0) !== 0);
      if (asked < 0) return { ctx, spec };
      if (before?.type !== undefined && before.type !== type)
        return { ctx, spec: { ...spec, ports: ports.map(withoutNodePort) } };
      const error = forbiddenField(`spec.ports[${asked}].nodePort`, "may not be used when `type` is 'ClusterIP'");
      return { error: invalid(KIND, object.metadata.name ?? '', [error]) };
    }
    if (type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts === false) return { ctx, spec };
    const taken = this.takenNodePorts();
    let own = ctx;
    const given: ServicePort[] = [];
    for (const [index, port] of ports.entries()) {
      const kept = before?.ports?.find((each) => each.port === port.port && each.protocol === port.protocol)?.nodePort;
      const asked = port.nodePort ?? kept;
      if (asked !== undefined && asked !== 0) {
        const problem = this.problemOf(asked, kept, taken);
        if (problem !== undefined) {
          const error = invalidValue(`spec.ports[${index}].nodePort`, asked, problem);
          return { error: invalid(KIND, object.metadata.name ?? '', [error]) };
        }
        given.push({ ...port, nodePort: asked });
        taken.add(asked);
        continue;
      }
      const found = this.freeNodePort(taken);
      taken.add(found);
      own = own.step(steps.allocated, subject, { what: 'node port', value: String(found) });
      given.push({ ...port, nodePort: found });
    }
    return { ctx: own, spec: { ...spec, ports: given } };
  }

  private problemOf(asked: number, kept: number | undefined, taken: ReadonlySet<number>): string | undefined {
    if (asked < NODE_PORTS.first || asked > NODE_PORTS.last) {
      return `provided port is not in the valid range. The range of valid ports is ${NODE_PORTS.first}-${NODE_PORTS.last}`;
    }
    return asked !== kept && taken.has(asked) ? 'provided port is already allocated' : undefined;
  }

  private freeNodePort(taken: ReadonlySet<number>): number {
    const size = NODE_PORTS.last - NODE_PORTS.first + 1;
    const band = Math.min(Math.max(16, Math.floor(size / 32)), 128);
    for (;;) {
      const port = NODE_PORTS.first + band + this.random.below(size - band);
      if (!taken.has(port)) return port;
    }
  }

  private takenAddresses(): Set<string> {
    const taken = new Set<string>();
    for (const service of this.all()) for (const each of specOf(service).clusterIPs ?? []) taken.add(each);
    return taken;
  }

  private takenNodePorts(): Set<number> {
    const taken = new Set<number>();
    for (const service of this.all()) {
      for (const port of specOf(service).ports ?? []) if (port.nodePort !== undefined) taken.add(port.nodePort);
    }
    return taken;
  }

  private all(): readonly KObject[] {
    return this.services.stores.byName('services')?.cacher.list('') ?? [];
  }
}

type Outcome = { readonly ctx: Context; readonly spec: ServiceSpec } | { readonly error: Status };

const EXTERNAL: ReadonlySet<string> = new Set(['NodePort', 'LoadBalancer']);

/** A Service that stops being reachable from outside loses what only such Services have, unless the user changed it himself. */
// Models pkg/registry/core/service/strategy.go, dropTypeDependentFields (v1.36)
function withoutFieldsOfOtherType(spec: ServiceSpec, before: ServiceSpec | undefined): ServiceSpec {
  if (before === undefined || !EXTERNAL.has(before.type ?? '') || EXTERNAL.has(spec.type ?? '')) return spec;
  const dropped = new Set(
    ['externalTrafficPolicy', 'allocateLoadBalancerNodePorts', 'loadBalancerClass', 'healthCheckNodePort'].filter(
      (field) => spec[field] === before[field],
    ),
  );
  return Object.fromEntries(Object.entries(spec).filter(([field]) => !dropped.has(field)));
}

function specOf(service: KObject): ServiceSpec {
  return service.spec as ServiceSpec;
}

function withoutNodePort(port: ServicePort): ServicePort {
  const { nodePort: _, ...rest } = port;
  return rest as ServicePort;
}

function addressNumber(text: string): number {
  const parts = text.split('.');
  if (parts.length !== 4) return Number.NaN;
  return parts.reduce((value, part) => value * 256 + Number(part), 0);
}

function addressText(value: number): string {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.');
}
