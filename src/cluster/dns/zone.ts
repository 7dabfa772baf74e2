// Models coredns/coredns plugin/kubernetes/kubernetes.go and reverse.go, v1.12 (v1.36)

import type { Service } from '../../api/types/core.ts';
import type { Endpoint, EndpointSlice } from '../../api/types/discovery.ts';
import { type Address6, formatAddress6, parseAddress6 } from '../../base/address6.ts';
import { CLUSTER_DOMAIN } from './well-known.ts';

/** Those of the last line are known, and nobody here has any. */
export type RecordType = 'A' | 'AAAA' | 'SRV' | 'PTR' | 'CNAME' | ('ANY' | 'MX' | 'NS' | 'SOA' | 'TXT');

export interface Answer {
  readonly name: string;
  readonly type: RecordType;
  /** An address, a name, or `priority weight port name`. */
  readonly data: string;
}

export interface Reply {
  /** FORWARD: what has to be asked elsewhere. */
  readonly rcode: 'NOERROR' | 'NXDOMAIN' | 'FORWARD';
  readonly answers: readonly Answer[];
}

/** What the server knows: its caches. */
export interface ZoneSource {
  service(namespace: string, name: string): Service | undefined;
  slices(namespace: string, name: string): readonly EndpointSlice[];
  serviceByAddress(address: string): Service | undefined;
  /** The endpoint of a headless Service that has an address. */
  endpointByAddress(address: string): { readonly service: Service; readonly endpoint: Endpoint } | undefined;
}

const NOTHING: Reply = { rcode: 'NXDOMAIN', answers: [] };
const EMPTY: Reply = { rcode: 'NOERROR', answers: [] };
const ELSEWHERE: Reply = { rcode: 'FORWARD', answers: [] };

/** An alias may lead to an alias so many times. */
const MOST_ALIASES = 7;

/** Answers one question about a name that ends in a dot or not. */
export function answer(source: ZoneSource, name: string, type: RecordType, aliases = 0): Reply {
  const asked = name.toLowerCase().replace(/\.$/, '');
  if (asked.endsWith('.in-addr.arpa')) return reverse(source, asked, reversedFour(asked));
  if (asked.endsWith('.ip6.arpa')) return reverse(source, asked, reversedSix(asked));
  if (asked !== CLUSTER_DOMAIN && !asked.endsWith(`.${CLUSTER_DOMAIN}`)) return ELSEWHERE;
  if (asked === CLUSTER_DOMAIN || asked === `svc.${CLUSTER_DOMAIN}` || asked === `pod.${CLUSTER_DOMAIN}`) return EMPTY;
  const labels = asked.slice(0, asked.length - CLUSTER_DOMAIN.length - 1).split('.');
  const kind = labels.pop();
  if (kind !== 'svc' && kind !== 'pod') return NOTHING;
  const namespace = labels.pop();
  if (kind === 'pod') return labels.length === 1 ? podAnswer(asked, labels[0] ?? '', type) : NOTHING;
  const service = source.service(namespace ?? '', labels.pop() ?? '');
  if (service === undefined) return NOTHING;
  if (labels.length === 0 && service.spec.type === 'ExternalName')
    return aliasAnswer(source, asked, service.spec.externalName ?? '', type, aliases);
  if (labels.length === 0) return serviceAnswer(source, asked, service, type);
  if (labels.length === 1) return endpointAnswer(source, asked, service, labels[0] ?? '', type);
  if (labels.length === 2) return portAnswer(source, asked, service, labels, type);
  return NOTHING;
}

/** As it is written: nobody looks whether there is such a Pod. */
function podAnswer(name: string, label: string, type: RecordType): Reply {
  const address = label.replaceAll('-', '.');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return type === 'A' ? found([{ name, type: 'A', data: address }]) : EMPTY;
  const six = label.replaceAll('-', ':');
  if (parseAddress6(six) === undefined) return NOTHING;
  return type === 'AAAA' ? found([{ name, type: 'AAAA', data: six }]) : EMPTY;
}

/** The other name, and what is known of that one, where it is a name of the cluster. */
function aliasAnswer(source: ZoneSource, name: string, other: string, type: RecordType, aliases: number): Reply {
  const data = other.replace(/\.?$/, '.');
  const alias: Answer = { name, type: 'CNAME', data };
  if ((type !== 'A' && type !== 'AAAA') || aliases === MOST_ALIASES) return found([alias]);
  const behind = answer(source, data, type, aliases + 1);
  if (behind.rcode === 'NOERROR' && behind.answers.length === 0) return EMPTY;
  return found([alias, ...behind.answers]);
}

function serviceAnswer(source: ZoneSource, name: string, service: Service, type: RecordType): Reply {
  const { spec } = service;
  if (isHeadless(service)) {
    const ready = readyEndpoints(source, service);
    if (ready.length === 0) return NOTHING;
    return found(ready.flatMap(({ addresses }) => addressAnswers(name, addresses, type)));
  }
  return found(addressAnswers(name, spec.clusterIPs ?? [spec.clusterIP ?? ''], type));
}

function addressAnswers(name: string, addresses: readonly string[], type: RecordType): readonly Answer[] {
  const wanted = addresses.filter((address) => address.includes(':') === (type === 'AAAA'));
  return type === 'A' || type === 'AAAA' ? wanted.map((data) => ({ name, type, data })) : [];
}

function endpointAnswer(source: ZoneSource, name: string, service: Service, label: string, type: RecordType): Reply {
  if (!isHeadless(service)) return NOTHING;
  const ready = readyEndpoints(source, service).filter((endpoint) => endpointLabel(endpoint) === label);
  if (ready.length === 0) return NOTHING;
  return found(ready.flatMap(({ addresses }) => addressAnswers(name, addresses, type)));
}

/** `_http._tcp.web…`: where a named port is. */
function portAnswer(
  source: ZoneSource,
  name: string,
  service: Service,
  [port = '', protocol = '']: readonly string[],
  type: RecordType,
): Reply {
  if (!port.startsWith('_') || !protocol.startsWith('_')) return NOTHING;
  const { namespace, name: own } = service.metadata;
  const target = `${own}.${namespace}.svc.${CLUSTER_DOMAIN}.`;
  const matches = (named: string | undefined, over: string | undefined) =>
    named === port.slice(1) && (over ?? 'TCP').toLowerCase() === protocol.slice(1);
  const places: { readonly port: number; readonly at: string }[] = [];
  const add = (port: number, at: string) => places.push({ port, at });
  if (!isHeadless(service)) {
    for (const each of service.spec.ports ?? []) if (matches(each.name, each.protocol)) add(each.port, target);
  } else {
    for (const slice of source.slices(namespace ?? '', own ?? '')) {
      for (const each of slice.ports ?? []) {
        if (!matches(each.name, each.protocol)) continue;
        for (const endpoint of readyIn(slice)) add(each.port ?? 0, `${endpointLabel(endpoint)}.${target}`);
      }
    }
  }
  if (places.length === 0) return NOTHING;
  if (type !== 'SRV') return EMPTY;
  const weight = Math.max(1, Math.floor(100 / places.length));
  return found(places.map(({ port, at }) => ({ name, type, data: `0 ${weight} ${port} ${at}` })));
}

function reversedFour(name: string): string {
  const labels = name.replace(/\.in-addr\.arpa$/, '').split('.');
  return labels.reverse().join('.');
}

/** Digit by digit, the last one first. */
function reversedSix(name: string): string {
  const digits = name
    .replace(/\.ip6\.arpa$/, '')
    .split('.')
    .reverse()
    .join('');
  return digits.length === 32 ? formatAddress6(digits as Address6) : '';
}

function reverse(source: ZoneSource, name: string, address: string): Reply {
  const service = source.serviceByAddress(address);
  const of = ({ metadata }: Service) => `${metadata.name}.${metadata.namespace}.svc.${CLUSTER_DOMAIN}.`;
  if (service !== undefined) return found([{ name, type: 'PTR', data: of(service) }]);
  const behind = source.endpointByAddress(address);
  if (behind === undefined) return ELSEWHERE;
  return found([{ name, type: 'PTR', data: `${endpointLabel(behind.endpoint)}.${of(behind.service)}` }]);
}

function found(answers: readonly Answer[]): Reply {
  return { rcode: 'NOERROR', answers };
}

function isHeadless({ spec }: Service): boolean {
  return spec.clusterIP === 'None';
}

/** An endpoint's name within its Service. */
function endpointLabel({ hostname, addresses }: Endpoint): string {
  return hostname ?? (addresses[0] ?? '').replace(/[.:]/g, '-');
}

function readyEndpoints(source: ZoneSource, { metadata }: Service): readonly Endpoint[] {
  return source.slices(metadata.namespace ?? '', metadata.name ?? '').flatMap(readyIn);
}

function readyIn(slice: EndpointSlice): readonly Endpoint[] {
  return (slice.endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
}
