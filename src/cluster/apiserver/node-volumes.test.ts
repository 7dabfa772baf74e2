import { expect, it } from 'vitest';
import type { Status } from '../../api/status.ts';
import { nodeCredentials, testCluster } from './testing.ts';

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
