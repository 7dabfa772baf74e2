/** Where the Pods of a node stand on its plate, from the plate's corner. */
export interface PlateGrid {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** So many have room. */
  readonly shown: number;
  /** There is room for names beside the marks. */
  readonly hasNames: boolean;
  /** Height of the node's own name; 0 where that has no room. */
  readonly title: number;
}

/** From here on a square shows the Pods on its node. */
export const PODS_FROM = 30;
const TITLE_FROM = 64;
const NAMES_FROM = 150;
const LARGEST_MARK = 20;
const ROW_WITH_NAME = 14;
const NARROWEST_NAME = 66;

/** Between two plates. */
export function gapAt(side: number): number {
  return side > 40 ? 4 : side > 5 ? 1 : 0;
}

export function plateGrid(side: number, pods: number): PlateGrid {
  const pad = Math.max(2, Math.min(8, side * 0.06));
  const title = side >= TITLE_FROM ? 16 : 0;
  const width = side - 2 * pad - 1;
  const height = side - 2 * pad - title - 1;
  const common = { left: pad, top: pad + title, title };
  const rows = Math.floor(height / ROW_WITH_NAME);
  const columnsOfNames = Math.ceil(pods / Math.max(1, rows));
  if (side >= NAMES_FROM && width / columnsOfNames >= NARROWEST_NAME)
    return {
      ...common,
      columns: columnsOfNames,
      cellWidth: width / columnsOfNames,
      cellHeight: ROW_WITH_NAME,
      shown: pods,
      hasNames: true,
    };
  const columns = Math.max(1, Math.ceil(Math.sqrt((pods * width) / Math.max(1, height))));
  const cell = Math.min(LARGEST_MARK, width / columns, height / Math.max(1, Math.ceil(pods / columns)));
  return { ...common, columns, cellWidth: cell, cellHeight: cell, shown: pods, hasNames: false };
}

/** The place of the Pod at a point of the plate. */
export function placeAt(grid: PlateGrid, x: number, y: number): number | undefined {
  const column = Math.floor((x - grid.left) / grid.cellWidth);
  const row = Math.floor((y - grid.top) / grid.cellHeight);
  if (column < 0 || column >= grid.columns || row < 0) return undefined;
  const at = row * grid.columns + column;
  return at < grid.shown ? at : undefined;
}
