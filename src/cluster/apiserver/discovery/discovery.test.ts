import { expect, it } from 'vitest';
import { fnv1a } from '../../../base/bytes/hash.ts';
import recorded from '../testdata/apps-v1.json';
import { testCluster } from '../testing.ts';
import { CONTENTS, openApiDocument, openApiIndex } from './open-api.ts';

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

it('DI3: documents say what is required and how patches treat it', () => {
  const cluster = testCluster();
  const schemas = (groupVersion: string): Record<string, Record<string, unknown>> => {
    const { body } = cluster.request('GET', `/openapi/v3/${groupVersion}`);
    return (body as { components: { schemas: Record<string, Record<string, unknown>> } }).components.schemas;
  };
  const field = (schema: Record<string, unknown> | undefined, name: string): unknown =>
    (schema?.properties as Record<string, unknown> | undefined)?.[name];
  const core = schemas('api/v1');
  expect(field(core['io.k8s.api.core.v1.PodSpec'], 'volumes')).toMatchObject({
    'x-kubernetes-patch-strategy': 'merge,retainKeys',
    'x-kubernetes-patch-merge-key': 'name',
  });
  expect(field(core['io.k8s.api.core.v1.PodSpec'], 'nodeSelector')).toMatchObject({
    'x-kubernetes-map-type': 'atomic',
  });
  expect(core['io.k8s.api.core.v1.NodeSelector']).toMatchObject({ 'x-kubernetes-map-type': 'atomic' });
  expect(core['io.k8s.api.core.v1.Taint']?.required).toEqual(['key', 'effect']);
  // Written out always, and yet not required; required, and yet not written out when empty.
  expect(core['io.k8s.api.core.v1.ProjectedVolumeSource']?.required).toBeUndefined();
  expect(core['io.k8s.api.core.v1.PodIP']?.required).toEqual(['ip']);
  const budgets = schemas('apis/policy/v1');
  expect(field(budgets['io.k8s.api.policy.v1.PodDisruptionBudgetSpec'], 'selector')).toMatchObject({
    'x-kubernetes-patch-strategy': 'replace',
  });
  const definitions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';
  expect(field(schemas('apis/apiextensions.k8s.io/v1')[`${definitions}.JSONSchemaProps`], 'items')).toEqual({
    allOf: [{ $ref: `#/components/schemas/${definitions}.JSONSchemaPropsOrArray` }],
  });
});

it('DI5: what a DELETE answers with is what its document says', () => {
  const cluster = testCluster();
  const devices = '/apis/resource.k8s.io/v1/deviceclasses';
  cluster.request('POST', devices, { metadata: { name: 'gpu' }, spec: {} });
  expect(cluster.request('DELETE', `${devices}/gpu`).body).toMatchObject({ kind: 'DeviceClass' });
  const answerOf = (document: string, path: string): string => {
    const { paths } = openApiDocument(document) as { paths: Record<string, { delete?: object }> };
    return /io\.k8s\.[\w.]+/.exec(JSON.stringify(paths[path]?.delete).split('"200"')[1] ?? '')?.[0] ?? '';
  };
  expect(answerOf('apis/resource.k8s.io/v1', `${devices}/{name}`)).toBe('io.k8s.api.resource.v1.DeviceClass');
  const core = '/api/v1/namespaces/{namespace}';
  expect(answerOf('api/v1', `${core}/replicationcontrollers/{name}`)).toMatch(/Status$/);
  expect(answerOf('api/v1', `${core}/services/{name}`)).toMatch(/Service$/);
});

it('DI7: what is only asked for has no list, and claims in a StatefulSet are claims', () => {
  const definitions = (path: string) =>
    (openApiDocument(path) as { components: { schemas: Record<string, object> } }).components.schemas;
  const reviews = Object.keys(definitions('apis/authorization.k8s.io/v1')).filter((name) => /List$/.test(name));
  expect(reviews.filter((name) => name.startsWith('io.k8s.api.'))).toEqual([]);
  expect(definitions('api/v1')).not.toHaveProperty(['io.k8s.api.core.v1.BindingList']);
  expect(definitions('apis/apps/v1')['io.k8s.api.core.v1.PersistentVolumeClaim']).toMatchObject({
    'x-kubernetes-group-version-kind': [{ group: '', kind: 'PersistentVolumeClaim', version: 'v1' }],
  });
});

it('DI6: every field of a built-in document is described', () => {
  const index = openApiIndex(new Map()) as { paths: Record<string, unknown> };
  const silent = new Set<string>();
  let fields = 0;
  for (const path of Object.keys(index.paths)) {
    const { components } = openApiDocument(path) as { components: { schemas: Record<string, Documented> } };
    for (const [name, { description, properties = {} }] of Object.entries(components.schemas)) {
      if (description === undefined) silent.add(name);
      for (const [field, each] of Object.entries(properties)) {
        fields += 1;
        if (each.description === undefined) silent.add(`${name}.${field}`);
      }
    }
  }
  expect(fields).toBeGreaterThan(7_000);
  expect([...silent].filter((name) => !UNDESCRIBED.test(name))).toEqual([]);
});

/** Upstream says nothing of these either; of a Quantity it does, and no package carries that. */
const UNDESCRIBED =
  /\.(?:version\.Info\.\w+|WatchEvent\.type|ExternalDocumentation\.\w+|JSONSchemaProps\.\$?\w+|IngressRule\.http|CertificateSigningRequest(?:List)?\.metadata|Quantity)$/;

interface Documented {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Documented>>;
}

it('DI4: the hash of the documents is that of what is in them; write the one that is found here into open-api.ts', () => {
  const index = openApiIndex(new Map()) as { paths: Record<string, unknown> };
  const documents = Object.keys(index.paths).map((path) => JSON.stringify(openApiDocument(path)));
  expect(documents.join('\n').length).toBeGreaterThan(1_000_000);
  expect(fnv1a(documents.join('\n'))).toBe(CONTENTS);
});

it('AS17: a check that is not there cannot be excluded', () => {
  const text = String(testCluster().request('GET', '/readyz?verbose&exclude=foo&exclude=etcd').body);
  expect(text).toContain('[+]etcd excluded: ok\n');
  expect(text).toMatch(/\nwarn: some health checks cannot be excluded: no matches for "foo"\nreadyz check passed\n$/);
});

it('DI2: its state and its flags are texts for people, and objects for who names their kind', () => {
  const cluster = testCluster();
  const ask = (path: string, accept = '*/*') => cluster.request('GET', path, undefined, { headers: { accept } });
  const form = (kind: string, version = 'v1beta1') => `application/json;v=${version};g=config.k8s.io;as=${kind}`;
  const paths = ['/flagz', '/healthz', '/livez', '/metrics', '/readyz', '/statusz', '/version'];
  expect(String(ask('/statusz').body)).toMatch(
    /^\nkube-apiserver statusz\nWarning: .*\n\nStarted: \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d UTC \d{4}\nUp: 0 hr /,
  );
  expect(ask('/statusz', form('Statusz')).body).toMatchObject({
    kind: 'Statusz',
    apiVersion: 'config.k8s.io/v1beta1',
    metadata: { name: 'kube-apiserver' },
    binaryVersion: '1.36.2',
    emulationVersion: '1.36',
    paths,
  });
  expect(String(ask('/flagz', 'application/json, */*').body)).toContain('\nsecure-port: 6443\n');
  expect(ask('/flagz', form('Flagz', 'v1alpha1')).body).toMatchObject({
    apiVersion: 'config.k8s.io/v1alpha1',
    flags: { 'authorization-mode': '[Node,RBAC]' },
  });
  for (const accept of ['application/json', form('Statusz'), form('Flagz', 'v9')])
    expect(ask('/flagz', accept)).toMatchObject({ code: 406, body: { reason: 'NotAcceptable' } });
});
