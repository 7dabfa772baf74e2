import { expect, it } from 'vitest';
import { etcdWorld } from './testing/world.ts';

const MIB = 1024 * 1024;

it('ET18: what is too large is refused, by the server or by its client, and nothing is written', () => {
  const { etcd, run } = etcdWorld();
  const put = (text: string, expected = 0) =>
    run((ctx) => etcd.change(ctx, { key: '/registry/a', value: { text }, expected, measured: true, subject: 'a' }));
  const before = etcd.revision;
  expect(put('x'.repeat(1.5 * MIB - 100))).toMatchObject({ succeeded: true });
  expect(put('x'.repeat(1.5 * MIB), before + 1)).toEqual({ error: 'etcdserver: request is too large', code: 3 });
  // Bytes count, not characters.
  expect(put('é'.repeat(0.8 * MIB), before + 1)).toMatchObject({ error: 'etcdserver: request is too large' });
  expect(put('😀'.repeat(0.375 * MIB - 100), before + 1)).toMatchObject({ succeeded: true });
  const message = 'rpc error: code = ResourceExhausted desc = trying to send message larger than max';
  // The value with its key twice, its lengths and what it is compared with.
  expect(put('x'.repeat(2 * MIB))).toEqual({ error: `${message} (${2 * MIB + 59} vs. ${2 * MIB})`, code: 8 });
  expect(etcd.revision).toBe(before + 2);
});
