import { expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import { testCluster } from '../testing.ts';

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

/** A Deployment of one container, and how patches of it are refused. */
function patched() {
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  const labels = { app: 'x' };
  const ports = [{ containerPort: 80 }];
  const template = { metadata: { labels }, spec: { containers: [{ name: 'x', image: 'nginx', ports }] } };
  const object = { metadata: { name: 'x', labels }, spec: { selector: { matchLabels: labels }, template } };
  expect(cluster.request('POST', DEPLOYMENTS, object).code).toBe(201);
  return (body: object) => {
    const headers = { 'content-type': 'application/strategic-merge-patch+json' };
    const answer = cluster.request('PATCH', `${DEPLOYMENTS}/x`, body, { headers });
    expect(answer.code).toBe(422);
    return answer.body as Status;
  };
}

it('AS114: a refusal quotes what carrying a strategic patch out has left of it', () => {
  const refused = patched();
  const quoted = (spec: object) =>
    /Invalid value: "(.*?)": /.exec(refused({ spec: { template: { spec } } }).message ?? '')?.[1];
  const order = { '$setElementOrder/containers': [{ name: 'x' }] };
  expect(quoted({ ...order, containers: [{ name: 'x', image: 5 }], hostname: 'h' })).toBe(
    'map[spec:map[template:map[spec:map[hostname:h]]]]',
  );
  // Without an order the list stays, and its items are gone through.
  const ports = { '$setElementOrder/ports': [{ containerPort: 80 }], ports: [{ containerPort: 80, name: 'a' }] };
  expect(quoted({ containers: [{ name: 'x', image: 5, ...ports }] })).toBe(
    'map[spec:map[template:map[spec:map[containers:[map[image:5 name:x]]]]]]',
  );
});

it('AS115: labels that are wrong are told three times, what may not change twice', () => {
  const refused = patched();
  const fields = (metadata: object) => refused({ metadata }).details?.causes?.map(({ field }) => field);
  expect(fields({ labels: { app: 'not valid!' } })).toEqual(['metadata.labels', 'metadata.labels', 'metadata.labels']);
  expect(fields({ uid: 'other' })).toEqual(['metadata.uid', 'metadata.uid']);
});
