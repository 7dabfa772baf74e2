import { gunzipSync, gzipSync, strFromU8, strToU8 } from 'fflate';

// Texts here have one byte in each character.

/** A file says itself how long its content is; what would not fit into a container is not unpacked to find out. */
const MOST_BYTES = 256 * 1024 * 1024;

export function gzipped(bytes: string): string {
  return strFromU8(gzipSync(strToU8(bytes, true), { mtime: 0 }), true);
}

/** Undefined: these are not the bytes of a gzip file, or they are damaged. */
export function gunzipped(packed: string): string | undefined {
  const file = strToU8(packed, true);
  if (file.length < 18 || wordAt(file, file.length - 4) > MOST_BYTES) return undefined;
  try {
    const content = gunzipSync(file);
    return crc32(content) === wordAt(file, file.length - 8) ? strFromU8(content, true) : undefined;
  } catch {
    return undefined;
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
}

/** fflate reads past a wrong sum; gzip does not. */
function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
