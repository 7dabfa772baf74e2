/** The real decoder stops collecting there too. */
const MAX_DUPLICATES = 100;

/**
 * Paths of the keys that a JSON text holds more than once in one object (`data.a`, `spec.containers[0].name`). Parsing keeps the last and
 * forgets the others, so this has to look at the text. The text must be valid JSON.
 * Models sigs.k8s.io/json strict duplicate detection (v1.36); deviation: looks into unknown fields too
 */
export function duplicateFields(text: string): readonly string[] {
  const scan = new Scan(text);
  scan.value('');
  return [...scan.found];
}

class Scan {
  readonly found = new Set<string>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(path: string): void {
    this.#space();
    const char = this.#text[this.#at];
    if (char === '{') this.#object(path);
    else if (char === '[') this.#array(path);
    else if (char === '"') this.#string();
    else this.#scalar();
  }

  #object(path: string): void {
    const keys = new Set<string>();
    this.#at += 1;
    for (this.#space(); this.#text[this.#at] === '"'; this.#separator()) {
      const key = this.#string();
      const inner = path === '' ? key : `${path}.${key}`;
      if (keys.has(key) && this.found.size < MAX_DUPLICATES) this.found.add(inner);
      keys.add(key);
      this.#space();
      this.#at += 1;
      this.value(inner);
    }
    this.#at += 1;
  }

  #array(path: string): void {
    this.#at += 1;
    this.#space();
    for (let i = 0; this.#at < this.#text.length && this.#text[this.#at] !== ']'; i += 1) {
      this.value(`${path}[${i}]`);
      this.#separator();
    }
    this.#at += 1;
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
