import { describe, expect, it } from 'vitest';
import type { Status } from '../../../api/status.ts';
import type { KList } from '../../../api/types/meta.ts';
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
