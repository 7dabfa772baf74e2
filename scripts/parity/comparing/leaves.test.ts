import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject, type Json } from '../recordings/json.ts';
import { loadRecordings } from '../recordings/load.ts';
import type { Recording } from '../recordings/recording.ts';
import { compareRecordings } from './compare.ts';
import { isAccepted } from './report.ts';

const folder = join(import.meta.dirname, '../../../testdata/golden');
const recorded = loadRecordings(folder).all.filter(({ name }) => /^a(0[1-79]|1[124567])$/.test(name));

type Path = readonly (string | number)[];

function leavesOf(value: Json | undefined, path: Path = []): readonly { readonly path: Path; readonly leaf: Json }[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item as Json, [...path, index]));
  if (!isObject(value)) return [{ path, leaf: value }];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
}

function changed(leaf: Json): Json {
  if (typeof leaf === 'number') return leaf + 1;
  return typeof leaf === 'boolean' ? !leaf : `${String(leaf)}x`;
}

function withLeaf(value: Json, [key, ...rest]: Path): Json {
  if (key === undefined) return changed(value);
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? withLeaf(item as Json, rest) : item)) as Json;
  const object = value as { readonly [key: string]: Json };
  return { ...object, [key]: withLeaf(object[String(key)] as Json, rest) };
}

/** Times, revisions, ids, and what the recorder says of itself: they are chance, or nothing that a cluster did. */
const CHANCE =
  /(^|\.)(t|t0|t1|n|dt|uid|resourceVersion|rv|revision|createRevision|lease|time|note|description|env|isTelling)$|Time(stamp)?$/;
const PARTS = ['audit', 'commands', 'final', 'watch', 'etcd'] as const;

/** What was refused may be a write that need not be there, and the last state of what went was made before. */
function maySay(item: Json | undefined): boolean {
  const { code = 200, type = '' } = (item ?? {}) as { readonly code?: number; readonly type?: string };
  return code < 400 && type !== 'DELETED';
}

const leaf = fc
  .tuple(fc.constantFrom(...recorded), fc.constantFrom(...PARTS), fc.nat(), fc.nat())
  .map(([recording, part, one, other]) => {
    const list = recording[part] as unknown as readonly Json[];
    const at = one % list.length;
    const leaves = (maySay(list[at]) ? leavesOf(list[at]) : []).filter(({ path }) => !CHANCE.test(path.join('.')));
    const { path = [] } = leaves[other % Math.max(1, leaves.length)] ?? {};
    return { recording, part, at, path };
  });

it('a recording with one leaf changed is not taken for itself', () => {
  const leaks: string[] = [];
  fc.assert(
    fc.property(leaf, ({ recording, part, at, path }) => {
      if (path.length === 0) return;
      const list = recording[part] as unknown as readonly Json[];
      const told = { ...recording, [part]: list.map((item, index) => (index === at ? withLeaf(item, path) : item)) };
      const report = compareRecordings(recording, told as unknown as Recording);
      if (isAccepted([report])) leaks.push(`${recording.name} ${part} ${at} ${path.join('.')}`);
    }),
    { numRuns: 20, seed: 7 },
  );
  expect(leaks).toEqual([]);
}, 180_000);
