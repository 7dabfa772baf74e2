import { sha256 } from '../../../base/bytes/sha256.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The first `length` (at most 24) characters of base32(sha256(text)). */
// Models pkg/proxy/iptables/proxier.go portProtoHash (v1.36)
export function base32Hash(text: string, length: number): string {
  const digest = sha256(text);
  let out = '';
  let bits = 0;
  let held = 0;
  for (let at = 0; out.length < length; at += 1) {
    held = ((held << 8) | (digest[at] as number)) & 0xfff;
    bits += 8;
    while (bits >= 5 && out.length < length) {
      bits -= 5;
      out += ALPHABET[(held >> bits) & 31];
    }
  }
  return out;
}
