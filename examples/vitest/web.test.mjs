// The same in Vitest, and how an expectation that fails reads.   npx vitest run vitest
import { readFileSync } from 'node:fs';
import { expectApplied, expectReady, expectStaysReady, startCluster } from 'kubestep/test';
import { describe, expect, it } from 'vitest';

const manifest = readFileSync(new URL('../web.yaml', import.meta.url), 'utf8');

describe('web', () => {
  it('is there without a gap while a new version is rolled out', () => {
    const cluster = startCluster({ nodes: 2 });
    expectApplied(cluster, manifest);
    expectReady(cluster, 'deployment/web');
    expectApplied(cluster, manifest.replace('nginx:1.27', 'nginx:1.28'));
    cluster.until(() => cluster.get('deployment', 'web').status.availableReplicas < 2, 30);
    expect(cluster.get('deployment', 'web').status.availableReplicas).toBe(2);
    expectReady(cluster, 'deployment/web');
    expectStaysReady(cluster, 'deployment/web', { during: 120 });
  });

  it('says what holds it up', () => {
    const cluster = startCluster({ nodes: 1 });
    expectApplied(cluster, manifest.replace('ports: [', 'resources: { requests: { cpu: 64 } }\n          ports: ['));
    expect(() => expectReady(cluster, 'deployment/web', { within: 60 })).toThrow(/asks for 64 cpu/);
  });
});
