import { sha256 } from '../../../base/bytes/sha256.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The first eight bytes of sha256(`group/version/Kind`) in base64. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/storageversionhash.go (v1.36)
export function storageVersionHash(group: string, version: string, kind: string): string {
  const digest = sha256(`${group}/${version}/${kind}`);
  let text = '';
  for (let at = 0; at < 8; at += 3) {
    const [a = 0, b = 0, c = 0] = [digest[at], at + 1 < 8 ? digest[at + 1] : 0, at + 2 < 8 ? digest[at + 2] : 0];
    const bits = (a << 16) | (b << 8) | c;
    text += DIGITS.charAt(bits >> 18) + DIGITS.charAt((bits >> 12) & 63) + DIGITS.charAt((bits >> 6) & 63);
    text += at + 2 < 8 ? DIGITS.charAt(bits & 63) : '=';
  }
  return text;
}
