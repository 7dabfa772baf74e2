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
    const found = cluster.request('GET', `${API_SERVICES}/v1beta1.metrics.k8s.io`).body as unknown as {
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
