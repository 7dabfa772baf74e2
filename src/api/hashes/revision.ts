import { eachByteOf } from '../../base/bytes/utf8.ts';
import { pureOfObject } from '../../base/pure.ts';
import { goJson } from '../go/json-text.ts';
import { safeEncode } from './pod-template.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** What a ControllerRevision keeps, as Go writes a map. */
export const revisionText = pureOfObject((data: object): string => goJson(data, { sortKeys: true }));

/** FNV-32 (which multiplies first, unlike the FNV-32a of pod templates). Models pkg/controller/history HashControllerRevision (v1.36) */
export function revisionHash(data: object, collisionCount: number): string {
  let hash = FNV_OFFSET;
  const add = (byte: number): void => {
    hash = Math.imul(hash, FNV_PRIME) ^ byte;
  };
  for (const sign of revisionText(data)) eachByteOf(sign.codePointAt(0) as number, add);
  for (const digit of String(collisionCount)) add(digit.charCodeAt(0));
  return safeEncode(String(hash >>> 0));
}
