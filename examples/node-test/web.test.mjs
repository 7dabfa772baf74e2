// A unit test of a manifest with Node's own runner.   node --test node-test
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { breakNode, expectApplied, expectHealthy, expectReady, startCluster } from 'kubestep/test';

const manifest = readFileSync(new URL('../web.yaml', import.meta.url), 'utf8');

test('web outlives a node', () => {
  const cluster = startCluster({ nodes: 3 });
  expectApplied(cluster, manifest);
  expectReady(cluster, 'deployment/web');
  expectHealthy(cluster);
  const [pod] = cluster.list('pods', 'default');
  breakNode(cluster, pod.spec.nodeName);
  expectReady(cluster, 'deployment/web', { within: 60 });
});
