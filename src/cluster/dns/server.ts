// Models coredns/coredns plugin/kubernetes/controller.go, and the resolver of a Pod (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import type { Pod, Service } from '../../api/types/core.ts';
import type { Endpoint, EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject } from '../../api/types/meta.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process } from '../../engine/index.ts';
import { dns as kinds } from '../../steps/dns.ts';
import { SharedInformerFactory } from '../clientgo/informer-factory.ts';
import { RestClient } from '../clientgo/rest-client.ts';
import type { SharedInformer } from '../clientgo/shared-informer.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import type { Transport } from '../ports/transport.ts';
import { candidates, type ResolverConfig, resolverOf } from './pod-files.ts';
import { CLUSTER_DNS } from './well-known.ts';
import { type Answer, answer, type RecordType, type Reply, type ZoneSource } from './zone.ts';

/** Brings one question to a server and its answer back; what went wrong on the way, if so. */
export type Carry = (
  ctx: Context,
  server: string,
  question: string,
) => Process<{ ctx: Context; error: string | undefined }>;

export interface Resolved {
  readonly ctx: Context;
  readonly address: string | undefined;
  /** The name that was found. */
  readonly name: string;
  readonly answers: readonly Answer[];
  /** NXDOMAIN, or what kept the server from answering. */
  readonly problem: string | undefined;
}

const ACTOR = 'coredns';
const SERVICES = present(resourceOf('services'), 'services');
const SLICES = present(resourceOf('endpointslices', 'discovery.k8s.io'), 'endpointslices');
const SERVICE_NAME = 'kubernetes.io/service-name';
const BY_SERVICE = 'service';
const BY_ADDRESS = 'address';

/** The cluster's DNS: it answers from what it watches. */
export class ClusterDns implements ZoneSource {
  private readonly services: SharedInformer;
  private readonly slicesOf: SharedInformer;
  private readonly factory: SharedInformerFactory;
  private readonly base: Context;

  /** `address`: that of the Service, of which Pods are told. */
  constructor(
    env: Environment,
    transport: Transport,
    credentials: Credentials,
    private readonly address = CLUSTER_DNS,
  ) {
    const client = new RestClient(env, transport, { userAgent: 'coredns/v0.0.0', credentials, qps: 0, burst: 0 });
    this.base = env.engine.background(ACTOR);
    this.factory = new SharedInformerFactory(env, ACTOR, client);
    this.services = this.factory.informer(SERVICES);
    this.slicesOf = this.factory.informer(SLICES);
    this.services.addIndexers({ [BY_ADDRESS]: (object) => clusterAddresses(object as Service) });
    this.slicesOf.addIndexers({
      [BY_SERVICE]: serviceOf,
      [BY_ADDRESS]: (object) => addressesIn(object as EndpointSlice),
    });
  }

  start(): void {
    this.factory.start(this.base);
  }

  /** What the resolver of a Pod is told. */
  resolverOf(pod: Pod): ResolverConfig {
    return resolverOf(pod, this.address);
  }

  /** What a program in a Pod gets for a name: its resolver tries the search list, one question after another. */
  *lookup(ctx: Context, pod: Pod, name: string, types: readonly RecordType[], carry: Carry): Process<Resolved> {
    const config = this.resolverOf(pod);
    const names = candidates(name, config);
    const subject = `pods/${pod.metadata.namespace}/${pod.metadata.name}`;
    const [server = ''] = config.nameservers;
    const ndots = Number(config.options.find((option) => option.startsWith('ndots:'))?.slice(6) ?? 1);
    let own = ctx.step(kinds.resolving, subject, { name, ndots, tries: names.length });
    for (const [at, each] of names.entries()) {
      const answers: Answer[] = [];
      for (const type of types) {
        own = own.step(kinds.query, subject, { name: each, type, place: at + 1, of: names.length });
        const carried = yield* carry(own, server, `${type}? ${each}`);
        own = carried.ctx;
        if (carried.error !== undefined) {
          own = own.step(kinds.unreachable, subject, { server, error: carried.error });
          return { ctx: own, address: undefined, name: each, answers: [], problem: carried.error };
        }
        const told = this.reply(own, each, type);
        own = told.ctx;
        answers.push(...told.answers);
      }
      // RFC 6724 puts addresses of IPv4 before private ones of IPv6.
      const [address] = ['A', 'AAAA'].flatMap((type) => answers.find((found) => found.type === type)?.data ?? []);
      if (answers.length > 0) return { ctx: own, answers, address, name: each, problem: undefined };
    }
    own = own.step(kinds.unresolved, subject, { name, tried: names.length });
    return { ctx: own, address: undefined, name, answers: [], problem: 'NXDOMAIN' };
  }

  private reply(ctx: Context, name: string, type: RecordType): Reply & { readonly ctx: Context } {
    const own = ctx.as(ACTOR);
    const found = answer(this, name, type);
    const subject = `dns/${name}`;
    const first = found.answers.map(({ data }) => data).join(', ');
    if (found.rcode === 'FORWARD') {
      const asked = own.step(kinds.forwarded, subject, { name });
      const failed = asked.step(kinds.answered, subject, { name, rcode: 'NXDOMAIN', data: '' });
      return { ...found, ctx: ctx.from(failed) };
    }
    const rcode = found.answers.length === 0 && found.rcode === 'NOERROR' ? 'NODATA' : found.rcode;
    return { ...found, ctx: ctx.from(own.step(kinds.answered, subject, { name, rcode, data: first })) };
  }

  // What it knows

  service(namespace: string, name: string): Service | undefined {
    return this.services.indexer.get(this.base, `${namespace}/${name}`) as Service | undefined;
  }

  slices(namespace: string, name: string): readonly EndpointSlice[] {
    return this.slicesOf.indexer.byIndex(this.base, BY_SERVICE, `${namespace}/${name}`) as readonly EndpointSlice[];
  }

  serviceByAddress(address: string): Service | undefined {
    return this.services.indexer.byIndex(this.base, BY_ADDRESS, address)[0] as Service | undefined;
  }

  endpointByAddress(address: string): { readonly service: Service; readonly endpoint: Endpoint } | undefined {
    for (const slice of this.slicesOf.indexer.byIndex(this.base, BY_ADDRESS, address) as readonly EndpointSlice[]) {
      const [key = ''] = serviceOf(slice);
      const service = this.services.indexer.get(this.base, key) as Service | undefined;
      const endpoint = slice.endpoints.find(({ addresses }) => addresses[0] === address);
      if (service?.spec.clusterIP === 'None' && endpoint !== undefined) return { service, endpoint };
    }
    return undefined;
  }
}

function serviceOf({ metadata }: KObject): readonly string[] {
  const name = metadata.labels?.[SERVICE_NAME];
  return name === undefined ? [] : [`${metadata.namespace}/${name}`];
}

function clusterAddresses({ spec }: Service): readonly string[] {
  return (spec.clusterIPs ?? []).filter((address) => address !== 'None');
}

function addressesIn({ endpoints }: EndpointSlice): readonly string[] {
  return (endpoints ?? []).flatMap(({ addresses }) => addresses);
}
