// The same in Jest, which reads modules as they are with   NODE_OPTIONS=--experimental-vm-modules npx jest jest
import { readFileSync } from 'node:fs';
import { expectApplied, expectReady, startCluster } from 'kubestep/test';

const manifest = readFileSync(new URL('../web.yaml', import.meta.url), 'utf8');

test('web becomes ready', () => {
  const cluster = startCluster({ nodes: 2 });
  expectApplied(cluster, manifest);
  expectReady(cluster, 'deployment/web', { within: 60 });
  expect(cluster.list('pods', 'default')).toHaveLength(2);
});
