/** Values by the number of their field; what is no bytes is left out. */
export type Decoded = ReadonlyMap<number, readonly Buffer[]>;

/** Takes a message in protobuf's wire format apart, knowing nothing of its type. */
export function takeApart(bytes: Buffer = Buffer.alloc(0)): Decoded {
  const found = new Map<number, Buffer[]>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at] as number;
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const type = tag & 7;
    if (type === 0) varint();
    else if (type === 1) at += 8;
    else if (type === 2) {
      const length = varint();
      const field = Math.floor(tag / 8);
      found.set(field, [...(found.get(field) ?? []), bytes.subarray(at, at + length)]);
      at += length;
    } else throw new Error(`wire type ${type}`);
  }
  return found;
}
