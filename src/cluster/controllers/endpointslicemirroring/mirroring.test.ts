import { describe, expect, it } from 'vitest';
import type { Endpoints } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';
import { planMirror } from './plan.ts';

const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'db' }, spec: { ports: [{ port: 5432 }] } };

function endpoints(ips: readonly string[], more: object = {}): object {
  const subset = { addresses: ips.map((ip) => ({ ip })), ports: [{ port: 5432 }] };
  return { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'db', ...more }, subsets: [subset] };
}

const slices = (bench: ClusterBench) =>
  bench
    .stored('endpointslices/default')
    .filter(
      ({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === 'db',
    ) as unknown as readonly EndpointSlice[];

describe('mirrored Endpoints', () => {
  it('MIR1, MIR3: slices say what was written, and follow it', () => {
    const bench = new ClusterBench();
    bench.apply(SERVICE);
    bench.apply(endpoints(['10.9.0.1'], { labels: { team: 'a' } }));
    expect(slices(bench)).toHaveLength(1);
    const [slice] = slices(bench);
    expect(slice).toMatchObject({
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.9.0.1'], conditions: { ready: true } }],
      ports: [{ name: '', port: 5432, protocol: 'TCP' }],
    });
    expect(slice?.metadata).toMatchObject({
      generateName: 'db-',
      labels: { team: 'a', 'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io' },
      ownerReferences: [{ kind: 'Endpoints', name: 'db', controller: true }],
    });
    expect(slice?.metadata.annotations).toBeUndefined();
    bench.apply(endpoints(['10.9.0.1', '10.9.0.2']));
    expect(slices(bench).map(({ metadata }) => metadata.name)).toEqual([slice?.metadata.name]);
    expect(slices(bench)[0]?.endpoints).toHaveLength(2);
    bench.kubectl('delete', 'endpoints', 'db');
    expect(slices(bench)).toEqual([]);
  });

  it('MIR2: a selector, or the label that says so, ends it', () => {
    const bench = new ClusterBench();
    bench.apply(SERVICE);
    bench.apply(endpoints(['10.9.0.1'], { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }));
    expect(slices(bench)).toEqual([]);
    bench.kubectl('label', 'endpoints', 'db', 'endpointslice.kubernetes.io/skip-mirror-');
    expect(slices(bench)).toHaveLength(1);
    bench.kubectl('label', 'endpoints', 'db', 'endpointslice.kubernetes.io/skip-mirror=true');
    expect(slices(bench)).toEqual([]);
    bench.kubectl('label', 'endpoints', 'db', 'endpointslice.kubernetes.io/skip-mirror-');
    bench.kubectl('patch', 'service', 'db', '-p', '{"spec":{"selector":{"app":"db"}}}');
    const managers = slices(bench).map(({ metadata }) => metadata.labels?.['endpointslice.kubernetes.io/managed-by']);
    expect(managers).toEqual(['endpointslice-controller.k8s.io']);
  });

  it('MIR1, MIR3: families have slices of their own, and a slice is used again', () => {
    const source = endpoints(['10.9.0.1', 'fd00::1']) as Endpoints;
    const { create } = planMirror(source, []);
    expect(create.map(({ addressType }) => addressType)).toEqual(['IPv4', 'IPv6']);
    const others = { ...(create[0] as EndpointSlice), ports: [], metadata: { name: 'old', labels: {} } };
    const again = planMirror(source, [others]);
    expect(again.update.map(({ metadata }) => metadata.name)).toEqual(['old']);
    expect([again.create.length, again.remove.length]).toEqual([1, 0]);
  });

  it('MIR1: ports of the same addresses are one set, however the subsets are written; not ready anywhere is not ready', () => {
    const subset = (port: number, ready: readonly string[], others: readonly string[] = []) => ({
      addresses: ready.map((ip) => ({ ip })),
      notReadyAddresses: others.map((ip) => ({ ip })),
      ports: [{ name: `p${port}`, port }],
    });
    const written = [
      subset(80, ['10.9.0.1', '10.9.0.2']),
      subset(443, ['10.9.0.2', '10.9.0.1']),
      subset(80, [], ['10.9.0.3']),
    ];
    const { create } = planMirror({ ...endpoints([]), subsets: written } as unknown as Endpoints, []);
    const told = create.map(({ endpoints: listed, ports }) => [
      (ports ?? []).map(({ port }) => port).sort(),
      listed.map(({ addresses }) => addresses[0]).sort(),
    ]);
    expect(told).toEqual([
      [[80], ['10.9.0.1', '10.9.0.2', '10.9.0.3']],
      [[443], ['10.9.0.1', '10.9.0.2']],
    ]);
    const same = planMirror({ ...endpoints([]), subsets: written.slice(0, 2) } as unknown as Endpoints, []).create;
    expect(same.map(({ ports }) => ports?.length)).toEqual([2]);
    const doubtful = [subset(80, ['10.9.0.1']), subset(80, [], ['10.9.0.1']), subset(80, ['10.9.0.1'])];
    const [slice] = planMirror({ ...endpoints([]), subsets: doubtful } as unknown as Endpoints, []).create;
    expect(slice?.endpoints).toEqual([{ addresses: ['10.9.0.1'], conditions: { ready: false } }]);
  });

  it('MIR4: what is no address is left out', () => {
    const { create, invalid, skipped } = planMirror(endpoints(['nowhere', '10.9.0.1']) as Endpoints, []);
    expect([create[0]?.endpoints.length, invalid, skipped]).toEqual([1, 1, 1]);
    const many = Array.from({ length: 1002 }, (_, at) => `10.9.${Math.floor(at / 250)}.${at % 250}`);
    expect(planMirror(endpoints(many) as Endpoints, []).skipped).toBe(2);
  });
});
