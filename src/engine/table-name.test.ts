import { expect, it } from 'vitest';
import { tableFamily, tableName } from './table-name.ts';

it('EN28: a family names the table of each, and tells whose table a name is', () => {
  const addresses = tableFamily<number>('cni/*/addresses');
  const queues = tableFamily<number>('workqueue/*');
  expect(addresses.of('node-1')).toBe('cni/node-1/addresses');
  expect(queues.of('deployment')).toBe('workqueue/deployment');
  expect(addresses.oneOf('cni/node-1/addresses')).toBe('node-1');
  expect(queues.oneOf('workqueue/deployment')).toBe('deployment');
  for (const other of ['cni/node-1/routes', 'cri/node-1/addresses', 'cni/addresses', 'cni//addresses', 'workqueue/a']) {
    expect(addresses.oneOf(other)).toBeUndefined();
    expect(addresses.has(tableName(other))).toBe(false);
  }
  expect(addresses.has(addresses.of('a'))).toBe(true);
});
