import { CROWD_GLYPHS, type CrowdChange, GONE, NODE_THERE } from '../../protocol/crowd-view.ts';

/**
 * The nodes and Pods of a large cluster as columns, by their numbers. The same columns change in place with every frame; a
 * new picture says that they have, and what is worked out of them once for all who draw.
 */
export interface CrowdPicture {
  readonly nodes: NodeColumns;
  readonly pods: PodColumns;
  readonly districts: readonly string[];
  /** Numbers of Pods that the step at the cursor is about. */
  readonly now: ReadonlySet<number>;
  /** Changes when nodes come, go, or get other names or districts. */
  readonly nodeEdition: number;
  readonly edition: number;
}

export interface NodeColumns {
  count: number;
  flags: Uint8Array;
  districts: Uint16Array;
  capacities: Uint16Array;
  readonly names: string[];
}

export interface PodColumns {
  count: number;
  nodes: Int32Array;
  glyphs: Uint8Array;
  /** `namespace/name`. */
  readonly names: string[];
}

export function pictureWith(before: CrowdPicture | undefined, change: CrowdChange): CrowdPicture {
  const base = change.isWhole || before === undefined ? empty(before) : before;
  const isOther = takeNodes(base.nodes, change.nodes);
  takePods(base.pods, change.pods);
  return {
    ...base,
    districts: change.districts,
    now: new Set(change.now),
    nodeEdition: base.nodeEdition + (isOther || change.isWhole ? 1 : 0),
    edition: base.edition + 1,
  };
}

function empty(before: CrowdPicture | undefined): CrowdPicture {
  return {
    nodes: {
      count: 0,
      flags: new Uint8Array(0),
      districts: new Uint16Array(0),
      capacities: new Uint16Array(0),
      names: [],
    },
    pods: { count: 0, nodes: new Int32Array(0), glyphs: new Uint8Array(0), names: [] },
    districts: [],
    now: new Set(),
    nodeEdition: before?.nodeEdition ?? 0,
    edition: before?.edition ?? 0,
  };
}

/** True where a node is there that was not, or stands elsewhere. */
function takeNodes(
  columns: NodeColumns,
  { numbers, flags, districts, capacities, names }: CrowdChange['nodes'],
): boolean {
  if (numbers.length === 0) return false;
  const count = Math.max(columns.count, highest(numbers) + 1);
  columns.flags = roomFor(columns.flags, count);
  columns.districts = roomFor(columns.districts, count);
  columns.capacities = roomFor(columns.capacities, count);
  columns.count = count;
  let isOther = false;
  for (const [at, name] of names.split('\n').entries()) {
    const number = numbers[at] as number;
    isOther ||= columns.names[number] !== name || columns.districts[number] !== districts[at];
    columns.flags[number] = flags[at] as number;
    columns.districts[number] = districts[at] as number;
    columns.capacities[number] = capacities[at] as number;
    columns.names[number] = name;
  }
  return isOther;
}

function takePods(columns: PodColumns, { numbers, nodes, glyphs, names }: CrowdChange['pods']): void {
  if (numbers.length === 0) return;
  const count = Math.max(columns.count, highest(numbers) + 1);
  const first = columns.count;
  columns.nodes = roomFor(columns.nodes, count);
  columns.glyphs = roomFor(columns.glyphs, count);
  columns.glyphs.fill(GONE, first, count);
  columns.count = count;
  // A hundred thousand at once, when all of it is told: no pair is made of each.
  const each = names.split('\n');
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    columns.nodes[number] = nodes[at] as number;
    columns.glyphs[number] = glyphs[at] as number;
    columns.names[number] = each[at] as string;
  }
}

function highest(numbers: Uint32Array): number {
  let most = 0;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** The same column, or a longer one with what it held. */
function roomFor<T extends Uint8Array | Uint16Array | Int32Array>(column: T, count: number): T {
  if (column.length >= count) return column;
  const longer = new (column.constructor as new (length: number) => T)(Math.max(count, column.length * 2, 64));
  longer.set(column);
  return longer;
}

/** The Pods of each node, those in trouble first: of node n from `starts[n]` up to before `starts[n + 1]` in `order`. */
export interface PodsByNode {
  readonly starts: Uint32Array;
  readonly order: Uint32Array;
  /** By glyph, over all nodes and those Pods that are on none. */
  readonly counts: Uint32Array;
}

/** Sorted by counting: it takes a few milliseconds for a hundred thousand. */
export function podsByNode({ nodes, pods }: Pick<CrowdPicture, 'nodes' | 'pods'>): PodsByNode {
  const sorts = CROWD_GLYPHS.length;
  const counts = new Uint32Array(sorts);
  const starts = new Uint32Array(nodes.count * sorts + 1);
  for (let pod = 0; pod < pods.count; pod += 1) {
    const glyph = pods.glyphs[pod] as number;
    const node = pods.nodes[pod] as number;
    if (glyph === GONE) continue;
    counts[glyph] = (counts[glyph] as number) + 1;
    if (node >= 0 && node < nodes.count) {
      const at = node * sorts + glyph + 1;
      starts[at] = (starts[at] as number) + 1;
    }
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  const order = new Uint32Array(starts[starts.length - 1] as number);
  const next = starts.slice();
  for (let pod = 0; pod < pods.count; pod += 1) {
    const glyph = pods.glyphs[pod] as number;
    const node = pods.nodes[pod] as number;
    if (glyph === GONE || node < 0 || node >= nodes.count) continue;
    const at = node * sorts + glyph;
    order[next[at] as number] = pod;
    next[at] = (next[at] as number) + 1;
  }
  const firsts = new Uint32Array(nodes.count + 1);
  for (let node = 0; node <= nodes.count; node += 1) firsts[node] = starts[node * sorts] as number;
  return { starts: firsts, order, counts };
}

export function isThere({ flags }: NodeColumns, node: number): boolean {
  return ((flags[node] ?? 0) & NODE_THERE) !== 0;
}
