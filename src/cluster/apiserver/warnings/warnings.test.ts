import { describe, expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import type { KList } from '../../../api/types/meta.ts';
import { clusterKinds } from '../../../steps/index.ts';
import { testCluster } from '../testing.ts';

/** Nothing here changes it. */
const cluster = testCluster();
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments?dryRun=All';
const deployment = (container: object, spec: object = {}, name = 'w'): object => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
    },
  },
});

describe('AS53: what is allowed and seldom meant', () => {
  const C = 'spec.template.spec.containers[0]';
  it.each<readonly [object, readonly string[]]>([
    [deployment({}), []],
    [
      deployment({
        env: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      }),
      [`${C}.env[1]: hides previous definition of "A", which may be dropped when using apply`],
    ],
    [
      deployment({ ports: [{ containerPort: 80 }, { containerPort: 80 }] }),
      [`${C}.ports[1]: duplicate port definition with ${C}.ports[0]`],
    ],
    [
      deployment({ resources: { limits: { memory: '100m' } } }),
      [`${C}.resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer`],
    ],
    [
      deployment(
        {},
        { nodeSelector: { 'beta.kubernetes.io/os': 'linux' }, imagePullSecrets: [{ name: 'x' }, { name: 'x' }] },
      ),
      [
        'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
        'spec.template.spec.imagePullSecrets[1].name: duplicate name "x"',
      ],
    ],
    [deployment({}, {}, 'a.b'), [expect.stringContaining('metadata.name: this is used in Pod names and hostnames')]],
  ])('AS53: %j', (object, warnings) => {
    const answer = cluster.request('POST', DEPLOYMENTS, object);
    expect([answer.code, answer.warnings]).toEqual([201, warnings]);
  });
});

describe('AS54: questions that ask nothing, or too much', () => {
  const AUTHORIZATION = '/apis/authorization.k8s.io/v1';
  it.each<readonly [string, object, number, string]>([
    [
      '/apis/authentication.k8s.io/v1/tokenreviews',
      { spec: {} },
      400,
      'token is required for TokenReview in authentication',
    ],
    [`${AUTHORIZATION}/selfsubjectrulesreviews`, { spec: {} }, 400, 'no namespace on request'],
    [
      `${AUTHORIZATION}/subjectaccessreviews`,
      { spec: {} },
      422,
      'SubjectAccessReview.authorization.k8s.io "" is invalid: [spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified, spec.user: Invalid value: "": at least one of user or group must be specified]',
    ],
    [
      `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`,
      { spec: { user: 'x', resourceAttributes: { namespace: 'other' } } },
      422,
      'LocalSubjectAccessReview.authorization.k8s.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace',
    ],
  ])('AS54: %s', (path, body, code, message) => {
    const answer = cluster.request('POST', path, body);
    expect([answer.code, (answer.body as Status).message]).toEqual([code, message]);
  });

  it('AS54: component statuses are made up when somebody looks', () => {
    const answer = cluster.request('GET', '/api/v1/componentstatuses');
    expect((answer.body as KList).items.map(({ metadata }) => metadata.name)).toEqual([
      'controller-manager',
      'scheduler',
      'etcd-0',
    ]);
    expect(answer.warnings).toEqual(['v1 ComponentStatus is deprecated in v1.19+']);
  });
});

it('AS53: external addresses of a Service are told to be deprecated', () => {
  const ports = [{ port: 80 }];
  const of = (spec: object) =>
    testCluster().request('POST', '/api/v1/namespaces/default/services', {
      metadata: { name: 's' },
      spec: { ports, ...spec },
    });
  expect(of({}).warnings).toEqual([]);
  expect(of({ externalIPs: ['10.1.2.3'] }).warnings).toEqual(['spec.externalIPs is deprecated']);
});

describe('AS53: volumes, claims and definitions', () => {
  const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const warningsAt = (path: string, body: object): readonly string[] =>
    cluster.request('POST', `${path}?dryRun=All`, body).warnings ?? [];
  const old = { annotations: { 'volume.beta.kubernetes.io/storage-class': 'c' } };
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0.5' } } };
  const oldClass =
    'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead';

  it('AS53: a claim of half a byte, and the annotation of long ago', () => {
    const fraction = 'fractional byte value "500m" is invalid, must be an integer';
    expect(
      warningsAt('/api/v1/namespaces/default/persistentvolumeclaims', { metadata: { name: 'c', ...old }, spec: claim }),
    ).toEqual([oldClass, `spec.resources.requests[storage]: ${fraction}`]);
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const set = {
      metadata: { name: 's' },
      spec: {
        serviceName: 's',
        selector: { matchLabels: { a: 'b' } },
        template,
        volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: claim }],
      },
    };
    expect(warningsAt('/apis/apps/v1/namespaces/default/statefulsets', set)).toEqual([
      `spec.volumeClaimTemplates[0].resources.requests[storage]: ${fraction}`,
    ]);
  });

  it('AS53: volumes that are recycled, on labels and of kinds of long ago', () => {
    const key = 'failure-domain.beta.kubernetes.io/zone';
    const spec = {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Recycle',
      glusterfs: { endpoints: 'e', path: 'p' },
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: ['z'] }] }] },
      },
    };
    expect(warningsAt('/api/v1/persistentvolumes', { metadata: { name: 'v', ...old }, spec })).toEqual([
      oldClass,
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
      `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: ${key} is deprecated since v1.17; use "topology.kubernetes.io/zone" instead`,
      'spec.glusterfs: deprecated in v1.25, non-functional in v1.26+',
    ]);
    const topology = { matchLabels: { [key]: 'z' }, matchExpressions: [{ key, operator: 'Exists' }] };
    expect(
      warningsAt('/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities', {
        metadata: { name: 'c' },
        storageClassName: 's',
        nodeTopology: topology,
      }),
    ).toEqual([
      `nodeTopology.matchExpressions[0]: ${key} is deprecated since v1.17; use "topology.kubernetes.io/zone" instead`,
      `nodeTopology.matchLabels.${key}: deprecated since v1.17; use "topology.kubernetes.io/zone" instead`,
    ]);
  });

  it('AS53: formats of a definition that nobody checks, once each and not again', () => {
    const text = (format: string) => ({ type: 'string', format });
    const definition = (properties: object) => ({
      metadata: { name: 'things.x.example' },
      spec: {
        group: 'x.example',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties } },
          },
        ],
      },
    });
    const known = { a: text('date-time'), b: text('k8s-short-name'), c: { type: 'integer', format: 'int64' } };
    expect(warningsAt(DEFINITIONS, definition(known))).toEqual([]);
    const odd = {
      ...known,
      d: text('int-or-string'),
      e: { type: 'integer', format: 'uint32' },
      f: { type: 'array', items: text('int-or-string') },
    };
    expect(warningsAt(DEFINITIONS, definition(odd))).toEqual([
      'unrecognized format "int-or-string"',
      'unrecognized format "uint32"',
    ]);
    const own = testCluster({ kinds: clusterKinds });
    own.request('POST', DEFINITIONS, definition(odd));
    const patch = { spec: definition({ ...odd, g: text('colour') }).spec };
    const merge = { headers: { 'content-type': 'application/merge-patch+json' } };
    expect(own.request('PATCH', `${DEFINITIONS}/things.x.example`, patch, merge).warnings).toEqual([
      'unrecognized format "colour"',
    ]);
  });
});
