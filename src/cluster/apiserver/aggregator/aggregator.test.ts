import { expect, it } from 'vitest';
import { clientgoSteps } from '../../../steps/clientgo.ts';
import type { StepKind } from '../../../steps/define.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import { testCluster, userCredentials } from '../testing.ts';

const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const NODES = '/apis/metrics.k8s.io/v1beta1/nodes';
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

const REGISTRATION = {
  kind: 'APIService',
  apiVersion: 'apiregistration.k8s.io/v1',
  metadata: { name: 'v1beta1.metrics.k8s.io' },
  spec: {
    service: { namespace: 'kube-system', name: 'metrics-server' },
    group: 'metrics.k8s.io',
    version: 'v1beta1',
    groupPriorityMinimum: 100,
    versionPriority: 100,
    insecureSkipTLSVerify: true,
  },
};

const SERVICE = {
  kind: 'Service',
  apiVersion: 'v1',
  metadata: { name: 'metrics-server' },
  spec: { selector: { app: 'metrics-server' }, ports: [{ name: 'https', port: 443 }] },
};

const SLICE = {
  kind: 'EndpointSlice',
  apiVersion: 'discovery.k8s.io/v1',
  metadata: { name: 'metrics-server-a', labels: { 'kubernetes.io/service-name': 'metrics-server' } },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.244.1.2'], conditions: { ready: true } }],
  ports: [{ name: 'https', port: 10250, protocol: 'TCP' }],
};

function registered() {
  const kinds = [...Object.values(steps), ...Object.values(clientgoSteps)] as readonly StepKind[];
  const cluster = testCluster({ kinds });
  const post = (path: string, body: object) => expect(cluster.request('POST', path, body).code).toBe(201);
  const reason = () => {
    const found = cluster.request('GET', `${API_SERVICES}/v1beta1.metrics.k8s.io`).body as {
      readonly status: { readonly conditions: readonly { readonly reason: string }[] };
    };
    return found.status.conditions[0]?.reason;
  };
  const group = () => {
    const found = cluster.request('GET', '/apis', undefined, { headers: { accept: AGGREGATED } }).body as {
      readonly items: readonly { readonly metadata: { readonly name: string }; readonly versions: readonly object[] }[];
    };
    return found.items.find((each) => each.metadata.name === 'metrics.k8s.io')?.versions[0];
  };
  post(API_SERVICES, REGISTRATION);
  return { cluster, post, reason, group };
}

it('AG1, AG2: nobody is there yet', () => {
  const { cluster, post, reason, group } = registered();
  expect(reason()).toBe('ServiceNotFound');
  const answer = cluster.request('GET', NODES);
  expect([answer.code, answer.body]).toEqual([503, 'service unavailable\n']);
  expect(group()).toEqual({ version: 'v1beta1', freshness: 'Stale' });
  post('/api/v1/namespaces/kube-system/services', SERVICE);
  expect(reason()).toBe('EndpointsNotFound');
});

it('AG1, AG3: with a Service and a ready address the other server answers', () => {
  const { cluster, post, reason, group } = registered();
  post('/api/v1/namespaces/kube-system/services', SERVICE);
  post('/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices', SLICE);
  post('/api/v1/nodes', { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n1' } });
  expect(reason()).toBe('Passed');
  expect(group()).toMatchObject({ freshness: 'Current', resources: [{ resource: 'nodes' }, { resource: 'pods' }] });
  expect(cluster.request('GET', NODES).body).toMatchObject({
    kind: 'NodeMetricsList',
    items: [{ metadata: { name: 'n1' } }],
  });
  expect(cluster.request('GET', `${NODES}/nobody`).code).toBe(404);
  expect(cluster.request('GET', NODES, undefined, { as: userCredentials('jane') }).code).toBe(403);
  cluster.request('DELETE', '/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices/metrics-server-a');
  expect(reason()).toBe('EndpointsNotFound');
});

it('AG4: without the registration there is nothing', () => {
  const { cluster, group } = registered();
  cluster.request('DELETE', `${API_SERVICES}/v1beta1.metrics.k8s.io`);
  expect(cluster.request('GET', NODES).code).toBe(404);
  expect(group()).toBeUndefined();
});

const FLUNDERS = '/apis/wardle.example.com/v1alpha1/namespaces/default/flunders';

/** The registration, and a Service whose annotations stand for the program behind it. */
function wardle(annotations: Record<string, string>) {
  const { cluster, post } = registered();
  const service = { namespace: 'kube-system', name: 'wardle' };
  post(API_SERVICES, {
    ...REGISTRATION,
    metadata: { name: 'v1alpha1.wardle.example.com' },
    spec: { ...REGISTRATION.spec, service, group: 'wardle.example.com', version: 'v1alpha1' },
  });
  post('/api/v1/namespaces/kube-system/services', { ...SERVICE, metadata: { name: 'wardle', annotations } });
  const labels = { 'kubernetes.io/service-name': 'wardle' };
  post('/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices', {
    ...SLICE,
    metadata: { name: 'wardle-a', labels },
  });
  const condition = () => {
    const found = cluster.request('GET', `${API_SERVICES}/v1alpha1.wardle.example.com`).body as {
      readonly status: { readonly conditions: readonly { readonly reason: string; readonly message: string }[] };
    };
    return found.status.conditions[0];
  };
  return { cluster, condition };
}

it('AG5: a Service can declare a program behind it: resources in discovery, objects of its own', () => {
  const { cluster, condition } = wardle({
    'apiserver.kubestep.dev/resources': 'flunders Flunder Namespaced fl\nfischers Fischer Cluster',
  });
  expect(condition()).toMatchObject({ reason: 'Passed', message: 'all checks passed' });
  expect(cluster.request('GET', '/apis/wardle.example.com/v1alpha1').body).toMatchObject({
    resources: [
      { name: 'flunders', kind: 'Flunder', shortNames: ['fl'] },
      { name: 'fischers', namespaced: false },
    ],
  });
  const flunder = { metadata: { name: 'one' }, spec: { reference: 'x' } };
  const made = cluster.request('POST', FLUNDERS, flunder);
  expect(made).toMatchObject({
    code: 201,
    body: { kind: 'Flunder', apiVersion: 'wardle.example.com/v1alpha1', metadata: { resourceVersion: '1' } },
  });
  expect(cluster.request('POST', FLUNDERS, flunder).code).toBe(409);
  expect(cluster.request('POST', FLUNDERS.replace('default', 'nowhere'), flunder).code).toBe(404);
  const type = { headers: { 'content-type': 'application/merge-patch+json' } };
  expect(cluster.request('PATCH', `${FLUNDERS}/one`, { spec: { reference: 'y' } }, type).body).toMatchObject({
    metadata: { resourceVersion: '2' },
    spec: { reference: 'y' },
  });
  expect(cluster.request('PUT', `${FLUNDERS}/one`, { metadata: { resourceVersion: '1' } }).code).toBe(409);
  expect(cluster.request('GET', '/apis/wardle.example.com/v1alpha1/flunders').body).toMatchObject({
    kind: 'FlunderList',
    items: [{ metadata: { name: 'one', namespace: 'default' } }],
  });
  expect(cluster.request('DELETE', `${FLUNDERS}/one`).body).toMatchObject({ status: 'Success' });
  expect(cluster.request('GET', `${FLUNDERS}/one`).code).toBe(404);
  expect(cluster.request('GET', FLUNDERS, undefined, { as: userCredentials('jane') }).code).toBe(403);
});

it('AG5: one that answers with an error is not available, and says which', () => {
  const { cluster, condition } = wardle({
    'apiserver.kubestep.dev/resources': 'flunders Flunder',
    'apiserver.kubestep.dev/status': '503',
  });
  expect(condition()?.reason).toBe('FailedDiscoveryCheck');
  expect(condition()?.message).toMatch(
    /^failing or missing response from (https:\S+:443\/apis\/wardle\.example\.com\/v1alpha1): bad status from \1: 503$/,
  );
  expect(cluster.request('GET', FLUNDERS).code).toBe(503);
});
