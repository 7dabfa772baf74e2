import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { base64urlOfBytes, bytesOf } from './bytes/base64.ts';

/** A text as short as it gets in an address, where `-`, `_`, letters and digits stay as they are. */
export function packedText(text: string): string {
  return base64urlOfBytes(deflateSync(strToU8(text), { level: 9 }));
}

/** Undefined where this was not packed, was cut, or would unpack into more than so many bytes. */
export function unpackedText(packed: string, mostBytes: number): string | undefined {
  const bytes = bytesOf(packed);
  if (bytes === undefined) return undefined;
  try {
    return strFromU8(inflateSync(Uint8Array.from(bytes), { out: new Uint8Array(mostBytes) }));
  } catch {
    return undefined;
  }
}
