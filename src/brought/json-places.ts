import type { Path } from '../api/values/field-path.ts';

/** The line, from 1, on which the value at the path begins in a text that is JSON; its nearest parent's where it is absent. */
export function lineInJson(text: string, path: Path): number {
  const reader = new Reader(text);
  return lineAt(text, reader.find(path));
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Walks over JSON that is known to be right, from one key to the next. */
class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  find(path: Path): number {
    this.space();
    let place = this.at;
    for (const step of path) {
      const inside = this.enter(step);
      if (inside === undefined) break;
      place = inside;
    }
    return place;
  }

  /** Stands at the value afterwards; gives where its key stands, or an item begins. */
  private enter(step: string | number): number | undefined {
    const opens = this.text[this.at];
    if (opens !== '{' && opens !== '[') return undefined;
    this.at += 1;
    for (let index = 0; ; index += 1) {
      this.space();
      if (this.text[this.at] === '}' || this.text[this.at] === ']') return undefined;
      const place = this.at;
      const name: unknown = opens === '{' ? this.key() : index;
      if (name === step) return place;
      this.skip();
      this.space();
      if (this.text[this.at] === ',') this.at += 1;
    }
  }

  private key(): unknown {
    const from = this.at;
    this.string();
    const name: unknown = JSON.parse(this.text.slice(from, this.at));
    this.space();
    this.at += 1;
    this.space();
    return name;
  }

  /** Over one value. */
  private skip(): void {
    let depth = 0;
    do {
      const sign = this.text[this.at];
      if (sign === '"') this.string();
      else {
        if (sign === '{' || sign === '[') depth += 1;
        else if (sign === '}' || sign === ']') depth -= 1;
        this.at += 1;
      }
    } while (this.at < this.text.length && (depth > 0 || !this.isEnd()));
  }

  private isEnd(): boolean {
    return /[,}\]\s]/.test(this.text[this.at] ?? ',');
  }

  private string(): void {
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1) if (this.text[this.at] === '\\') this.at += 1;
    this.at += 1;
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '') || this.text[this.at] === '\ufeff') this.at += 1;
  }
}
