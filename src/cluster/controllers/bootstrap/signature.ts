// Models pkg/controller/bootstrap/jws.go (v1.36)

import { base64url, base64urlOfBytes } from '../../../base/bytes/base64.ts';
import { hmac256 } from '../../../base/bytes/hmac256.ts';

/** A signature as JWS writes it, without what it is about. */
export function detachedSignature(content: string, id: string, key: string): string {
  const header = base64url(JSON.stringify({ alg: 'HS256', kid: id }));
  return `${header}..${base64urlOfBytes(hmac256(key, `${header}.${base64url(content)}`))}`;
}
