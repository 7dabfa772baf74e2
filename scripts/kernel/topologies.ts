import type { Service } from '../../src/api/types/core.ts';
import type { EndpointSlice } from '../../src/api/types/discovery.ts';
import { Random } from '../../src/engine/index.ts';
import { NODES, PODS, PORTS } from './lab.ts';

/** One Service, and what to try at it. */
export interface Topology {
  readonly name: string;
  readonly service: Service;
  readonly slice: EndpointSlice;
  readonly tries: readonly Try[];
}

export interface Try {
  readonly from: string;
  readonly to: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp';
}

const DEAD = { address: '10.244.1.3', port: 7777 };

/** A Service of every kind there is, with endpoints of every kind there is. */
export function topology(number: number): Topology {
  const random = new Random(number, 'topologies');
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;
  const maybe = (percent: number) => random.below(100) < percent;
  const name = `svc-${number}`;
  const protocol = maybe(30) ? 'UDP' : 'TCP';
  const type = pick(['ClusterIP', 'NodePort', 'NodePort', 'LoadBalancer']);
  const clusterIP = `10.96.${number >> 8}.${number & 255 || 1}`;
  const nodePort = 30_000 + number;
  const port = 80;
  const targetPort = maybe(8) ? DEAD.port : pick(PORTS);
  const external = type !== 'ClusterIP';
  const balanced = type === 'LoadBalancer';
  const externalIP = maybe(15) ? '198.51.100.7' : undefined;
  const endpoints = PODS.filter(() => maybe(60)).map(({ address, node }) => ({
    addresses: [address],
    nodeName: node,
    conditions: maybe(85)
      ? { ready: true, serving: true, terminating: false }
      : { ready: false, serving: true, terminating: true },
  }));
  const spec = {
    type,
    clusterIP,
    clusterIPs: [clusterIP],
    ipFamilies: ['IPv4'],
    ports: [{ name: 'http', protocol, port, targetPort, ...(external ? { nodePort } : {}) }],
    ...(externalIP === undefined ? {} : { externalIPs: [externalIP] }),
    ...(maybe(25)
      ? { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } }
      : {}),
    ...(maybe(20) ? { internalTrafficPolicy: 'Local' } : { internalTrafficPolicy: 'Cluster' }),
    ...(external ? { externalTrafficPolicy: maybe(40) ? 'Local' : 'Cluster' } : {}),
    ...(balanced && maybe(40)
      ? { loadBalancerSourceRanges: [pick(['10.123.0.0/24', '192.0.2.0/24', '10.244.0.0/16'])] }
      : {}),
  };
  const status = balanced ? { loadBalancer: { ingress: [{ ip: '203.0.113.9' }] } } : {};
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'default' }, spec, status };
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: `${name}-1`, namespace: 'default', labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    ports: [{ name: 'http', protocol, port: targetPort }],
    endpoints,
  };
  const ways: [from: string, to: string, port: number][] = [];
  for (const from of ['client', 'node-1', 'pod-a', 'pod-c']) {
    ways.push([from, clusterIP, port]);
    if (external) ways.push([from, NODES[0].address, nodePort], [from, NODES[1].address, nodePort]);
    if (balanced) ways.push([from, '203.0.113.9', port]);
    if (externalIP !== undefined) ways.push([from, externalIP, port]);
  }
  if (external) ways.push(['node-1', '127.0.0.1', nodePort]);
  ways.push(
    ['pod-a', '10.244.1.3', targetPort],
    ['client', '10.244.2.2', targetPort],
    ['client', NODES[0].address, 31_999],
  );
  const tries: Try[] = [];
  for (let count = 0; count < 6; count += 1) {
    const [from, to, at] = pick(ways);
    const once: Try = { from, to, port: at, protocol: protocol === 'UDP' ? 'udp' : 'tcp' };
    tries.push(once);
    // Affinity shows only the second time.
    if (maybe(50)) tries.push(once);
  }
  return { name, service: service as unknown as Service, slice: slice as unknown as EndpointSlice, tries };
}
