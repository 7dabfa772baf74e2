/** Older and newer lines with the arrow keys; what was being typed comes back at the end. */
export class History {
  private at: number;
  private draft = '';

  constructor(private lines: readonly string[] = []) {
    this.at = lines.length;
  }

  add(line: string): void {
    if (line !== '' && line !== this.lines.at(-1)) this.lines = [...this.lines, line].slice(-200);
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
}
