import { expect, it } from 'vitest';
import type { ValidatingAdmissionPolicy } from '../../../api/types/admissionregistration.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { typeWarnings } from './type-check.ts';

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

it('VPS2: what the matched kinds do not have is told, kind by kind', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const both = POLICY.replace('[deployments]', '[deployments, replicasets]');
  cluster.apply(both.replace('object.spec.replicas <= 5', 'object.replicas > 1 && object.spec.replicas > 1'));
  cluster.wait(1);
  const [ref, ...lines] = cluster
    .path(
      'validatingadmissionpolicy few',
      '{.status.typeChecking.expressionWarnings[0].fieldRef}{"\\n"}{.status.typeChecking.expressionWarnings[0].warning}',
    )
    .split('\n');
  expect(ref).toBe('spec.validations[0].expression');
  expect(lines.filter((line) => line !== '')).toEqual([
    "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'",
    ' | object.replicas > 1 && object.spec.replicas > 1',
    ' | ......^',
    "apps/v1, Kind=ReplicaSet: ERROR: <input>:1:7: undefined field 'replicas'",
    ' | object.replicas > 1 && object.spec.replicas > 1',
    ' | ......^',
  ]);
  cluster.apply(
    POLICY.replace('object.spec.replicas <= 5', 'object.metadata.labels["a"] == "b" && request.operation == "CREATE"'),
  );
  cluster.wait(1);
  expect(cluster.path('validatingadmissionpolicy few', '{.status.typeChecking}')).toBe('{}');
});

it('VPS2: variables and wrong types are looked at, wildcards are not', () => {
  const policy = (rule: object, expression: string) =>
    ({
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], ...rule }],
        },
        variables: [{ name: 'count', expression: 'object.spec.replicas' }],
        validations: [{ expression }],
      },
    }) as unknown as ValidatingAdmissionPolicy;
  const warned = (rule: object, expression: string) =>
    typeWarnings(policy(rule, expression), [VIDEOS]).map(({ warning }) => warning.split('\n')[0]);
  expect(warned({}, "variables.count == 'many'")).toEqual([
    "apps/v1, Kind=Deployment: ERROR: <input>:1:17: found no matching overload for '_==_' applied to '(int, string)'",
  ]);
  expect(warned({ apiVersions: ['*'] }, 'object.nothing')).toEqual([]);
  const custom = { apiGroups: ['example.com'], resources: ['videos'] };
  expect(warned(custom, 'object.spec.title == object.spec.tilte')).toEqual([
    "example.com/v1, Kind=Video: ERROR: <input>:1:33: undefined field 'tilte'",
  ]);
});

const VIDEOS = {
  spec: {
    group: 'example.com',
    names: { plural: 'videos', kind: 'Video' },
    versions: [
      {
        name: 'v1',
        served: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { title: { type: 'string' } } } },
          },
        },
      },
    ],
  },
} as unknown as CustomResourceDefinition;
