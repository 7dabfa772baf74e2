// Models staging/src/k8s.io/kubectl/pkg/util/openapi (v1.36)

import type { Process } from '../../../engine/index.ts';
import type { ApiResponse } from '../../ports/transport.ts';
import type { Session } from '../session/session.ts';

const FETCHED = 'openapi-v2';

/** The document of all types in one, as it was before version 3; fetched once a command. */
export function* fetchOlderDocument(session: Session): Process<Pick<ApiResponse, 'code' | 'body'>> {
  const fetched = session.flags.get(FETCHED) as ApiResponse | undefined;
  if (fetched !== undefined) return fetched;
  const response = yield* session.call({
    method: 'GET',
    path: '/openapi/v2',
    query: [['timeout', '32s']],
    accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  });
  session.flags.set(FETCHED, response);
  return response;
}
