// Models staging/src/k8s.io/kubectl/pkg/util/openapi (v1.36)

import type { Keepsake } from '../../../base/keepsakes.ts';
import type { Process } from '../../../engine/index.ts';
import type { ApiResponse } from '../../ports/transport.ts';
import type { Session } from '../session/session.ts';

const FETCHED: Keepsake<{ document: ApiResponse | undefined }> = { begin: () => ({ document: undefined }) };

/** The document of all types in one, as it was before version 3; fetched once a command. */
export function* fetchOlderDocument(session: Session): Process<Pick<ApiResponse, 'code' | 'body'>> {
  const fetched = session.keepsakes.of(FETCHED);
  fetched.document ??= yield* session.call({
    method: 'GET',
    path: '/openapi/v2',
    query: [['timeout', '32s']],
    accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  });
  return fetched.document;
}
