// Models the Go standard library, sort.Sort: its order of what compares equal is its own, and the same each time (v1.26)

type Less = (a: number, b: number) => boolean;

/** Sorted as Go sorts what it does not keep in order: `isLess` of two values. */
export function goSorted<T>(values: readonly T[], isLess: (a: T, b: T) => boolean): readonly T[] {
  const sorted = [...values];
  const swap = (a: number, b: number): void => {
    const held = sorted[a] as T;
    sorted[a] = sorted[b] as T;
    sorted[b] = held;
  };
  const less: Less = (a, b) => isLess(sorted[a] as T, sorted[b] as T);
  const length = sorted.length;
  new Sorter(less, swap).sort(0, length, length === 0 ? 0 : 32 - Math.clz32(length));
  return sorted;
}

const MOST_INSERTED = 12;
const SHORTEST_OF_NINE = 50;
const MOST_STEPS = 5;
const SHORTEST_SHIFTED = 50;
const MOST_SWAPS = 12;

type Hint = 'unknown' | 'increasing' | 'decreasing';

/** A quicksort that defeats patterns: insertion for few, heaps when it goes badly. */
class Sorter {
  constructor(
    private readonly less: Less,
    private readonly swap: (a: number, b: number) => void,
  ) {}

  sort(from: number, to: number, limit: number): void {
    let [a, b, left] = [from, to, limit];
    let [wasBalanced, wasPartitioned] = [true, true];
    for (;;) {
      const length = b - a;
      if (length <= MOST_INSERTED) return this.insert(a, b);
      if (left === 0) return this.heap(a, b);
      if (!wasBalanced) {
        this.breakPatterns(a, b);
        left -= 1;
      }
      let [pivot, hint] = this.choosePivot(a, b);
      if (hint === 'decreasing') {
        this.reverse(a, b);
        pivot = b - 1 - (pivot - a);
        hint = 'increasing';
      }
      if (wasBalanced && wasPartitioned && hint === 'increasing' && this.insertSome(a, b)) return;
      // What is before this part is not smaller than the pivot: many are equal to it.
      if (a > 0 && !this.less(a - 1, pivot)) {
        a = this.partitionEqual(a, b, pivot);
        continue;
      }
      const [middle, alreadyPartitioned] = this.partition(a, b, pivot);
      wasPartitioned = alreadyPartitioned;
      const [leftLength, rightLength] = [middle - a, b - middle];
      const balance = Math.floor(length / 8);
      if (leftLength < rightLength) {
        wasBalanced = leftLength >= balance;
        this.sort(a, middle, left);
        a = middle + 1;
      } else {
        wasBalanced = rightLength >= balance;
        this.sort(middle + 1, b, left);
        b = middle;
      }
    }
  }

  private insert(a: number, b: number): void {
    for (let i = a + 1; i < b; i += 1) {
      for (let j = i; j > a && this.less(j, j - 1); j -= 1) this.swap(j, j - 1);
    }
  }

  private siftDown(low: number, high: number, first: number): void {
    for (let root = low; ; ) {
      let child = 2 * root + 1;
      if (child >= high) return;
      if (child + 1 < high && this.less(first + child, first + child + 1)) child += 1;
      if (!this.less(first + root, first + child)) return;
      this.swap(first + root, first + child);
      root = child;
    }
  }

  private heap(a: number, b: number): void {
    const high = b - a;
    for (let i = Math.floor((high - 1) / 2); i >= 0; i -= 1) this.siftDown(i, high, a);
    for (let i = high - 1; i >= 0; i -= 1) {
      this.swap(a, a + i);
      this.siftDown(0, i, a);
    }
  }

  private partition(a: number, b: number, pivot: number): readonly [middle: number, alreadyPartitioned: boolean] {
    this.swap(a, pivot);
    let [i, j] = [a + 1, b - 1];
    while (i <= j && this.less(i, a)) i += 1;
    while (i <= j && !this.less(j, a)) j -= 1;
    if (i > j) {
      this.swap(j, a);
      return [j, true];
    }
    this.swap(i, j);
    i += 1;
    j -= 1;
    for (;;) {
      while (i <= j && this.less(i, a)) i += 1;
      while (i <= j && !this.less(j, a)) j -= 1;
      if (i > j) break;
      this.swap(i, j);
      i += 1;
      j -= 1;
    }
    this.swap(j, a);
    return [j, false];
  }

  /** Those equal to the pivot, then those greater than it. */
  private partitionEqual(a: number, b: number, pivot: number): number {
    this.swap(a, pivot);
    let [i, j] = [a + 1, b - 1];
    for (;;) {
      while (i <= j && !this.less(a, i)) i += 1;
      while (i <= j && this.less(a, j)) j -= 1;
      if (i > j) return i;
      this.swap(i, j);
      i += 1;
      j -= 1;
    }
  }

  /** A few are put where they belong: enough when almost all are in order. */
  private insertSome(a: number, b: number): boolean {
    let i = a + 1;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      while (i < b && !this.less(i, i - 1)) i += 1;
      if (i === b) return true;
      if (b - a < SHORTEST_SHIFTED) return false;
      this.swap(i, i - 1);
      if (i - a >= 2) {
        for (let j = i - 1; j >= 1; j -= 1) {
          if (!this.less(j, j - 1)) break;
          this.swap(j, j - 1);
        }
      }
      if (b - i >= 2) {
        for (let j = i + 1; j < b; j += 1) {
          if (!this.less(j, j - 1)) break;
          this.swap(j, j - 1);
        }
      }
    }
    return false;
  }

  private breakPatterns(a: number, b: number): void {
    const length = b - a;
    if (length < 8) return;
    let random = BigInt(length);
    const modulus = 1 << (32 - Math.clz32(length));
    const middle = a + Math.floor(length / 4) * 2;
    for (let i = 0; i < 3; i += 1) {
      random = xorShift(random);
      let other = Number(random & BigInt(modulus - 1));
      if (other >= length) other -= length;
      this.swap(middle - 1 + i, a + other);
    }
  }

  private choosePivot(a: number, b: number): readonly [pivot: number, hint: Hint] {
    const length = b - a;
    const counted = { swaps: 0 };
    const quarter = Math.floor(length / 4);
    let [i, j, k] = [a + quarter, a + quarter * 2, a + quarter * 3];
    if (length >= 8) {
      if (length >= SHORTEST_OF_NINE) {
        i = this.medianAround(i, counted);
        j = this.medianAround(j, counted);
        k = this.medianAround(k, counted);
      }
      j = this.median(i, j, k, counted);
    }
    if (counted.swaps === 0) return [j, 'increasing'];
    return counted.swaps === MOST_SWAPS ? [j, 'decreasing'] : [j, 'unknown'];
  }

  private median(a: number, b: number, c: number, counted: { swaps: number }): number {
    let [low, middle, high] = [a, b, c];
    const order = (first: number, second: number): readonly [number, number] => {
      if (!this.less(second, first)) return [first, second];
      counted.swaps += 1;
      return [second, first];
    };
    [low, middle] = order(low, middle);
    [middle, high] = order(middle, high);
    [low, middle] = order(low, middle);
    return middle;
  }

  private medianAround(at: number, counted: { swaps: number }): number {
    return this.median(at - 1, at, at + 1, counted);
  }

  private reverse(a: number, b: number): void {
    for (let i = a, j = b - 1; i < j; i += 1, j -= 1) this.swap(i, j);
  }
}

const WORD = (1n << 64n) - 1n;

function xorShift(value: bigint): bigint {
  let next = value;
  next = (next ^ (next << 13n)) & WORD;
  next = (next ^ (next >> 7n)) & WORD;
  return (next ^ (next << 17n)) & WORD;
}
