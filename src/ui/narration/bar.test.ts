import { expect, it } from 'vitest';
import { pageWords } from '../i18n/words.ts';
import { say } from '../widgets/kit/words.ts';
import { rowName } from './bar.tsx';

it('rows of the network are told in the language of the page, tables of a kernel by their names', () => {
  const inChinese = (table: string, key: string) =>
    rowName({ table, key }, (text, args) => say(pageWords, 'zh', text, args));
  expect(inChinese('network/packets', '17')).toBe('数据包：17');
  expect(inChinese('network/connections', '3')).toBe('连接：3');
  expect(inChinese('network/node-1/conntrack', 'udp 5')).toBe('conntrack：udp 5');
});

it('tables of components have words, others keep their names', () => {
  const inEnglish = (table: string, key: string) =>
    rowName({ table, key }, (text, args) => say(pageWords, 'en', text, args));
  expect(inEnglish('scheduler/queue', 'default/nginx')).toBe('scheduling queue: nginx');
  expect(inEnglish('cri/node-1/sandboxes', 'abc')).toBe('sandbox: abc');
  expect(inEnglish('expectations/replicaset', 'default/nginx')).toBe('expectation: nginx');
  expect(inEnglish('cloud/balancers', 'web')).toBe('cloud balancers: web');
});
