import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { KObject } from '../../../api/types/meta.ts';
import { TEST_START, testCluster } from '../testing.ts';
import { bootstrapObjects } from './objects.ts';

const file = join(import.meta.dirname, '../../../../testdata/startup/objects.json.gz');
const recorded = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as readonly KObject[];
const random = testCluster({ bootstrap: false }).engine.random('test');
const ours = new Map(bootstrapObjects(TEST_START, random).map(({ object }) => [nameOf(object), object]));

const NOTHING: KObject = { apiVersion: '', kind: '', metadata: {} };

function nameOf({ kind, metadata }: KObject): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}

function withoutIdentity(object: KObject): KObject {
  const { uid: _uid, creationTimestamp: _time, managedFields: _fields, ...metadata } = object.metadata;
  return { ...object, metadata };
}

describe('AS5: an empty cluster begins with the recorded objects', () => {
  const kinds = [...new Set(recorded.map(({ kind }) => kind))];
  it.each(kinds)('AS5: %s', (kind) => {
    for (const object of recorded.filter((each) => each.kind === kind)) {
      expect(withoutIdentity(ours.get(nameOf(object)) ?? NOTHING), nameOf(object)).toEqual(object);
    }
  });
  it('AS5: and with the account and the rights of a controller that upstream has not', () => {
    const rules = [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }];
    const rights = [{ account: 'mine', rules }];
    const own = testCluster({ bootstrap: false }).engine.random('test');
    const added = bootstrapObjects(TEST_START, own, { rights }).slice(ours.size);
    expect(added.map(({ object }) => nameOf(object))).toEqual([
      'ServiceAccount kube-system/mine',
      'ClusterRole /system:controller:mine',
      'ClusterRoleBinding /system:controller:mine',
    ]);
    expect(added[1]?.object).toMatchObject({ rules });
    expect(added[2]?.object).toMatchObject({
      roleRef: { name: 'system:controller:mine' },
      subjects: [{ kind: 'ServiceAccount', name: 'mine', namespace: 'kube-system' }],
    });
  });
  it('AS5: and says who wrote them', () => {
    const managers = [...ours.values()].map(({ metadata }) => metadata.managedFields?.[0]?.manager);
    expect(new Set(managers)).toEqual(new Set(['kube-apiserver', 'kube-controller-manager', undefined]));
  });
});
