// Models coredns/coredns plugin/kubernetes/controller.go, and the resolver of a Pod (v1.36)

import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Pod, Service } from '../../api/types/core.ts';
import type { Endpoint, EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject } from '../../api/types/meta.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process } from '../../engine/index.ts';
import { dns as kinds } from '../../steps/dns.ts';
import { RestClient } from '../clientgo/client.ts';
import { SharedInformerFactory } from '../clientgo/informer-factory.ts';
import type { SharedInformer } from '../clientgo/shared-informer.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { type LastingProcess, ownProcess, sayPanic } from '../ports/panic.ts';
import type { Transport } from '../ports/transport.ts';
import { candidates, type ResolverConfig, resolverOf } from './pod-files.ts';
import { CLUSTER_DNS } from './well-known.ts';
import { type Answer, answer, type RecordType, type ZoneSource } from './zone.ts';

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

/** A name that is asked for, with its place among those that may be meant. */
export interface Question {
  readonly server: string;
  readonly name: string;
  readonly type: RecordType;
  readonly place: number;
  readonly of: number;
}

export interface Heard {
  readonly ctx: Context;
  readonly rcode: 'NOERROR' | 'NXDOMAIN';
  readonly answers: readonly Answer[];
  /** Whoever asked would also have got what other servers know: the answer is theirs. */
  readonly isRecursive: boolean;
  /** What kept the server from answering. */
  readonly error: string | undefined;
}

const ACTOR = 'coredns';
const SERVICES = present(resourceOf('services'), 'services');
const SLICES = present(resourceOf('endpointslices', 'discovery.k8s.io'), 'endpointslices');
const SERVICE_NAME = 'kubernetes.io/service-name';
const BY_SERVICE = 'service';
const BY_ADDRESS = 'address';

/** The cluster's DNS: it answers from what it watches. */
export class ClusterDns implements ZoneSource {
  private readonly services: SharedInformer<Service>;
  private readonly slicesOf: SharedInformer<EndpointSlice>;
  private readonly factory: SharedInformerFactory;
  private readonly base: Context;
  private readonly process: LastingProcess | undefined;

  /** `address`: that of the Service, of which Pods are told. */
  constructor(
    env: Environment,
    transport: Transport,
    credentials: Credentials,
    private readonly address = CLUSTER_DNS,
  ) {
    const client = new RestClient(env, transport, { userAgent: 'coredns/v0.0.0', credentials, qps: 0, burst: 0 });
    this.base = env.engine.background(ACTOR);
    this.process = ownProcess(env.engine);
    this.factory = new SharedInformerFactory(env, ACTOR, client);
    this.services = this.factory.informer(SERVICES);
    this.slicesOf = this.factory.informer(SLICES);
    this.services.addIndexers({ [BY_ADDRESS]: (object) => clusterAddresses(object) });
    this.slicesOf.addIndexers({
      [BY_SERVICE]: serviceOf,
      [BY_ADDRESS]: (object) => addressesIn(object),
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
    const subject = subjectOf(pod);
    const [server = ''] = config.nameservers;
    const ndots = Number(config.options.find((option) => option.startsWith('ndots:'))?.slice(6) ?? 1);
    let own = ctx.step(kinds.resolving, subject, { name, ndots, tries: names.length });
    for (const [at, each] of names.entries()) {
      const answers: Answer[] = [];
      for (const type of types) {
        const asked = { server, name: each, type, place: at + 1, of: names.length };
        const heard = yield* this.ask(own, pod, asked, carry);
        own = heard.ctx;
        if (heard.error !== undefined)
          return { ctx: own, address: undefined, name: each, answers: [], problem: heard.error };
        answers.push(...heard.answers);
      }
      // RFC 6724 puts addresses of IPv4 before private ones of IPv6.
      const [address] = ['A', 'AAAA'].flatMap((type) => answers.find((found) => found.type === type)?.data ?? []);
      if (answers.length > 0) return { ctx: own, answers, address, name: each, problem: undefined };
    }
    own = own.step(kinds.unresolved, subject, { name, tried: names.length });
    return { ctx: own, address: undefined, name, answers: [], problem: 'NXDOMAIN' };
  }

  /** One question of a program in a Pod, as it is. */
  *ask(ctx: Context, pod: Pod, { server, name, type, place, of }: Question, carry: Carry): Process<Heard> {
    const subject = subjectOf(pod);
    const query = ctx.step(kinds.query, subject, { name, type, place, of });
    const carried = yield* carry(query, server, `${type}? ${name}`);
    if (carried.error === undefined) return this.replyOrFail(carried.ctx, name, type);
    const own = carried.ctx.step(kinds.unreachable, subject, { server, error: carried.error });
    return { ctx: own, rcode: 'NXDOMAIN', answers: [], isRecursive: false, error: carried.error };
  }

  /** Models coredns core/dnsserver/server.go, ServeDNS (v1.12): what a question throws costs its answer alone. */
  private replyOrFail(ctx: Context, name: string, type: RecordType): Heard {
    try {
      return this.reply(ctx, name, type);
    } catch (error) {
      if (this.process === undefined) throw error;
      const said = sayPanic(ctx.as(ACTOR), ACTOR, error);
      const failed = said.step(kinds.answered, `dns/${name}`, { name, rcode: 'SERVFAIL', data: '' });
      return { ctx: ctx.from(failed), rcode: 'NXDOMAIN', answers: [], isRecursive: false, error: 'SERVFAIL' };
    }
  }

  private reply(ctx: Context, name: string, type: RecordType): Heard {
    const own = ctx.as(ACTOR);
    const { rcode, answers } = answer(this, name, type);
    const subject = `dns/${name}`;
    const first = answers.map(({ data }) => data).join(', ');
    if (rcode === 'FORWARD') {
      const asked = own.step(kinds.forwarded, subject, { name });
      const failed = asked.step(kinds.answered, subject, { name, rcode: 'NXDOMAIN', data: '' });
      return { ctx: ctx.from(failed), rcode: 'NXDOMAIN', answers, isRecursive: true, error: undefined };
    }
    const told = answers.length === 0 && rcode === 'NOERROR' ? 'NODATA' : rcode;
    const answered = own.step(kinds.answered, subject, { name, rcode: told, data: first });
    return { ctx: ctx.from(answered), rcode, answers, isRecursive: false, error: undefined };
  }

  // What it knows

  service(namespace: string, name: string): Service | undefined {
    return this.services.indexer.get(this.base, `${namespace}/${name}`);
  }

  slices(namespace: string, name: string): readonly EndpointSlice[] {
    return this.slicesOf.indexer.byIndex(this.base, BY_SERVICE, `${namespace}/${name}`);
  }

  serviceByAddress(address: string): Service | undefined {
    return this.services.indexer.byIndex(this.base, BY_ADDRESS, address)[0];
  }

  endpointByAddress(address: string): { readonly service: Service; readonly endpoint: Endpoint } | undefined {
    for (const slice of this.slicesOf.indexer.byIndex(this.base, BY_ADDRESS, address)) {
      const [key = ''] = serviceOf(slice);
      const service = this.services.indexer.get(this.base, key);
      const endpoint = slice.endpoints.find(({ addresses }) => addresses[0] === address);
      if (service?.spec.clusterIP === 'None' && endpoint !== undefined) return { service, endpoint };
    }
    return undefined;
  }
}

const subjectOf = ({ metadata }: Pod): string => `pods/${metadata.namespace}/${metadata.name}`;

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
