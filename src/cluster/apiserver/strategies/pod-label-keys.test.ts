import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const POD = (name: string, selector: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: web, hash: abc, tenant: one}}
spec:
  topologySpreadConstraints:
  - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {${selector}}}, matchLabelKeys: [hash, none]}
  affinity:
    podAntiAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 1
        podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {}, mismatchLabelKeys: [tenant]}
  containers: [{name: c, image: "nginx:1.27"}]
`;

it('AS77: keys that a Pod gives values to become part of its selectors', () => {
  const cluster = new TypedCluster();
  cluster.apply(POD('web', 'app: web'));
  expect(cluster.path('pod web', '{.spec.topologySpreadConstraints[0].labelSelector}')).toBe(
    '{"matchExpressions":[{"key":"hash","operator":"In","values":["abc"]}],"matchLabels":{"app":"web"}}',
  );
  const term = '.spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm';
  expect(cluster.path('pod web', `{${term}.labelSelector}`)).toBe(
    '{"matchExpressions":[{"key":"tenant","operator":"NotIn","values":["one"]}]}',
  );
  expect(cluster.apply(POD('twice', 'hash: abc')).stderr).toBe(
    'The Pod "twice" is invalid: spec.topologySpreadConstraints[0][0]: Invalid value: "hash": exists in both matchLabelKeys and labelSelector\n',
  );
});
