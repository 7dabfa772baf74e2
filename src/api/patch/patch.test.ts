import { describe, expect, it } from 'vitest';
import type { Fields } from '../go/json.ts';
import { applyJsonPatch } from './json-patch.ts';
import { applyMergePatch, createMergePatch, createThreeWayMergePatch } from './merge-patch.ts';
import { applyStrategicMerge, createThreeWayPatch, createTwoWayPatch } from './strategic-merge-patch.ts';
import recorded from './testdata/patches.json';

const POD = { apiVersion: 'v1', kind: 'Pod' };
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' };

function merged(kind: typeof POD, original: object, patch: object): unknown {
  const result = applyStrategicMerge(kind, original, patch as Record<string, unknown>);
  return 'object' in result ? result.object : result.error;
}

describe('strategic merge', () => {
  const pod = {
    spec: {
      containers: [
        { name: 'a', image: 'x:1', env: [{ name: 'E', value: '1' }] },
        { name: 'b', image: 'y:1' },
      ],
      tolerations: [{ key: 'k' }],
    },
    metadata: { finalizers: ['one/a', 'two/b'] },
  };

  it('PAT1: a patch that changes nothing gives back the object', () => {
    const patch = { spec: { containers: [{ name: 'a', image: 'x:1' }] }, metadata: { labels: null } };
    expect(merged(POD, pod, patch)).toBe(pod);
  });

  it('PAT1: the rest keeps its identity', () => {
    const after = merged(POD, pod, { spec: { containers: [{ name: 'b', image: 'y:2' }] } }) as typeof pod;
    expect(after.spec.containers[1]).toEqual({ name: 'b', image: 'y:2' });
    expect(after.spec.containers[0]).toBe(pod.spec.containers[0]);
    expect(after.metadata).toBe(pod.metadata);
  });

  it('PAT2: deletes an item, replaces a list, deletes plain values', () => {
    expect(merged(POD, pod, { spec: { containers: [{ name: 'a', $patch: 'delete' }] } })).toMatchObject({
      spec: { containers: [{ name: 'b' }] },
    });
    const replaced = merged(POD, pod, { spec: { containers: [{ $patch: 'replace' }, { name: 'c' }] } });
    expect((replaced as typeof pod).spec.containers).toEqual([{ name: 'c' }]);
    const fewer = merged(POD, pod, { metadata: { '$deleteFromPrimitiveList/finalizers': ['one/a'] } });
    expect((fewer as typeof pod).metadata.finalizers).toEqual(['two/b']);
    expect(merged(POD, pod, { spec: { tolerations: [] } })).toMatchObject({ spec: { tolerations: [] } });
  });

  it('PAT2: orders items as the patch says, others where they stood', () => {
    const patch = {
      spec: {
        '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }, { name: 'a' }],
        containers: [{ name: 'c', image: 'z' }],
      },
    };
    const after = merged(POD, pod, patch) as typeof pod;
    expect(after.spec.containers.map((each) => each.name)).toEqual(['c', 'b', 'a']);
  });

  it('PAT2: what takes the place of a deleted item stands where that stood, behind what others added before it', () => {
    const patch = {
      spec: {
        '$setElementOrder/containers': [{ name: 'c' }],
        containers: [{ name: 'c' }, { name: 'b', $patch: 'delete' }],
      },
    };
    const names = (object: unknown) => (object as typeof pod).spec.containers.map((each) => each.name);
    expect(names(merged(POD, pod, patch))).toEqual(['a', 'c']);
    const renamed = { spec: { ...patch.spec, containers: [{ name: 'c' }, { name: 'a', $patch: 'delete' }] } };
    expect(names(merged(POD, pod, renamed))).toEqual(['b', 'c']);
    const { containers } = patch.spec;
    expect(names(merged(POD, pod, { spec: { containers } }))).toEqual(['c', 'a']);
  });

  it('PAT2: a plain value stands in a merged list once; an order for nothing is refused', () => {
    const twice = { ...pod, metadata: { ...pod.metadata, finalizers: ['one/a', 'one/a'] } };
    const after = merged(POD, twice, { metadata: { finalizers: ['one/a'] } });
    expect((after as typeof pod).metadata.finalizers).toEqual(['one/a']);
    const none = { ...pod, metadata: { ...pod.metadata, finalizers: [] as string[] } };
    const order = { metadata: { '$setElementOrder/finalizers': ['one/a'] } };
    expect(applyStrategicMerge(POD, none, order)).toEqual({ error: 'no elements in any of the given slices' });
  });

  it('PAT2: retained keys drop the others', () => {
    const before = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } };
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } };
    expect(merged(DEPLOYMENT, before, patch)).toEqual({ spec: { strategy: { type: 'Recreate' } } });
    expect(createTwoWayPatch(DEPLOYMENT, before, { spec: { strategy: { type: 'Recreate' } } })).toEqual({
      spec: { strategy: { $retainKeys: ['type'], rollingUpdate: null, type: 'Recreate' } },
    });
  });

  it("PAT2: a budget's selector is replaced, where another kind's is merged", () => {
    const selecting = (key: string) => ({ spec: { selector: { matchLabels: { [key]: 'x' } } } });
    const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' };
    expect(merged(budget, selecting('a'), selecting('b'))).toEqual(selecting('b'));
    expect(createTwoWayPatch(budget, selecting('a'), selecting('b'))).toEqual(selecting('b'));
    const both = { spec: { selector: { matchLabels: { a: 'x', b: 'x' } } } };
    expect(merged(DEPLOYMENT, selecting('a'), selecting('b'))).toEqual(both);
  });

  it('PAT2: an item of another type than those that are there is refused', () => {
    const kind = { apiVersion: 'v1', kind: 'Pod' };
    const pod = { spec: { containers: [{ name: 'a' }] } };
    expect(applyStrategicMerge(kind, pod, { spec: { containers: [1] } })).toEqual({
      error: 'list element types are not identical: [[map[name:a]] [1]]',
    });
  });

  it('PAT2: an item without its key is refused', () => {
    expect(merged(POD, pod, { spec: { containers: [{ image: 'x' }] } })).toBe(
      'map: map[image:x] does not contain declared merge key: name',
    );
  });

  it('PAT3: a list of texts is compared with the sorted one, as what is there is sorted in its place', () => {
    const held = (...finalizers: string[]) => ({ metadata: { finalizers } });
    const order = (...names: string[]) => ({ metadata: { '$setElementOrder/finalizers': names } });
    expect(createTwoWayPatch(POD, held('b', 'a'), held('b', 'a'))).toEqual(order('b', 'a'));
    expect(createTwoWayPatch(POD, held('b', 'a'), held('a', 'b'))).toEqual({});
    expect(createTwoWayPatch(POD, held('a', 'b'), held('a', 'b'))).toEqual({});
  });

  it('PAT3: items of one key are compared in pairs', () => {
    const dns = (image: string, ...protocols: string[]) => {
      const ports = protocols.map((protocol) => ({ containerPort: 53, protocol }));
      return { spec: { containers: [{ name: 'c', image, ports }] } };
    };
    const patch = createTwoWayPatch(POD, dns('x', 'UDP', 'TCP'), dns('y', 'UDP', 'TCP'));
    expect(patch).toEqual({
      spec: { '$setElementOrder/containers': [{ name: 'c' }], containers: [{ image: 'y', name: 'c' }] },
    });
    const more = createTwoWayPatch(POD, dns('x', 'TCP'), dns('x', 'TCP', 'UDP')) as typeof pod;
    expect(more.spec.containers[0]).toEqual({
      '$setElementOrder/ports': [{ containerPort: 53 }, { containerPort: 53 }],
      name: 'c',
      ports: [
        { containerPort: 53, protocol: 'UDP' },
        { containerPort: 53, protocol: 'TCP' },
      ],
    });
  });

  it('PAT3: no patch is made of a list of which an item lacks its key, or is of another type', () => {
    const after = { spec: { containers: [{ image: 'x' }] } };
    expect(createThreeWayPatch(POD, {}, after, pod)).toEqual({
      error: 'map: map[image:x] does not contain declared merge key: name',
    });
    expect(createThreeWayPatch(POD, {}, { spec: { containers: ['x'] } }, pod)).toEqual({
      error: 'list element types are not identical: [map[string]interface {} string]',
    });
  });

  recorded.two.forEach(({ kind, before, after, expected }, i) => {
    it(`PAT3: kubelet status patch ${i}`, () => {
      const patch = createTwoWayPatch(kind, { status: before }, { status: after });
      expect(patch).toEqual({ status: expected });
    });
  });

  recorded.three.forEach(({ kind, original, modified, current, expected }, i) => {
    it(`PAT3: kubectl apply patch ${i}`, () => {
      expect(createThreeWayPatch(kind, original, modified, current)).toEqual({ object: expected });
    });
  });
});

describe('other patches', () => {
  it('PAT4: JSON patch', () => {
    const object = { a: { b: [1, 2] }, c: 'x' };
    const done = applyJsonPatch(object, [
      { op: 'test', path: '/c', value: 'x' },
      { op: 'add', path: '/a/b/-', value: 3 },
      { op: 'remove', path: '/a/b/0' },
      { op: 'copy', from: '/c', path: '/d~1e' },
    ]);
    expect(done).toEqual({ object: { a: { b: [2, 3] }, c: 'x', 'd/e': 'x' } });
    expect(applyJsonPatch(object, [{ op: 'test', path: '/c', value: 'y' }])).toHaveProperty('error');
    expect(applyJsonPatch(object, [{ op: 'remove', path: '/none' }])).toHaveProperty('error');
    expect(object.a.b).toEqual([1, 2]);
  });

  it('PAT5: copies that double an object again and again are refused before they take much', () => {
    const doubling = Array.from({ length: 40 }, (_, at) => [
      { op: 'copy', from: '/data', path: `/copy${at}` },
      { op: 'move', from: `/copy${at}`, path: `/data/${at}` },
    ]).flat();
    expect(applyJsonPatch({ data: { k: 'v'.repeat(100) } }, doubling as never)).toEqual({
      error: expect.stringMatching(
        /^Unable to copy, the accumulated size increase of copy is \d{7}, exceeding the limit 3145728$/,
      ),
    });
    const copies = Array.from({ length: 3 }, (_, at) => ({ op: 'copy', from: '/data', path: `/copy${at}` }));
    const upTo = (bytes: number) => applyJsonPatch({ data: 'é'.repeat((bytes - 2) / 2) }, copies as never);
    expect(upTo(1024 * 1024)).toHaveProperty('object');
    expect(upTo(1024 * 1024 + 2)).toEqual({
      error: 'Unable to copy, the accumulated size increase of copy is 3145734, exceeding the limit 3145728',
    });
  });

  it('PAT5: what was copied is its own; a patch of many operations copies each container once', () => {
    const done = applyJsonPatch({ data: { k: { x: 1 } } }, [
      { op: 'copy', from: '/data/k', path: '/data/l' },
      { op: 'add', path: '/data/k/y', value: 2 },
      { op: 'add', path: '/data/l/z', value: 3 },
    ]);
    expect(done).toEqual({ object: { data: { k: { x: 1, y: 2 }, l: { x: 1, z: 3 } } } });
    let spreads = 0;
    const counted = new Proxy({} as object, {
      ownKeys: (target) => {
        spreads += 1;
        return Reflect.ownKeys(target);
      },
    });
    const many = Array.from({ length: 1000 }, (_, at) => ({ op: 'add', path: `/data/k${at}`, value: at }));
    const filled = applyJsonPatch({ data: counted }, many as never);
    expect(Object.keys('object' in filled ? filled.object.data : {})).toHaveLength(1000);
    expect(spreads).toBe(1);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('PAT4: %s is a key as any other', (key) => {
    const at = `/data/${key}`;
    const apply = (...operations: readonly object[]) => applyJsonPatch({ data: {} }, operations as never);
    const json = JSON.stringify({ object: { data: JSON.parse(`{"${key}":{"x":1}}`) } });
    expect(JSON.stringify(apply({ op: 'add', path: at, value: {} }, { op: 'add', path: `${at}/x`, value: 1 }))).toBe(
      json,
    );
    expect(apply({ op: 'add', path: `${at}/x`, value: 1 })).toHaveProperty('error');
    expect(apply({ op: 'remove', path: at })).toHaveProperty('error');
    expect(apply({ op: 'copy', from: at, path: '/data/k' })).toEqual({ object: { data: { k: null } } });
    expect(apply({ op: 'add', path: at, value: 1 }, { op: 'remove', path: at })).toEqual({ object: { data: {} } });
    expect(Object.hasOwn({}, 'x') || 'x' in {}).toBe(false);
  });

  // What the real kubectl says of the same patches with --local.
  const POD_ARGS = '/spec/containers/0/args';
  it.each<[operation: object, outcome: unknown]>([
    [
      { op: 'replace', path: '/data/nope', value: '1' },
      { k: 'v', nope: '1' },
    ],
    [
      { op: 'copy', from: '/data/nope', path: '/data/z' },
      { k: 'v', z: null },
    ],
    [{ op: 'replace', path: '/data/k' }, { k: null }],
    [{ op: 'test', path: '/data/nope', value: null }, { k: 'v' }],
    [
      { op: 'remove', path: 'data/k' },
      "error in remove for path: 'data/k': Unable to remove nonexistent key: k: missing value",
    ],
    [
      { op: 'remove', path: '/data/nope' },
      "error in remove for path: '/data/nope': Unable to remove nonexistent key: nope: missing value",
    ],
    [
      { op: 'remove', path: '/nope/x' },
      'remove operation does not apply: doc is missing path: "/nope/x": missing value',
    ],
    [{ op: 'add', path: '', value: 1 }, 'add operation does not apply: doc is missing path: "": missing value'],
    [
      { op: 'replace', path: 'data', value: 1 },
      'replace operation does not apply: doc is missing path: data: missing value',
    ],
    [
      { op: 'move', from: '/data/nope', path: '/data/z' },
      "error in move for path: 'nope': Unable to remove nonexistent key: nope: missing value",
    ],
    [
      { op: 'copy', from: '/nope/q', path: '/data/z' },
      'copy operation does not apply: doc is missing from path: /nope/q: missing value',
    ],
    [
      { op: 'move', from: '/data/k', path: '/q/w' },
      'move operation does not apply: doc is missing destination path: /q/w: missing value',
    ],
    [
      { op: 'copy', path: '/data/k' },
      'copy operation failed to decode from: operation, missing from field: missing value',
    ],
    [
      { op: 'move', from: 5, path: '/a' },
      'move operation failed to decode from: json: cannot unmarshal number into Go value of type string',
    ],
    [
      { op: 'test', path: '/nope/x/y', value: '1' },
      'test operation does not apply: is missing path: /nope/x/y: missing value',
    ],
    [{ op: 'test', path: '', value: {} }, 'testing value  failed: test failed'],
    [
      { op: 'replace', path: `${POD_ARGS}/5`, value: 'x' },
      `replace operation does not apply: doc is missing key: ${POD_ARGS}/5: missing value`,
    ],
    [
      { op: 'add', path: `${POD_ARGS}/3`, value: 'x' },
      `error in add for path: '${POD_ARGS}/3': Unable to access invalid index: 3: invalid index referenced`,
    ],
    [
      { op: 'add', path: `${POD_ARGS}/z`, value: 'x' },
      `error in add for path: '${POD_ARGS}/z': value was not a proper array index: 'z': strconv.Atoi: parsing "z": invalid syntax`,
    ],
    [
      { op: 'remove', path: `${POD_ARGS}/z` },
      `error in remove for path: '${POD_ARGS}/z': strconv.Atoi: parsing "z": invalid syntax`,
    ],
    [
      { op: 'copy', from: `${POD_ARGS}/5`, path: '/a' },
      `error in copy for from: '${POD_ARGS}/5': Unable to access invalid index: 5: invalid index referenced`,
    ],
    [
      { op: 'move', from: '/data/k', path: `${POD_ARGS}/9` },
      `error in move for path: '${POD_ARGS}/9': Unable to access invalid index: 9: invalid index referenced`,
    ],
  ])('PAT4: %j', (operation, outcome) => {
    const object = { data: { k: 'v' }, spec: { containers: [{ args: ['0', '1'] }] } };
    const done = applyJsonPatch(object, [operation as never]);
    expect('error' in done ? done.error : done.object.data).toEqual(outcome);
  });

  it.each<[path: string, op: string, args: readonly string[]]>([
    ['-1', 'add', ['0', '1', 'x']],
    ['2', 'add', ['0', '1', 'x']],
    ['+1', 'add', ['0', 'x', '1']],
    ['-1', 'replace', ['0', 'x']],
    ['-1', 'remove', ['0']],
  ])('PAT4: index %s of a list: %s', (index, op, args) => {
    const done = applyJsonPatch({ args: ['0', '1'] }, [{ op, path: `/args/${index}`, value: 'x' } as never]);
    expect(done).toEqual({ object: { args } });
  });

  it.each([
    ['2', 'Unable to access invalid index: 2'],
    ['02', 'Unable to access invalid index: 2'],
    ['-3', 'Unable to access invalid index: -3'],
    ['a', 'strconv.Atoi: parsing "a": invalid syntax'],
  ])('PAT4: index %s of a list of two is refused', (index, problem) => {
    const done = applyJsonPatch({ args: ['0', '1'] }, [{ op: 'remove', path: `/args/${index}` }]);
    const suffix = problem.startsWith('strconv') ? '' : ': invalid index referenced';
    expect(done).toEqual({ error: `error in remove for path: '/args/${index}': ${problem}${suffix}` });
  });

  // What json-patch itself made of each.
  it.each<[what: string, before: unknown, patch: unknown, after: unknown]>([
    ['in a list that is new', undefined, [{ x: null, y: [{ z: null }] }], [{ y: [{}] }]],
    ['in a list that replaces one', [1], [{ x: null, y: 1 }], [{ y: 1 }]],
    ['in a list that replaces a text', 'text', [[{ x: null }]], [[{}]]],
    ['in a list that replaces an object', { b: 1 }, [{ x: null }], [{ x: null }]],
    ['as an item of a list', [1], [null, 2], [null, 2]],
    ['in an object that replaces a list', [1], { x: null, y: { z: null } }, { y: {} }],
  ])('PAT4: a null of a merge patch %s', (_what, before, patch, after) => {
    expect(applyMergePatch(before === undefined ? {} : { list: before }, { list: patch })).toEqual({ list: after });
  });

  it('PAT1: a merge patch of a list as it is changes nothing, nulls of its objects left out', () => {
    const object = { list: [{ y: 1 }] };
    expect(applyMergePatch(object, { list: [{ x: null, y: 1 }] })).toBe(object);
  });

  it('PAT1: merge patch shares', () => {
    const object = { a: { b: 1 }, c: { d: 1 } };
    expect(applyMergePatch(object, { a: { b: 1 }, x: null })).toBe(object);
    const after = applyMergePatch(object, { a: { b: null, e: { f: null } } });
    expect(after).toEqual({ a: { e: {} }, c: { d: 1 } });
    expect((after as typeof object).c).toBe(object.c);
  });

  it('PAT4: merge patches are made', () => {
    expect(createMergePatch({ a: 1, b: { c: 1, d: 1 } }, { b: { c: 2, d: 1 } })).toEqual({ a: null, b: { c: 2 } });
    const patch = createThreeWayMergePatch(
      { spec: { a: 1, b: 1 } },
      { spec: { b: 2 } },
      { spec: { a: 1, b: 1, x: 1 } },
    );
    expect(patch).toEqual({ spec: { a: null, b: 2 } });
  });

  it.each<[what: string, original: object, modified: object, current: object, patch: object]>([
    [
      'fields of others stay where all of mine go',
      { a: { x: 1, y: 1 } },
      { a: {} },
      { a: { x: 1, y: 1, z: 1 } },
      { a: { x: null, y: null } },
    ],
    ['an empty object is set', {}, { a: {} }, {}, { a: {} }],
    ['nothing to do', { a: { x: 1 } }, { a: { x: 1 } }, { a: { x: 1, z: 1 } }, {}],
    ['an object becomes a list', { a: { x: 1 } }, { a: [1] }, { a: { x: 1 } }, { a: [1] }],
    ['a number becomes an object', { a: 1 }, { a: { x: 1 } }, { a: 1 }, { a: { x: 1 } }],
  ])('PAT3: a three-way merge patch: %s', (_what, original, modified, current, patch) => {
    expect(createThreeWayMergePatch(original as Fields, modified as Fields, current as Fields)).toEqual(patch);
  });
});
