import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { TokenSigner } from '../../cluster/ports/token-signer.ts';

interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

let keys: Keys | undefined;

/** The key that signs ServiceAccount tokens: made once for the process, when the first cluster needs it. */
export function createTokenSigner(): TokenSigner {
  keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { privateKey, publicKey } = keys;
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  const { n, e } = publicKey.export({ format: 'jwk' });
  return {
    keyId,
    sign: (input) => sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url'),
    verify: (input, signature) =>
      verify('RSA-SHA256', Buffer.from(input), publicKey, Buffer.from(signature, 'base64url')),
    keySet: { keys: [{ use: 'sig', kty: 'RSA', kid: keyId, alg: 'RS256', n, e }] },
  };
}
