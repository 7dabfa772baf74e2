import type { Micros } from '../../base/time/units.ts';
import type { Context, Origin, Process, Wait } from '../../engine/index.ts';
import type { Channels } from './channels.ts';
import type { PortMapping } from './cni.ts';
import type { Folder } from './folder.ts';
import type { DialFailure, Dialing, HttpAnswer, HttpRequest } from './http.ts';

/** The container runtime interface as the kubelet uses it. The runtime does not know what a Pod object is. */
export interface SandboxConfig {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly attempt: number;
  readonly hostNetwork: boolean;
  /** Which of its ways of running containers the runtime is to take, where that is not left to it. */
  readonly handler?: string;
  /** Its containers see each other's processes. */
  readonly sharesProcesses?: true;
  /** Ports of its node that lead to it. */
  readonly ports?: readonly PortMapping[];
}

/** A folder, or one file of it, where a container sees it. */
export interface Mount {
  readonly path: string;
  readonly folder: Folder;
  /** Where in the folder it begins. */
  readonly below: string;
  readonly isFile: boolean;
  readonly readOnly: boolean;
  /** What is written there takes memory. */
  readonly inMemory?: boolean;
  /** How much fits into it, where that is told. */
  readonly bytes?: number;
}

export interface ContainerConfig {
  readonly name: string;
  readonly attempt: number;
  readonly image: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  /** Its standard input stays open for who attaches. */
  readonly stdin?: boolean;
  /** It ends when the first who attaches has no more; without a terminal only. Else who reads it waits for ever. */
  readonly stdinOnce?: boolean;
  /** Whom its processes ask about themselves. */
  readonly source?: FactSource;
  /** As whom its processes run; as its image says unless told. */
  readonly user?: ProcessUser;
  /** Bytes; more than that its processes cannot have. */
  readonly memoryLimit?: number | undefined;
  readonly mounts?: readonly Mount[] | undefined;
  /** The folder that its processes start in; the root unless told. */
  readonly workingDir?: string;
  /** What is not mounted cannot be written. */
  readonly hasReadOnlyRoot?: boolean;
  /** Its words and variables are more than the kernel takes. */
  readonly isTooLong?: boolean;
  /** Some of its volumes are images. */
  readonly mountsImages?: boolean;
  /** The container among whose processes its own are. */
  readonly joins?: string;
  /** Where it leaves its last words, and whether its log stands in for them when it fails. */
  readonly lastWords?: { readonly path: string; readonly orLog: boolean };
}

export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
  /** Besides its own. */
  readonly groups: readonly number[];
  /** No program makes more of who starts it (`no_new_privs`). */
  readonly gainsNothing?: boolean;
}

/** What ran on a node before the run began, as the status of its Pod tells it. */
export interface FoundSandbox {
  readonly config: SandboxConfig;
  readonly id: string;
  readonly ip: string | undefined;
  readonly secondIP: string | undefined;
  /** Virtual microseconds. */
  readonly createdAt: number;
  /** Oldest first. */
  readonly containers: readonly FoundContainer[];
}

export interface FoundContainer {
  readonly name: string;
  readonly attempt: number;
  readonly id: string;
  readonly imageId: string;
  readonly image: string;
  readonly startedAt: number;
  /** Undefined while it runs. */
  readonly end:
    | { readonly at: number; readonly exitCode: number; readonly reason: string | undefined; readonly message?: string }
    | undefined;
}

export type ContainerState = 'created' | 'running' | 'exited';

export interface RuntimeContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly config: ContainerConfig;
  readonly imageId: string;
  /** The image as the runtime names it: `docker.io/library/nginx:1.27`. */
  readonly image: string;
  readonly state: ContainerState;
  /** Virtual microseconds. */
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly exitCode: number | undefined;
  readonly reason: string | undefined;
  /** Why it could not be started, or what it left as its last words. */
  readonly message?: string;
}

export interface RuntimeSandbox {
  readonly id: string;
  readonly config: SandboxConfig;
  readonly ready: boolean;
  readonly ip: string | undefined;
  readonly secondIP?: string;
  readonly createdAt: number;
}

export interface RuntimeImage {
  readonly id: string;
  readonly tags: readonly string[];
  readonly sizeBytes: number;
}

/** A failed call: text as the kubelet would see it. */
export interface RuntimeError {
  readonly error: string;
}

export function isRuntimeError(value: unknown): value is RuntimeError {
  return typeof value === 'object' && value !== null && 'error' in value;
}

/** Who knows what the processes of the containers of a Pod find out about themselves. */
export interface FactSource {
  factsOf(container: string): ProcessFacts;
}

/** What a process finds out about itself: known to the kubelet, which made it so. */
export interface ProcessFacts {
  readonly hostname: string;
  readonly namespace: string;
  readonly address: string;
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** The machine that it runs on: containers see all of it. */
  readonly machine?: {
    readonly cpus: number;
    readonly kernel: string;
    /** KiB. */
    readonly memory: number;
    readonly since: number;
    readonly used: { readonly millicores: number; readonly kibibytes: number };
  };
  /** The files of its ServiceAccount, by name. */
  readonly mounted?: ReadonlyMap<string, string>;
  /** Files of its own in the place of those that every container has. */
  readonly files?: ReadonlyMap<string, string>;
}

/** A line of a container's log; only what was never finished has no line end. */
export interface LogLine {
  /** Virtual microseconds. */
  readonly time: number;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export type ExitListener = (container: RuntimeContainer, origin: Origin, pod: SandboxConfig) => void;

/** `write`: a line of its log, at this moment. */
export type StartListener = (
  ctx: Context,
  container: RuntimeContainer,
  pod: SandboxConfig,
  write: (text: string) => void,
) => (() => void) | undefined;

/** What the processes of a container hold of their machine, in bytes. */
export interface Usage {
  readonly memory: number;
  readonly files: readonly UsedFile[];
}

export interface UsedFile {
  readonly path: string;
  readonly bytes: number;
  /** It lies in a folder that is no disk. */
  readonly inMemory?: boolean;
}

/** Who runs a small tool that goes on: what it writes on its way, and until when. */
export interface ToolUser {
  /** Of the container: programs of one name differ. */
  readonly image: string;
  /** What it reads, where somebody piped that in. */
  readonly input?: string | undefined;
  write(ctx: Context, text: string): void;
  /** Comes when nobody wants any more of it. */
  readonly over: Wait;
  isOver(): boolean;
}

/** A small tool that asks the network from a host of it: a Pod by `namespace/name`. */
export type NetworkTool = (
  ctx: Context,
  host: string,
  words: readonly string[],
  user: ToolUser,
) => Process<{
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  readonly ctx: Context;
  readonly saved?: SavedFile | undefined;
}>;

/** What a tool leaves in a file instead of writing it. */
export interface SavedFile {
  readonly path: string;
  readonly text: string;
}

/** How a command in a container ended, and what it wrote. */
export interface ExecResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ctx: Context;
}

/** What a web server notes of who asked it. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly from: string;
  readonly userAgent: string;
}

/** What somebody asks a web server for. */
export interface AskedPage {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly port: number;
  readonly body?: string | undefined;
  /** Address and port of who asks, where that is known. */
  readonly client?: string | undefined;
}

export interface Page {
  readonly code: number;
  readonly body: string;
  /** Where it sends who asks. */
  readonly location?: string;
  /** Nobody has put anything in the place of what the image shows. */
  readonly isOfImage: boolean;
}

export interface ContainerRuntime {
  runPodSandbox(ctx: Context, config: SandboxConfig): Process<RuntimeSandbox | RuntimeError>;
  stopPodSandbox(ctx: Context, id: string): Process<void>;
  removePodSandbox(ctx: Context, id: string): Process<void>;
  imageStatus(ctx: Context, image: string): Process<RuntimeImage | undefined>;
  pullImage(ctx: Context, image: string): Process<RuntimeImage | RuntimeError>;
  createContainer(ctx: Context, sandboxId: string, config: ContainerConfig): Process<RuntimeContainer | RuntimeError>;
  startContainer(ctx: Context, id: string): Process<RuntimeContainer | RuntimeError>;
  stopContainer(ctx: Context, id: string, graceSeconds: number): Process<void>;
  removeContainer(ctx: Context, id: string): Process<void>;
  /** What ran before the run began, with the configuration of each of its containers. */
  found(
    ctx: Context,
    sandbox: FoundSandbox,
    configOf: (name: string, attempt: number) => ContainerConfig,
  ): RuntimeSandbox;
  /** Of what was found it is known only later what is mounted, and which variables it has. */
  configured(id: string, config: ContainerConfig): void;
  /** The state at this moment, as the PLEG lists it. */
  listContainers(sandboxId: string): readonly RuntimeContainer[];
  listSandboxes(): readonly RuntimeSandbox[];
  imagesPresent(): readonly RuntimeImage[];
  /** As whom an image's program runs by itself; undefined: root. */
  imageUser(image: string): string | undefined;
  /** What ids are prefixed with in an API status: `containerd`. */
  readonly scheme: string;
  /** Whether a running container accepts connections at a port by now. */
  listens(id: string, port: number): boolean;
  /** What a container wrote after one moment, up to another. */
  log(id: string, facts: ProcessFacts, after: number, until: number): readonly LogLine[];
  isRunning(id: string): boolean;
  /** Comes when a container has ended. */
  ended(id: string): Wait;
  /** Runs a command in a container and waits for its end; undefined: it was not over in time, or the container ended. */
  execSync(
    ctx: Context,
    id: string,
    command: readonly string[],
    micros: Micros | undefined,
  ): Process<ExecResult | RuntimeError | undefined>;
  usage(id: string): Usage;
  /** Called when a container takes memory or disk, and when an image does. */
  onUse(listener: (origin: Origin) => void): void;
  /** The kernel ends the process with the most memory. */
  killForMemory(ctx: Context, id: string): void;
  /** Other limits for a running container. */
  updateContainer(ctx: Context, id: string, memoryLimit: number | undefined): Process<void>;
  removeImage(ctx: Context, image: RuntimeImage): Process<void>;
  /** When it will write again, as far as it is known now. */
  nextLogAt(id: string, after: number): number | undefined;
  /** Runs a command in a running container; its end comes on the error channel, as the exit code in decimal. */
  exec(
    ctx: Context,
    id: string,
    command: readonly string[],
    facts: ProcessFacts,
    tty: boolean,
  ): Process<Channels | RuntimeError>;
  /** What the first process writes from now on; what is sent goes to a shell that reads. */
  attach(ctx: Context, id: string, facts: ProcessFacts, tty: boolean): Process<Channels>;
  /** Connections to the ports of a sandbox, as NodeServer.portForward has them. */
  portForward(ctx: Context, sandboxId: string): Process<Channels>;
  /** What the program that listens on a port of a sandbox answers; undefined when none listens. */
  answer(
    ctx: Context | undefined,
    sandboxId: string,
    port: number,
    request: HttpRequest,
  ): HttpAnswer | DialFailure | undefined;
  /** Whether its program speaks TLS alone. */
  isSecured(id: string): boolean;
  /** What its web server answers; undefined where none is known. */
  page(id: string, asked: AskedPage): Page | undefined;
  /** Whom its program asks before it answers a GET; undefined: nobody. */
  dialing(id: string, path: string): Dialing | undefined;
  takesDatagrams(id: string, port: number): boolean;
  /** What its program says to a datagram. */
  datagram(id: string, text: string, from: string): string;
  /** Somebody was answered there: who keeps a log of that writes a line. */
  heard(id: string, asked: Heard): void;
  /** Called when a container has started; what it gives back is called when that container ends. */
  onStart(listener: StartListener): void;
  /** Called when a container ended by itself. A kubelet still waits for its next relist before it notices. */
  onExit(listener: ExitListener): void;
}
