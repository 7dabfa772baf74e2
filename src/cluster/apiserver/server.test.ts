import { expect, it } from 'vitest';
import type { KObject } from '../../api/types/meta.ts';
import { testCluster } from './testing.ts';

it('creates and reads back', () => {
  const cluster = testCluster();
  const made = cluster.request('POST', '/api/v1/namespaces/default/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'c', image: 'nginx:1.27' }] },
  });
  console.log(JSON.stringify(made.body, null, 1));
  expect(made.code).toBe(201);
  const got = cluster.request('GET', '/api/v1/namespaces/default/pods/a');
  expect((got.body as KObject).metadata.uid).toBe((made.body as KObject).metadata.uid);
});
