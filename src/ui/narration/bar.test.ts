import { expect, it } from 'vitest';
import { pageWords } from '../i18n/words.ts';
import { say } from '../widgets/kit/words.ts';
import { programOf, rowName } from './bar.tsx';

it('rows of the network are told in the language of the page, tables of a kernel by their names', () => {
  const inChinese = (table: string, key: string) =>
    rowName({ table, key }, (text, args) => say(pageWords, 'zh', text, args));
  expect(inChinese('network/packets', '17')).toBe('数据包：17');
  expect(inChinese('network/connections', '3')).toBe('连接：3');
  expect(inChinese('network/node-1/conntrack', 'udp 5')).toBe('conntrack：udp 5');
  expect(inChinese('apiserver/watches', '82')).toBe('打开的监视：82');
  expect(inChinese('client/requests', '3')).toBe('手动请求：3');
});

it('tables of components have words, others keep their names', () => {
  const inEnglish = (table: string, key: string) =>
    rowName({ table, key }, (text, args) => say(pageWords, 'en', text, args));
  expect(inEnglish('scheduler/queue', 'default/nginx')).toBe('scheduling queue: nginx');
  expect(inEnglish('cri/node-1/sandboxes', 'abc')).toBe('sandbox: abc');
  expect(inEnglish('expectations/replicaset', 'default/nginx')).toBe('expectation: nginx');
  expect(inEnglish('cloud/balancers', 'web')).toBe('load balancer: web');
  expect(inEnglish('cloud/balancers-of-old', 'web')).toBe('cloud balancers-of-old: web');
});

it('names the program that a line of the shell runs, and curl for what is asked without kubectl', () => {
  const step = {
    seq: 1,
    index: 1,
    time: 0,
    kind: 'kubectl.command' as const,
    actor: 'kubectl',
    subject: 'kubectl',
    args: {},
  };
  const typed = (line: string) => programOf({ ...step, args: { line } }, undefined);
  expect(typed('kubectl get pods')).toBe('kubectl');
  expect(typed('ETCDCTL_API=3 etcdctl get /')).toBe('etcdctl');
  expect(typed('ssh node-1 ip addr')).toBe('ssh');
  const commands = [{ id: 7, line: 'sleep 40', stdout: '', stderr: '', exitCode: undefined, seq: 1 }];
  const printed = { ...step, kind: 'kubectl.printed' as const, args: { line: 'nc' } };
  expect(programOf({ ...printed, subject: 'kubectl/7' }, commands)).toBe('sleep');
  expect(programOf({ ...printed, subject: 'kubectl/8' }, commands)).toBe('kubectl');
  expect(programOf({ ...step, kind: 'rawClient.sent' as const, subject: 'requests' }, commands)).toBe('curl');
});
