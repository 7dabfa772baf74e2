import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../cluster/program.ts';
import { readRun } from '../protocol/run-file.ts';
import { Simulation } from './simulation.ts';

const value = fc.oneof(
  fc.constantFrom(0, 1, 3, -1, 0.5, 7_000, '', 'none', 'ipvs', 'rr', true, false, null, [], {}),
  fc.array(fc.constantFrom('IPv4', 'IPv6', 'Node', 'anonymous', 'PodSecurity', 7, null), { maxLength: 2 }),
  fc.record({ podMtu: fc.integer({ min: 0, max: 70_000 }), hairpin: fc.boolean() }, { requiredKeys: [] }),
  fc.array(
    fc.record(
      {
        name: fc.constantFrom('a', 'b', '', 'A', 5),
        address: fc.constantFrom('10.0.0.1', '10.0.0.2', '1', 'fd00::1', null),
        podCIDR: fc.constantFrom('10.244.0.0/24', '10.244.1.0/24', '10.244.0.0', '0.0.0.0/0', 3),
        lastPodAddress: fc.constantFrom(5, -5, 'x'),
      },
      { requiredKeys: ['name', 'address', 'podCIDR'] },
    ),
    { maxLength: 3 },
  ),
);
const SETTINGS = ['podsPerNode', 'etcdMembers', 'machines', 'families', 'dualStack', 'proxy', 'ipvsScheduler'] as const;
const OTHERS = ['network', 'withoutAdmission', 'withoutAuthenticators', 'authorization', 'etcdQuotaBytes'] as const;
const drawn = fc.dictionary(fc.constantFrom(...SETTINGS, ...OTHERS), value, { maxKeys: 2 });

it('a run file is refused in words or opened, whatever it says of the cluster', () => {
  let opened = 0;
  fc.assert(
    fc.property(drawn, (settings) => {
      const cluster = { nodes: 1, latencies: 'zero', ...settings };
      const read = readRun(JSON.stringify({ v: 1, build: 'b', seed: 1, cluster, inputs: [] }));
      if (typeof read === 'string') {
        expect(read).toMatch(/^cluster\.\w+/);
        return;
      }
      opened += 1;
      const simulation = new Simulation(read.run, {
        kinds: clusterKinds,
        program: (run) => clusterProgram(run.cluster),
        startTime: () => CLUSTER_START_TIME,
        settleMicros: CLUSTER_SETTLE_MICROS,
        maxSteps: 100_000,
        restlessAfter: 10_000,
        build: 'b',
      });
      expect(simulation.engine.stepCount).toBeGreaterThan(0);
    }),
    { numRuns: 60, seed: 7 },
  );
  expect(opened).toBeGreaterThan(5);
});
