import { expect, test } from 'vitest';
import { readLink } from '../../protocol/link/index.ts';
import { readRun } from '../../protocol/run-file.ts';
import { problemInWords } from '../widgets/kit/run-problem.ts';

const run = { v: 1, seed: 1, cluster: { nodes: 3, latencies: 'zero' }, inputs: [] };
const broken = (change: object) => readRun(JSON.stringify({ ...run, ...change }));
const cluster = (change: object) => broken({ cluster: { ...run.cluster, ...change } });
const hash = (text: string) => readLink({ search: '', hash: `#run=${text}` });
const query = (search: string) => readLink({ search, hash: '' });

test.each([
  readRun('{'),
  readRun('null'),
  broken({ v: 2 }),
  broken({ seed: 0.5 }),
  broken({ inputs: 1 }),
  broken({ inputs: [{}] }),
  cluster({ nodes: -1 }),
  cluster({ latencies: 'none' }),
  cluster({ etcdMembers: 2 }),
  cluster({ authorization: ['?'] }),
  cluster({ families: ['IPv5'] }),
  broken({ cluster: 1 }),
  broken({ filter: { grain: 'hour' } }),
  broken({ files: [1] }),
  cluster({ delays: { network: 1 } }),
  cluster({ delays: { luck: [1, 2] } }),
  cluster({ faults: { luck: 'x' } }),
  cluster({ faults: { lost: -1 } }),
  cluster({ faults: { slowRequestMillis: 0.5 } }),
  cluster({ pools: 1 }),
  cluster({ pools: [1] }),
  cluster({ pools: [{ name: 'A', nodes: 1 }] }),
  cluster({ pools: [{ name: 'a', nodes: -1 }] }),
  cluster({ pools: [{ name: 'a', nodes: 1, cpu: 'x' }] }),
  cluster({ pools: [{ name: 'a', nodes: 1, memory: '1' }] }),
  cluster({ pools: [{ name: 'a', nodes: 1, pods: 0 }] }),
  cluster({ pools: [{ name: 'a', nodes: 1, zones: 1 }] }),
  cluster({ pools: [{ name: 'a', nodes: 1, taints: 1 }] }),
  cluster({ pools: [{ name: 'a', nodes: 1, taints: ['x'] }] }),
  cluster({ pools: [{ name: 'a', nodes: 1, labels: 1 }] }),
  cluster({ pools: Array(2).fill({ name: 'a', nodes: 1 }) }),
  cluster({ pools: [{ name: 'a', nodes: 1 }], machines: [] }),
  cluster({ podsPerNode: 'x' }),
  cluster({ podsPerNode: 5, nodes: 129 }),
  cluster({ clientLimits: 'x' }),
  cluster({ withoutAuthenticators: ['x'] }),
  cluster({ withoutAdmission: [1] }),
  cluster({ machines: 1 }),
  cluster({ machines: [1] }),
  cluster({ machines: [{ name: 'A' }] }),
  cluster({ machines: [{ name: 'a', address: '1' }] }),
  cluster({ machines: [{ name: 'a', address: '10.0.0.1', podCIDR: '1' }] }),
  cluster({ machines: [{ name: 'a', address: '10.0.0.1', podCIDR: '10.244.0.0/24', lastPodAddress: 'x' }] }),
  cluster({ machines: Array(2).fill({ name: 'a', address: '10.0.0.1', podCIDR: '10.244.0.0/24' }) }),
  cluster({ dualStack: 1 }),
  cluster({ proxy: 'x' }),
  cluster({ network: 1 }),
  cluster({ network: { x: 1 } }),
  cluster({ x: 1 }),
  hash('!!!'),
  'no scenario x',
  'scenario fruit has no part 99',
  hash('v9.0000000.abc'),
  query('?v=2&scenario=fruit'),
  query('?scenario=fruit&part=x'),
  query('?scenario=fruit&part=1&step=x'),
  'the place is not described in full',
  'panel cannot be read',
])('%s is said in 中文, too', (reason) => {
  expect(typeof reason).toBe('string');
  expect(problemInWords(reason as string, 'zh')).toMatch(/[\u4e00-\u9fff]/);
  expect(problemInWords(reason as string, 'en')).toBe(reason);
});
