import { expect, it } from 'vitest';
import type { Pod, Service } from '../../../api/types/core.ts';
import { inHashOrder } from '../shared/hash-order.ts';
import { desired, saysCapacity, subsetsOf } from './subsets.ts';

const SERVICE = {
  metadata: { name: 'web' },
  spec: { clusterIP: '10.96.0.7', ports: [{ port: 80, targetPort: 'http' }] },
};

function pods(count: number, { port = 80, ready = 'True' } = {}): readonly Pod[] {
  return Array.from({ length: count }, (_, at) => ({
    metadata: { name: `p${at}`, uid: `${port}-${ready}-${at}` },
    spec: { nodeName: 'n', containers: [{ ports: [{ name: 'http', containerPort: port }] }] },
    status: {
      podIP: `10.${port}.${ready.length}.${at}`,
      phase: 'Running',
      conditions: [{ type: 'Ready', status: ready }],
    },
  })) as unknown as readonly Pod[];
}

function written(...groups: (readonly Pod[])[]) {
  const subsets = subsetsOf(SERVICE as unknown as Service, groups.flat());
  const endpoints = desired(undefined, 'web', {}, undefined, subsets);
  const counts = (endpoints.subsets ?? []).map(({ addresses = [], notReadyAddresses = [] }) => [
    addresses.length,
    notReadyAddresses.length,
  ]);
  const annotations = endpoints.metadata.annotations as { readonly [key: string]: string } | undefined;
  expect(saysCapacity(annotations, subsets)).toBe(true);
  return { counts, annotations };
}

const TRUNCATED = { 'endpoints.kubernetes.io/over-capacity': 'truncated' };

it('EP3: a thousand addresses at most, ready ones first', () => {
  expect(written(pods(1000))).toEqual({ counts: [[1000, 0]], annotations: undefined });
  expect(written(pods(900), pods(300, { ready: 'False' }))).toEqual({ counts: [[900, 100]], annotations: TRUNCATED });
  expect(written(pods(900), pods(600, { port: 81 }), pods(9, { ready: 'False' }))).toEqual({
    counts: [
      [600, 0],
      [400, 0],
    ],
    annotations: TRUNCATED,
  });
});

it('EP3: without an address of the family, or without the port, a Pod is not listed', () => {
  const six = { ...SERVICE, spec: { ...SERVICE.spec, ipFamilies: ['IPv6'] } };
  expect(subsetsOf(six as unknown as Service, pods(1))).toEqual([]);
  const headless = { ...SERVICE, spec: { clusterIP: 'None', ports: [{ port: 80, targetPort: 'other' }] } };
  expect(subsetsOf(headless as unknown as Service, pods(1))).toEqual([]);
  expect(subsetsOf({ ...SERVICE, spec: { clusterIP: 'None' } } as unknown as Service, pods(1))).toHaveLength(1);
});

it('EP5: ports that the same Pods offer share a subset; a Pod with one more is in two', () => {
  const web = [{ name: 'http', containerPort: 80 }];
  const both = [...web, { name: 'metrics', containerPort: 9090 }];
  const [a, b] = pods(2).map((pod, at) => ({
    ...pod,
    spec: { ...pod.spec, containers: [{ ports: at ? both : web }] },
  }));
  const ports = [
    { name: 'metrics', port: 9090, targetPort: 'metrics' },
    { name: 'http', port: 80, targetPort: 'http' },
  ];
  const service = { ...SERVICE, spec: { ...SERVICE.spec, ports } } as unknown as Service;
  const listed = (...these: (Pod | undefined)[]) =>
    subsetsOf(service, these as Pod[])
      .map(({ addresses = [], ports: offered = [] }) => [addresses.length, ...offered.map(({ name }) => name)])
      .sort();
  expect(listed(a as unknown as Pod, b as unknown as Pod)).toEqual([
    [1, 'metrics'],
    [2, 'http'],
  ]);
  // Not in the order of the Service.
  expect(listed(b as unknown as Pod)).toEqual([[1, 'http', 'metrics']]);
});

it('EP5: subsets and ports have one order, whatever the order of Pods and Service is', () => {
  const offering = (number: number, pod: Pod): Pod =>
    ({
      ...pod,
      spec: { ...pod.spec, containers: [{ ports: [{ name: 'http', containerPort: number }] }] },
    }) as unknown as Pod;
  const mixed = pods(6).map((pod, at) => offering(80 + (at % 3), pod));
  const subsets = subsetsOf(SERVICE as unknown as Service, mixed);
  expect(subsets).toHaveLength(3);
  expect(subsetsOf(SERVICE as unknown as Service, [...mixed].reverse())).toEqual(subsets);
  expect(inHashOrder('v1', 'EndpointPort', [{ port: 333 }, { port: 222 }, { port: 111 }])).toEqual([
    { port: 111 },
    { port: 222 },
    { port: 333 },
  ]);
});
