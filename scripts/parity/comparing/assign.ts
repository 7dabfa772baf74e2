/**
 * The cheapest one-to-one assignment of rows to columns (the Hungarian method, O(n³)). `costs` must not have more rows
 * than columns. Returns the column of each row.
 */
export function assign(costs: readonly (readonly number[])[]): readonly number[] {
  const rows = costs.length;
  const columns = costs[0]?.length ?? 0;
  const rowPotential = new Array<number>(rows + 1).fill(0);
  const columnPotential = new Array<number>(columns + 1).fill(0);
  const rowOf = new Array<number>(columns + 1).fill(0);
  const cost = (row: number, column: number) =>
    (costs[row - 1]?.[column - 1] ?? 0) - (rowPotential[row] ?? 0) - (columnPotential[column] ?? 0);
  for (let row = 1; row <= rows; row += 1) {
    const slack = new Array<number>(columns + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Array<boolean>(columns + 1).fill(false);
    const previous = new Array<number>(columns + 1).fill(0);
    let column = 0;
    rowOf[0] = row;
    do {
      used[column] = true;
      const here = rowOf[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= columns; j += 1) {
        if (used[j]) continue;
        const reduced = cost(here, j);
        if (reduced < (slack[j] ?? 0)) {
          slack[j] = reduced;
          previous[j] = column;
        }
        if ((slack[j] ?? 0) < delta) {
          delta = slack[j] ?? 0;
          next = j;
        }
      }
      for (let j = 0; j <= columns; j += 1) {
        if (used[j]) {
          rowPotential[rowOf[j] ?? 0] = (rowPotential[rowOf[j] ?? 0] ?? 0) + delta;
          columnPotential[j] = (columnPotential[j] ?? 0) - delta;
        } else slack[j] = (slack[j] ?? 0) - delta;
      }
      column = next;
    } while ((rowOf[column] ?? 0) !== 0);
    while (column !== 0) {
      rowOf[column] = rowOf[previous[column] ?? 0] ?? 0;
      column = previous[column] ?? 0;
    }
  }
  const result = new Array<number>(rows).fill(-1);
  for (let j = 1; j <= columns; j += 1) {
    const row = rowOf[j] ?? 0;
    if (row > 0) result[row - 1] = j - 1;
  }
  return result;
}
