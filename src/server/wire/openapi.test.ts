import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../cluster/ports/transport.ts';
import { ServedCluster } from '../served-cluster.ts';
import { type Decoded, takeApart } from '../testing/protobuf-fields.ts';
import { openApiResponse } from './openapi.ts';
import type { WireResponse } from './response.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const SWAGGER_PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
}

let cluster: ServedCluster;

beforeAll(() => {
  const host = { now: () => 0, soon: (action: () => void) => void setImmediate(action), later: () => () => undefined };
  const broken = (error: unknown): void => {
    throw error;
  };
  cluster = new ServedCluster(
    { nodes: 1, seed: 1, speed: 'events', startTime: NOW.getTime() * 1000 },
    { ...host, broken },
  );
  return () => cluster.driver.stop();
});

async function get(target: string, headers: Readonly<Record<string, string>> = {}): Promise<WireResponse> {
  const [path = '', query = ''] = target.split('?');
  const request: ApiRequest = {
    method: 'GET',
    path,
    query: [...new URLSearchParams(query)],
    headers: { authorization: `Bearer ${cluster.tokens.get('kubernetes-admin')}`, ...headers },
    body: undefined,
    clientCertificate: undefined,
  };
  const response: ApiResponse = await cluster.request(request);
  const document = openApiResponse(request, response, () => cluster.openApiIndex(), NOW);
  if (document === undefined) throw new Error(`no document: ${response.code}`);
  return document;
}

const json = ({ body }: WireResponse) => JSON.parse(body.toString('utf8'));

describe('SV14: /openapi/v2', () => {
  it('names every operation once and defines all that it refers to', async () => {
    const answer = await get('/openapi/v2');
    const { paths, definitions, swagger } = json(answer);
    expect(swagger).toBe('2.0');
    const refs = new Set(
      [...answer.body.toString().matchAll(/#\/definitions\/([^"]+)/g)].map((match) => match[1] ?? ''),
    );
    expect([...refs].filter((name) => !(name in definitions))).toEqual([]);
    const operations = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((item) =>
      Object.entries(item).flatMap(([method, each]) => (method === 'parameters' ? [] : [each])),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [
      'listCoreV1NamespacedPod',
      'listCoreV1PodForAllNamespaces',
      'watchCoreV1NamespacedPodList',
      'deleteAppsV1CollectionNamespacedDeployment',
      'patchAppsV1NamespacedDeploymentScale',
      'createRbacAuthorizationV1ClusterRole',
      'readCoreV1NamespacedPodLog',
      'connectCoreV1PostNamespacedPodExec',
      'createCoreV1NamespacedServiceAccountToken',
      'replaceCertificatesV1CertificateSigningRequestApproval',
      'getAppsV1APIResources',
      'getAppsAPIGroup',
      'getCodeVersion',
    ]) {
      expect(ids).toContain(id);
    }
  });
  it('is protobuf for who asks for it, under the name that is a media type', async () => {
    const answer = await get('/openapi/v2', { accept: SWAGGER_PROTOBUF });
    expect(answer.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
    const document = takeApart(answer.body);
    const text = (fields: Decoded, field: number) => fields.get(field)?.[0]?.toString('utf8');
    expect([text(document, 1), text(takeApart(document.get(2)?.[0]), 2)]).toEqual(['2.0', 'v1.36.2']);
    const paths = takeApart(document.get(8)?.[0]).get(2) ?? [];
    const definitions = takeApart(document.get(9)?.[0]).get(1) ?? [];
    const asJson = json(await get('/openapi/v2'));
    expect(paths.map((each) => text(takeApart(each), 1))).toEqual(Object.keys(asJson.paths));
    expect(definitions.map((each) => text(takeApart(each), 1))).toEqual(Object.keys(asJson.definitions));
  });
  it('is not to be had in other forms', async () => {
    expect((await get('/openapi/v2', { accept: 'text/html' })).code).toBe(406);
    expect(
      (await get('/openapi/v3/api/v1', { accept: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf' })).code,
    ).toBe(406);
  });
});

describe('SV14: tags', () => {
  it('spare who has the document already', async () => {
    for (const path of ['/openapi/v2', '/openapi/v3', '/openapi/v3/apis/apps/v1']) {
      const { etag } = (await get(path)).headers;
      const again = await get(path, { 'if-none-match': `${etag}` });
      expect({ path, code: again.code, length: again.body.length }).toEqual({ path, code: 304, length: 0 });
      expect((await get(path, { 'if-none-match': '"other"' })).code).toBe(200);
    }
  });
  it('are the hashes of the index; an old one leads to the new one', async () => {
    const index = json(await get('/openapi/v3'));
    const address: string = index.paths['apis/apps/v1'].serverRelativeURL;
    const hash = address.split('=')[1];
    const asked = await get(address);
    expect(asked.headers).toMatchObject({ etag: `"${hash}"`, 'cache-control': 'public, immutable', vary: 'Accept' });
    expect(await get(`${address.split('=')[0]}=0`)).toMatchObject({ code: 301, headers: { location: address } });
  });
  it('come with aggregated discovery, in the version that is served', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    const first = await get('/apis', { accept });
    expect(first.headers).toMatchObject({ 'cache-control': 'public', vary: 'Accept' });
    expect((await get('/apis', { accept, 'if-none-match': String(first.headers.etag) })).code).toBe(304);
    await expect(get('/apis', { accept: accept.replace('v=v2', 'v=v2beta1') })).rejects.toThrow('no document: 200');
  });
});
