// Models containerd internal/cri/store/{container,sandbox} (v1.36)

import type { SparseMap } from '../../base/sparse-map.ts';
import type { Deferred, Timer } from '../../engine/index.ts';
import type { Program } from '../images/program.ts';
import type { LogLine, RuntimeContainer, RuntimeSandbox, SandboxConfig, Usage } from '../ports/cri.ts';
import type { Folder } from '../ports/folder.ts';
import type { SeenProgram } from '../ports/found.ts';
import type { Shell } from '../shell/shell.ts';
import type { ShellState } from '../shell/shell-state.ts';
import type { Files } from '../tools/files/files.ts';

export interface Sandbox {
  view: RuntimeSandbox;
  containers: readonly Container[];
}

/** Where it accepts connections, and from when on (virtual microseconds). */
export function listeningOf({ view, serves, program }: Container): Container['serves'] {
  if (view.state !== 'running') return undefined;
  if (serves !== undefined) return serves;
  const { servesPort, readyAfterMicros } = program;
  if (servesPort === undefined || view.startedAt === undefined) return undefined;
  return { port: servesPort, from: view.startedAt + readyAfterMicros };
}

export interface Talked {
  readonly state: ShellState;
  readonly files: Files;
  code: number;
}

export interface Container {
  view: RuntimeContainer;
  readonly program: Program;
  readonly exited: Deferred<void>;
  /** What others of its kind were seen to do, before the run began. */
  readonly seen?: SeenProgram | undefined;
  timer: Timer | undefined;
  readonly subject: string;
  readonly pod: SandboxConfig;
  /** The containers with which it shares its processes, itself among them. */
  readonly peers?: () => readonly Container[];
  /** The container among whose processes its own are, while that runs. */
  readonly joined?: () => Container | undefined;
  /** What it wrote because somebody asked it something. */
  readonly asked: LogLine[];
  stopped?: (() => void) | undefined;
  /** What its processes wrote, as soon as somebody looks. */
  layer?: Folder;
  /** Where a program that it started on its way listens, and from when on. */
  serves?: { readonly port: number; readonly from: number };
  /** The end of its log, once it has ended badly. */
  wrote?: string;
  /** What its program keeps from one request to the next. */
  memory: SparseMap<readonly string[]>;
  /** Its first process, where that is a shell that is followed. */
  shell?: Shell;
  /** What a shell that is attached to keeps from one client to the next. */
  talked?: Talked;
  /** It was told to end, and does so as its trap says. */
  isAsked?: boolean;
  /** What its processes hold beside what every process does. */
  usage?: Usage;
}
