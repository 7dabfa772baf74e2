import { goJson } from '../../api/go/json-text.ts';

/** Blanks a level; 0 is one line. */
const INDENTS: ReadonlyMap<string, number> = new Map([
  ['/', 2],
  ['/version', 2],
  ['/version/', 2],
  ['/openapi/v3', 0],
  ['/openid/v1/jwks', 0],
  ['/.well-known/openid-configuration', 0],
]);

/** Documents that are no objects are sent as the server writes them itself, however a client would like them. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go, WriteRawJSON, and pkg/serviceaccount/openidmetadata.go (v1.36)
export function rawDocument(path: string, body: object): string | undefined {
  const indent = 'kind' in body ? undefined : INDENTS.get(path);
  return indent === undefined ? undefined : goJson(body, { indent });
}
