import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asTold, type Comparison, firstDifference } from '../../protocol/compare-view.ts';
import type { ClusterConfig, Input } from '../../protocol/run-description.ts';
import { SAMPLES } from '../../ui/editor/samples.ts';
import { newRun, settledAt } from '../../worker/scenario-run.ts';
import { digestOf } from '../anchors/told-beats.ts';
import { Snapshot } from '../snapshot.ts';
import { longestIncreasing, paired } from './align.ts';
import { compareRuns } from './compare.ts';
import { keysOf, rowsOf, type Told } from './rows.ts';

const SAMPLE = SAMPLES[0] as (typeof SAMPLES)[number];
const apply = (text = SAMPLE.text): Input => ({
  type: 'kubectl',
  argv: ['apply', '-f', SAMPLE.file],
  files: { [SAMPLE.file]: text },
});
const kubectl = (line: string): Input => ({ type: 'kubectl', argv: line.split(' '), files: {} });

function told(inputs: readonly Input[], seed = 1, cluster: Partial<ClusterConfig> = {}): Snapshot {
  const run = newRun({ nodes: 2, latencies: 'realistic', ...cluster }, seed, 100_000);
  run.advance({ time: settledAt(run) });
  for (const input of inputs) {
    run.give(input);
    run.advance({ quiescent: true });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'beat', scope: 'story' }, settledAt(run));
  snapshot.refresh();
  return snapshot;
}

const mirrored = ({ rows, objects, left, right, ...rest }: Comparison) => ({
  ...rest,
  rows: rows.map(({ how, left: l, right: r }) => ({
    how,
    ...(r === undefined ? {} : { left: r }),
    ...(l === undefined ? {} : { right: l }),
  })),
  left: right,
  right: left,
  objects: objects.map(({ fields, only, ...one }) => ({
    ...one,
    ...(only === undefined ? {} : { only: only === 'left' ? 'right' : 'left' }),
    fields: fields.map(({ path, left: l, right: r }) => ({
      path,
      ...(r === undefined ? {} : { left: r }),
      ...(l === undefined ? {} : { right: l }),
    })),
  })),
});

/** An object that is named alike has the name that its own side gave it. */
const named = (comparison: ReturnType<typeof mirrored>) => ({
  ...comparison,
  objects: comparison.objects.map(({ name, subject, otherSubject, ...one }) => ({
    ...one,
    subjects: [subject, otherSubject ?? subject].toSorted(),
    ...(otherSubject === undefined ? { name } : {}),
  })),
});

const three = told([apply()]);
const five = told([apply(SAMPLE.text.replace(/replicas: \d+/, 'replicas: 5'))]);

it('CMP1: a run has no difference from itself and from its repetition', () => {
  for (const other of [three, told([apply()])]) {
    const { rows, objects, asides, left, right } = compareRuns(three, other);
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.every(({ how, left: l, right: r }) => how === 'same' && l?.seq === r?.seq)).toBe(true);
    expect([firstDifference(rows), objects, asides]).toEqual([-1, [], 0]);
    expect(left).toEqual(right);
    expect(left).toMatchObject({ isAtRest: true, beats: rows.length });
  }
});

it('CMP5 CMP6: another number of replicas differs from the first sentence on that tells it, and at the end in its fields', () => {
  const { rows, objects } = compareRuns(three, five);
  const first = firstDifference(rows);
  const { how, left, right } = rows[first] as (typeof rows)[number];
  expect(how).not.toBe('same');
  expect(rows.slice(0, first).every((row) => row.how === 'same')).toBe(true);
  expect(left?.seq ?? right?.seq).toBeGreaterThan(0);
  const deployment = objects.find(({ kind }) => kind === 'Deployment');
  expect(deployment).toMatchObject({ namespace: 'default', subject: `deployments.apps/default/${deployment?.name}` });
  expect(deployment?.fields).toContainEqual({ path: 'spec.replicas', left: '3', right: '5' });
  expect(deployment?.fields).toContainEqual({ path: 'status.readyReplicas', left: '3', right: '5' });
  expect(objects.filter(({ kind, only }) => kind === 'Pod' && only === 'right')).toHaveLength(2);
  expect(objects.filter(({ only }) => only === 'left')).toEqual([]);
  const paths = objects.flatMap(({ fields }) => fields.map(({ path }) => path));
  expect(paths.filter((path) => /uid|Timestamp|Time$|managedFields|resourceVersion/.test(path))).toEqual([]);
});

it('CMP2: the other way round it is the same comparison, mirrored', () => {
  const other = told([apply(), kubectl('scale deployment/web --replicas=1')], 7);
  for (const [a, b] of [
    [three, five],
    [three, other],
    [five, other],
  ] as const)
    expect(named(mirrored(compareRuns(a, b)))).toEqual(named(compareRuns(b, a) as never));
});

it('CMP5: in another course of the same story made-up names are no difference, and are paired', () => {
  const { rows, objects, asides } = compareRuns(three, told([apply()], 2));
  expect(rows.filter(({ how }) => how === 'alike').length).toBeGreaterThan(3);
  expect(asides).toBeGreaterThan(10);
  // A node that began a little later has not said yet that it lives.
  expect(objects.filter(({ only, kind }) => only !== undefined && kind !== 'Lease')).toEqual([]);
});

it('CMP6: what is there alone is told as such; members of lists go by their names', () => {
  const more = told([apply(), kubectl('create configmap extra --from-literal=a=b')]);
  const image = told([apply(SAMPLE.text.replace(/image: \S+/, 'image: nginx:1.29.1'))]);
  expect(compareRuns(three, more).objects).toMatchObject([
    { kind: 'ConfigMap', namespace: 'default', name: 'extra', only: 'right', fields: [] },
  ]);
  const fields = compareRuns(three, image).objects.find(({ kind }) => kind === 'Deployment')?.fields ?? [];
  expect(fields.map(({ path }) => path)).toContainEqual(
    expect.stringMatching(/^spec\.template\.spec\.containers\.\w+\.image$/),
  );
});

it('CMP5: what is told in the same words is the same to a reader', () => {
  const { rows } = compareRuns(three, five);
  const otherwise = rows.filter(({ how }) => how === 'otherwise').length;
  const told = asTold(rows, ({ kind }) => kind);
  expect(told.filter(({ how }) => how === 'otherwise')).toEqual([]);
  expect(told.filter(({ how }) => how === 'same').length).toBeGreaterThanOrEqual(otherwise);
  expect(firstDifference(told)).toBeGreaterThan(firstDifference(rows));
});

// What the pairing alone must keep to, for any stories.

const sentence = fc.record({
  kind: fc.constantFrom('insight.stored' as const, 'insight.printed' as const),
  subject: fc.constantFrom('pods/default/web-bcdfg', 'pods/default/web-xz245', 'services/default/web'),
  actor: fc.constantFrom('etcd', 'kubectl/1', 'kubectl/2'),
  args: fc.record({ count: fc.nat(2) }),
});
const story = fc.array(sentence, { maxLength: 30 }).map((list) =>
  list.map(
    (each, at): Told => ({
      step: { ...each, seq: at, index: at + 1, time: at * 10 },
      keys: keysOf({ ...each, says: digestOf(each.kind, each.subject, each.args) }),
    }),
  ),
);

it('CMP1 CMP2 CMP3 CMP4: whatever the stories are', () => {
  fc.assert(
    fc.property(story, story, (left, right) => {
      const rows = rowsOf(left, right);
      // Everything is there once, in order.
      expect(rows.flatMap((row) => row.left?.seq ?? [])).toEqual(left.map((_, at) => at));
      expect(rows.flatMap((row) => row.right?.seq ?? [])).toEqual(right.map((_, at) => at));
      for (const row of rows) {
        const isPair = row.left !== undefined && row.right !== undefined;
        expect(isPair).toBe(row.how !== 'only' && row.how !== 'moved');
        if (!isPair) continue;
        const [l, r] = [left[row.left?.seq ?? -1], right[row.right?.seq ?? -1]];
        expect(l?.keys[3]).toBe(r?.keys[3]);
        expect(row.how === 'same').toBe(l?.keys[0] === r?.keys[0]);
      }
      const count = (side: 'left' | 'right') => rows.filter((row) => row.how === 'moved' && row[side]).length;
      expect(count('left')).toBe(count('right'));
      expect(rowsOf(right, left)).toEqual(
        rows.map(({ how, left: l, right: r }) => ({ how, ...(r && { left: r }), ...(l && { right: l }) })),
      );
      expect(rowsOf(left, left).every(({ how }) => how === 'same')).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('CMP3: one more in the middle moves nothing else', () => {
  const list = Array.from({ length: 50 }, (_, at) => [`${at % 7}`]);
  const more = [...list.slice(0, 20), ['new'], ...list.slice(20)];
  expect(paired(list, more)).toEqual(list.map((_, at) => (at < 20 ? at : at + 1)));
});

it('CMP7: the longest increasing chain is found in one pass, and long stories that share nothing cost no more', () => {
  const pairs = [5, 1, 2, 9, 3, 4, 0].map((right, left) => [left, right] as const);
  expect(longestIncreasing(pairs).map(([, right]) => right)).toEqual([1, 2, 3, 4]);
  let reads = 0;
  const counted = (keys: readonly string[]) =>
    new Proxy(keys, {
      get: (target, name) => {
        if (name === '0') reads += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
  const readsOf = (count: number) => {
    reads = 0;
    const make = (name: string) => Array.from({ length: count }, (_, at) => counted([`${name}${at % 5}`]));
    paired(make('x'), make(count % 2 === 0 ? 'x' : 'y'));
    return reads;
  };
  for (const odd of [0, 1]) expect(readsOf(4000 + odd)).toBeLessThan(readsOf(1000 + odd) * 5);
});
