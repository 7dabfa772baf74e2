import { type CrowdPicture, isThere, type PodsByNode } from './picture.ts';

export type Arrangement = 'district' | 'load' | 'name';

export interface District {
  readonly name: string;
  /** Numbers of its nodes, in their order. */
  readonly nodes: readonly number[];
  readonly top: number;
}

/** Where each node stands, in the picture as it fits. */
export interface Arranged {
  readonly districts: readonly District[];
  /** Of a square with the gap beside it. */
  readonly side: number;
  readonly columns: number;
  /** By the number of a node; NaN for one that is not there. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly width: number;
  readonly height: number;
}

const HEAD_OF_DISTRICT = 22;
const GAP_OF_DISTRICTS = 8;
const LARGEST_SIDE = 120;
const SMALLEST_SIDE = 2;

/** `node-2` before `node-10`. */
export function naturally(names: readonly string[]): (a: string, b: string) => number {
  const collator = new Intl.Collator('en', { numeric: true });
  return names.length < 2 ? () => 0 : collator.compare;
}

/** The order in which nodes stand: a list for each district that has any. */
export function ordered(
  { nodes, districts }: Pick<CrowdPicture, 'nodes' | 'districts'>,
  by: Arrangement,
  pods: PodsByNode | undefined,
): readonly { readonly name: string; readonly nodes: readonly number[] }[] {
  const numbers: number[] = [];
  for (let node = 0; node < nodes.count; node += 1) if (isThere(nodes, node)) numbers.push(node);
  const compare = naturally(nodes.names);
  numbers.sort((a, b) => compare(nodes.names[a] ?? '', nodes.names[b] ?? ''));
  if (by === 'name') return [{ name: '', nodes: numbers }];
  if (by === 'load' && pods !== undefined) {
    const load = (node: number) => (pods.starts[node + 1] ?? 0) - (pods.starts[node] ?? 0);
    return [{ name: '', nodes: numbers.sort((a, b) => load(b) - load(a)) }];
  }
  const groups = new Map<string, number[]>();
  for (const node of numbers) {
    const name = districts[nodes.districts[node] ?? 0] ?? '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [node]);
    else group.push(node);
  }
  return [...groups].sort(([a], [b]) => compare(a, b)).map(([name, group]) => ({ name, nodes: group }));
}

/** Squares as large as they can be so that all of them fit. */
export function arranged(
  groups: readonly { readonly name: string; readonly nodes: readonly number[] }[],
  count: number,
  width: number,
  height: number,
): Arranged {
  const hasHeads = groups.length > 1 || (groups[0]?.name ?? '') !== '';
  const head = hasHeads ? HEAD_OF_DISTRICT : 0;
  const columnsAt = (side: number) => Math.max(1, Math.floor(width / side));
  const heightAt = (side: number) =>
    groups.reduce((sum, { nodes }) => sum + head + Math.ceil(nodes.length / columnsAt(side)) * side, 0) +
    GAP_OF_DISTRICTS * Math.max(0, groups.length - 1);
  let low = SMALLEST_SIDE;
  let high = LARGEST_SIDE;
  while (high - low > 0.25) {
    const middle = (low + high) / 2;
    if (heightAt(middle) <= height) low = middle;
    else high = middle;
  }
  const side = low;
  const columns = columnsAt(side);
  const x = new Float32Array(count).fill(Number.NaN);
  const y = new Float32Array(count).fill(Number.NaN);
  const districts: District[] = [];
  let top = 0;
  for (const { name, nodes } of groups) {
    districts.push({ name, nodes, top });
    for (const [at, node] of nodes.entries()) {
      x[node] = (at % columns) * side;
      y[node] = top + head + Math.floor(at / columns) * side;
    }
    top += head + Math.ceil(nodes.length / columns) * side + GAP_OF_DISTRICTS;
  }
  return { districts, side, columns, x, y, width, height: Math.max(height, top - GAP_OF_DISTRICTS) };
}

/** The node whose square is at a point of the picture. */
export function nodeAt({ districts, side, columns, y }: Arranged, px: number, py: number): number | undefined {
  const column = Math.floor(px / side);
  if (column < 0 || column >= columns) return undefined;
  for (const { nodes } of districts) {
    const first = nodes[0];
    if (first === undefined) continue;
    const row = Math.floor((py - (y[first] as number)) / side);
    if (row < 0 || row > Math.floor((nodes.length - 1) / columns)) continue;
    return nodes[row * columns + column];
  }
  return undefined;
}

/** The next one in a direction, over the edge of a district, too. */
export function neighbour(arranged: Arranged, from: number | undefined, key: string): number | undefined {
  const { districts, columns } = arranged;
  const all = districts.flatMap(({ nodes }) => nodes);
  if (from === undefined) return all[0];
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const at = all.indexOf(from) + (key === 'ArrowRight' ? 1 : -1);
    return all[Math.max(0, Math.min(all.length - 1, at))];
  }
  const down = key === 'ArrowDown' ? 1 : -1;
  const place = districts.findIndex(({ nodes }) => nodes.includes(from));
  const here = districts[place]?.nodes ?? [];
  const at = here.indexOf(from);
  const target = at + down * columns;
  if (target >= 0 && target < here.length) return here[target];
  const other = districts[place + down]?.nodes;
  if (other === undefined) return down > 0 ? here.at(-1) : from;
  const column = at % columns;
  if (down > 0) return other[Math.min(column, other.length - 1)];
  const lastRow = Math.floor((other.length - 1) / columns) * columns;
  return other[Math.min(lastRow + column, other.length - 1)];
}
