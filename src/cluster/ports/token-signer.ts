/** Signs tokens with a private key and checks what was signed. Synchronous: real cryptography is given by whoever has it. */
export interface TokenSigner {
  /** The `kid` of a token's header: the hash of the public key. */
  readonly keyId: string;
  /** The signature in base64url. */
  sign(input: string): string;
  verify(input: string, signature: string): boolean;
  /** The public keys as a JSON Web Key Set; absent when there is no real key. */
  readonly keySet?: object;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** 256 bytes, as an RSA key of 2048 bits signs: the last digit holds two bits. */
const FULL_DIGITS = 341;

/** A signature that looks like RS256 and depends on every character and on the secret, but protects nothing. */
export function simulatedSigner(secret: string): TokenSigner {
  const sign = (input: string): string => digitsFrom(secret, input, FULL_DIGITS) + 'AQgw'[input.length & 3];
  return { keyId: digitsFrom(secret, 'public key', 43), sign, verify: (input, signature) => sign(input) === signature };
}

// Models the place of pkg/serviceaccount/jwt.go's signer (v1.36); deviation: no cryptography.
function digitsFrom(secret: string, input: string, count: number): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let at = 0; at < secret.length; at += 1) a = Math.imul(a ^ secret.charCodeAt(at), 0x01000193);
  for (let at = 0; at < input.length; at += 1) {
    a = Math.imul(a ^ input.charCodeAt(at), 0x01000193);
    b = (b ^ a) + (b << 7);
  }
  let digits = '';
  let state = (a ^ b) | 1;
  for (let at = 0; at < count; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    digits += DIGITS[(state + b) & 63];
    b = (b << 1) | (b >>> 31);
  }
  return digits;
}
