import { expect, it } from 'vitest';
import recorded from '../testdata/apps-v1.json';
import { testCluster } from '../testing.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

it('AS17: a group’s resources are listed as recorded', () => {
  expect(testCluster().request('GET', '/apis/apps/v1').body).toEqual(recorded);
});

it('AS17: two aggregated documents hold all groups', () => {
  const cluster = testCluster();
  const ask = (path: string) =>
    cluster.request('GET', path, undefined, { headers: { accept: AGGREGATED } }).body as {
      items: { metadata: object }[];
    };
  expect(ask('/api').items).toHaveLength(1);
  expect(ask('/apis').items[1]?.metadata).toEqual({ name: 'apps' });
});

it('AS17: version, OpenAPI index and health', () => {
  const cluster = testCluster();
  expect(cluster.request('GET', '/version').body).toMatchObject({ major: '1', minor: '36', gitVersion: 'v1.36.2' });
  const index = cluster.request('GET', '/openapi/v3').body as { paths: Record<string, { serverRelativeURL: string }> };
  const url = index.paths['apis/apps/v1']?.serverRelativeURL ?? '';
  const document = cluster.request('GET', url).body as {
    paths: Record<string, { patch?: { parameters: { name: string }[] } }>;
  };
  const patch = document.paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}']?.patch;
  expect(patch?.parameters.map((each) => each.name)).toContain('fieldValidation');
  expect(cluster.request('GET', '/readyz').body).toBe('ok');
  expect(String(cluster.request('GET', '/livez?verbose').body)).toContain('[+]poststarthook/rbac/bootstrap-roles ok');
  expect(cluster.request('GET', '/nothing').body).toBe('404 page not found\n');
});
