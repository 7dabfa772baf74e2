/** One value of DER: its tag, what it holds, and all its bytes. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  readonly whole: Buffer;
}

/** The values one after another in these bytes. */
export function valuesIn(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = valueAt(bytes, at);
    values.push(value);
    at += value.whole.length;
  }
  return values;
}

function valueAt(bytes: Buffer, at: number): DerValue {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new Error('asn1: syntax error: data truncated');
  const more = first < 0x80 ? 0 : first - 0x80;
  if (more > 4 || first === 0x80) throw new Error('asn1: structure error: length too large');
  let length = more === 0 ? first : 0;
  for (let i = 0; i < more; i += 1) length = length * 256 + (bytes[at + 2 + i] ?? 0);
  const start = at + 2 + more;
  if (start + length > bytes.length) throw new Error('asn1: syntax error: data truncated');
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) };
}

/** `1.2.840.10045.4.3.2`. */
export function dotted(content: Buffer): string {
  const parts: number[] = [];
  let value = 0;
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (parts.length === 0)
      parts.push(Math.min(2, Math.floor(value / 40)), value - 40 * Math.min(2, Math.floor(value / 40)));
    else parts.push(value);
    value = 0;
  }
  return parts.join('.');
}

/** The bytes between BEGIN and END lines of this label; undefined when there are none. */
export function bytesOfPem(text: string, label: RegExp): Buffer | undefined {
  const [, name = '', body = ''] = /-----BEGIN ([A-Z ]+)-----\s([\s\S]*?)-----END \1-----/.exec(text) ?? [];
  return label.test(name) ? Buffer.from(body, 'base64') : undefined;
}
