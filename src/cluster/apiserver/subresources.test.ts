import { describe, expect, it } from 'vitest';
import { isStatus } from '../../api/status.ts';
import type { KObject } from '../../api/types/meta.ts';
import { type TestCluster, testCluster, userCredentials } from './testing.ts';

const QUIET = { compaction: false, periodicBookmarks: false };
const PODS = '/api/v1/namespaces/default/pods';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const PEM = Buffer.from('-----BEGIN CERTIFICATE REQUEST-----\n').toString('base64');
const MERGE = { headers: { 'content-type': 'application/merge-patch+json' } };

function withPod(): TestCluster {
  const cluster = testCluster({ config: QUIET });
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace: 'default', uid: 's' },
  };
  cluster.engine.perform(() => cluster.apiServer.install(cluster.engine.background('test'), [{ object: account }]));
  cluster.request('POST', PODS, { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'b:1' }] } });
  return cluster;
}

const messageOf = (body: unknown): string => (isStatus(body) ? (body.message ?? '') : 'an object');

describe('AS38: subresources of a Pod', () => {
  const debug = { spec: { ephemeralContainers: [{ name: 'd', image: 'busybox:1' }] } };

  it('AS38: ephemeral containers are added and stay', () => {
    const cluster = withPod();
    const added = cluster.request('PATCH', `${PODS}/p/ephemeralcontainers`, debug).body as KObject;
    expect(added.spec).toMatchObject({ ephemeralContainers: [{ name: 'd' }], containers: [{ name: 'a' }] });
    expect(added.metadata.generation).toBe(2);
    const patch = { spec: { ephemeralContainers: null } };
    const gone = cluster.request('PATCH', `${PODS}/p/ephemeralcontainers`, patch, MERGE);
    expect([gone.code, (gone.body as KObject).metadata?.generation]).toEqual([200, 2]);
    const other = { spec: { ephemeralContainers: [{ name: 'e', image: 'busybox:1' }] } };
    const replaced = cluster.request('PATCH', `${PODS}/p/ephemeralcontainers`, other, MERGE);
    expect(replaced.code).toBe(422);
    expect(messageOf(replaced.body)).toContain('existing ephemeral containers "d" may not be removed');
  });

  it('AS38: ephemeral containers have names of their own and nothing that a service needs', () => {
    const cluster = withPod();
    const container = { name: 'a', image: 'busybox:1', targetContainerName: 'z', ports: [{ containerPort: 80 }] };
    const answer = cluster.request('PATCH', `${PODS}/p/ephemeralcontainers`, {
      spec: { ephemeralContainers: [container] },
    });
    expect(messageOf(answer.body)).toBe(
      'Pod "p" is invalid: [spec.ephemeralContainers[0].name: Duplicate value: "a", spec.ephemeralContainers[0].targetContainerName: Not found: "z", spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container]',
    );
  });

  it('AS38: a resize changes what containers ask for and nothing else', () => {
    const cluster = withPod();
    const asked = { spec: { containers: [{ name: 'a', image: 'c:2', resources: {} }] } };
    const same = cluster.request('PATCH', `${PODS}/p/resize`, asked).body as KObject;
    expect(same.spec).toMatchObject({ containers: [{ name: 'a', image: 'b:1' }] });
    const more = { spec: { containers: [{ name: 'a', resources: { requests: { cpu: '1' } } }] } };
    expect(messageOf(cluster.request('PATCH', `${PODS}/p/resize`, more).body)).toContain(
      'Pod QOS Class may not change',
    );
  });
});

describe('AS39: a CertificateSigningRequest', () => {
  it('AS39: says who asks, is judged by approval and signed by status', () => {
    const cluster = testCluster({ config: QUIET });
    const spec = { request: PEM, signerName: 'a.example/b', usages: ['client auth'], username: 'somebody else' };
    const admin = userCredentials('ann', ['system:masters']);
    const created = cluster.request('POST', REQUESTS, { metadata: { name: 'r' }, spec }, { as: admin }).body as KObject;
    expect(created.spec).toMatchObject({ username: 'ann', groups: ['system:masters', 'system:authenticated'] });
    const approval = { conditions: [{ type: 'Approved', status: 'True' }], certificate: 'AA==' };
    const approved = cluster.request('PATCH', `${REQUESTS}/r/approval`, { status: approval }, MERGE).body as KObject;
    expect(approved.status).toEqual({ conditions: [expect.objectContaining({ type: 'Approved' })] });
    const signed = cluster.request('PATCH', `${REQUESTS}/r/status`, { status: { certificate: 'AA==' } }, MERGE).body;
    expect((signed as KObject).status).toMatchObject({ certificate: 'AA==', conditions: [{ type: 'Approved' }] });
  });
});

describe('AS40: the old paths of watches', () => {
  it('AS40: watch a collection or one object', () => {
    const cluster = withPod();
    const names = (path: string): readonly unknown[] => {
      const { stream, code } = cluster.request('GET', path);
      const frames = [];
      for (let frame = stream?.tryNext(); frame !== undefined; frame = stream?.tryNext()) frames.push(frame);
      stream?.stop();
      return [code, ...frames.map(({ type, object }) => `${type} ${(object as KObject).metadata.name}`)];
    };
    expect(names('/api/v1/watch/namespaces/default/pods')).toEqual([200, 'ADDED p']);
    expect(names('/api/v1/watch/pods')).toEqual([200, 'ADDED p']);
    expect(names('/api/v1/watch/namespaces/default/configmaps/kube-root-ca.crt')).toEqual([
      200,
      'ADDED kube-root-ca.crt',
    ]);
    expect(names('/api/v1/watch/namespaces/default/pods/other')).toEqual([200]);
    expect(cluster.request('POST', '/api/v1/watch/pods', {}).code).toBe(405);
  });
});
