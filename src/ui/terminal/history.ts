/** Older and newer lines with the arrow keys; what was being typed comes back at the end. */
export class History {
  private at: number;
  private draft = '';

  constructor(private lines: readonly string[] = []) {
    this.at = lines.length;
  }

  /** Who has typed nothing yet has at least what the run was given. */
  learn(lines: readonly string[]): void {
    if (this.lines.length > 0) return;
    this.lines = lines.slice(-MOST);
    this.at = this.lines.length;
  }

  add(line: string): void {
    if (line !== '' && line !== this.lines.at(-1)) this.lines = [...this.lines, line].slice(-MOST);
    this.at = this.lines.length;
    this.draft = '';
  }

  move(by: 1 | -1, typed: string): string | undefined {
    const to = this.at + by;
    if (to < 0 || to > this.lines.length) return undefined;
    if (this.at === this.lines.length) this.draft = typed;
    this.at = to;
    return to === this.lines.length ? this.draft : this.lines[to];
  }

  /** The newest line with this text in it, beside `skipped` others that have it, too. */
  find(text: string, skipped: number): string | undefined {
    const found = [...new Set([...this.lines].reverse())].filter((line) => line.includes(text));
    return found[Math.min(skipped, found.length - 1)];
  }
}

const MOST = 200;
