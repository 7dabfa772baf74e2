import { expect, it } from 'vitest';
import type { Pod, Service } from '../../../api/types/core.ts';
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
