import { describe, expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type TestCluster, testCluster } from '../testing.ts';

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const APPLY = { headers: { 'content-type': 'application/apply-patch+yaml' } };
const MERGE = { headers: { 'content-type': 'application/merge-patch+json' } };

function deployment(replicas?: number): object {
  const labels = { app: 'web' };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      ...(replicas === undefined ? undefined : { replicas }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i:1' }] } },
    },
  };
}

function scale(replicas: number, metadata: object = {}): object {
  return { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web', ...metadata }, spec: { replicas } };
}

const quiet = (): TestCluster => testCluster({ config: { compaction: false, periodicBookmarks: false } });
const texts = (response: { readonly code: number; readonly body: unknown }) => [
  response.code,
  (response.body as Status).message,
];

describe('AS61: the Scale of a workload', () => {
  it('AS61: an apply to it takes part in who owns the number', () => {
    const cluster = quiet();
    cluster.request('PATCH', `${DEPLOYMENTS}/web?fieldManager=one`, deployment(1), APPLY);
    const path = `${DEPLOYMENTS}/web/scale?fieldManager=scaler`;
    expect(texts(cluster.request('PATCH', path, scale(5), APPLY))).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "one": .spec.replicas',
    ]);
    const forced = cluster.request('PATCH', `${path}&force=true`, scale(5), APPLY);
    expect([forced.code, (forced.body as KObject).spec]).toEqual([200, { replicas: 5 }]);
    const whole = cluster.request('GET', `${DEPLOYMENTS}/web`).body as KObject;
    const owners = (whole.metadata.managedFields ?? []).filter((entry) => JSON.stringify(entry).includes('f:replicas'));
    expect(owners).toEqual([
      {
        manager: 'scaler',
        operation: 'Apply',
        apiVersion: 'apps/v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
        subresource: 'scale',
      },
    ]);
    expect(texts(cluster.request('PATCH', `${DEPLOYMENTS}/web?fieldManager=one`, deployment(1), APPLY))).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale": .spec.replicas',
    ]);
    expect(cluster.request('PATCH', `${DEPLOYMENTS}/web?fieldManager=one`, deployment(), APPLY).code).toBe(200);
  });

  it('AS61: what is written is a Scale of this object, as it is', () => {
    const cluster = quiet();
    cluster.request('POST', DEPLOYMENTS, deployment(1));
    const put = (body: object) => texts(cluster.request('PUT', `${DEPLOYMENTS}/web/scale`, body));
    expect(put(scale(2, { name: 'other' }))).toEqual([
      400,
      'the name of the object (other) does not match the name on the URL (web)',
    ]);
    expect(put(scale(2, { resourceVersion: '1' }))[0]).toBe(409);
    expect(put(scale(2, { uid: 'x' }))[1]).toContain('Precondition failed: UID in precondition: x');
    expect(put(scale(2))[0]).toBe(200);
  });
});

describe('AS62: what does not fit', () => {
  const maps = '/api/v1/namespaces/default/configmaps';
  it('AS62: no patch renames or moves an object', () => {
    const cluster = quiet();
    cluster.request('POST', maps, { metadata: { name: 'a' } });
    const patch = (metadata: object) => texts(cluster.request('PATCH', `${maps}/a`, { metadata }, MERGE));
    expect(patch({ name: 'b' })).toEqual([400, 'the name of the object (b) does not match the name on the URL (a)']);
    expect(patch({ namespace: 'x' })).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ]);
    const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } };
    expect(texts(cluster.request('PATCH', `${maps}/a?fieldManager=m`, applied, APPLY))[0]).toBe(400);
  });

  it('AS62: a form must be that of a list or of one object, and rows include what there is', () => {
    const cluster = quiet();
    cluster.request('POST', maps, { metadata: { name: 'a' } });
    const get = (path: string, as: string) =>
      texts(
        cluster.request('GET', path, undefined, {
          headers: { accept: `application/json;as=${as};v=v1;g=meta.k8s.io` },
        }),
      );
    expect(get(maps, 'PartialObjectMetadata')).toEqual([
      406,
      'you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
    ]);
    expect(get(`${maps}/a`, 'PartialObjectMetadataList')).toEqual([
      406,
      'you requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)',
    ]);
    expect(get(`${maps}?includeObject=Foo`, 'Table')).toEqual([
      400,
      "Unable to convert to Table as requested: includeObject: Invalid value: \"Foo\": must be 'Metadata', 'Object', 'None', or empty",
    ]);
  });
});

it('AS27: another kind is no Scale', () => {
  const cluster = testCluster({ config: { compaction: false } });
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'b:1' }] } };
  cluster.request('POST', path, {
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: { a: 'b' } }, template },
  });
  const body = { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'd' }, spec: { replicas: 2 } };
  expect(cluster.request('PUT', `${path}/d/scale`, body).body).toMatchObject({
    code: 400,
    message:
      'Deployment in version "v1" cannot be handled as a Scale: converting (v1.Deployment) to (autoscaling.Scale): unknown conversion',
  });
  for (const wrong of [{ apiVersion: 1.5 }, { kind: {} }]) {
    const answer = cluster.request('PUT', `${path}/d/scale`, { metadata: { name: 'd' }, ...wrong }).body;
    expect(answer).toMatchObject({ code: 400, message: expect.stringContaining('json: cannot unmarshal') });
  }
});
