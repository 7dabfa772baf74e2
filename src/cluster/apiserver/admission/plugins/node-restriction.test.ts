import { describe, expect, it } from 'vitest';
import type { Status } from '../../../../api/errors/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { addPolicy, nodeCredentials, type TestCluster, testCluster } from '../../testing.ts';

const NODES = '/api/v1/nodes';
const PODS = '/api/v1/namespaces/default/pods';

function cluster(): TestCluster {
  const made = testCluster();
  made.request('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  for (const name of ['a', 'b']) made.request('POST', NODES, { metadata: { name, labels: { zone: 'x' } } });
  return made;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What the kubelet of node a is told: nothing when it may. */
function told(on: TestCluster, method: Method, path: string, body?: object): string | undefined {
  const answer = on.request(method, path, body, { as: nodeCredentials('a') });
  const { message } = answer.body as Status;
  return answer.code < 300 ? undefined : message?.replace(/^.* is forbidden: /, '');
}

const pod = (name: string, nodeName: string, metadata: object = {}, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { nodeName, containers: [{ name: 'c', image: 'i' }], ...spec },
});

describe('AS87: a kubelet', () => {
  it.each<readonly [string, object, string | undefined]>([
    ['a', { metadata: { labels: { 'kubelet.kubernetes.io/x': 'y', mine: 'z' } } }, undefined],
    ['b', { metadata: { labels: { mine: 'z' } } }, 'node "a" is not allowed to modify node "b"'],
    [
      'a',
      { metadata: { labels: { 'node-restriction.kubernetes.io/x': 'y', 'k8s.io/a': 'b' } } },
      'is not allowed to modify labels: k8s.io/a, node-restriction.kubernetes.io/x',
    ],
    ['a', { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } }, 'node "a" is not allowed to modify taints'],
    [
      'a',
      { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'gone', uid: 'u' }] } },
      'node "a" is not allowed to modify ownerReferences',
    ],
  ])('changes node %s by %j: %s', (name, change, problem) => {
    expect(told(cluster(), 'PATCH', `${NODES}/${name}`, change)).toBe(problem);
  });

  it('registers under its own name and with labels that are its own, and stays', () => {
    const on = testCluster();
    const node = (labels: object) => ({ metadata: { name: 'a', labels } });
    expect(told(on, 'POST', NODES, node({ 'k8s.io/a': 'b' }))).toBe(
      'node "a" is not allowed to set the following labels: k8s.io/a',
    );
    expect(told(on, 'POST', NODES, node({ 'kubernetes.io/os': 'linux' }))).toBeUndefined();
    expect(told(on, 'DELETE', `${NODES}/a`)).toContain('cannot delete resource "nodes"');
  });

  it('reads the volumes of its own Pods one by one, and its own CSINode', () => {
    const on = cluster();
    expect(told(on, 'GET', '/api/v1/persistentvolumes')).toContain('can only get individual resources of this type');
    expect(told(on, 'GET', '/api/v1/persistentvolumes/x')).toContain(
      "no relationship found between node 'a' and this object",
    );
    expect(told(on, 'GET', '/apis/storage.k8s.io/v1/csinodes/b')).toContain(
      'can only access CSINode with the same name',
    );
    expect(told(on, 'GET', '/apis/storage.k8s.io/v1/csinodes')).toContain('can only get, create, update, patch');
  });

  it('says what its own Pods are like, and nothing else of them', () => {
    const on = cluster();
    on.request('POST', PODS, pod('own', 'a'));
    on.request('POST', PODS, pod('other', 'b'));
    const status = (name: string, change: object) => told(on, 'PATCH', `${PODS}/${name}/status`, change);
    expect(status('own', { status: { message: 'm' } })).toBeUndefined();
    expect(status('other', { status: { message: 'm' } })).toBe(
      'node "a" can only update pod status for pods with spec.nodeName set to itself',
    );
    expect(status('own', { metadata: { labels: { a: 'b' } } })).toBe(
      'node "a" cannot update labels through pod status',
    );
    expect(status('own', { status: { resourceClaimStatuses: [{ name: 'x', resourceClaimName: 'y' }] } })).toBe(
      'node "a" cannot update resource claim statues',
    );
    expect(told(on, 'DELETE', `${PODS}/other`)).toBe('node "a" can only delete pods with spec.nodeName set to itself');
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'other' } };
    expect(told(on, 'POST', `${PODS}/other/eviction`, eviction)).toBe(
      'node a can only evict pods with spec.nodeName set to itself',
    );
  });

  it('makes mirrors of what it runs by itself', () => {
    const on = cluster();
    const node = on.request('GET', `${NODES}/a`).body as KObject;
    const own = { apiVersion: 'v1', kind: 'Node', name: 'a', uid: node.metadata.uid, controller: true };
    const mirror = (owners: readonly object[], spec: object = {}, nodeName = 'a') =>
      told(
        on,
        'POST',
        PODS,
        pod('m', nodeName, { annotations: { 'kubernetes.io/config.mirror': 'x' }, ownerReferences: owners }, spec),
      );
    expect(told(on, 'POST', PODS, pod('m', 'a'))).toBe(
      'pod does not have "kubernetes.io/config.mirror" annotation, node "a" can only create mirror pods',
    );
    const only = 'node "a" can only create pods with';
    expect(mirror([own], {}, 'b')).toBe(`${only} spec.nodeName set to itself`);
    expect(mirror([])).toBe(`${only} an owner reference set to itself`);
    expect(mirror([own, { ...own, uid: 'other', controller: false }])).toBe(
      `${only} a single owner reference set to itself`,
    );
    expect(mirror([{ ...own, controller: false }])).toBe(`${only} a controller owner reference set to itself`);
    expect(mirror([{ ...own, blockOwnerDeletion: true }])).toBe(
      'node "a" must not set blockOwnerDeletion on an owner reference',
    );
    expect(mirror([{ ...own, uid: 'u' }])).toBe(`node a UID mismatch: expected u got ${node.metadata.uid}`);
    expect(mirror([own], { serviceAccountName: 'default' })).toBe('a mirror pod may not reference service accounts');
    const refers = (what: string) => `node "a" can not create pods that reference ${what}`;
    expect(mirror([own], { imagePullSecrets: [{ name: 's' }] })).toBe(refers('secrets'));
    const envFrom = [{ configMapRef: { name: 'c' } }];
    expect(mirror([own], { containers: [{ name: 'c', image: 'i', envFrom }] })).toBe(refers('configmaps'));
    const bundle = { projected: { sources: [{ clusterTrustBundle: { name: 'x', path: 'y' } }] } };
    expect(mirror([own], { volumes: [{ name: 'v', ...bundle }] })).toBe(refers('clustertrustbundles'));
    const claim = { persistentVolumeClaim: { claimName: 'x' } };
    expect(mirror([own], { volumes: [{ name: 'v', ...claim }] })).toBe(refers('persistentvolumeclaims'));
    expect(mirror([own])).toBeUndefined();
  });
});

it('AS88: a policy refuses an eviction', () => {
  const on = cluster();
  on.request('POST', PODS, pod('held', 'b'));
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods/eviction'] };
  addPolicy(on, {
    matchConstraints: { resourceRules: [rule] },
    validations: [{ expression: "object.metadata.name != 'held'", message: 'not this one' }],
  });
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'held' } };
  const refused = on.request('POST', `${PODS}/held/eviction`, eviction);
  expect((refused.body as Status).message).toContain('not this one');
  expect(on.request('GET', `${PODS}/held`).code).toBe(200);
});
