// The public types of `kubestep`. They are written out here, whole, and import nothing: what a reader of the package's type
// declarations meets is this file, and nothing of the inside can leak through it.

/** Texts by file name, as `kubectl apply -f` reads them. */
export interface Files {
  readonly [name: string]: string;
}

/** An object as the API server keeps it. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly labels?: { readonly [name: string]: string };
    readonly annotations?: { readonly [name: string]: string };
    readonly [field: string]: unknown;
  };
  // biome-ignore lint/suspicious/noExplicitAny: whoever reads an object knows its kind; we cannot.
  readonly [field: string]: any;
}

/** What a cluster is started with. Everything may be left out. */
export interface ClusterOptions {
  /** Nodes `node-1`, `node-2` …; 3 unless told. */
  readonly nodes?: number;
  /** Another number is another course of the same events; 1 unless told. The same options and deeds give the same run. */
  readonly seed?: number;
  /** In which sentences are told; English unless told. */
  readonly language?: Language;
  /** Members of etcd. */
  readonly etcdMembers?: 1 | 3;
  /** Other delays than the usual ones, from and to, in milliseconds: `{ network: [20, 60] }`. */
  readonly delays?: { readonly [name: string]: readonly [from: number, to: number] };
  /** What fails by itself. */
  readonly faults?: FaultRates;
  /** Further nodes, a pool of alike ones each. */
  readonly pools?: readonly Pool[];
  /** Zones over which nodes are spread by turns, as the label `topology.kubernetes.io/zone`. */
  readonly zones?: readonly string[];
  /** Families of addresses, the primary one first. */
  readonly families?: readonly ('IPv4' | 'IPv6')[];
  /** How kube-proxy turns Services into rules; `none`: no Services and no DNS, and a quicker start. */
  readonly proxy?: 'iptables' | 'ipvs' | 'nftables' | 'none';
  /** Authorizers in the order in which they are asked; Node and RBAC when left out. */
  readonly authorization?: readonly ('Node' | 'RBAC' | 'AlwaysAllow' | 'AlwaysDeny')[];
  /** Admission plugins that are switched off, by their names. */
  readonly withoutAdmission?: readonly string[];
  /**
   * What a cluster of your own was like: the text of `kubectl get all,nodes,cm,events -A -o json`, or several such files by
   * name. The run goes on from there. Objects without a uid, such as what a chart renders, are there as if a server had just
   * created them; admission was not asked. What of it could not be used is said by `Cluster.remarks`.
   */
  readonly from?: string | Files;
}

export type Language = 'en' | 'zh';

/** What fails by itself, of a thousand requests, or of a thousand events that watches bring. */
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

/** Nodes that are alike: NAME-1, NAME-2 … */
export interface Pool {
  readonly name: string;
  readonly nodes: number;
  /** What each has, as a quantity; what usual nodes have, unless told. */
  readonly cpu?: string;
  readonly memory?: string;
  /** Pods that fit on each. */
  readonly pods?: number;
  readonly zones?: readonly string[];
  readonly labels?: { readonly [key: string]: string };
  /** As kubectl has them: `dedicated=gpu:NoSchedule`. */
  readonly taints?: readonly string[];
}

/** What may change while a cluster runs. */
export interface Disturbance {
  readonly faults?: FaultRates;
  /** Delays from now on, from and to, in milliseconds: `{ network: [500, 900] }`. */
  readonly delays?: { readonly [name: string]: readonly [from: number, to: number] };
  /** By how many seconds clocks stand ahead of all others, or behind below zero: `{ 'node-2': -300 }`; 0: it is right again. */
  readonly clocks?: { readonly [machine: string]: number };
}

/** How a command went. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  /** 130: it had not ended when its time was over, and was interrupted as by Ctrl+C. */
  readonly exitCode: number;
}

/** The smallest thing that is told: who did what to what, and because of what. */
export interface Step {
  /** Its number, from 0. */
  readonly number: number;
  /** Virtual seconds since the cluster was up. */
  readonly time: number;
  /** What sort of step it is: `etcd.committed`, `scheduler.bound` … */
  readonly kind: string;
  /** How fine it is, from the chapters of a story down. */
  readonly level: 'scene' | 'step' | 'detail';
  /** Who did it: `kube-scheduler`, `kubelet/node-1` … */
  readonly actor: string;
  /** What it was done to: `pods/default/web` … */
  readonly subject: string;
  /** The steps without which it would not be, the first one being the cause in the narrower sense. */
  readonly causes: readonly number[];
  /** The step that began its story; undefined where nobody asked for it, as of leases that are renewed. */
  readonly story: number | undefined;
  /** What it says, as a sentence. */
  readonly sentence: string;
}

/** One whole thing that somebody did and that matters to the story. */
export interface Beat {
  /** Its place among the beats, from 1. */
  readonly number: number;
  /** The step that it stands at. */
  readonly step: number;
  /** Virtual seconds since the cluster was up. */
  readonly time: number;
  readonly actor: string;
  readonly subject: string;
  readonly sentence: string;
}

/** Something that was asked for and is not so, and what holds it up. */
export interface Finding {
  /** Whose wish it is: `deployments.apps/default/web`. */
  readonly subject: string;
  /** The object that is in the way, where it is another one. */
  readonly inTheWay: string | undefined;
  /** What is missing and why, as a sentence. */
  readonly sentence: string;
  /** What to do about it, as a sentence. */
  readonly change: string;
  /** The command that would mend it, where one would. */
  readonly command: string | undefined;
  /** The field that would mend it, where one would. */
  readonly field: { readonly subject: string; readonly path: string } | undefined;
  /** Virtual seconds for which it has been so, as far as that is known. */
  readonly since: number | undefined;
  /** The step that made it so. */
  readonly step: number | undefined;
}

/** Whether an object is what it is meant to become. */
export interface Readiness {
  readonly ready: boolean;
  /** In words, mostly those of `kubectl rollout status`. */
  readonly reason: string;
}

/** A text, or a function of what is shown: of the file that is open, or of what came since the answer before. */
export type Answer = string | ((shown: string) => string);

/**
 * A whole simulated Kubernetes v1.36 cluster: API server, etcd, controllers, scheduler, kubelets, network.
 *
 * Promises: virtual time passes only in the methods that say so; the same options and the same calls give the same steps
 * and the same digest, on every machine; looking changes nothing. What a method is given and cannot use is refused by an
 * `Error` that says what is wrong with it.
 * Does not promise: names and rows of tables, kinds of step and the wording of sentences from one minor version to the next.
 *
 * Every look is at the moment of the cursor. It goes along with what happens until somebody takes it back into the past; there
 * one may look, and `fork`.
 */
export interface Cluster {
  // What people do

  /** `kubectl apply -f` of YAML or JSON, of files by name, or of objects. Gives back when kubectl has ended. */
  apply(manifests: string | Files | readonly object[]): CommandResult;
  /** A line for kubectl, as `get pods -o wide`, or its words; files that it may read. Virtual time passes until it ends, a minute at most unless told. */
  kubectl(line: string | readonly string[], files?: Files, within?: number): CommandResult;
  /** A line of the shell: pipes, loops, curl. As `kubectl` otherwise. */
  shell(line: string, files?: Files, within?: number): CommandResult;
  /**
   * A line that asks whoever sits there: a shell in a container (`kubectl exec -it web -- sh`), or an editor (`kubectl edit`). Each
   * answer is given when it asks: a line to the shell, a whole text to the editor. When none are left, the editor is closed
   * as it was opened, and the shell is told that there is no more.
   */
  talk(line: string, answers: readonly Answer[], files?: Files, within?: number): CommandResult;
  /**
   * Stops a part, for good or for so many whole virtual seconds: `kubelet/NODE`, `api-server`, `etcd/MEMBER` (`etcd/etcd-0`), or
   * `connection/NODE`: nothing gets through any more between that node and the API server.
   */
  stop(part: string, seconds?: number): void;
  /** Starts a part again that was stopped. */
  start(part: string): void;
  /** Lets requests fail, be lost or be slow, and changes delays, from now on, for good or for so many whole virtual seconds. */
  disturb(disturbance: Disturbance, seconds?: number): void;

  // Time

  /** Virtual seconds since the cluster was up, at the moment that is looked at. */
  readonly now: number;
  /** Lets so many virtual seconds pass. */
  advance(seconds: number): void;
  /** Until nothing is left to do; ten virtual minutes at most unless told. False: it still has something to do. */
  settle(within?: number): boolean;
  /** Until a condition holds, so many virtual seconds at most. It may only look. False: it does not hold. */
  until(condition: () => boolean, within: number): boolean;

  // Steps

  /** How many steps there are. */
  readonly steps: number;
  /** The number of the step that is looked at; -1 before the first. */
  readonly position: number;
  /** What two equal runs have in common. */
  readonly digest: string;
  /** Goes so many steps on, or back where it is negative; beyond the last one the cluster runs on. Undefined: there is none. */
  step(by?: number): Step | undefined;
  /** Goes to a step, to the moment before anybody did anything, or to the newest one. */
  seek(step: number | 'start' | 'end'): void;
  /** A step by its number. */
  stepAt(number: number): Step | undefined;
  /** What led to a step, newest first, itself included. */
  causesOf(number: number): readonly Step[];
  /** Hears of every step from now on, in order, while the cluster runs. What it gives back ends that. A listener may only look. */
  subscribe(listener: (step: Step) => void): () => void;

  // Looks

  /** One object: by kind (`pod`, `pods`, `po`, `Pod`, `widgets.example.com`), name and namespace (`default` unless told). */
  get(kind: string, name: string, namespace?: string): KubernetesObject | undefined;
  /** All objects of a kind, of one namespace or of all. */
  list(kind: string, namespace?: string): readonly KubernetesObject[];
  /** Whether an object, `deployment/web` or `deployment/shop/web` with its namespace, is what it is meant to become. */
  readiness(object: string): Readiness;
  /** The names of the tables that hold what each component knows. */
  tables(): readonly string[];
  /** The rows of a table by key: `etcd/keys`, `scheduler/decisions` … */
  table(name: string): ReadonlyMap<string, unknown>;
  /** What was asked for and is not so, with what holds it up; of one object, where it is named. */
  diagnose(object?: string): readonly Finding[];
  /** The beats of the story up to here; of one object, where it is named. */
  story(object?: string): readonly Beat[];
  /** What of a cluster of your own could not be used, or was changed. */
  readonly remarks: readonly string[];

  // Keeping

  /** The run as text: `loadCluster` and the page open it. */
  save(): string;
  /** Another cluster, which is the same up to the step that is looked at and goes its own way from there. */
  fork(): Cluster;
}
