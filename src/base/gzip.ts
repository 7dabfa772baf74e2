// Models RFC 1951 (deflate) and RFC 1952 (gzip): texts in which each character is one byte.

const HEAD = '\x1f\x8b\x08\0\0\0\0\0\0\x03';
const MOST_STORED = 0xffff;
const NAMES = 0b1_1000;
const [EXTRA, CHECK] = [0b100, 0b10];

/** Nothing is made smaller: every block is stored as it is. */
export function gzipped(bytes: string): string {
  let packed = HEAD;
  let at = 0;
  do {
    const block = bytes.slice(at, at + MOST_STORED);
    at += block.length;
    const last = at >= bytes.length ? '\x01' : '\0';
    packed += last + little(block.length, 2) + little(block.length ^ MOST_STORED, 2) + block;
  } while (at < bytes.length);
  return packed + little(crc32(bytes), 4) + little(bytes.length, 4);
}

/** Undefined: these are not the bytes of a gzip file, or they are damaged. */
export function gunzipped(packed: string): string | undefined {
  if (!packed.startsWith('\x1f\x8b\x08')) return undefined;
  const flags = packed.charCodeAt(3);
  let at = 10;
  if ((flags & EXTRA) !== 0) at += 2 + packed.charCodeAt(at) + 256 * packed.charCodeAt(at + 1);
  for (let names = flags & NAMES; names > 0; names &= names - 1) at = packed.indexOf('\0', at) + 1;
  if ((flags & CHECK) !== 0) at += 2;
  const inflating = new Inflating(packed, at);
  const bytes = inflating.all();
  return bytes !== undefined && packed.slice(inflating.at, inflating.at + 4) === little(crc32(bytes), 4)
    ? bytes
    : undefined;
}

function little(value: number, length: number): string {
  return Array.from({ length }, (_, at) => String.fromCharCode((value >>> (8 * at)) & 255)).join('');
}

function crc32(bytes: string): number {
  let sum = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    sum ^= bytes.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

/** How many codes there are of each length, and their symbols in order. */
interface Codes {
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
}

const LONGEST = 15;

function codesOf(lengths: readonly number[]): Codes {
  const counts = new Array<number>(LONGEST + 1).fill(0);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  counts[0] = 0;
  const symbols = lengths.map((_, symbol) => symbol).filter((symbol) => lengths[symbol] !== 0);
  return { counts, symbols: symbols.sort((a, b) => (lengths[a] as number) - (lengths[b] as number) || a - b) };
}

const FIXED = codesOf(Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8)));
const FIXED_DISTANCES = codesOf(new Array<number>(30).fill(5));
/** In which order the lengths of the codes of lengths come. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END = 256;

/** What a symbol stands for at least, and how many bits say how much more. */
const lengthOf = (code: number): readonly [least: number, bits: number] => {
  if (code < 8) return [code + 3, 0];
  if (code === 28) return [258, 0];
  const bits = (code >> 2) - 1;
  return [((4 + (code & 3)) << bits) + 3, bits];
};
const distanceOf = (code: number): readonly [least: number, bits: number] => {
  if (code < 4) return [code + 1, 0];
  const bits = (code >> 1) - 1;
  return [((2 + (code & 1)) << bits) + 1, bits];
};

class Damaged extends Error {}

class Inflating {
  private held = 0;
  private bits = 0;
  private pieces = '';

  constructor(
    private readonly packed: string,
    public at: number,
  ) {}

  all(): string | undefined {
    try {
      for (;;) {
        const isLast = this.take(1) === 1;
        this.block(this.take(2));
        if (isLast) return this.pieces;
      }
    } catch (error) {
      if (error instanceof Damaged) return undefined;
      throw error;
    }
  }

  private block(kind: number): void {
    if (kind === 0) this.stored();
    else if (kind === 1) this.coded(FIXED, FIXED_DISTANCES);
    else if (kind === 2) this.described();
    else throw new Damaged();
  }

  private stored(): void {
    this.bits = 0;
    this.held = 0;
    const length = this.take(16);
    this.take(16);
    if (this.at + length > this.packed.length) throw new Damaged();
    this.pieces += this.packed.slice(this.at, this.at + length);
    this.at += length;
  }

  private described(): void {
    const [literals, distances, known] = [this.take(5) + 257, this.take(5) + 1, this.take(4) + 4];
    const own = new Array<number>(19).fill(0);
    for (const symbol of ORDER.slice(0, known)) own[symbol] = this.take(3);
    const codes = codesOf(own);
    const lengths: number[] = [];
    while (lengths.length < literals + distances) {
      const symbol = this.symbol(codes);
      if (symbol < 16) lengths.push(symbol);
      else {
        const again = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
        const length = symbol === 16 ? (lengths.at(-1) ?? 0) : 0;
        for (let times = 0; times < again; times += 1) lengths.push(length);
      }
    }
    this.coded(codesOf(lengths.slice(0, literals)), codesOf(lengths.slice(literals)));
  }

  private coded(literals: Codes, distances: Codes): void {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === END) return;
      if (symbol < END) this.pieces += String.fromCharCode(symbol);
      else this.repeat(this.more(lengthOf(symbol - END - 1)), this.more(distanceOf(this.symbol(distances))));
    }
  }

  private repeat(length: number, distance: number): void {
    const from = this.pieces.length - distance;
    if (from < 0) throw new Damaged();
    const piece = this.pieces.slice(from, from + length);
    this.pieces += piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  }

  private more([least, bits]: readonly [number, number]): number {
    return least + this.take(bits);
  }

  /** Codes come with their first bit first. */
  private symbol({ counts, symbols }: Codes): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= LONGEST; length += 1) {
      code |= this.take(1);
      const count = counts[length] as number;
      if (code - count < first) return symbols[index + code - first] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Damaged();
  }

  private take(count: number): number {
    while (this.bits < count) {
      if (this.at >= this.packed.length) throw new Damaged();
      this.held |= this.packed.charCodeAt(this.at) << this.bits;
      this.at += 1;
      this.bits += 8;
    }
    const value = this.held & ((1 << count) - 1);
    this.held >>>= count;
    this.bits -= count;
    return value;
  }
}
