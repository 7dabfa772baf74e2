import { expect, it } from 'vitest';
import { allResources } from '../../../api/scheme.ts';
import { pathOf } from '../../clientgo/paths.ts';
import type { ApiRequest, Method } from '../../ports/transport.ts';
import { requestInfo } from './request-info.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const QUERIES: readonly ApiRequest['query'][] = [[], [['watch', 'true']], [['fieldSelector', 'metadata.name=a']]];

it('what a client says of its path is what the path says, for every resource, verb and subresource', () => {
  let compared = 0;
  for (const info of allResources()) {
    for (const method of METHODS) {
      for (const query of QUERIES) {
        for (const namespace of info.namespaced ? ['', 'default'] : ['']) {
          for (const [name, subresource] of [
            ['', ''],
            ['web', ''],
            ['web', 'status'],
          ] as const) {
            const path = pathOf(info, namespace, name, subresource);
            const request: ApiRequest = {
              method,
              path,
              query,
              headers: {},
              body: undefined,
              clientCertificate: undefined,
            };
            const { group, version, resource } = info;
            const target = { group, version, namespace, resource, subresource, name };
            if (name !== '' && info.namespaced && namespace === '') continue;
            expect(requestInfo({ ...request, target }), `${method} ${path}`).toEqual(requestInfo(request));
            compared += 1;
          }
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(1000);
});
