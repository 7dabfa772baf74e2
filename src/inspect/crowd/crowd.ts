import type { Node, Pod } from '../../api/types/core.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import { KUBELETS_TABLE } from '../../cluster/kubelet/pods/rows.ts';
import {
  CROWD_GLYPHS,
  type CrowdChange,
  GONE,
  NODE_CORDONED,
  NODE_READY,
  NODE_SILENT,
  NODE_THERE,
  RUNNING,
  WRONG_BELOW,
} from '../../protocol/crowd-view.ts';
import type { CrowdTold } from '../../protocol/stage-view.ts';
import type { PodTile } from '../../protocol/views.ts';
import { podTile } from '../pods/pod-tile.ts';
import type { Snapshot } from '../snapshot.ts';
import { Numbers } from './numbers.ts';

export const PODS = '/registry/pods/';
export const NODES = '/registry/minions/';
const KUBELETS = 'kubelets/';
/** Labels that tell where a node belongs, the first that there is. */
const DISTRICT_LABELS = [
  'topology.kubernetes.io/zone',
  'cloud.google.com/gke-nodepool',
  'eks.amazonaws.com/nodegroup',
  'agentpool',
  'node.kubernetes.io/instance-type',
];
const SUCCEEDED = CROWD_GLYPHS.indexOf('succeeded');

interface SeenNode {
  readonly name: string;
  flags: number;
  district: number;
  capacity: number;
  pods: number;
  running: number;
}

interface SeenPod {
  readonly key: string;
  node: number;
  glyph: number;
}

/**
 * All nodes and Pods at the cursor, kept up with it: a step costs as much as it changes, however many there are.
 *
 * Promises: what `changes` gives, one after the other, adds up to what there is at the cursor.
 * Called by: the map's view, and whoever sends the picture. It belongs to one snapshot.
 */
export class Crowd {
  private readonly nodeNumbers = new Numbers();
  private readonly podNumbers = new Numbers();
  private readonly nodes: (SeenNode | undefined)[] = [];
  private readonly pods: (SeenPod | undefined)[] = [];
  private readonly districts: string[] = [];
  private readonly glyphs = new Uint32Array(CROWD_GLYPHS.length);
  private ready = 0;
  private busy = 0;
  private unbound = new Set<number>();
  private wrong = new Set<number>();
  /** Keys that may be other ones than was seen. */
  private readonly stale = new Set<string>();
  private readonly untoldNodes = new Set<number>();
  private readonly untoldPods = new Set<number>();
  private isTold = false;
  private toldNow = new Uint32Array(0);

  constructor(
    private readonly snapshot: Snapshot,
    private readonly rows: () => ReadonlyMap<string, KeyRow>,
  ) {
    for (const key of rows().keys()) this.touch(key);
  }

  /** A row of the store has changed. */
  touch(key: string): void {
    if (key.startsWith(PODS) || key.startsWith(NODES)) this.stale.add(key);
  }

  /** A kubelet was stopped, or goes on. */
  touchKubelet(node: string): void {
    this.stale.add(KUBELETS + node);
  }

  get nodeCount(): number {
    this.see();
    return this.nodeNumbers.size;
  }

  get told(): CrowdTold {
    this.see();
    return {
      nodes: this.nodeNumbers.size,
      ready: this.ready,
      pods: this.podNumbers.size,
      running: this.glyphs[RUNNING] as number,
      over: this.glyphs[SUCCEEDED] as number,
      busy: this.busy,
      pending: this.unbound.size,
    };
  }

  /** Some of the Pods without a node, and some of those in trouble. */
  get foremost(): { readonly pending: readonly PodTile[]; readonly wrong: readonly PodTile[] } {
    this.see();
    const tiles = (numbers: ReadonlySet<number>) => {
      const some: PodTile[] = [];
      for (const number of numbers) {
        if (some.length >= MOST_TILES) break;
        const pod = this.rows().get(this.pods[number]?.key ?? '')?.value as Pod | undefined;
        if (pod !== undefined) some.push(podTile(pod, false));
      }
      return some;
    };
    return { pending: tiles(this.unbound), wrong: tiles(this.wrong) };
  }

  nodeNumber(name: string): number | undefined {
    this.see();
    return this.nodeNumbers.of(name);
  }

  podNumber(key: string): number | undefined {
    this.see();
    return this.podNumbers.of(key);
  }

  nodeOfPod(number: number): number {
    return this.pods[number]?.node ?? -1;
  }

  /** What is otherwise than when it was told last; everything at the first time, and where that is asked for. */
  changes(isWhole = false): CrowdChange | undefined {
    this.see();
    const whole = isWhole || !this.isTold;
    const now = this.nowNumbers();
    const isSame = now.length === this.toldNow.length && now.every((number, at) => number === this.toldNow[at]);
    if (!whole && isSame && this.untoldNodes.size + this.untoldPods.size === 0) return undefined;
    this.isTold = true;
    // What is handed over is gone.
    this.toldNow = now.slice();
    const nodes = whole ? numbersOf(this.nodes) : [...this.untoldNodes];
    const pods = whole ? numbersOf(this.pods) : [...this.untoldPods];
    this.untoldNodes.clear();
    this.untoldPods.clear();
    return {
      isWhole: whole,
      nodes: this.tellNodes(nodes),
      districts: [...this.districts],
      pods: this.tellPods(pods),
      now,
    };
  }

  private tellNodes(numbers: readonly number[]): CrowdChange['nodes'] {
    const seen = numbers.map((number) => this.nodes[number]);
    return {
      numbers: Uint32Array.from(numbers),
      flags: Uint8Array.from(seen, (node) => node?.flags ?? 0),
      districts: Uint16Array.from(seen, (node) => node?.district ?? 0),
      capacities: Uint16Array.from(seen, (node) => node?.capacity ?? 0),
      names: seen.map((node) => node?.name ?? '').join('\n'),
    };
  }

  private tellPods(numbers: readonly number[]): CrowdChange['pods'] {
    const seen = numbers.map((number) => this.pods[number]);
    return {
      numbers: Uint32Array.from(numbers),
      nodes: Int32Array.from(seen, (pod) => pod?.node ?? -1),
      glyphs: Uint8Array.from(seen, (pod) => pod?.glyph ?? GONE),
      names: seen.map((pod) => pod?.key.slice(PODS.length) ?? '').join('\n'),
    };
  }

  private nowNumbers(): Uint32Array {
    const now: number[] = [];
    for (const key of this.snapshot.changedKeys(KEYS_TABLE)) {
      const number = this.podNumbers.of(key);
      if (number !== undefined) now.push(number);
    }
    return Uint32Array.from(now);
  }

  // Seeing

  private see(): void {
    if (this.stale.size === 0) return;
    const rows = this.rows();
    // A Pod names its node.
    for (const key of this.stale)
      if (key.startsWith(NODES)) this.seeNode(key, rows.get(key)?.value as Node | undefined);
    for (const key of this.stale) {
      if (key.startsWith(PODS)) this.seePod(key, rows.get(key)?.value as Pod | undefined);
      else if (key.startsWith(KUBELETS)) {
        const name = NODES + key.slice(KUBELETS.length);
        this.seeNode(name, rows.get(name)?.value as Node | undefined);
      }
    }
    this.stale.clear();
  }

  private seeNode(key: string, node: Node | undefined): void {
    const name = key.slice(NODES.length);
    const before = this.nodeNumbers.of(name);
    if (before !== undefined && ((this.nodes[before]?.flags ?? 0) & NODE_READY) !== 0) this.ready -= 1;
    const number = before ?? this.nodeNumbers.give(name);
    this.untoldNodes.add(number);
    const known = this.nodes[number] ?? { name, flags: 0, district: 0, capacity: 0, pods: 0, running: 0 };
    known.flags = node === undefined ? 0 : this.flagsOf(node);
    known.capacity = Number(node?.status?.allocatable?.pods ?? 110);
    known.district = this.districtOf(node);
    this.nodes[number] = known;
    if ((known.flags & NODE_READY) !== 0) this.ready += 1;
    if (node === undefined && known.pods === 0) this.leave(number, name);
  }

  /** It keeps its number while Pods are bound to it. */
  private leave(number: number, name: string): void {
    this.nodeNumbers.take(name);
    this.nodes[number] = undefined;
    this.untoldNodes.add(number);
  }

  private flagsOf(node: Node): number {
    const isReady = (node.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
    const isSilent = this.snapshot.table(KUBELETS_TABLE).has(node.metadata.name ?? '');
    return (
      NODE_THERE |
      (isReady ? NODE_READY : 0) |
      (node.spec?.unschedulable === true ? NODE_CORDONED : 0) |
      (isSilent ? NODE_SILENT : 0)
    );
  }

  private districtOf(node: Node | undefined): number {
    const labels = node?.metadata.labels ?? {};
    const name = DISTRICT_LABELS.map((label) => labels[label]).find((each) => each !== undefined) ?? '';
    const known = this.districts.indexOf(name);
    return known >= 0 ? known : this.districts.push(name) - 1;
  }

  private seePod(key: string, pod: Pod | undefined): void {
    const known = this.podNumbers.of(key);
    if (pod === undefined && known === undefined) return;
    const number = known ?? this.podNumbers.give(key);
    this.untoldPods.add(number);
    const before = this.pods[number];
    if (before !== undefined) this.count(number, before, -1);
    if (pod === undefined) {
      this.podNumbers.take(key);
      this.pods[number] = undefined;
      return;
    }
    const seen = before ?? { key, node: -1, glyph: 0 };
    seen.glyph = CROWD_GLYPHS.indexOf(podTile(pod, false).glyph);
    seen.node = this.nodeOf(pod.spec?.nodeName);
    this.pods[number] = seen;
    this.count(number, seen, 1);
  }

  /** Of a node that nobody knows its Pods tell. */
  private nodeOf(name: string | undefined): number {
    if (name === undefined || name === '') return -1;
    const known = this.nodeNumbers.of(name);
    if (known !== undefined) return known;
    const number = this.nodeNumbers.give(name);
    this.nodes[number] = { name, flags: 0, district: this.districtOf(undefined), capacity: 0, pods: 0, running: 0 };
    this.untoldNodes.add(number);
    return number;
  }

  private count(number: number, { glyph, node }: SeenPod, by: 1 | -1): void {
    this.glyphs[glyph] = (this.glyphs[glyph] as number) + by;
    const put = (set: Set<number>, belongs: boolean) => (by > 0 && belongs ? set.add(number) : set.delete(number));
    put(this.unbound, node < 0);
    put(this.wrong, node >= 0 && glyph < WRONG_BELOW);
    const seen = this.nodes[node];
    if (seen === undefined) return;
    seen.pods += by;
    if (glyph === RUNNING) {
      seen.running += by;
      if (by > 0 ? seen.running === 1 : seen.running === 0) this.busy += by;
    }
    if (seen.pods === 0 && seen.flags === 0) this.leave(node, seen.name);
  }
}

const MOST_TILES = 12;

function numbersOf(list: readonly unknown[]): readonly number[] {
  const numbers: number[] = [];
  for (const [number, each] of list.entries()) if (each !== undefined) numbers.push(number);
  return numbers;
}
