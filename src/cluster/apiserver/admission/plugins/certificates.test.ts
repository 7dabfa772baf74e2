import { describe, expect, it } from 'vitest';
import type { Status } from '../../../../api/errors/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { nodeCredentials, type RequestOptions, type TestCluster, testCluster, userCredentials } from '../../testing.ts';

const PODS = '/api/v1/namespaces/default/pods';
const NODE = '/apis/node.k8s.io/v1/runtimeclasses';

function refusal(
  cluster: TestCluster,
  method: 'POST' | 'PUT' | 'PATCH',
  uri: string,
  body: unknown,
  options?: RequestOptions,
): string {
  return (cluster.request(method, uri, body, options).body as Status).message ?? '';
}

const pod = (spec: object): KObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

describe('AS51: plugins that few objects meet', () => {
  it('AS51: a runtime class gives its Pods an overhead and a place, and suffers no other', () => {
    const cluster = testCluster();
    cluster.request('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
    cluster.request('POST', NODE, {
      kind: 'RuntimeClass',
      apiVersion: 'node.k8s.io/v1',
      metadata: { name: 'sandbox' },
      handler: 'sandbox',
      overhead: { podFixed: { cpu: '100m' } },
      scheduling: { nodeSelector: { kind: 'vm' } },
    });
    const before = 'pods "p" is forbidden: ';
    expect(refusal(cluster, 'POST', PODS, pod({ overhead: { cpu: '1' } }))).toBe(
      `${before}pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead`,
    );
    expect(refusal(cluster, 'POST', PODS, pod({ runtimeClassName: 'sandbox', nodeSelector: { kind: 'x' } }))).toBe(
      `${before}conflict: runtimeClass.scheduling.nodeSelector[kind] = vm; pod.spec.nodeSelector[kind] = x`,
    );
    const made = cluster.request('POST', PODS, pod({ runtimeClassName: 'sandbox' })).body as KObject;
    expect(made.spec).toMatchObject({ overhead: { cpu: '100m' }, nodeSelector: { kind: 'vm' } });
  });

  it('AS51: a claim that is not bound does not grow', () => {
    const cluster = testCluster();
    const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
    const claim = (storage: string): object => ({
      kind: 'PersistentVolumeClaim',
      apiVersion: 'v1',
      metadata: { name: 'c' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
    });
    cluster.request('POST', claims, claim('1Gi'));
    const answer = cluster.request('PATCH', `${claims}/c`, { spec: { resources: { requests: { storage: '2Gi' } } } });
    expect(answer.code).not.toBe(200);
  });

  it('AS51: certificates are approved and signed by whoever may for that signer', () => {
    const cluster = testCluster();
    const all = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
    const roles = '/apis/rbac.authorization.k8s.io/v1';
    cluster.request('POST', `${roles}/clusterroles`, {
      metadata: { name: 'csr' },
      rules: [
        {
          apiGroups: ['certificates.k8s.io'],
          resources: ['certificatesigningrequests', 'certificatesigningrequests/approval'],
          verbs: ['*'],
        },
      ],
    });
    cluster.request('POST', `${roles}/clusterrolebindings`, {
      metadata: { name: 'csr' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'csr' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
    });
    const request =
      'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZE1JR0RBZ0VBTUNFeEVqQVFCZ05WQkFNTUNXSjFhV3hrWlhJdE1URUxNQWtHQTFVRUNnd0NZMmt3V1RBVApCZ2NxaGtqT1BRSUJCZ2dxaGtqT1BRTUJCd05DQUFUbVc1aTFScExHRllEYm51WXpXSG9UZ3F3anNXUGRLNFBiClk5ZDUwVVdmYmIrVG9mL0pUL2h2YzFiMzRkNDRxWm9hMFBnUHhVTkNFVktPdmU5dEVNNmJvQUF3Q2dZSUtvWkkKemowRUF3SURTUUF3UmdJaEFPT2tqb0Q2ZHplbGFoVkNaOGZUa0ZqY3l3Ky8zbWQ5a3p5L1d0QjNQeVREQWlFQQpoOTN1UTlyYkhNMjV1M0RVMHU2anZ2cGpMWDdzN2hyam5JZTh3R3ZnZzA0PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K';
    const made = cluster.request('POST', all, {
      metadata: { name: 'x' },
      spec: { request, signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
    }).body as KObject;
    const condition = { type: 'Approved', status: 'True', reason: 'R', message: 'm' };
    const approved = { ...made, status: { conditions: [condition] } };
    expect(refusal(cluster, 'PUT', `${all}/x/approval`, approved, { as: userCredentials('jane') })).toBe(
      'certificatesigningrequests.certificates.k8s.io "x" is forbidden: user not permitted to approve requests with signerName "kubernetes.io/kube-apiserver-client"',
    );
    expect(cluster.request('PUT', `${all}/x/approval`, approved).code).toBe(200);
  });

  it('AS51: a kubelet does not claim labels that are not its own', () => {
    const cluster = testCluster();
    const node = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n', labels: { 'a.kubernetes.io/b': 'c' } } };
    expect(refusal(cluster, 'POST', '/api/v1/nodes', node, { as: nodeCredentials('n') })).toBe(
      'nodes "n" is forbidden: node "n" is not allowed to set the following labels: a.kubernetes.io/b',
    );
  });
});

describe('AS52: admission looks again after somebody outside changed the object', () => {
  it('AS52: a toleration that a webhook took away is there again, and only who asked is called twice', () => {
    const cluster = testCluster();
    const service = (name: string, patch: string): void => {
      cluster.request('POST', '/api/v1/namespaces/default/services', {
        metadata: { name, annotations: { 'webhook.kubestep.dev/patch': patch } },
        spec: { ports: [{ port: 443 }] },
      });
    };
    service('taker', "[{'op': 'remove', 'path': '/spec/tolerations'}]");
    const webhook = {
      name: 'taker.example.com',
      clientConfig: { service: { namespace: 'default', name: 'taker' } },
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    cluster.request('POST', '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {
      metadata: { name: 'taker' },
      webhooks: [webhook],
    });
    const made = cluster.request('POST', PODS, pod({ automountServiceAccountToken: false }));
    expect(made.code).toBe(201);
    expect((made.body as { spec: { tolerations: unknown[] } }).spec.tolerations).toHaveLength(2);
  });

  it('AS51: a Pod on a node grows only as far as the node can give, and as it says that it can', () => {
    const cluster = testCluster();
    cluster.request('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
    const node = {
      kind: 'Node',
      apiVersion: 'v1',
      metadata: { name: 'n' },
      status: { allocatable: { cpu: '2', memory: '1Gi' } },
    };
    cluster.request('POST', '/api/v1/nodes', node);
    const asks = (cpu: string): object => ({ requests: { cpu, memory: '64Mi' } });
    const container = { name: 'c', image: 'i', resources: asks('100m') };
    cluster.request('POST', PODS, pod({ nodeName: 'n', containers: [container] }));
    const resized = (cpu: string) => ({ spec: { containers: [{ name: 'c', resources: asks(cpu) }] } });
    const answer = cluster.request('PATCH', `${PODS}/p/resize`, resized('3')).body as Status;
    expect([answer.message, answer.details?.causes]).toEqual([
      'pods "p" is forbidden: node didn\'t have enough allocatable resources: cpu, requested: 3000, allocatable: 2000',
      [{ reason: 'NodeCapacity' }],
    ]);
    expect(cluster.request('PATCH', `${PODS}/p/resize`, resized('1')).code).toBe(200);
  });
});
