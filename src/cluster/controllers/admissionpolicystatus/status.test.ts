import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]}
  validations: [{expression: 'object.spec.replicas <= 5'}]
`;

it('VPS1: a policy is said to have been looked at, once a generation', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(POLICY);
  cluster.wait(1);
  expect(cluster.path('validatingadmissionpolicy few', '{.status}')).toBe('{"observedGeneration":1,"typeChecking":{}}');
  cluster.apply(POLICY.replace('<= 5', '<= 6'));
  cluster.wait(1);
  expect(cluster.path('validatingadmissionpolicy few', '{.status.observedGeneration}')).toBe('2');
});
