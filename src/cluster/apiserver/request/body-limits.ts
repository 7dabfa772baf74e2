// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go, limitedReadBodyWithRecordMetric (v1.36); that what is kept has at most some levels models nothing upstream: those who walk it here have a smaller stack

import { badRequest, requestEntityTooLarge, type Status } from '../../../api/errors/status.ts';
import { utf8Length } from '../../../base/bytes/utf8.ts';
import { cutBelow, isDeeper, MOST_LEVELS, MOST_READ_LEVELS, NOT_FOLLOWED } from '../../../base/nesting.ts';
import type { ApiRequest } from '../../ports/transport.ts';

/** What a body has at most, in bytes. */
export const MOST_BODY_BYTES = 3 * 1024 * 1024;
/** A letter is written in as many bytes at most: `\u0000`. */
const BYTES_OF_A_LETTER = 6;

/**
 * The request as it is read: of its body what lies deeper than anybody looks has fallen away, which matters to nobody where
 * it stands in fields that no kind has. What the cluster's own clients send is made of objects that were read, and not looked at.
 */
export function withinLimits(request: ApiRequest): ApiRequest | Status {
  const { body, target } = request;
  if (target !== undefined || body === undefined) return request;
  const read = cutBelow(body, MOST_READ_LEVELS);
  if (isLarger(read)) return requestEntityTooLarge(MOST_BODY_BYTES);
  return read === body ? request : { ...request, body: read };
}

function isLarger(body: unknown): boolean {
  if (letters(body) * BYTES_OF_A_LETTER <= MOST_BODY_BYTES) return false;
  return utf8Length(typeof body === 'string' ? body : JSON.stringify(body)) > MOST_BODY_BYTES;
}

/** How many letters a value is written in, about: each other value counts as many as the longest number, with what separates it from the next one. */
function letters(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 26;
  let sum = 2;
  for (const key in value) sum += key.length + 3 + letters((value as { readonly [key: string]: unknown })[key]);
  return sum;
}

interface Kind {
  readonly version: string;
  readonly kind: string;
}

/** Why an object is not kept that a client has written. What the server itself says in its metadata may be deeper. */
export function refuseDepth({ target }: ApiRequest, { kind, version }: Kind, object: object): Status | undefined {
  if (target !== undefined || !isDeeper(object, MOST_LEVELS)) return undefined;
  const { metadata: _, ...content } = object as { readonly metadata?: unknown };
  if (!isDeeper(content, MOST_LEVELS)) return undefined;
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${NOT_FOLLOWED}`);
}
