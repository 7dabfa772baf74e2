// Models staging/src/k8s.io/cli-runtime/pkg/printers/tableprinter.go (v1.36)

import { ownValue } from '../../../base/own.ts';
import { TABLE_OPTIONS, TabWriter } from './tabwriter.ts';

export interface ServerTable {
  readonly kind: 'Table';
  readonly columnDefinitions?: readonly { readonly name: string; readonly priority?: number; readonly type?: string }[];
  readonly rows?: readonly ServerRow[];
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
}

export interface ServerRow {
  readonly cells: readonly unknown[];
  readonly object?: RowObject;
}

export interface RowObject {
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly labels?: { readonly [key: string]: string };
  };
}

export interface TableOptions {
  readonly wide: boolean;
  readonly showNamespace: boolean;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
  readonly headers: boolean;
  /** `deployment.apps` when several kinds are printed: names become `deployment.apps/nginx`. */
  readonly kindPrefix: string | undefined;
  readonly eventColumn: boolean;
}

export function isTable(body: unknown): body is ServerTable {
  return typeof body === 'object' && body !== null && 'kind' in body && body.kind === 'Table';
}

/** All event types are written as wide as the widest, so that the column never grows. */
const EVENT_WIDTH = 8;

/**
 * Prints server-made tables; one printer a stream, so that a watch keeps its columns.
 *
 * Models staging/src/k8s.io/cli-runtime/pkg/printers/tableprinter.go (v1.36)
 */
export class TablePrinter {
  private readonly writer = new TabWriter(TABLE_OPTIONS);
  private columns: readonly { readonly at: number; readonly name: string }[] | undefined;

  constructor(private readonly options: TableOptions) {}

  print(table: ServerTable, event?: string): string {
    if (this.columns === undefined && table.columnDefinitions !== undefined) {
      this.columns = table.columnDefinitions
        .map(({ name, priority = 0 }, at) => ({ at, name, priority }))
        .filter(({ priority }) => priority === 0 || this.options.wide);
      if (this.options.headers) this.line(this.header());
    }
    for (const row of table.rows ?? []) this.line(this.cellsOf(row, event));
    return this.writer.flush();
  }

  private line(cells: readonly string[]): void {
    this.writer.write(`${cells.join('\t')}\n`);
  }

  private header(): readonly string[] {
    const { eventColumn, showNamespace, labelColumns, showLabels } = this.options;
    return [
      ...(eventColumn ? ['EVENT'] : []),
      ...(showNamespace ? ['NAMESPACE'] : []),
      ...(this.columns ?? []).map(({ name }) => name.toUpperCase()),
      ...labelColumns.map((key) => (key.split('/').at(-1) ?? key).toUpperCase()),
      ...(showLabels ? ['LABELS'] : []),
    ];
  }

  private cellsOf(row: ServerRow, event: string | undefined): readonly string[] {
    const { eventColumn, showNamespace, labelColumns, showLabels, kindPrefix } = this.options;
    const { namespace = '', labels = {} } = row.object?.metadata ?? {};
    const cells = (this.columns ?? []).map(({ at }) => cellText(row.cells[at]));
    if (kindPrefix !== undefined && cells.length > 0) cells[0] = `${kindPrefix}/${cells[0]}`;
    return [
      ...(eventColumn ? [(event ?? '').padEnd(EVENT_WIDTH)] : []),
      ...(showNamespace ? [namespace] : []),
      ...cells,
      ...labelColumns.map((key) => ownValue(labels, key) ?? ''),
      ...(showLabels ? [labelsText(labels)] : []),
    ];
  }
}

function cellText(cell: unknown): string {
  if (cell === undefined || cell === null) return '';
  const text = String(cell);
  const end = text.search(/[\f\n\r]/);
  return end < 0 ? text : `${text.slice(0, end)}...`;
}

function labelsText(labels: { readonly [key: string]: string }): string {
  const keys = Object.keys(labels).sort();
  return keys.length === 0 ? '<none>' : keys.map((key) => `${key}=${labels[key]}`).join(',');
}
