import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const MAP = (name: string, namespace: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, namespace: ${namespace}}
---
`;

it('KC192: an object of another namespace than the one given is refused', () => {
  const cluster = new TypedCluster();
  const refusal = `error: the namespace from the provided object "default" does not match the namespace "kube-public". You must pass '--namespace=default' to perform this operation.\n`;
  const file = { 'a.yaml': MAP('a', 'default') };
  for (const verb of ['apply', 'create', 'delete', 'get', 'replace']) {
    const { stderr, stdout, exitCode } = cluster.type(`kubectl ${verb} -n kube-public -f a.yaml`, file);
    // `get` collects what goes wrong, and prints it as it is.
    const told = verb === 'get' ? refusal.replace('error: ', '') : refusal;
    expect({ verb, stderr, stdout, exitCode }).toEqual({ verb, stderr: told, stdout: '', exitCode: 1 });
  }
  expect(cluster.path('configmaps --field-selector metadata.name=a', '{.items}')).toBe('[]');
  expect(cluster.type('kubectl apply -n default -f a.yaml', file).exitCode).toBe(0);
  expect(cluster.type('kubectl apply -f b.yaml', { 'b.yaml': MAP('b', 'kube-public') }).exitCode).toBe(0);
});
