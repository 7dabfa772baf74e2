/** A run is fully described by this: a share link, a saved run and a fork are the same few lines. */
export interface RunDescription {
  readonly v: 1;
  /** The build that made it; another build re-executes it and says where the story differs. */
  readonly build: string;
  readonly seed: number;
  readonly cluster: ClusterConfig;
  readonly inputs: readonly RecordedInput[];
}

export interface ClusterConfig {
  readonly nodes: number;
  readonly latencies: 'realistic' | 'zero';
  /** More Pods on a node than the usual 110. */
  readonly podsPerNode?: number;
  /** Clients without rate limits: not what a real cluster does, but what the pipeline can do. */
  readonly clientLimits?: 'none';
  /** How kube-proxy turns Services into packet rules, iptables unless told; none: nodes without it. */
  readonly proxy?: 'iptables' | 'ipvs' | 'nftables' | 'none';
}

export interface RecordedInput {
  readonly afterStep: number;
  readonly afterOccurrence: number;
  readonly time: number;
  readonly input: Input;
}

/** Everything a person can do to a cluster. */
export type Input = KubectlInput | PacketInput | InterruptInput;

/** Ctrl+C: ends a command that goes on by itself, such as `kubectl get pods -w`. */
export interface InterruptInput {
  readonly type: 'interrupt';
  /** The number of the command. */
  readonly command: number;
}

/** A request over the network, which becomes the line of a shell that sends it. */
export interface PacketInput {
  readonly type: 'packet';
  /** `client` for somebody outside, a node, or a Pod (`namespace/name`). */
  readonly from: string;
  /** An address, or a name that the sender can resolve. */
  readonly to: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp';
}

export interface KubectlInput {
  readonly type: 'kubectl';
  readonly argv: readonly string[];
  readonly files: { readonly [name: string]: string };
  readonly stdin?: string;
}
