import type { Json, JsonObject } from '../recordings/json.ts';
import type { AuditEntry, EtcdEntry, ReadEntry, WatchEntry } from '../recordings/recording.ts';

/** What the parity tool needs of a simulated cluster. Whoever binds the simulator implements this and nothing else. */

export interface NodeStart {
  readonly name: string;
  /** `hollow`: a kubelet on a fake runtime, without events of its own. */
  readonly kind: 'real' | 'hollow';
  /** The Node as it was recorded: capacity, labels, addresses, images, pod CIDR. Absent when no recording shows it. */
  readonly object?: JsonObject;
}

export interface ClusterStart {
  readonly nodes: readonly NodeStart[];
  /** Images that are present on every node; pulling any other fails. (A hollow node takes every image for present.) */
  readonly images: readonly string[];
  readonly seed: number;
  /** RFC 3339; second 0 of the first scenario. The cluster has been up and quiet for a while by then. */
  readonly startTime: string;
  /** Does kubectl already know the API's discovery documents? */
  readonly kubectlCache: 'warm' | 'cold';
  /** Kubeconfigs that commands use, and whom their certificates name. */
  readonly users: readonly { readonly kubeconfig: string; readonly name: string; readonly groups: readonly string[] }[];
  /** Objects that exist besides those of an empty cluster. */
  readonly objects: readonly JsonObject[];
  /** How long each thing takes, where not as long as in the recordings: shortest and longest, in microseconds. */
  readonly latencies?: { readonly [name: string]: { readonly min: number; readonly max: number } };
}

export interface CommandRequest {
  readonly argv: readonly string[];
  /** Files to write before the command, by name. */
  readonly files: { readonly [name: string]: string };
  readonly stdin?: string;
  readonly env: { readonly [name: string]: string };
  readonly user: string;
  /** When its writes arrived, in seconds of the scenario. */
  readonly writesAt: readonly number[];
  /** It is to tell of each thing that it does, but not of each request. */
  readonly isTelling?: true;
}

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly rc: number;
  /** Set when the simulator does not know the command at all: the tool counts it as not run. */
  readonly unsupported?: string;
}

/** A command that runs beside the others until it is killed. */
export interface BackgroundCommand {
  stop(): CommandResult | Promise<CommandResult>;
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Null: no credentials. */
  readonly user: string | null;
  readonly headers: { readonly [name: string]: string };
  readonly body?: Json | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  /** Values of `Warning` headers. */
  readonly warnings: readonly string[];
  /** JSON as a value, anything else as text. */
  readonly body: Json;
  /** The frames of a watch. */
  readonly frames?: readonly Json[];
  readonly endedByServer?: boolean;
}

/** A request whose answer may go on for a while. */
export interface HttpCall {
  /** What was answered until now; ends a watch. */
  stop(): HttpAnswer | Promise<HttpAnswer>;
}

export interface RecordedMessage {
  readonly message: string;
  readonly combined: boolean;
}

/** What was chance in the recording and is done the same way again. */
export interface Chance {
  /** Bound Pods, as `bindingKey` names them, whose node was refused its first look: its authorizer had not heard of the binding. */
  readonly refused: ReadonlySet<string>;
  /** Where the Pods of each binding went, by the same keys. */
  readonly nodes: ReadonlyMap<string, string>;
  /** By the same keys: when a kubelet said that a Pod is ready, in seconds of the scenario. */
  readonly ready: ReadonlyMap<string, number>;
  /** By the same keys: when the kubelet of a Pod said that nothing was left of it, in seconds of the scenario. */
  readonly gone: ReadonlyMap<string, number>;
  /** By the same keys and the name of a container: when it was said that it had started, in seconds of the scenario. */
  readonly starts: ReadonlyMap<string, readonly number[]>;
  /** By node: when its kubelet looked at all containers and found that one had ended, in seconds of the scenario. */
  readonly relists: ReadonlyMap<string, readonly number[]>;
  /** By node: when its kubelet looked whether the node is closed to new Pods and said so, in seconds of the scenario. */
  readonly looks: ReadonlyMap<string, readonly number[]>;
  /** By the same keys: when a kubelet tried to start something of a Pod, or said that it waits, in seconds of the scenario. */
  readonly tries: ReadonlyMap<string, readonly number[]>;
  /** By namespace: the types in it, in the order in which they were emptied. */
  readonly emptied: ReadonlyMap<string, readonly string[]>;
  /** When there was one of the rounds in which nodes, waiting claims and forgotten Pods are looked at, in seconds. */
  readonly rounds?: { readonly [round in 'nodes' | 'claims' | 'pods']?: number | undefined };
  /** Nodes that said for the last time that they live before the scenario began, and when. */
  readonly silent?: readonly { readonly node: string; readonly at: number }[];
  /** By component and object: the messages of its events in order, and which were combined with similar ones. */
  readonly events: ReadonlyMap<string, readonly RecordedMessage[]>;
}

/** What the simulator noted since the scenario began; times are seconds since then. */
export interface RecordedParts {
  readonly audit: readonly AuditEntry[];
  readonly etcd: readonly EtcdEntry[];
  readonly watch: readonly WatchEntry[];
  /** All objects that were touched and still exist. */
  readonly final: readonly JsonObject[];
  /** Requests that wrote nothing; only who records needs them. */
  readonly reads?: readonly ReadEntry[];
}

export interface SimulatedCluster {
  /** Begins a scenario on the cluster as it is: moves the clock to `startTime` and the recording starts anew. */
  beginScenario(startTime: string, chance: Chance): void | Promise<void>;
  /** Lets the cluster run until so many seconds after the start of the scenario. Never goes back. */
  advanceTo(seconds: number): void | Promise<void>;
  /** Runs a command to its end; the cluster goes on meanwhile. */
  runCommand(command: CommandRequest): CommandResult | Promise<CommandResult>;
  startCommand(command: CommandRequest): BackgroundCommand | Promise<BackgroundCommand>;
  /** Lets the cluster run until nothing is going on but heartbeats and the like. */
  settle(): void | Promise<void>;
  recording(): RecordedParts;
  /** Optional: everything that there is now, events apart. */
  objects?(): readonly JsonObject[];
  /** Optional: seconds since the scenario began. */
  now?(): number;
  /** Optional: requests that were made without kubectl. Without it they count as not run. */
  sendRequest?(request: HttpRequest): HttpCall | Promise<HttpCall>;
  /** Optional: what the recorder did to the store itself. */
  compact?(): void | Promise<void>;
  /** Optional: kills a kubelet, or starts it again. `silent`: it works, and says no more that it lives. */
  setKubelet?(node: string, state: 'running' | 'silent' | 'stopped'): void | Promise<void>;
  /** Optional: ends the API server, or begins it again with empty caches. */
  setServer?(running: boolean): void | Promise<void>;
}

export interface SimulatorPort {
  startCluster(start: ClusterStart): SimulatedCluster | Promise<SimulatedCluster>;
}
