import { describe, expect, it } from 'vitest';
import { isStatus } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type TestCluster, testCluster, userCredentials } from '../testing.ts';

const QUIET = { compaction: false, periodicBookmarks: false };
const PODS = '/api/v1/namespaces/default/pods';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
/** A request of `builder-1` in the group `ci`. */
const PEM =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZE1JR0RBZ0VBTUNFeEVqQVFCZ05WQkFNTUNXSjFhV3hrWlhJdE1URUxNQWtHQTFVRUNnd0NZMmt3V1RBVApCZ2NxaGtqT1BRSUJCZ2dxaGtqT1BRTUJCd05DQUFUbVc1aTFScExHRllEYm51WXpXSG9UZ3F3anNXUGRLNFBiClk5ZDUwVVdmYmIrVG9mL0pUL2h2YzFiMzRkNDRxWm9hMFBnUHhVTkNFVktPdmU5dEVNNmJvQUF3Q2dZSUtvWkkKemowRUF3SURTUUF3UmdJaEFPT2tqb0Q2ZHplbGFoVkNaOGZUa0ZqY3l3Ky8zbWQ5a3p5L1d0QjNQeVREQWlFQQpoOTN1UTlyYkhNMjV1M0RVMHU2anZ2cGpMWDdzN2hyam5JZTh3R3ZnZzA0PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K';
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
    expect(messageOf(gone.body)).toBe(
      'Pod "p" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral containers "d" may not be removed\n',
    );
    const other = { spec: { ephemeralContainers: [{ name: 'e', image: 'busybox:1' }] } };
    const replaced = cluster.request('PATCH', `${PODS}/p/ephemeralcontainers`, other, MERGE);
    expect(replaced.code).toBe(422);
    expect(messageOf(replaced.body)).toContain('existing ephemeral containers "d" may not be removed');
  });

  it('AS38: a Pod with ephemeral containers is resized like any', () => {
    const cluster = withPod();
    cluster.request('PATCH', `${PODS}/p/ephemeralcontainers`, debug);
    const resources = { requests: { cpu: '10m' } };
    const refused = cluster.request('PATCH', `${PODS}/p/resize`, { spec: { containers: [{ name: 'a', resources }] } });
    expect(messageOf(refused.body)).toBe(
      'Pod "p" is invalid: spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
    );
  });

  it('AS38: a Binding is for the Pod of its path and to a node, or names its Pod itself', () => {
    const cluster = withPod();
    const binding = (name: string, target: object) => ({
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name },
      target,
    });
    const bind = (body: object, path = `${PODS}/p/binding`): string => {
      const { code, body: answer } = cluster.request('POST', path, body);
      return `${code} ${isStatus(answer) && answer.status === 'Success' ? 'bound' : messageOf(answer)}`;
    };
    expect(bind(binding('q', { kind: 'Node', name: 'n' }))).toBe(
      '400 name in URL does not match name in Binding object',
    );
    expect(bind(binding('p', { kind: 'Host' }))).toBe(
      '500 [target.kind: Unsupported value: "Host": supported values: "Node", "<empty>", target.name: Required value]',
    );
    const older = '/api/v1/namespaces/default/bindings';
    expect(bind(binding('p', { name: 'n' }), older)).toBe('201 bound');
    expect(bind(binding('p', { name: 'm' }), older)).toBe(
      '409 Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
    );
  });

  it('AS38: what a Pod without a node has written is nothing, a node that is not there is not found', () => {
    const cluster = withPod();
    const log = (query = '') => {
      const { code, body } = cluster.request('GET', `${PODS}/p/log${query}`);
      return `${code} ${isStatus(body) ? body.message : body}`;
    };
    expect(log()).toBe('204 ');
    expect(log('?sinceTime=x')).toBe('400 parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"');
    expect(log('?stream=All')).toBe('422 PodLogOptions "p" is invalid: stream: Forbidden: may not be specified');
    expect(log('?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z')).toBe(
      '422 PodLogOptions "p" is invalid: : Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    );
    const target = { kind: 'Node', name: 'n' };
    cluster.request('POST', `${PODS}/p/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target,
    });
    expect(log()).toBe('404 nodes "n" not found');
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

  it('AS38: of what containers ask for nothing is taken away, and nothing but processor and memory changes', () => {
    const cluster = withPod();
    const [requests, limits] = [{ cpu: '1', memory: '1Gi' }, { memory: '2Gi' }];
    const [first, second] = ['a', 'b'].map((name) => ({ name, image: 'b:1', resources: { requests, limits } }));
    cluster.request('POST', PODS, { metadata: { name: 'q' }, spec: { containers: [first, second] } });
    const resize = (containers: readonly object[], options?: typeof MERGE): string =>
      messageOf(cluster.request('PATCH', `${PODS}/q/resize`, { spec: { containers } }, options).body);
    const one = (resources: object): string => resize([{ name: 'a', resources }]);
    const invalidPod = 'Pod "q" is invalid: spec';
    expect(one({ limits: { memory: null } })).toBe(
      `${invalidPod}.containers[0].resources.limits: Forbidden: resource limits cannot be removed`,
    );
    expect(one({ requests: { cpu: null } })).toBe(
      `${invalidPod}.containers[0].resources.requests: Forbidden: resource requests cannot be removed`,
    );
    expect(one({ requests: { 'ephemeral-storage': '1Gi' } })).toBe(
      `${invalidPod}: Forbidden: only cpu and memory resources are mutable`,
    );
    const turned = ['b', 'a'].map((name) => ({ name, image: 'b:1', resources: { requests, limits } }));
    const renamed = 'Forbidden: containers may not be renamed or reordered on resize';
    expect(resize(turned, MERGE)).toBe(
      `Pod "q" is invalid: [spec.containers[0].name: ${renamed}, spec.containers[1].name: ${renamed}]`,
    );
    expect(resize(turned.slice(1), MERGE)).toContain('containers may not be added or removed on resize');
    expect(one({ requests: { cpu: '1500m' }, limits: { memory: '3Gi' } })).toBe('an object');
  });

  it('AS38: a whole Pod is resized, within what its containers ask for', () => {
    const cluster = withPod();
    const resources = { requests: { cpu: '200m', memory: '200Mi' }, limits: { cpu: '300m', memory: '200Mi' } };
    const containers = [{ name: 'a', image: 'b:1', resources: { requests: { cpu: '100m' } } }];
    cluster.request('POST', PODS, { metadata: { name: 'q' }, spec: { resources, containers } });
    const resize = (wanted: object, options?: typeof MERGE) =>
      cluster.request('PATCH', `${PODS}/q/resize`, { spec: { resources: wanted } }, options).body as KObject;
    const more = resize({ requests: { cpu: '250m' } });
    expect(more.spec).toMatchObject({ resources: { ...resources, requests: { cpu: '250m', memory: '200Mi' } } });
    expect(more.metadata.generation).toBe(2);
    expect(messageOf(resize({ requests: { cpu: '50m' } }))).toBe(
      'Pod "q" is invalid: spec.resources.requests[cpu]: Invalid value: "50m": must be greater than or equal to aggregate container requests of 100m',
    );
    expect(messageOf(resize({ limits: { cpu: null } }, MERGE))).toBe(
      'Pod "q" is invalid: spec.resources.limits: Forbidden: resource limits cannot be removed',
    );
  });

  it('AS38: sidecars are resized, other containers that run first are not', () => {
    const cluster = withPod();
    const resources = { requests: { cpu: '1' } };
    const init = [
      { name: 'i', image: 'b:1', resources },
      { name: 's', image: 'b:1', restartPolicy: 'Always', resources },
    ];
    const spec = { initContainers: init, containers: [{ name: 'a', image: 'b:1' }] };
    cluster.request('POST', PODS, { metadata: { name: 'q' }, spec });
    const resize = (name: string): string => {
      const initContainers = [{ name, resources: { requests: { cpu: '2' } } }];
      return messageOf(cluster.request('PATCH', `${PODS}/q/resize`, { spec: { initContainers } }).body);
    };
    expect(resize('i')).toContain('resources for non-sidecar init containers are immutable');
    expect(resize('s')).toBe('an object');
  });
});

describe('AS75: numbers of a status', () => {
  it('AS75: counts are not negative, and parts not more than the whole', () => {
    const cluster = testCluster({ config: QUIET });
    const path = '/apis/apps/v1/namespaces/default/deployments';
    const labels = { a: 'b' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'b:1' }] } };
    cluster.request('POST', path, { metadata: { name: 'd' }, spec: { selector: { matchLabels: labels }, template } });
    const told = (status: object): string =>
      messageOf(cluster.request('PATCH', `${path}/d/status`, { status }, MERGE).body);
    expect(told({ replicas: 1, readyReplicas: 1, availableReplicas: 1, observedGeneration: 7 })).toBe('an object');
    expect(told({ replicas: -1 })).toContain(
      '[status.replicas: Invalid value: -1: must be greater than or equal to 0, status.updatedReplicas: Invalid value: 0: cannot be greater than status.replicas,',
    );
    expect(told({ readyReplicas: 0 })).toBe(
      'Deployment.apps "d" is invalid: status.availableReplicas: Invalid value: 1: cannot be greater than readyReplicas',
    );
  });

  it('AS75: a patch of a Scale that makes no Scale is invalid', () => {
    const cluster = testCluster({ config: QUIET });
    const path = '/apis/apps/v1/namespaces/default/deployments';
    const labels = { a: 'b' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'b:1' }] } };
    cluster.request('POST', path, { metadata: { name: 'd' }, spec: { selector: { matchLabels: labels }, template } });
    const patched = cluster.request('PATCH', `${path}/d/scale`, { spec: { replicas: 'x' } }, MERGE);
    expect([patched.code, messageOf(patched.body).replace(/^.*?": json/, 'json')]).toEqual([
      422,
      'json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32',
    ]);
  });
});

describe('AS39: a CertificateSigningRequest', () => {
  it('AS39: a request that is none is refused', () => {
    const cluster = testCluster({ config: QUIET });
    const refused = (text: string): string => {
      const spec = {
        request: Buffer.from(text).toString('base64'),
        signerName: 'a.example/b',
        usages: ['client auth'],
      };
      const { body } = cluster.request('POST', REQUESTS, { metadata: { name: 'a' }, spec });
      return messageOf(body).replace(/^.*: Invalid value: "[^"]*": /, '');
    };
    expect(refused('words')).toBe('PEM block type must be CERTIFICATE REQUEST');
    const label = 'CERTIFICATE REQUEST-----\n';
    expect(refused(`-----BEGIN ${label}AAAA\n-----END ${label}`)).toBe('asn1: syntax error: data truncated');
  });

  it('AS39: says who asks, is judged by approval and signed by status', () => {
    const cluster = testCluster({ config: QUIET });
    const spec = { request: PEM, signerName: 'a.example/b', usages: ['client auth'], username: 'somebody else' };
    const admin = userCredentials('ann', ['system:masters']);
    const created = cluster.request('POST', REQUESTS, { metadata: { name: 'r' }, spec }, { as: admin }).body as KObject;
    expect(created.spec).toMatchObject({ username: 'ann', groups: ['system:masters', 'system:authenticated'] });
    const certificate = btoa('-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');
    const approval = { conditions: [{ type: 'Approved', status: 'True' }], certificate };
    const approved = cluster.request('PATCH', `${REQUESTS}/r/approval`, { status: approval }, MERGE).body as KObject;
    expect(approved.status).toEqual({ conditions: [expect.objectContaining({ type: 'Approved' })] });
    const signed = cluster.request('PATCH', `${REQUESTS}/r/status`, { status: { certificate } }, MERGE).body;
    expect((signed as KObject).status).toMatchObject({ certificate, conditions: [{ type: 'Approved' }] });
  });

  it('AS39: a judgement gets its times, is one, and is not taken back', () => {
    const cluster = testCluster({ config: QUIET });
    const spec = { request: PEM, signerName: 'a.example/b', usages: ['client auth'] };
    cluster.request('POST', REQUESTS, { metadata: { name: 'r' }, spec });
    const judge = (conditions: readonly object[]) =>
      cluster.request('PATCH', `${REQUESTS}/r/approval`, { status: { conditions } }, MERGE).body;
    const approved = { type: 'Approved', status: 'True', reason: 'Fine' };
    const at = 'status.conditions';
    expect(messageOf(judge([approved, { type: 'Denied', status: 'False' }, { type: '', status: '' }]))).toBe(
      `CertificateSigningRequest.certificates.k8s.io "r" is invalid: [${at}[1].status: Unsupported value: "False": supported values: "True", ${at}[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive, ${at}[2].type: Required value, ${at}[2].status: Required value]`,
    );
    const { status } = judge([approved]) as { status: { conditions: { [key: string]: string }[] } };
    const [known] = status.conditions;
    expect(known?.lastUpdateTime).toMatch(/^\d{4}-.*Z$/);
    expect(known?.lastTransitionTime).toBe(known?.lastUpdateTime);
    expect(messageOf(judge([]))).toBe(
      `CertificateSigningRequest.certificates.k8s.io "r" is invalid: ${at}: Forbidden: updates may not remove a condition of type "Approved"`,
    );
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

it('AS75: a node has amounts that can be, and each address once', () => {
  const cluster = testCluster({ config: QUIET });
  cluster.request('POST', '/api/v1/nodes', { metadata: { name: 'n' } });
  const patch = (status: object) => {
    const { code, body } = cluster.request('PATCH', '/api/v1/nodes/n/status', { status }, MERGE);
    return `${code} ${messageOf(body)}`;
  };
  const address = { type: 'InternalIP', address: '10.0.0.1' };
  expect(patch({ capacity: { 'ex.io/a': '1.5' }, allocatable: { cpu: '1' } })).toBe(
    '422 Node "n" is invalid: status.capacity.ex.io/a: Invalid value: "1500m": must be an integer',
  );
  expect(patch({ addresses: [address, address] })).toBe(
    '422 Node "n" is invalid: status.addresses[1]: Duplicate value: {"Type":"InternalIP","Address":"10.0.0.1"}',
  );
  expect(patch({ capacity: { cpu: '2' }, addresses: [address] })).toBe('200 an object');
});

it('AS75: addresses of a balancer are some, and only a Service that balances has any', () => {
  const cluster = testCluster({ config: QUIET });
  const services = '/api/v1/namespaces/default/services';
  const ingresses = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
  for (const type of ['NodePort', 'LoadBalancer']) {
    cluster.request('POST', services, {
      metadata: { name: type.toLowerCase() },
      spec: { type, ports: [{ port: 80 }] },
    });
  }
  const backend = { service: { name: 's', port: { number: 80 } } };
  cluster.request('POST', ingresses, { metadata: { name: 'i' }, spec: { defaultBackend: backend } });
  const patch = (path: string, ingress: readonly object[]): string =>
    messageOf(cluster.request('PATCH', `${path}/status`, { status: { loadBalancer: { ingress } } }, MERGE).body);
  const at = 'status.loadBalancer.ingress';
  expect(patch(`${services}/nodeport`, [{ ip: '203.0.113.1' }])).toBe(
    `Service "nodeport" is invalid: ${at}: Forbidden: may only be used when \`spec.type\` is "LoadBalancer"`,
  );
  expect(
    patch(`${services}/loadbalancer`, [
      { hostname: 'a', ipMode: 'VIP' },
      { ip: '10.0.0.9', ipMode: 'X' },
    ]),
  ).toBe(
    `Service "loadbalancer" is invalid: [${at}[0].ipMode: Forbidden: may not be specified when \`ip\` is not set, ${at}[1].ipMode: Unsupported value: "X": supported values: "Proxy", "VIP"]`,
  );
  expect(patch(`${ingresses}/i`, [{ ip: 'x' }, { hostname: '1.2.3.4' }])).toBe(
    `Ingress.networking.k8s.io "i" is invalid: [${at}[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff), ${at}[1].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address]`,
  );
  expect(patch(`${ingresses}/i`, [{ ip: '203.0.113.1' }])).toBe('an object');
});

it('AS75: a condition of a disruption budget has a type, a status, a time and a reason', () => {
  const cluster = testCluster({ config: QUIET });
  const path = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
  cluster.request('POST', path, { metadata: { name: 'b' }, spec: { minAvailable: 1, selector: {} } });
  const patch = (conditions: readonly object[]): string =>
    messageOf(cluster.request('PATCH', `${path}/b/status`, { status: { conditions } }, MERGE).body);
  expect(patch([{ type: 'A', status: 'Q', reason: '', message: '', lastTransitionTime: null }])).toBe(
    'PodDisruptionBudget.policy "b" is invalid: [status.conditions[0].status: Unsupported value: "Q": supported values: "False", "True", "Unknown", status.conditions[0].lastTransitionTime: Required value: must be set, status.conditions[0].reason: Required value: must be set]',
  );
  const whole = { type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' };
  expect(patch([whole, whole])).toContain('status.conditions[1].type: Duplicate value: "A"');
  expect(patch([{ ...whole, reason: '9' }])).toContain('a condition reason must start with alphabetic character');
  expect(patch([whole])).toBe('an object');
});

it('AS75: a namespace is active until somebody deletes it', () => {
  const cluster = testCluster({ config: QUIET });
  cluster.request('POST', '/api/v1/namespaces', { metadata: { name: 'n' } });
  const patch = (status: object) =>
    messageOf(cluster.request('PATCH', '/api/v1/namespaces/n/status', { status }, MERGE).body);
  expect(patch({ phase: 'Terminating' })).toBe(
    `Namespace "n" is invalid: status.Phase: Invalid value: "Terminating": may only be 'Active' if \`deletionTimestamp\` is empty`,
  );
  expect(patch({ conditions: [{ type: 'A', status: 'True' }] })).toBe('an object');
  cluster.request('DELETE', '/api/v1/namespaces/n');
  expect(patch({ phase: 'Active' })).toBe(
    `Namespace "n" is invalid: status.Phase: Invalid value: "Active": may only be 'Terminating' if \`deletionTimestamp\` is not empty`,
  );
});
