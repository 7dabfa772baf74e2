import { expect, it } from 'vitest';
import { allResources } from '../../../api/scheme/scheme.ts';
import { KindRequest, RequestKinds, type Verb } from '../../clientgo/request-kinds.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { plainInfo, requestInfo } from './request-info.ts';

const NAMED: readonly Verb[] = ['get', 'update', 'patch', 'delete'];
const UNNAMED: readonly Verb[] = ['list', 'watch', 'create', 'deletecollection'];
const WATCH = ['watch', 'true'] as const;
const SELECTOR = ['fieldSelector', 'metadata.name=a'] as const;
const QUERIES: readonly ApiRequest['query'][] = [[], [SELECTOR]];

it('what a client says of its request is what method, path and query say, for every resource, verb and subresource', () => {
  let compared = 0;
  for (const info of allResources()) {
    for (const namespace of info.namespaced ? [undefined, 'default'] : [undefined]) {
      for (const verb of [...NAMED, ...UNNAMED]) {
        const isNamed = NAMED.includes(verb);
        if (isNamed && info.namespaced && namespace === undefined) continue;
        for (const subresource of isNamed ? [undefined, 'status'] : [undefined]) {
          for (const query of QUERIES) {
            const kind = new RequestKinds('agent', {}).find(verb, info, namespace, subresource, undefined, 'a/b');
            const own = verb === 'watch' ? [...query, WATCH] : query;
            const request = new KindRequest(kind, isNamed ? 'web' : '', '', own as never, undefined);
            const { method, path, headers } = request;
            const text: ApiRequest = {
              method,
              path,
              query: own,
              headers,
              body: undefined,
              clientCertificate: undefined,
            };
            expect(plainInfo(requestInfo(request)), `${verb} ${path}`).toEqual(requestInfo(text));
            compared += 1;
          }
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(1000);
});
