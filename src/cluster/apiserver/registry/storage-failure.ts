import { failure, type Status } from '../../../api/errors/status.ts';
import type { KvError } from '../../ports/kv.ts';

/** The gRPC code of a client whose own time is up. */
const DEADLINE_EXCEEDED = 4;

const NO_REASON = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  code: 500,
} as const;

/**
 * What a request answers when the store could not: an error that the server has no name for, unless its own time is up.
 *
 * Models apiserver/pkg/endpoints/handlers/responsewriters/status.go and pkg/server/filters/timeout.go (v1.36)
 */
export function storageFailure({ error, code }: KvError): Status {
  if (code === DEADLINE_EXCEEDED)
    return failure(504, 'Timeout', 'Timeout: request did not complete within the allotted timeout', {});
  return { ...NO_REASON, message: error };
}
