import type { Keepsake } from '../../../base/keepsakes.ts';
import type { Process } from '../../../engine/index.ts';
import type { ApiResponse } from '../../ports/transport.ts';
import type { Call, Session } from '../session/session.ts';

interface OpenApiIndex {
  readonly paths?: { readonly [path: string]: { readonly serverRelativeURL: string } };
}

const INDEX: Keepsake<{ response: ApiResponse | undefined }> = { begin: () => ({ response: undefined }) };

/** Where the document of a group and version is; the index is fetched once a command. */
export function* openApiAddress(session: Session, path: string): Process<string | undefined> {
  const index = session.keepsakes.of(INDEX);
  index.response ??= yield* session.call({
    method: 'GET',
    path: '/openapi/v3',
    query: [['timeout', '32s']],
    accept: 'application/json, */*',
  });
  const body = index.response.body as OpenApiIndex | undefined;
  return body?.paths?.[path]?.serverRelativeURL;
}

export function fetchDocument(session: Session, address: string): Process<ApiResponse> {
  return session.call(documentCall(address));
}

export function documentCall(address: string): Call {
  const [document = '', query = ''] = address.split('?');
  const pairs = query.split('&').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.split('=');
    return [name, value];
  });
  return { method: 'GET', path: document, query: [...pairs, ['timeout', '32s']] };
}

/** The schemas of a group and version. The address holds a hash, so that a document that is known never changes. */
// Models staging/src/k8s.io/client-go/openapi/client.go (v1.36)
export function* openApiDocument(
  session: Session,
  path: string,
): Process<{ readonly code: number; readonly body: unknown }> {
  const address = yield* openApiAddress(session, path);
  if (address === undefined) return { code: 404, body: '404 page not found\n' };
  return yield* fetchDocument(session, address);
}
