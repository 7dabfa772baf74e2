import type { KObject } from '../../api/types/meta.ts';
import type { Family } from '../../base/address.ts';
import type { AuditLog } from '../../brought/audit/log.ts';
import type { BegunState, StartState } from '../../brought/start-state.ts';
import type { Context, Process } from '../../engine/index.ts';
import type { AuditEntry } from '../apiserver/audit/audit-entry.ts';
import type { AuthorizationMode } from '../apiserver/authz/modes.ts';
import type { ApiServerConfig, InstalledObject } from '../apiserver/core/config.ts';
import type { ApiServer } from '../apiserver/server.ts';
import type { RawClient } from '../clients/raw-client.ts';
import type { TypedLine } from '../desk/desk.ts';
import type { EtcdOptions } from '../etcd/index.ts';
import type { EtcdctlInvocation } from '../etcdctl/terminal.ts';
import type { Reader } from '../kubectl/session/rows.ts';
import type { Invocation, KubectlHost } from '../kubectl/session/session.ts';
import type { NodeSpec } from '../kubelet/node/spec.ts';
import type { NetworkOptions } from '../network/index.ts';
import type { CertificateSigner } from '../ports/certificate-signer.ts';
import type { Chance, Environment, Faults } from '../ports/environment.ts';
import type { EtcdServer } from '../ports/etcd.ts';
import type { Latencies } from '../ports/latency.ts';
import type { IpvsScheduler } from '../ports/netfilter.ts';
import type { ProxyMode } from '../proxy/index.ts';

/** What a run says of its cluster (the same shape as in protocol/run-description.ts, which this half does not see). */
export interface ClusterConfig {
  readonly nodes: number;
  readonly latencies: 'realistic' | 'zero';
  /** Delays in the place of the usual ones, from and to, in milliseconds: `{ network: [20, 60] }`. */
  readonly delays?: { readonly [name: string]: readonly [from: number, to: number] };
  /** What fails by itself, now and then. */
  readonly faults?: Partial<Faults>;
  /** Clocks that stand apart from the beginning: by so many seconds, by the name of the node, the member or the part. */
  readonly clocks?: { readonly [machine: string]: number };
  readonly podsPerNode?: number;
  readonly clientLimits?: 'none';
  /** Authorizers in the order in which they are asked; Node and RBAC when left out. */
  readonly authorization?: readonly AuthorizationMode[];
  /** Authenticators that are switched off. */
  readonly withoutAuthenticators?: readonly ('static-token' | 'oidc' | 'anonymous')[];
  /** Admission plugins that are switched off, by their names. */
  readonly withoutAdmission?: readonly string[];
  /** Members of the store: 1 when left out. */
  readonly etcdMembers?: 1 | 3;
  readonly etcdQuotaBytes?: number;
  /** Machines with names and addresses of their own, in the place of node-1, node-2 … */
  readonly machines?: readonly MachineConfig[];
  /** Further machines, a pool of alike ones each. */
  readonly pools?: readonly PoolConfig[];
  /** Zones over which machines are spread by turns, as the label topology.kubernetes.io/zone; none unless told. */
  readonly zones?: readonly string[];
  /** What is installed besides; dns and load-balancers where kube-proxy runs, unless told. */
  readonly addons?: readonly Addon[];
  /** How kube-proxy turns Services into packet rules; none: nodes without it. */
  readonly proxy?: ProxyMode | 'none';
  /** How IPVS chooses endpoints, when kube-proxy uses it; by turns when left out. */
  readonly ipvsScheduler?: IpvsScheduler;
  /** What the cluster begins with, where somebody brought it from one of their own; an empty cluster otherwise. */
  readonly start?: StartState;
  /** What a real API server wrote about its requests: then the run tells that, and nothing is simulated. */
  readonly log?: AuditLog;
  /** How the network of Pods differs from flannel's: what Pods believe to fit into a packet, whether bridges send back. */
  readonly network?: Partial<NetworkOptions>;
  /** Families of addresses that nodes, Pods and Services have, the primary one first; IPv4 alone when left out. */
  readonly families?: readonly ('IPv4' | 'IPv6')[];
  /** The same as families of IPv4 and IPv6. */
  readonly dualStack?: boolean;
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
  /** The place in the range of the Pod address that was given last. */
  readonly lastPodAddress?: number;
}

export interface ClusterOptions {
  readonly latencies: Latencies;
  readonly faults?: Partial<Faults> | undefined;
  readonly clocks?: ClusterConfig['clocks'];
  readonly nodes: readonly NodeSpec[];
  /** Node objects that take the place of freshly registered ones. */
  readonly nodeObjects: readonly KObject[];
  /** Objects that exist besides those of an empty cluster. */
  readonly objects: readonly InstalledObject[];
  readonly firstRevision: number;
  /** They are not an empty cluster's, but come from one that somebody brought. */
  readonly start?: BegunState | undefined;
  /** Clients wait for their rate limits, as real ones do. */
  readonly rateLimited: boolean;
  readonly users: KubectlHost['users'];
  readonly onAudit: ((entry: AuditEntry) => void) | undefined;
  /** Webhooks that are named by an address are asked there; undefined: nobody answers. */
  readonly outside?: ApiServerConfig['outside'];
  /** Bearer tokens of people. */
  readonly staticTokens?: ApiServerConfig['staticTokens'];
  /** Whom else the API server trusts, and whom it asks what somebody may do. */
  readonly signIn?: Partial<
    Pick<ApiServerConfig, 'anonymous' | 'oidc' | 'authorization' | 'tokenSigner' | 'disabledAdmission'>
  >;
  /** How kube-proxy turns Services into packet rules; undefined: nodes without it. */
  readonly proxy?: ProxyMode | undefined;
  readonly ipvsScheduler?: IpvsScheduler | undefined;
  readonly network?: Partial<NetworkOptions> | undefined;
  readonly families?: readonly Family[];
  /** Names of Services are resolved, at a Service of its own. */
  readonly dns?: boolean;
  /** The control plane's parts hold leases and renew them. */
  readonly leases?: boolean;
  /** Each node has its CSINode before it has a driver. */
  readonly csiNodes?: boolean;
  /** Somebody makes load balancers. */
  readonly cloud?: boolean;
  readonly etcd?: Partial<EtcdOptions>;
  readonly chance?: Chance;
  /** The cluster's authority, where there is a real one. */
  readonly authority?: { readonly certificate?: string; readonly signer: CertificateSigner };
}

/**
 * For each thing of which faults were: how many, since the end of one counts only while none came after it; what it was last
 * told to be for good, and what it was when the run began.
 */
export type FaultsSoFar = Map<string, { readonly number: number; readonly lasting: unknown; readonly first: unknown }>;

export type KubeletState = 'running' | 'silent' | 'stopped';

export interface Cluster {
  readonly env: Environment;
  readonly apiServer: ApiServer;
  readonly etcd: EtcdServer;
  /** Runs one kubectl command to its end. */
  kubectl(ctx: Context, invocation: Invocation): Process<number>;
  /** Runs a line of the shell, whatever stands in it. */
  type(ctx: Context, typed: TypedLine): Process<number>;
  /** Runs a tool of the network. */
  shell(ctx: Context, argv: readonly string[]): Process<number>;
  /** Runs one etcdctl command to its end. */
  etcdctl(ctx: Context, invocation: EtcdctlInvocation): Process<number>;
  /** Requests that a person writes down. */
  readonly rawClient: RawClient;
  /** Kills the kubelet of a node, or starts it again; `silent`: it still works, and says no more that it lives. */
  setKubelet(asked: Context, node: string, state: KubeletState): Context;
  /** Cuts the way between a node and the API server, or mends it. */
  setPartition(asked: Context, node: string, state: 'cut' | 'whole', seconds?: number): Context;
  /** Sets the clock of a machine apart from all others, or right. */
  setClock(asked: Context, machine: string, offsetSeconds: number, seconds?: number): Context;
  /** Nodes dial anew before they ask the API server again. */
  loseConnections(): void;
  readonly faultsSoFar: FaultsSoFar;
  /** Ctrl+C: ends a running command by its number, or what it runs elsewhere; one that has ended is left alone. */
  interrupt(command: number, ctx?: Context): void;
  /** Commands that wait for the person at the terminal, by number. */
  readonly readers: Map<number, Reader>;
}
