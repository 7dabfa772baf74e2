// Models staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go Info.Get (v1.36)

import type { Process } from '../../../engine/index.ts';
import type { ApiResponse } from '../../ports/transport.ts';
import type { Call, Session } from '../session/session.ts';

const NAMESPACE = /^\/api.*\/namespaces\/([^/]+)\/./;

/** Asks for a named object. Where it is not there, its namespace may be what is missing; `default` always is there. */
export function* retrieve(session: Session, call: Omit<Call, 'method'>): Process<ApiResponse> {
  const found = yield* session.call({ method: 'GET', ...call });
  const namespace = isNotFound(found) ? NAMESPACE.exec(call.path)?.[1] : undefined;
  if (namespace === undefined || namespace === 'default') return found;
  const path = `/api/v1/namespaces/${namespace}`;
  const around = yield* session.call({ method: 'GET', ...call, path });
  return isNotFound(around) ? around : found;
}

const isNotFound = ({ code, body }: ApiResponse): boolean =>
  code === 404 && (body as { readonly reason?: string } | undefined)?.reason === 'NotFound';
