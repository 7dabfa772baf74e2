import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testCluster } from '../testing.ts';

interface Recorded {
  readonly path: string;
  readonly body: unknown;
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

const recorded = JSON.parse(gunzipSync(readFileSync('testdata/startup/discovery.json.gz')).toString('utf8')) as {
  readonly documents: readonly Recorded[];
  readonly aggregated: readonly Recorded[];
  readonly texts: readonly Recorded[];
};

const cluster = testCluster();

it.each(recorded.documents)('AS17: $path is as recorded', ({ path, body }) => {
  const answer = cluster.request('GET', path).body as { readonly paths?: object };
  // The index has a hash for each document, and the documents differ.
  if (path === '/openapi/v3') expect({ paths: Object.keys(answer.paths ?? {}) }).toEqual(body);
  else expect(answer).toEqual(body);
});

it.each(recorded.aggregated)('AS17: $path in one document is as recorded', ({ path, body }) => {
  expect(cluster.request('GET', path, undefined, { headers: { accept: AGGREGATED } }).body).toEqual(body);
});

it.each(recorded.texts.filter(({ path }) => path.startsWith('/')))('AS17: $path is as recorded', ({ path, body }) => {
  expect(cluster.request('GET', path).body).toBe(body);
});

it('AS17: every built-in group and version has its APIService', () => {
  const { items } = cluster.request('GET', '/apis/apiregistration.k8s.io/v1/apiservices').body as {
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  };
  const listed = String(recorded.texts.find(({ path }) => path === 'apiservices.txt')?.body)
    .trim()
    .split('\n');
  expect(items.map(({ metadata }) => metadata.name)).toEqual(listed.slice(1).map((line) => line.split(' ')[0]));
});

it('DI1: metrics are lines of Prometheus, and count what was answered', () => {
  const fresh = testCluster();
  fresh.request('GET', '/api/v1/namespaces');
  fresh.request('GET', '/version');
  fresh.request('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } });
  const answer = fresh.request('GET', '/metrics');
  const lines = String(answer.body).split('\n');
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(lines).toContain(
    'apiserver_request_total{code="200",component="apiserver",dry_run="",group="",resource="namespaces",scope="cluster",subresource="",verb="LIST",version="v1"} 1',
  );
  const group = 'component="apiserver",dry_run="",group=""';
  for (const rest of [
    `code="200",${group},resource="",scope="",subresource="/version",verb="GET",version=""`,
    `code="201",${group},resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"`,
  ])
    expect(lines).toContain(`apiserver_request_total{${rest}} 1`);
  const one = `${group},resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"`;
  const took = lines.filter((line) => line.startsWith('apiserver_request_duration_seconds_') && line.includes(one));
  expect(took).toHaveLength(26);
  expect(took[0]).toMatch(/_bucket\{.*,le="0.005"\} [01]$/);
  expect(took[23]).toBe(`apiserver_request_duration_seconds_bucket{${one},le="+Inf"} 1`);
  expect(took[25]).toBe(`apiserver_request_duration_seconds_count{${one}} 1`);
  const seconds = Number(took[24]?.split(' ')[1]);
  const within = took.findIndex((line) => line.endsWith(' 1'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(Number(/le="([^"]+)"/.exec(took[within] ?? '')?.[1]));
  expect(lines).toContain('apiserver_storage_objects{resource="namespaces"} 4');
  expect(
    lines.filter((line) => line !== '').every((line) => /^(# (HELP|TYPE) |[a-z_]+(\{[^}]*\})? [\d.]+$)/.test(line)),
  ).toBe(true);
});
