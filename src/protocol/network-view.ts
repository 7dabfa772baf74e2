/** A node's packet rules, and the packet that walks through them. */
export interface NetworkView {
  readonly nodes: readonly string[];
  readonly node: string | undefined;
  readonly walk: WalkView | undefined;
  /** Chains of the node, as `table/chain`. */
  readonly chains: readonly string[];
  readonly chain: string;
  /** `iptables -L` of the chosen chain, line by line. */
  readonly listing: readonly string[];
  /** Connections that the node remembers, newest first. */
  readonly entries: readonly { readonly id: number; readonly line: string; readonly to: string }[];
  readonly connections: readonly {
    readonly id: number;
    readonly from: string;
    readonly to: string;
    readonly outcome: string;
    readonly process: string;
    readonly seen: string;
    readonly packets: number;
    readonly examined: number;
  }[];
  /** From where a packet can be sent, and where to. */
  readonly senders: readonly string[];
  readonly targets: readonly PacketTarget[];
  /** How kube-proxy of this node works; undefined without one. */
  readonly mode: string | undefined;
  /** Ports of Services that it knows, as `namespace/name:port`. */
  readonly services: readonly string[];
  /** One Service's port in each mode, and on each node; only when somebody asks for it. */
  readonly compare: CompareView | undefined;
}

export interface PacketTarget {
  /** What it is: a Service, a node, a Pod. */
  readonly name: string;
  readonly kind: 'cluster' | 'node-port' | 'balancer' | 'pod' | 'dns';
  readonly to: string;
  readonly port: number;
}

/** A packet on the map: hosts are `client`, a node's name, or a Pod's `namespace/name`. */
export interface MapPacket {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

export interface CompareView {
  readonly service: string;
  readonly modes: readonly CompareColumn[];
  readonly nodes: readonly CompareColumn[];
}

/** What one kube-proxy writes for one port of a Service. */
export interface CompareColumn {
  readonly mode: string;
  readonly node: string;
  /** What this cluster has. */
  readonly real: boolean;
  readonly blocks: readonly { readonly title: string; readonly lines: readonly string[] }[];
  /** Rules and looks that the first packet to the cluster address costs on this node. */
  readonly examined: number;
  /** How it chooses an endpoint. */
  readonly choice: 'lots' | 'number' | 'turn' | 'load' | 'hash';
}

export interface PacketHeader {
  readonly source: string;
  readonly destination: string;
  readonly mark: string;
  readonly in: string;
  readonly out: string;
}

export interface WalkStop {
  readonly name: string;
  readonly note: string;
  readonly host: string;
  readonly kind: 'host' | 'device' | 'hook' | 'routing' | 'end';
  readonly state: 'passed' | 'now' | 'ahead';
  readonly seq: number;
}

export interface WalkedRule {
  readonly number: number;
  /** Undefined where rules do not count. */
  readonly packets: number | undefined;
  readonly bytes: number | undefined;
  /** Without comment and names of modules. */
  readonly text: string;
  readonly full: string;
  /** The chain that it leads to. */
  readonly target: string;
  readonly verdict: 'hit' | 'miss' | 'ahead';
  readonly why: string;
  readonly want: string;
  readonly seen: string;
  readonly seq: number | undefined;
  readonly now: boolean;
  /** Rules before this one that are left out: none of them matched. */
  readonly folded: number;
}

export interface WalkedChain {
  readonly table: string;
  readonly name: string;
  readonly depth: number;
  readonly builtIn: boolean;
  readonly rules: readonly WalkedRule[];
  readonly total: number;
  /** Rules left out at the end. */
  readonly folded: number;
}

export interface WalkView {
  readonly connection: number;
  readonly what: string;
  readonly protocol: string;
  readonly bytes: number;
  readonly node: string | undefined;
  readonly hook: string;
  /** Rules that this packet was held against so far. */
  readonly examined: number;
  readonly stops: readonly WalkStop[];
  readonly chains: readonly WalkedChain[];
  /** The hook of these chains: that of the packet, or the last at which it met a rule. */
  readonly chainsAt: string;
  /** These chains were met by an earlier packet of the connection, on this node: they decided about it. */
  readonly decidedOn: string | undefined;
  readonly before: PacketHeader;
  readonly after: PacketHeader;
  /** The rule at the cursor, as iptables-save has it. */
  readonly rule: string | undefined;
  /** Whether it matched; a rule that did not changed nothing. */
  readonly ruleMatched: boolean;
  readonly endpoints: readonly {
    readonly address: string;
    readonly pod: string;
    /** `1/3`, or empty where endpoints take turns. */
    readonly chance: string;
    readonly chosen: boolean;
  }[];
}
