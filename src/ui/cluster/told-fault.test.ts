import { expect, test } from 'vitest';
import type { Input } from '../../protocol/run-description.ts';
import { clusterWords } from './strings.ts';
import { toldFault } from './told-fault.ts';

const said = (input: Input, language: 'en' | 'zh') =>
  toldFault(input, (key, args = {}) =>
    clusterWords[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name])),
  );

test.each<[Input, string]>([
  [{ type: 'partition', node: 'node-2', state: 'cut', seconds: 90 }, 'node-2 is cut off from the API server, for 90 s'],
  [{ type: 'partition', node: 'node-2', state: 'whole' }, 'node-2 reaches the API server again'],
  [{ type: 'kubelet', node: 'node-1', state: 'stopped' }, 'the kubelet of node-1 stops'],
  [{ type: 'kubelet', node: 'node-1', state: 'running' }, 'the kubelet of node-1 starts again'],
  [{ type: 'api-server', state: 'stopped', seconds: 5 }, 'the API server stops, for 5 s'],
  [{ type: 'api-server', state: 'running' }, 'the API server starts again'],
  [{ type: 'etcd-member', member: 'etcd-2', state: 'slow' }, 'etcd-2 has a slow disk'],
  [{ type: 'etcd-member', member: 'etcd-2', state: 'slow', fsyncMillis: 1500 }, 'each fsync of etcd-2 takes 1500 ms'],
  [{ type: 'etcd-member', member: 'etcd-2', state: 'stopped' }, 'etcd-2 stops'],
  [{ type: 'etcd-member', member: 'etcd-2', state: 'running' }, 'etcd-2 runs as it should again'],
  [{ type: 'clock', machine: 'node-2', offsetSeconds: 90, seconds: 5 }, 'the clock of node-2 is 90 s ahead, for 5 s'],
  [{ type: 'clock', machine: 'etcd-0', offsetSeconds: -60 }, 'the clock of etcd-0 is 60 s behind'],
  [{ type: 'clock', machine: 'node-2', offsetSeconds: 0 }, 'the clock of node-2 is right again'],
  [
    { type: 'rates', faults: { lostRequestPerMille: 30, dropWatchPerMille: 5 } },
    'of a thousand: 30 requests lost, 5 watch events lost',
  ],
  [
    { type: 'rates', faults: { slowRequestMillis: 2000, slowRequestPerMille: 7 } },
    'of a thousand: 7 requests slow by 2000 ms',
  ],
  [{ type: 'rates', faults: { slowRequestMillis: 2000 } }, 'requests that are slow come 2000 ms late'],
  [{ type: 'delays', delays: { network: [5, 9] } }, 'these take longer: network 5–9 ms'],
])('%j is told in both languages', (input, english) => {
  expect(said(input, 'en')).toBe(english);
  expect(said(input, 'zh')).toMatch(/[\u4e00-\u9fff]/);
});
