const ROUND_CONSTANTS = new Int32Array(
  (
    '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe' +
    '9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7' +
    'c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664b' +
    'c24b8b70c76c51a3d192e819d6990624f40e3585106aa07019a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3' +
    '748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2'
  )
    .match(/.{8}/g)
    ?.map((word) => Number.parseInt(word, 16)) ?? [],
);
const BLOCK = 64;

const words = new Int32Array(64);
const state = new Int32Array(8);
const bytes = new Uint8Array(32);

/** The 32 bytes of sha256(text), valid until the next call. The text is ASCII, as all names of Kubernetes are. */
export function sha256(text: string): Uint8Array {
  digest(text);
  for (let at = 0; at < 32; at += 1) bytes[at] = ((state[at >> 2] as number) >>> (24 - 8 * (at & 3))) & 255;
  return bytes;
}

function digest(text: string): void {
  state.set([0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]);
  const { length } = text;
  const blocks = ((length + 8) >> 6) + 1;
  for (let block = 0; block < blocks; block += 1) {
    for (let at = 0; at < 16; at += 1) words[at] = wordAt(text, block * BLOCK + 4 * at);
    if (block === blocks - 1) words[15] = length * 8;
    compress();
  }
}

function wordAt(text: string, from: number): number {
  let word = 0;
  for (let at = from; at < from + 4; at += 1) {
    const byte = at < text.length ? text.charCodeAt(at) & 255 : at === text.length ? 0x80 : 0;
    word = (word << 8) | byte;
  }
  return word;
}

function compress(): void {
  for (let at = 16; at < 64; at += 1) {
    const a = words[at - 15] as number;
    const b = words[at - 2] as number;
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[at] = ((words[at - 16] as number) + low + (words[at - 7] as number) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + high + chosen + (ROUND_CONSTANTS[at] as number) + (words[at] as number)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at += 1) state[at] = ((state[at] as number) + (sums[at] as number)) | 0;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
