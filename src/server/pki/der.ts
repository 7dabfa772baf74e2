/** Distinguished encoding rules (ITU-T X.690): each value is a tag, a length and contents. */
const SEQUENCE = 0x30;
const SET = 0x31;

export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = bigEndian(length);
  return [0x80 | bytes.length, ...bytes];
}

function bigEndian(value: number): readonly number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}

export const sequence = (...items: readonly Uint8Array[]): Buffer => der(SEQUENCE, ...items);
export const set = (...items: readonly Uint8Array[]): Buffer => der(SET, ...items);
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
export const octetString = (bytes: Uint8Array): Buffer => der(0x04, bytes);
export const utf8String = (text: string): Buffer => der(0x0c, Buffer.from(text, 'utf8'));

/** A whole number that is not negative: a first bit of one would read as a sign. */
export function integer(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.from([0]) : Buffer.from(bytes.subarray(start));
  return (digits[0] as number) >= 0x80 ? der(0x02, Buffer.from([0]), digits) : der(0x02, digits);
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return der(0x03, Buffer.from([unusedBits]), bytes);
}

/** From `1.2.840.10045.4.3.2`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128));
  return bytes;
}

/** Two digits for the year: good until 2049. */
export function utcTime(time: Date): Buffer {
  const digits = time.toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(digits.slice(2), 'latin1'));
}

/** `[number]` around a value that keeps its own tag. */
export const explicit = (number: number, value: Uint8Array): Buffer => der(0xa0 | number, value);
/** `[number]` in place of a simple value's tag. */
export const implicit = (number: number, contents: Uint8Array): Buffer => der(0x80 | number, contents);

/** The same bytes as text between BEGIN and END lines. */
export function pem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
