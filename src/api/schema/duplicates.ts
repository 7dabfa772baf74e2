/** The real decoder stops collecting there too. */
const MAX_DUPLICATES = 100;

/**
 * Paths of the keys that a JSON text holds more than once in one object (`data.a`, `spec.containers[0].name`). Parsing keeps the last and
 * forgets the others, so this has to look at the text. The text must be valid JSON.
 * Models sigs.k8s.io/json strict duplicate detection (v1.36); deviation: looks into unknown fields too
 */
export function duplicateFields(text: string): readonly string[] {
  const scan = new Scan(text);
  scan.value();
  return [...scan.found];
}

/** An object or a list that is open around the place. */
interface Open {
  readonly path: string;
  /** Of an object. */
  readonly keys: Set<string> | undefined;
  /** Of a list: which item comes next. */
  next: number;
}

class Scan {
  readonly found = new Set<string>();
  readonly #text: string;
  /** From the outside; a text may be nested deeper than functions can call themselves. */
  readonly #open: Open[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    let path = '';
    do {
      this.#space();
      const char = this.#text[this.#at];
      if (char === '{' || char === '[') {
        this.#at += 1;
        this.#open.push({ path, keys: char === '{' ? new Set() : undefined, next: 0 });
        this.#space();
      } else {
        if (char === '"') this.#string();
        else this.#scalar();
        this.#separator();
      }
      path = this.#following();
    } while (this.#open.length > 0);
  }

  /** Out of all that ends here, and on to the next value, with its path. */
  #following(): string {
    for (let around = this.#open.at(-1); around !== undefined; around = this.#open.at(-1)) {
      if (this.#at < this.#text.length && !']}'.includes(this.#text[this.#at] as string)) return this.#step(around);
      this.#at += 1;
      this.#open.pop();
      this.#separator();
    }
    return '';
  }

  #step(around: Open): string {
    const { path, keys } = around;
    if (keys === undefined) {
      around.next += 1;
      return `${path}[${around.next - 1}]`;
    }
    const key = this.#string();
    const inner = path === '' ? key : `${path}.${key}`;
    if (keys.has(key) && this.found.size < MAX_DUPLICATES) this.found.add(inner);
    keys.add(key);
    this.#space();
    this.#at += 1;
    return inner;
  }

  #separator(): void {
    this.#space();
    if (this.#text[this.#at] === ',') this.#at += 1;
    this.#space();
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    this.#at = end + 1;
    const raw = this.#text.slice(start + 1, end);
    return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
  }

  #scalar(): void {
    while (this.#at < this.#text.length && !',]} \t\r\n'.includes(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #space(): void {
    while (this.#at < this.#text.length && ' \t\r\n'.includes(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}
