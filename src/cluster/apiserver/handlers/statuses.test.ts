import { expect, it } from 'vitest';
import type { KObject } from '../../../api/types/meta.ts';
import { type TestCluster, testCluster } from '../testing.ts';

function quiet(): TestCluster {
  return testCluster({ config: { compaction: false, periodicBookmarks: false } });
}

const MERGE = { headers: { 'content-type': 'application/merge-patch+json' } };
const STORAGE = '/apis/storage.k8s.io/v1/volumeattachments';
const attachment = {
  metadata: { name: 'x' },
  spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } },
  status: { attached: true },
};

it('AS99: an attachment is attached when its status says so, and nobody else', () => {
  const cluster = quiet();
  const statusOf = (object: unknown): unknown => (object as KObject).status;
  expect(statusOf(cluster.request('POST', STORAGE, attachment).body)).toEqual({ attached: false });
  expect(statusOf(cluster.request('PATCH', `${STORAGE}/x`, { status: { attached: true } }, MERGE).body)).toEqual({
    attached: false,
  });
  const patch = { spec: { nodeName: 'm' }, status: { attached: true } };
  expect(cluster.request('PATCH', `${STORAGE}/x/status`, patch, MERGE).body).toMatchObject({
    spec: { nodeName: 'n' },
    status: { attached: true },
  });
  const wrong = { status: { attachError: { errorCode: -1 } } };
  expect(cluster.request('PATCH', `${STORAGE}/x/status`, wrong, MERGE).body).toMatchObject({
    message:
      'VolumeAttachment.storage.k8s.io "x" is invalid: status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive',
  });
});

it.each([
  [STORAGE, attachment],
  ['/apis/networking.k8s.io/v1/servicecidrs', { metadata: { name: 'x' }, spec: { cidrs: ['10.200.0.0/24'] } }],
  [
    '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
    { metadata: { name: 'x' }, spec: { priorityLevelConfiguration: { name: 'exempt' }, matchingPrecedence: 9000 } },
  ],
  [
    '/apis/apiregistration.k8s.io/v1/apiservices',
    {
      metadata: { name: 'v1.x.example' },
      spec: { group: 'x.example', version: 'v1', groupPriorityMinimum: 10, versionPriority: 10 },
    },
  ],
])('AS99: %s', (path, object) => {
  const cluster = quiet();
  const labels = { mine: 'yes' };
  const owned = { ...object, metadata: { ...object.metadata, labels } };
  cluster.request('POST', path, owned);
  const patch = { metadata: { labels: { other: 'no' }, finalizers: ['a.example/b'] }, spec: { x: 1, group: 'y' } };
  const answer = cluster.request('PATCH', `${path}/${object.metadata.name}/status`, patch, MERGE);
  expect([answer.code, answer.body]).toMatchObject([200, { metadata: { labels }, spec: object.spec }]);
  expect((answer.body as KObject).metadata.finalizers).toBeUndefined();
});

it('AS99: who applies a status comes to own no label by it', () => {
  const cluster = quiet();
  const config = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name: 'x', labels: { other: 'no' } },
    status: { attached: true },
  };
  cluster.request('POST', STORAGE, attachment);
  const apply = { headers: { 'content-type': 'application/apply-patch+yaml' } };
  const { metadata } = cluster.request('PATCH', `${STORAGE}/x/status?fieldManager=m`, config, apply).body as KObject;
  const own = (metadata.managedFields ?? []).find(({ manager }) => manager === 'm');
  expect(own?.fieldsV1).toEqual({ 'f:status': { 'f:attached': {} } });
});

it('AS99: what a driver told of a device goes with the device', () => {
  const cluster = quiet();
  const path = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims';
  const device = (name: string) => ({ driver: 'd.example', pool: 'p', device: name });
  const status = (...names: readonly string[]) => ({
    allocation: { devices: { results: names.map((name) => ({ request: 'r', ...device(name) })) } },
  });
  const devices = { requests: [{ name: 'r', exactly: { deviceClassName: 'gpu', count: 2 } }] };
  cluster.request('POST', path, { metadata: { name: 'c' }, spec: { devices } });
  const write = (value: object): unknown =>
    cluster.request('PATCH', `${path}/c/status`, { status: value }, MERGE).body as KObject;
  const told = [device('a'), device('b')].map((each) => ({ ...each, data: { on: true } }));
  expect(write({ ...status('a', 'b'), devices: told })).toMatchObject({ status: { devices: told } });
  expect((write({ allocation: null }) as KObject).status).toEqual({});
});
