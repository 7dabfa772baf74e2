import { expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import { nodeCredentials, testCluster } from '../testing.ts';

const PODS = '/api/v1/namespaces/default/pods';

it('AS96: a kubelet reads the volumes of its own Pods alone', () => {
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }];
  const containers = [{ name: 'c', image: 'nginx' }];
  cluster.request('POST', PODS, { metadata: { name: 'a' }, spec: { containers, volumes } });
  const target = { kind: 'Node', name: 'worker-1' };
  const bound = cluster.request('POST', `${PODS}/a/binding`, {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: 'a' },
    target,
  });
  expect(bound.code).toBe(201);
  const secretRef = { name: 's', namespace: 'default' };
  const volume = (name: string, claimName: string) =>
    cluster.request('POST', '/api/v1/persistentvolumes', {
      metadata: { name },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        csi: { driver: 'd.example', volumeHandle: name, nodePublishSecretRef: secretRef },
        claimRef: { namespace: 'default', name: claimName },
      },
    });
  expect([volume('mine', 'c').code, volume('other', 'd').code]).toEqual([201, 201]);
  const attachment = cluster.request('POST', '/apis/storage.k8s.io/v1/volumeattachments', {
    metadata: { name: 'va' },
    spec: { attacher: 'd.example', nodeName: 'worker-1', source: { persistentVolumeName: 'mine' } },
  });
  expect(attachment.code).toBe(201);
  const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
  const asked = (path: string, node = 'worker-1') => {
    const { code, body } = cluster.request('GET', path, undefined, { as: nodeCredentials(node) });
    return code === 403 ? (body as Status).message?.replace(/^.*": |^.* scope: /, '') : code;
  };
  const unrelated = (node: string) => `no relationship found between node '${node}' and this object`;
  const secret = '/api/v1/namespaces/default/secrets/s';
  for (const path of [`${claims}/c`, secret]) expect([path, asked(path)]).toEqual([path, 404]);
  expect(asked('/api/v1/persistentvolumes/mine')).toBe(200);
  expect(asked('/apis/storage.k8s.io/v1/volumeattachments/va')).toBe(200);
  const others = [`${claims}/d`, '/api/v1/persistentvolumes/other'];
  for (const path of others) expect([path, asked(path)]).toEqual([path, unrelated('worker-1')]);
  expect(asked(secret, 'worker-2')).toBe(unrelated('worker-2'));
  expect(asked('/apis/storage.k8s.io/v1/volumeattachments/va', 'worker-2')).toBe(unrelated('worker-2'));
  expect(asked(claims)).toBe('can only get individual resources of this type');
});

it('AS113: a kubelet reads and changes the slices of its own node', () => {
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  const slices = '/apis/resource.k8s.io/v1/resourceslices';
  const sliceOf = (name: string, nodeName: string) => {
    const pool = { name, generation: 1, resourceSliceCount: 1 };
    return { metadata: { name }, spec: { driver: 'd.example', nodeName, pool, devices: [{ name: 'a' }] } };
  };
  for (const node of ['worker-1', 'worker-2'])
    expect(cluster.request('POST', slices, sliceOf(node, node)).code).toBe(201);
  const asked = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = cluster.request(method, path, body, { as: nodeCredentials('worker-1') });
    return answer.code === 403 ? (answer.body as Status).message?.replace(/^.*": |^.* scope: /, '') : answer.code;
  };
  const unrelated = "no relationship found between node 'worker-1' and this object";
  for (const method of ['GET', 'DELETE'] as const) expect(asked(method, `${slices}/worker-2`)).toBe(unrelated);
  expect(asked('GET', `${slices}/worker-1`)).toBe(200);
  const several = 'can only list/watch/deletecollection resourceslices with spec.nodeName field selector';
  for (const method of ['GET', 'DELETE'] as const) {
    expect(asked(method, slices)).toBe(several);
    expect(asked(method, `${slices}?fieldSelector=spec.nodeName%3Dworker-2`)).toBe(several);
    expect(asked(method, `${slices}?fieldSelector=spec.nodeName%3Dworker-1`)).toBe(200);
  }
  expect(asked('GET', `${slices}/worker-1`)).toBe(unrelated);
  expect(asked('POST', slices, sliceOf('again', 'worker-1'))).toBe(201);
});
