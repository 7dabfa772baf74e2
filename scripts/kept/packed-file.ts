import { deflateRawSync } from 'node:zlib';
import type { KeptFile } from './record.ts';

/** Beyond that it costs more time than it saves bytes. */
const LEVEL = 7;

/** A file of a record as a classic script: a frame without an origin may read no other kind from a server without CORS. */
export function packedFile({ name, content }: KeptFile): string {
  const packed = deflateRawSync(JSON.stringify(content), { level: LEVEL }).toString('base64');
  return `kubestepKept(${JSON.stringify(name)},"${packed}")\n`;
}
