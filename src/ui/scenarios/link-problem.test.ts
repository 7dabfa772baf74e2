import { expect, test } from 'vitest';
import { readRun } from '../../protocol/run-file.ts';
import { problemInWords } from '../widgets/kit/run-problem.ts';
import { readLink } from './link.ts';

const run = { v: 1, seed: 1, cluster: { nodes: 3, latencies: 'zero' }, inputs: [] };
const broken = (change: object) => readRun(JSON.stringify({ ...run, ...change }));
const cluster = (change: object) => broken({ cluster: { ...run.cluster, ...change } });
const hash = (text: string) => readLink('', `#run=${text}`);

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
  hash('!!!'),
  'no scenario x',
])('%s is said in 中文, too', (reason) => {
  expect(typeof reason).toBe('string');
  expect(problemInWords(reason as string, 'zh')).toMatch(/[\u4e00-\u9fff]/);
  expect(problemInWords(reason as string, 'en')).toBe(reason);
});
