import type { AuditLog } from '../brought/audit/log.ts';
import type { StartState } from '../brought/start-state.ts';

/** A run is fully described by this: a share link, a saved run and a fork are the same few lines. */
export interface RunDescription {
  readonly v: 1;
  /** The build that made it; another build re-executes it and says where the story differs. */
  readonly build: string;
  readonly seed: number;
  readonly cluster: ClusterConfig;
  /** The scenario whose parts it goes through, for who shows them: it changes nothing that happens. */
  readonly scenario?: string;
  /** What somebody calls this course of events: it changes nothing that happens. */
  readonly name?: string;
  readonly inputs: readonly RecordedInput[];
}

/** Longer names have no room where branches are chosen. */
export const LONGEST_NAME = 60;

export interface ClusterConfig {
  readonly nodes: number;
  readonly latencies: 'realistic' | 'zero';
  /** Delays in the place of the usual ones, from and to, in milliseconds: `{ network: [20, 60] }`. */
  readonly delays?: { readonly [name: string]: readonly [from: number, to: number] };
  /** What fails by itself: so many of a thousand requests, and of a thousand events that watches bring to informers. */
  readonly faults?: FaultRates;
  /** Clocks that stand apart from the beginning: by so many seconds, by the name of the node, the member or the part. */
  readonly clocks?: { readonly [machine: string]: number };
  /** More Pods on a node than the usual 110. */
  readonly podsPerNode?: number;
  /** Clients without rate limits: not what a real cluster does, but what the pipeline can do. */
  readonly clientLimits?: 'none';
  /** Authorizers in the order in which they are asked; Node and RBAC when left out. */
  readonly authorization?: readonly ('Node' | 'RBAC' | 'ABAC' | 'Webhook' | 'AlwaysAllow' | 'AlwaysDeny')[];
  /** Authenticators that are switched off. */
  readonly withoutAuthenticators?: readonly ('static-token' | 'oidc' | 'anonymous')[];
  /** Admission plugins that are switched off, by their names. */
  readonly withoutAdmission?: readonly string[];
  /** Members of the store: 1 when left out. */
  readonly etcdMembers?: 1 | 3;
  /** The size in bytes above which the store takes nothing more. */
  readonly etcdQuotaBytes?: number;
  /** Machines with names and addresses of their own, in the place of node-1, node-2 … */
  readonly machines?: readonly MachineConfig[];
  /** Further machines, a pool of alike ones each. */
  readonly pools?: readonly PoolConfig[];
  /** Zones over which machines are spread by turns, as the label topology.kubernetes.io/zone; none unless told. */
  readonly zones?: readonly string[];
  /** What is installed besides; dns and load-balancers where kube-proxy runs, unless told. */
  readonly addons?: readonly Addon[];
  /** Families of addresses that nodes, Pods and Services have, the primary one first; IPv4 alone when left out. */
  readonly families?: readonly ('IPv4' | 'IPv6')[];
  /** The same as families of IPv4 and IPv6. */
  readonly dualStack?: boolean;
  /** How kube-proxy turns Services into packet rules, none: nodes without it. Unless told iptables, and none in a cluster of more than 200 nodes. */
  readonly proxy?: 'iptables' | 'ipvs' | 'nftables' | 'userspace' | 'none';
  /** How IPVS chooses endpoints, when kube-proxy uses it; by turns when left out. */
  readonly ipvsScheduler?: 'rr' | 'wrr' | 'lc' | 'wlc' | 'sh' | 'dh' | 'sed' | 'nq';
  /** What the cluster begins with, where somebody brought it from one of their own; an empty cluster otherwise. */
  readonly start?: StartState;
  /** What a real API server wrote about its requests: then the run tells that, and nothing is simulated. */
  readonly log?: AuditLog;
  /** How the network of Pods differs from flannel's: what Pods believe to fit into a packet, whether bridges send back. */
  readonly network?: { readonly podMtu?: number; readonly hairpin?: boolean; readonly bridgeFilter?: boolean };
}

/** Of a thousand requests, or of a thousand events that watches bring. */
export interface FaultRates {
  /** Answered by 503. */
  readonly requestErrorPerMille?: number;
  /** Their connection breaks, before they arrive or when they are done. */
  readonly lostRequestPerMille?: number;
  /** They arrive late, by `slowRequestMillis`; two seconds unless told. */
  readonly slowRequestPerMille?: number;
  readonly slowRequestMillis?: number;
  /** Lost on their way to an informer, and its connection with them. */
  readonly dropWatchPerMille?: number;
}

/** What a cluster has that is no part of Kubernetes itself, or that a small one need not have. */
export type Addon = 'dns' | 'load-balancers' | 'component-leases';

/** Machines that are alike: NAME-1, NAME-2 … */
export interface PoolConfig {
  readonly name: string;
  readonly nodes: number;
  /** What each has, as a quantity; what usual machines have, unless told. */
  readonly cpu?: string;
  readonly memory?: string;
  /** Pods that fit on each. */
  readonly pods?: number;
  /** Those of the cluster, unless told. */
  readonly zones?: readonly string[];
  readonly labels?: { readonly [key: string]: string };
  /** As kubectl has them: `dedicated=gpu:NoSchedule`. */
  readonly taints?: readonly string[];
}

export interface MachineConfig {
  readonly name: string;
  readonly address: string;
  readonly podCIDR: string;
  /** The place in the range of the Pod address that was given last, when Pods have come and gone before. */
  readonly lastPodAddress?: number;
}

export interface RecordedInput {
  readonly afterStep: number;
  readonly afterOccurrence: number;
  readonly time: number;
  readonly input: Input;
  /** It is a part of the scenario, perhaps in words of the reader's own: whoever shows the parts counts it. */
  readonly isPart?: boolean;
}

/** Everything a person can do to a cluster. */
export type Input =
  | RequestInput
  | HangUpInput
  | KubectlInput
  | EtcdctlInput
  | LineInput
  | PacketInput
  | MemberInput
  | ServerInput
  | KubeletInput
  | PartitionInput
  | ClockInput
  | RatesInput
  | DelaysInput
  | InformerInput
  | InterruptInput
  | AnswerInput;

/** Ctrl+C: ends a command that goes on by itself, such as `kubectl get pods -w`. */
export interface InterruptInput {
  readonly type: 'interrupt';
  /** The number of the command. */
  readonly command: number;
}

/** What a person gives to a command that waits for him: it has opened the editor, or lets him type into something. */
export interface AnswerInput {
  readonly type: 'answer';
  /** The number of the command. */
  readonly command: number;
  /** The file as it was saved, or what was typed, with Enter at its end; left out: closed without saving, or Ctrl+D. */
  readonly text?: string;
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
  /** Bytes without HTTP around them. */
  readonly raw?: boolean;
}

/** A request to the API server as somebody wrote it down. */
export interface RequestInput {
  readonly type: 'request';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the query. */
  readonly path: string;
  /** `kubernetes-admin`, `jane`, or `anonymous`. */
  readonly user: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: string;
}

/** The client ends a stream that it had asked for. */
export interface HangUpInput {
  readonly type: 'hang-up';
  /** The number of the request. */
  readonly request: number;
}

export interface KubectlInput {
  readonly type: 'kubectl';
  readonly argv: readonly string[];
  readonly files: { readonly [name: string]: string };
  readonly stdin?: string;
  /** `&` at the line's end: the next command does not wait for this one to end. */
  readonly beside?: boolean;
}

/** A line of the shell as it was typed, with the files of the editor that it may read. */
export interface LineInput {
  readonly type: 'line';
  readonly line: string;
  readonly files: { readonly [name: string]: string };
  readonly beside?: boolean;
}

/** A line for etcdctl, which talks to the store itself. */
export interface EtcdctlInput {
  readonly type: 'etcdctl';
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly beside?: boolean;
}

/** What ends by itself after so many seconds of virtual time. */
interface ForAWhile {
  readonly seconds?: number;
}

/** The API server ends, or begins again. */
export interface ServerInput extends ForAWhile {
  readonly type: 'api-server';
  readonly state: 'running' | 'stopped';
}

/** The kubelet of a node is killed, its containers run on; or it begins again and finds them. */
export interface KubeletInput extends ForAWhile {
  readonly type: 'kubelet';
  readonly node: string;
  readonly state: 'running' | 'stopped';
}

/** Nothing gets through between a node and the API server, in either direction; or all does again. */
export interface PartitionInput extends ForAWhile {
  readonly type: 'partition';
  readonly node: string;
  readonly state: 'cut' | 'whole';
}

/** The clock of a node, of a member of the store or of a part of the control plane stands apart from all others, or is right again. */
export interface ClockInput extends ForAWhile {
  readonly type: 'clock';
  /** `node-1`, `etcd-0`, `kube-apiserver`, `kube-controller-manager`, `kube-scheduler`. */
  readonly machine: string;
  /** How far it is ahead; behind, below zero; 0: it is right. */
  readonly offsetSeconds: number;
}

/** From now on so much fails by itself; what is left out stays as it is. */
export interface RatesInput extends ForAWhile {
  readonly type: 'rates';
  readonly faults: FaultRates;
}

/** From now on these take so long, in milliseconds. */
export interface DelaysInput extends ForAWhile {
  readonly type: 'delays';
  readonly delays: { readonly [name: string]: readonly [from: number, to: number] };
}

/** The connection of an informer's watch is lost, an index is added to its cache, or a value of one is looked up. */
export type InformerInput =
  | { readonly type: 'cut-watch'; readonly informer: string }
  | { readonly type: 'index'; readonly informer: string; readonly index: string; readonly path: string }
  | { readonly type: 'look-up'; readonly informer: string; readonly index: string; readonly value: string };

/** A member of the store fails, becomes slow, or runs again. */
export interface MemberInput extends ForAWhile {
  readonly type: 'etcd-member';
  readonly member: string;
  readonly state: 'running' | 'stopped' | 'slow';
  /** How long each fsync of a slow disk takes; sixty times as long as usual, where nobody says. */
  readonly fsyncMillis?: number;
}
