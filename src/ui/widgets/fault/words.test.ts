import { expect, it } from 'vitest';
import type { FaultMark } from '../../../protocol/views.ts';
import { say } from '../kit/words.ts';
import { faultWords, saidFault } from './words.ts';

it.each<[FaultMark, string, string]>([
  [{ place: 'node-2', what: 'cut', name: 'node-2' }, 'cut off', '网络断开'],
  [{ place: 'node-2', what: 'clock', name: 'node-2', value: -300 }, 'clock −300 s', '时钟慢 300 秒'],
  [{ place: 'server', what: 'clock', name: 'kube-scheduler', value: 9 }, 'kube-scheduler: clock +9 s', '快 9 秒'],
  [{ place: 'store', what: 'disk', name: 'etcd-0', value: 1500 }, 'etcd-0: fsync 1500 ms', 'fsync 1500 毫秒'],
  [{ place: 'store', what: 'disk', name: 'etcd-0' }, 'etcd-0: slow disk', '磁盘慢'],
  [{ place: 'store', what: 'member', name: 'etcd-1' }, 'etcd-1 stopped', '已停止'],
  [{ place: 'server', what: 'rate', name: 'lostRequestPerMille', value: 30 }, '30 ‰ lost', '30 ‰ 丢失'],
  [{ place: 'server', what: 'delay', name: 'network', value: [20, 60] }, 'network 20–60 ms', '20–60 毫秒'],
])('%j is said in a few words', (mark, english, chinese) => {
  expect(saidFault(mark, (key, args) => say(faultWords, 'en', key, args))).toBe(english);
  expect(saidFault(mark, (key, args) => say(faultWords, 'zh', key, args))).toContain(chinese);
});
