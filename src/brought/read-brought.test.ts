import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printYaml } from '../api/yaml/index.ts';
import { base64 } from '../base/bytes/base64.ts';
import type { Complaint, Remark } from './complaint.ts';
import { readBrought } from './read-brought.ts';
import type { BroughtFile } from './read-file.ts';
import { sayComplaint, sayRemark } from './words.ts';

/** What a real cluster held when a recording ended, as kubectl printed it. */
function recorded(name: string): string {
  const packed = readFileSync(new URL(`../../testdata/golden/${name}.json.gz`, import.meta.url));
  return (JSON.parse(gunzipSync(packed).toString()) as { 'final.json': string })['final.json'];
}
const itemsOf = (text: string) => (JSON.parse(text) as { items: object[] }).items;

const pod = (name: string, change: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'web', uid: `uid-${name}`, creationTimestamp: '2026-03-01T10:00:00Z' },
  spec: { containers: [{ name: 'main', image: 'nginx:1.27' }] },
  ...change,
});
const json = (value: unknown): BroughtFile => ({ name: 'dump.json', text: JSON.stringify(value, null, 2) });
const yaml = (text: string, name = 'dump.yaml'): BroughtFile => ({ name, text });
/** Without what is remarked on in nearly every test: they bring neither namespaces nor nodes. */
const told = (remarks: readonly Remark[]) => remarks.filter(({ key }) => key !== 'namespaces' && key !== 'noNodes');
const namesIn = (files: readonly BroughtFile[]) =>
  readBrought(files).start?.objects.map(({ metadata }) => metadata.name) ?? [];

describe('files', () => {
  it('BRO1: all forms in which a cluster gives its objects are read alike', () => {
    const two = [pod('a'), pod('b')];
    const bare = two.map(({ apiVersion: _, kind: __, ...rest }) => rest);
    const forms: readonly BroughtFile[] = [
      json({ apiVersion: 'v1', kind: 'List', items: two }),
      json({ apiVersion: 'v1', kind: 'PodList', metadata: {}, items: bare }),
      json(two),
      yaml(two.map((each) => JSON.stringify(each)).join('\n'), 'lines.json'),
      yaml(two.map((object) => JSON.stringify({ type: 'ADDED', object })).join('\n'), 'watch.json'),
      yaml(two.map((each) => `---\n# Source: chart\n${printYaml(each)}`).join('')),
      yaml(printYaml({ apiVersion: 'v1', kind: 'List', items: two })),
    ];
    for (const form of forms) expect(namesIn([form]), form.text.slice(0, 60)).toEqual(['a', 'b']);
    expect(namesIn([json(two[0]), yaml(printYaml(two[1] as object))])).toEqual(['a', 'b']);
  });

  it('BRO2: a complaint names file, line, field and object, and the rest is used', () => {
    const broken = { ...pod('c'), spec: { containers: [{ name: 'main' }, { name: 'other', image: 7 }] } };
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [pod('a'), broken] }, null, 2);
    const { start, complaints } = readBrought([{ name: 'all.json', text }]);
    expect(start?.objects.map(({ metadata }) => metadata.name)).toEqual(['a']);
    const line = text.split('\n').findIndex((each) => each.includes('"image": 7')) + 1;
    expect(complaints).toEqual([
      {
        key: 'mistyped',
        args: {
          message: 'json: cannot unmarshal number into Go struct field Container.spec.containers.image of type string',
        },
        place: { file: 'all.json', line, field: 'spec.containers[1].image', object: 'Pod web/c' },
      },
    ]);
  });

  it('BRO2: the line in YAML is that of the file, not of the document', () => {
    const text = `${printYaml(pod('a'))}---\n${printYaml({ ...pod('b'), metadata: { name: 'b', labels: { a: 1 } } })}`;
    const [complaint] = readBrought([yaml(text)]).complaints;
    expect(complaint?.place).toMatchObject({ field: 'metadata.labels', object: 'Pod b' });
    expect(text.split('\n')[(complaint?.place.line ?? 0) - 1]).toContain('labels');
  });

  it.each([
    ['table', 'NAME    READY   STATUS    RESTARTS   AGE\nweb-1   1/1     Running   0          5m\n', 1],
    ['template', 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n', 4],
    ['kubeconfig', 'apiVersion: v1\nkind: Config\nclusters: []\nusers: []\n', 2],
    ['unreadable', 'apiVersion: v1\nkind: Pod\n  metadata: {}\n', 3],
    ['noObject', '- 1\n', 1],
    ['missing', 'apiVersion: v1\nmetadata: {name: a}\n', 1],
    ['nothing', '\n# nothing\n', undefined],
  ])('BRO3: %s is named as what it is', (key, text, line) => {
    const { complaints, start } = readBrought([yaml(text)]);
    expect(complaints.map((each) => [each.key, each.place.line])).toEqual([[key, line]]);
    expect(start).toBeUndefined();
  });

  it('BRO4: damaged files never throw, and never lose an object without a word', () => {
    const whole = recorded('a06');
    const asYaml = printYaml(JSON.parse(whole) as object);
    const count = itemsOf(whole).length;
    fc.assert(
      fc.property(
        fc.constantFrom(whole, asYaml),
        fc.nat(whole.length),
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom('', '"', '{', '}', '[', ':', '\n', '  ', '7', 'null', '\u0000', '"a"', '- '),
        (text, at, cut, put) => {
          const damaged = text.slice(0, at) + put + text.slice(at + cut);
          const { start, wishes, complaints, remarks } = readBrought([{ name: 'all', text: damaged }]);
          const read = (start?.objects.length ?? 0) + wishes.length;
          if (read < count) expect(complaints.length + remarks.length).toBeGreaterThan(0);
          for (const { place } of complaints) expect(place.file).toBe('all');
          for (const { place, key } of complaints)
            if (key !== 'nothing') expect(place.line).toSatisfy((line: number) => line >= 1);
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });
});

describe('objects', () => {
  it('BRO5: the very item that is wrong is named', () => {
    const wrong = pod('a', {
      spec: { containers: [{ name: 'x' }, { name: 'y', ports: [{}, { containerPort: '80' }] }] },
    });
    const [complaint] = readBrought([json(wrong)]).complaints;
    expect(complaint).toMatchObject({ key: 'mistyped', place: { field: 'spec.containers[1].ports[1].containerPort' } });
  });

  it('BRO6: what no server has kept is a wish', () => {
    const { start, wishes } = readBrought([json([pod('a'), pod('b', { metadata: { name: 'b' } })])]);
    expect(start?.objects.map(({ metadata }) => metadata.name)).toEqual(['a']);
    expect(wishes.map(({ metadata }) => [metadata.name, metadata.namespace])).toEqual([['b', 'default']]);
  });

  it('BRO6: all of it begins where that is asked for, at the usual time where nothing tells one', () => {
    const { start, wishes } = readBrought([json([pod('b', { metadata: { name: 'b' } })])], { allBegin: true });
    expect(start?.objects.map(({ metadata }) => metadata)).toEqual([{ name: 'b', namespace: 'default' }]);
    expect(start?.time).toBe('2026-01-15T09:00:00Z');
    expect(wishes).toEqual([]);
  });

  it('BRO7: of two the newer revision counts, in whatever order they come', () => {
    const at = (resourceVersion: string, phase: string) =>
      pod('a', { metadata: { ...pod('a').metadata, resourceVersion }, status: { phase } });
    for (const all of [
      [at('9', 'Pending'), at('10', 'Running')],
      [at('10', 'Running'), at('9', 'Pending')],
    ]) {
      const { start, remarks } = readBrought([json(all)]);
      expect(start?.objects.map(({ status }) => status)).toEqual([{ phase: 'Running' }]);
      expect(told(remarks)).toEqual([{ key: 'twice', args: { count: 1 } }]);
    }
  });

  it('BRO8: unknown kinds are left out with a word, declared ones are known', () => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'ovens.shop.example', uid: 'd' },
      spec: {
        group: 'shop.example',
        names: { kind: 'Oven', plural: 'ovens' },
        scope: 'Namespaced',
        versions: [{ name: 'v1' }],
      },
    };
    const custom = (kind: string, uid: string) => ({
      apiVersion: 'shop.example/v1',
      kind,
      metadata: { name: uid, namespace: 'web', uid },
    });
    const review = { apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name: 'etcd-0' } };
    const { start, remarks } = readBrought([json([definition, custom('Oven', 'o'), custom('Pan', 'p'), review])]);
    expect(start?.objects.map(({ kind }) => kind)).toEqual(['CustomResourceDefinition', 'Oven']);
    expect(told(remarks)).toEqual([
      { key: 'computed', args: { kind: 'ComponentStatus', count: 1 } },
      { key: 'unknownKind', args: { kind: 'Pan', apiVersion: 'shop.example/v1', count: 1 } },
    ]);
  });

  it('BRO9: references to absent owners are taken away, others stay', () => {
    const owner = (name: string, uid: string) => ({ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid });
    const owned = (name: string, ...ownerReferences: object[]) =>
      pod(name, { metadata: { ...pod(name).metadata, ownerReferences } });
    const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', namespace: 'web', uid: 'rs' } };
    const { start, remarks } = readBrought([
      json([set, owned('a', owner('web', 'rs'), owner('old', 'gone')), owned('b', owner('old', 'gone'))]),
    ]);
    const references = start?.objects.map(({ metadata }) => metadata.ownerReferences?.map(({ uid }) => uid));
    expect(references).toEqual([undefined, ['rs'], undefined]);
    expect(told(remarks)).toEqual([{ key: 'orphans', args: { count: 2, owners: 'ReplicaSet old' } }]);
  });

  it('BRO10: the run begins just after the latest moment that is told', () => {
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'n', namespace: 'kube-node-lease', uid: 'l', creationTimestamp: '2026-03-01T09:00:00Z' },
      spec: { renewTime: '2026-03-01T10:02:03.500000Z' },
    };
    const written = pod('a', {
      metadata: {
        ...pod('a').metadata,
        annotations: { at: '2030-01-01T00:00:00Z' },
        deletionTimestamp: '2031-01-01T00:00:00Z',
      },
    });
    expect(readBrought([json([lease, written])]).start?.time).toBe('2026-03-01T10:02:04Z');
  });

  it('BRO10: whole recordings of a real cluster are read without a complaint', () => {
    for (const name of ['a02', 'a06', 'a17', 'b01', 'b06', 'b14']) {
      const text = recorded(name);
      const { start, complaints, wishes } = readBrought([{ name: 'final.json', text }]);
      expect(complaints, name).toEqual([]);
      expect(wishes, name).toEqual([]);
      expect(start?.objects.length, name).toBe(itemsOf(text).length);
    }
  });
});

describe('secrets', () => {
  it('BRO11: nothing secret is given', () => {
    const secret = (name: string, type: string, data: Record<string, string>) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      type,
      metadata: {
        name,
        namespace: 'web',
        uid: name,
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(data), note: 'kept' },
      },
      data,
    });
    const word = base64('s3cr3t-value');
    const { start, remarks } = readBrought([
      json([
        secret('db', 'Opaque', { password: word, user: word }),
        secret('pull', 'kubernetes.io/dockerconfigjson', { '.dockerconfigjson': word }),
        secret('sh.helm.release.v1.shop.v1', 'helm.sh/release.v1', { release: word }),
        secret('token', 'kubernetes.io/service-account-token', { token: word }),
      ]),
    ]);
    expect(JSON.stringify(start)).not.toContain(word);
    expect(start?.objects.map(({ metadata, data }) => [metadata.name, data, metadata.annotations])).toEqual([
      ['db', { password: base64('masked'), user: base64('masked') }, { note: 'kept' }],
      ['pull', { '.dockerconfigjson': base64('{"auths":{}}') }, { note: 'kept' }],
    ]);
    expect(told(remarks)).toEqual([
      { key: 'dropped', args: { count: 2 } },
      { key: 'masked', args: { count: 2 } },
    ]);
  });
});

describe('what is absent', () => {
  it('BRO12: namespaces and nodes that are only named are remarked on', () => {
    const on = (name: string, node: string) => pod(name, { spec: { ...pod(name).spec, nodeName: node } });
    expect(readBrought([json([on('a', 'red'), on('b', 'blue')])]).remarks).toEqual([
      { key: 'namespaces', args: { count: 1, names: 'web' } },
      { key: 'nodes', args: { count: 2, names: 'red, blue' } },
    ]);
    expect(readBrought([json(pod('a'))]).remarks.map(({ key }) => key)).toEqual(['namespaces', 'noNodes']);
  });
});

describe('words', () => {
  const place = { file: 'all.yaml', line: 7, field: 'spec.replicas', object: 'Deployment web/api' };
  const complaint: Complaint = { key: 'mistyped', args: { message: 'json: wrong' }, place };

  it('BRO13: a complaint says where and what', () => {
    expect(sayComplaint('en', complaint)).toBe('all.yaml, line 7, spec.replicas of Deployment web/api: json: wrong');
    expect(sayComplaint('zh', complaint)).toBe('all.yaml，第 7 行，Deployment web/api 的 spec.replicas：json: wrong');
    expect(sayComplaint('en', { key: 'nothing', args: {}, place: { file: 'a' } })).toBe(
      'a: nothing of a cluster is in it',
    );
  });

  it('BRO13: a remark is one sentence that counts', () => {
    const orphans = (count: number): Remark => ({ key: 'orphans', args: { count, owners: 'ReplicaSet web' } });
    expect(sayRemark('en', orphans(1))).toBe(
      '1 object belongs to what is not in the files (ReplicaSet web). It stands alone now; otherwise the garbage collector would delete it at once.',
    );
    expect(sayRemark('en', orphans(2))).toContain('2 objects belong');
    expect(sayRemark('zh', orphans(2))).toContain('2 个对象');
  });
});
