const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Two digits a byte. */
export function hexOfBytes(bytes: Iterable<number>): string {
  let text = '';
  for (const byte of bytes) text += BYTES[byte] as string;
  return text;
}

/** Eight hexadecimal digits of an integer of 32 bits: much quicker than `toString(16)`, which knows fractions. */
export function hex32(value: number): string {
  return (
    (BYTES[value >>> 24] as string) +
    (BYTES[(value >>> 16) & 255] as string) +
    (BYTES[(value >>> 8) & 255] as string) +
    (BYTES[value & 255] as string)
  );
}
