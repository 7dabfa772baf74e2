/**
 * What is wished for and what can hold it up, with what is told of each. A rule of the diagnosis gives the arguments, from
 * tables alone; the words of each language say them.
 */
export interface Wishes {
  /** The store is to take writes. */
  store: Record<never, never>;
  storeFast: Record<never, never>;
  /** The API server is to serve. */
  server: Record<never, never>;
  node: { name: string };
  /** It counts as ready and is not. */
  nodeSeems: { name: string };
  /** So many Pods are to be ready. */
  replicas: { kind: string; name: string; want: number; have: number };
  /** So many Pods of the newest template. */
  rollout: { kind: string; name: string; want: number; have: number };
  /** The same, after it has waited for as long as it may. */
  progress: { kind: string; name: string; want: number; have: number; seconds: number };
  /** What was typed is to be done. */
  command: { line: string };
  /** Somebody's request, not one that was typed, is to be let through. */
  request: { user: string; verb: string; resource: string };
  /** A node is to be emptied, and so many Pods stay. */
  drain: { name: string; left: number };
  /** A Pod is to be there, and has gone. */
  stays: { name: string };
  /** A Pod, or those of a template, are to do what they have to before they are stopped. */
  orderly: { kind: string; name: string };
  job: { name: string; want: number; have: number };
  cronJob: { name: string; schedule: string };
  claim: { name: string };
  servicePort: { name: string; port: number };
  ingress: { name: string };
  apiService: { name: string };
  autoscaler: { name: string };
  /** A node is to have room. */
  nodeRoom: { name: string };
  pod: { name: string };
  service: { name: string };
  /** It was deleted and is to be gone. */
  gone: { kind: string; name: string };
}

/** A Pod that no node takes: so many for the reason that is told, so many for others. */
interface OfNodes {
  pod: string;
  count: number;
  others: number;
}

interface OfCondition {
  condition: string;
  reason: string;
  message: string;
}

interface OfContainer {
  pod: string;
  container: string;
}

export interface Holds {
  noQuorum: { running: number; members: number; quorum: number; stopped: string };
  slowDisk: { member: string; millis: number; warned: number; members: number };
  serverStopped: Record<never, never>;
  kubeletStopped: { node: string; pods: number };
  turnedAway: { node: string; perMille: number };
  nodeNotReady: { reason: string; message: string };
  podSecurity: { level: string; namespace: string; first: string; others: number; all: string };
  quota: { quota: string; resource: string; asked: string; used: string; hard: string };
  quotaUnsaid: { quota: string; fields: string };
  webhookDenied: { webhook: string; message: string };
  webhookDown: { webhook: string; message: string };
  policyDenied: { policy: string; message: string };
  noServiceAccount: { account: string; namespace: string };
  noPriorityClass: { priorityClass: string };
  createRefused: { message: string };
  nodeLost: { pod: string; node: string };
  evicted: { pod: string; node: string; message: string };
  rejected: { pod: string; node: string; message: string; reason: string };
  gated: { pod: string; gates: string };
  claimUnbound: { pod: string; claim: string };
  claimMissing: { pod: string; claim: string };
  noNode: { pod: string; message: string };
  nodesRefuse: OfNodes & { reason: string };
  insufficient: OfNodes & { resource: string; asked: string; free: string; short: string; node: string };
  fullNodes: OfNodes & { room: string };
  tainted: OfNodes & { taint: string; node: string };
  cordoned: OfNodes & { node: string };
  noSuchNode: OfNodes & { label: string };
  nearNode: OfNodes & { label: string; near: string; node: string };
  portTaken: OfNodes & { port: number };
  /** Others make room for it on a node. */
  nominated: { pod: string; node: string; victims: string; count: number; priority: number };
  preempted: { pod: string; by: string; node: string; priority: number; own: number };
  sandbox: { pod: string; message: string };
  volume: { pod: string; volume: string; message: string };
  volumeMissing: { pod: string; volume: string; kind: string; missing: string };
  imageMissing: OfContainer & { image: string };
  imageDenied: OfContainer & { image: string };
  imagePull: OfContainer & { image: string; message: string };
  imageNever: OfContainer & { image: string };
  imageName: OfContainer & { image: string };
  configMissing: OfContainer & { kind: string; missing: string };
  keyMissing: OfContainer & { key: string; kind: string; missing: string };
  configError: OfContainer & { message: string };
  startError: OfContainer & { message: string };
  oomKilled: OfContainer & { restarts: number; limit: string };
  crashed: OfContainer & { restarts: number; exitCode: number; said: string };
  initFailed: OfContainer & { restarts: number; exitCode: number; said: string };
  /** 0 where it has come to no exit code. */
  hook: OfContainer & { exitCode: number; message: string };
  /** The same of one that a container is stopped without. */
  preStop: OfContainer & { exitCode: number; message: string };
  probe: OfContainer & { probe: string; message: string };
  /** It has not been asked yet. */
  probeDue: OfContainer & { probe: string; delay: number };
  readinessGate: { pod: string; condition: string };
  /** A Pod with the word that kubectl prints. */
  podWord: { pod: string; word: string };
  /** Nothing that is known holds it up. */
  unknown: Record<never, never>;
  noMatch: { selector: string };
  nearMatch: { selector: string; near: string; of: string };
  endpointsNotReady: { pods: number; selector: string };
  /** Whose template fits, and who has no Pod. */
  selectsNobodyYet: { selector: string; of: string };
  finalizer: { finalizer: string; others: number };
  namespaceHeld: { object: string; others: number; finalizer: string };
  namespaceWaits: { object: string; others: number };
  namespaceFails: { message: string };
  nodeSilent: { node: string };
  noSpace: { quota: string };
  jobFailed: { reason: string; message: string; failures: number };
  jobCrashed: { reason: string; failures: number; exitCode: number };
  cronEvent: { reason: string; message: string };
  noVolume: { size: string };
  noClass: { storageClass: string };
  provisioner: { provisioner: string };
  claimProblem: { message: string };
  volumeLost: { volume: string };
  /** Where the programs of a Pod listen, if at all. */
  nobodyListens: { port: number; pod: string; listens: string };
  budget: { pod: string; budget: string; healthy: number; desired: number; expected: number };
  /** The rule that would allow it, and the role that has it, where there is one. */
  forbiddenPath: { user: string; verb: string; path: string; rule: string };
  forbidden: {
    user: string;
    verb: string;
    resource: string;
    group: string;
    namespace: string;
    rule: string;
    role: string;
  };
  noPortName: { target: string; pod: string };
  nearPortName: { target: string; near: string; pod: string };
  noBackend: { service: string };
  noBackendPort: { service: string; port: string };
  apiServiceDown: OfCondition;
  noMetrics: OfCondition;
  pressure: OfCondition;
}

export type WishKey = keyof Wishes;
export type HoldKey = keyof Holds;

type Words<A> = string | ((args: A) => string);

/** One clause, without a stop at its end. `{name}` stands for an argument, `**…**` marks what matters. */
export type WishWords = { readonly [K in WishKey]: Words<Wishes[K]> };

export interface HoldText<A> {
  /** What is in the way, as a clause that stands behind the wish. */
  readonly say: Words<A>;
  /** What to do, as one sentence. */
  readonly change: Words<A>;
}

export type HoldWords<K extends HoldKey = HoldKey> = { readonly [H in K]: HoldText<Holds[H]> };

/** The words of one language. */
export interface UnmetWords {
  readonly wishes: WishWords;
  readonly holds: HoldWords;
  /** A clause about a Pod, behind the Pod's own name. */
  readonly ofItself: (clause: string) => string;
  /** The sentence of both clauses. */
  readonly join: (wish: string, hold: string) => string;
}
