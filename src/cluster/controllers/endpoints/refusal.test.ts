import { expect, it } from 'vitest';
import { forbidden } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { ControllerBench } from '../testing.ts';

/** A Service whose Endpoints may not be made. */
function refused(): ControllerBench {
  const made = new ControllerBench();
  made.server.refuse = ({ method, path }) =>
    method === 'POST' && path.endsWith('/endpoints') ? forbidden(resourceOf('endpoints'), '', 'no') : undefined;
  const metadata = { name: 'web', namespace: 'shop', uid: 'u', creationTimestamp: '2026-01-15T09:00:00Z' };
  const spec = { selector: { app: 'web' }, clusterIP: '10.96.0.7', ports: [{ port: 80, protocol: 'TCP' }] };
  made.put('services', { apiVersion: 'v1', kind: 'Service', metadata, spec } as KObject);
  return made;
}

it('EP4: what is said of Endpoints that cannot be made is about them', () => {
  const made = refused();
  made.run(0.1);
  const event = made.server.writes.find(({ path }) => path.endsWith('/events'));
  expect(event?.path).toContain('/namespaces/default/');
  expect(event?.body).toMatchObject({
    involvedObject: { kind: 'Endpoints', name: 'web', apiVersion: 'v1' },
    reason: 'FailedToCreateEndpoint',
    message: 'Failed to create endpoint for service shop/web: endpoints is forbidden: no',
  });
});

it('EP6: what is refused again and again is given up', () => {
  const made = refused();
  made.run(1000);
  expect(
    made.server.writes.filter(({ method, path }) => method === 'POST' && path.endsWith('/endpoints')),
  ).toHaveLength(16);
});
