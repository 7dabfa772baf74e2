// Models the Go standard library, text/tabwriter, as staging/src/k8s.io/cli-runtime/pkg/printers/tabwriter.go uses it (v1.36)

export interface TabWriterOptions {
  readonly minWidth: number;
  readonly padding: number;
  /** kubectl's printers keep a column's widest width across flushes, so that watched rows line up. */
  readonly rememberWidths: boolean;
}

export const TABLE_OPTIONS: TabWriterOptions = { minWidth: 6, padding: 3, rememberWidths: true };
export const DESCRIBE_OPTIONS: TabWriterOptions = { minWidth: 0, padding: 2, rememberWidths: false };

/**
 * What would steer a terminal is shown, not sent to it.
 *
 * Models staging/src/k8s.io/cli-runtime/pkg/printers/terminal.go (v1.36)
 */
export function shownControls(text: string): string {
  return text.replaceAll('\x1b', '^[').replaceAll('\r', '\\r');
}

/**
 * Elastic tabs: a cell is text that ends in a tab; cells of the same column in neighbouring lines get one width.
 *
 * Models text/tabwriter as used by k8s.io/cli-runtime/pkg/printers/tabwriter.go (v1.36)
 */
export class TabWriter {
  private text = '';
  private widths: number[] = [];
  private readonly remembered: number[] = [];

  constructor(private readonly options: TabWriterOptions) {}

  write(text: string): void {
    this.text += shownControls(text);
  }

  /** Everything written so far, aligned. */
  flush(): string {
    const lines = this.text.split('\n').map((line) => line.split('\t'));
    this.text = '';
    this.widths = [];
    const out: string[] = [];
    this.format(lines, 0, lines.length, out);
    return out.join('\n');
  }

  private format(lines: readonly string[][], from: number, to: number, out: string[]): void {
    const column = this.widths.length;
    let start = from;
    let at = from;
    while (at < to) {
      if (!hasCell(lines[at], column)) {
        at += 1;
        continue;
      }
      this.writeLines(lines, start, at, out);
      start = at;
      let width = this.options.minWidth;
      for (; at < to && hasCell(lines[at], column); at += 1) {
        width = Math.max(width, textWidth(lines[at]?.[column] ?? '') + this.options.padding);
      }
      this.widths.push(this.remember(column, width));
      this.format(lines, start, at, out);
      this.widths.pop();
      start = at;
    }
    this.writeLines(lines, start, to, out);
  }

  private remember(column: number, width: number): number {
    if (!this.options.rememberWidths) return width;
    const widest = Math.max(width, this.remembered[column] ?? 0);
    this.remembered[column] = widest;
    return widest;
  }

  private writeLines(lines: readonly string[][], from: number, to: number, out: string[]): void {
    for (let at = from; at < to; at += 1) {
      const cells = lines[at] ?? [];
      out.push(
        cells.map((cell, column) => pad(cell, column < cells.length - 1 ? this.widths[column] : undefined)).join(''),
      );
    }
  }
}

/** The last piece of a line is not a cell: no tab ends it. */
function hasCell(line: readonly string[] | undefined, column: number): boolean {
  return line !== undefined && column < line.length - 1;
}

function pad(text: string, width: number | undefined): string {
  return width === undefined ? text : text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Code points, as Go counts runes. */
function textWidth(text: string): number {
  let width = 0;
  for (const _ of text) width += 1;
  return width;
}
