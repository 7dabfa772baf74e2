const FIRST_SIZE = 1024;
const LONGEST_VARINT = 10;
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/** Writes messages in protobuf's wire format, one inside another. */
export class ProtobufWriter {
  private target = Buffer.allocUnsafe(FIRST_SIZE);
  private at = 0;

  bytes(): Buffer {
    return this.target.subarray(0, this.at);
  }

  raw(text: string): void {
    this.room(text.length);
    this.at += this.target.write(text, this.at, 'latin1');
  }

  text(number: number, text: string): void {
    this.tag(number, BYTES);
    const length = Buffer.byteLength(text);
    this.varint(length);
    this.room(length);
    this.at += this.target.write(text, this.at, 'utf8');
  }

  buffer(number: number, bytes: Buffer): void {
    this.tag(number, BYTES);
    this.varint(bytes.length);
    this.room(bytes.length);
    this.at += bytes.copy(this.target, this.at);
  }

  integer(number: number, value: number): void {
    this.tag(number, VARINT);
    this.varint(value);
  }

  double(number: number, value: number): void {
    this.tag(number, FIXED64);
    this.room(8);
    this.at = this.target.writeDoubleLE(value, this.at);
  }

  /** What `write` writes, with its length before it. */
  message(number: number, write: () => void): void {
    this.tag(number, BYTES);
    const start = this.at;
    // Most are short: one byte is kept for the length, and more are made when it needs them.
    this.room(1);
    this.at += 1;
    write();
    const length = this.at - start - 1;
    const more = sizeOf(length) - 1;
    this.room(more);
    if (more > 0) this.target.copyWithin(start + 1 + more, start + 1, this.at);
    this.at = start;
    this.varint(length);
    this.at += length;
  }

  private tag(number: number, type: number): void {
    this.varint(number * 8 + type);
  }

  private varint(value: number): void {
    this.room(LONGEST_VARINT);
    if (value < 0 || value > Number.MAX_SAFE_INTEGER) {
      this.longVarint(BigInt.asUintN(64, BigInt(value)));
      return;
    }
    let rest = value;
    while (rest >= 128) {
      this.target[this.at] = (rest % 128) + 128;
      this.at += 1;
      rest = Math.floor(rest / 128);
    }
    this.target[this.at] = rest;
    this.at += 1;
  }

  private longVarint(value: bigint): void {
    let rest = value;
    while (rest >= 128n) {
      this.target[this.at] = Number(rest % 128n) + 128;
      this.at += 1;
      rest /= 128n;
    }
    this.target[this.at] = Number(rest);
    this.at += 1;
  }

  private room(length: number): void {
    if (this.at + length <= this.target.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.target.length, this.at + length));
    this.target.copy(larger, 0, 0, this.at);
    this.target = larger;
  }
}

/** How many bytes a varint takes. */
function sizeOf(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}
