import { expect, it } from 'vitest';
import { valueText } from '../ports/bare-value.ts';
import type { KvChanged } from '../ports/kv.ts';
import { etcdWorld } from './testing/world.ts';

it('ET19: an object is kept at its revision, and its bytes do not say which that is', () => {
  const { etcd, run } = etcdWorld();
  const [key, bytes] = ['/registry/a', '{"kind":"A","metadata":{"name":"a"}}\n'];
  const kept = (value: { readonly metadata: object }, revision: number) => ({
    ...value,
    metadata: { ...value.metadata, resourceVersion: String(revision) },
  });
  const value = { kind: 'A', metadata: { name: 'a' } };
  const { item, revision } = run((ctx) =>
    etcd.change(ctx, { key, value, kept, expected: 0, subject: 'a' }),
  ) as KvChanged;
  expect(item?.value).toEqual({ kind: 'A', metadata: { name: 'a', resourceVersion: String(revision) } });
  expect(valueText(item?.value)).toBe(bytes);
  const isEqual = { key, target: 'value', result: '=', operand: bytes } as const;
  const answer = run((ctx) => etcd.protocol.transact(ctx, { compare: [isEqual], success: [], failure: [] }));
  expect(answer).toMatchObject({ succeeded: true });
});
