import type { Command, Recording } from '../recordings/recording.ts';
import type {
  BackgroundCommand,
  ClusterStart,
  CommandResult,
  SimulatedCluster,
  SimulatorPort,
} from '../replaying/simulator-port.ts';
import { NO_CHANCE } from '../replaying/timing.ts';
import type { Pace } from './paces.ts';
import { type Scene, type Typed, wordsOf } from './scene.ts';

/** From the end of one command to the start of the next. */
const BREATH = 0.003;
/** What goes on at the end of a scene is let go on for so long. */
const LAST_LOOK = 3;
const REAL = ['worker-1', 'worker-2', 'worker-3'];
const HOLLOW = ['node-1', 'node-2', 'node-3'];
const BACKGROUND = / &$/;

function startOf(scene: Scene, seed: number, startTime: string, latencies: Pace): ClusterStart {
  const { kind = 'real', users = [] } = scene;
  const nodes = scene.nodes ?? (kind === 'real' ? REAL : HOLLOW);
  return {
    nodes: nodes.map((name) => ({ name, kind })),
    images: [
      'docker.io/library/nginx:1.27',
      'docker.io/library/nginx:1.28',
      'docker.io/library/busybox:1.36',
      'registry.k8s.io/pause:3.10',
    ],
    seed,
    startTime,
    kubectlCache: 'warm',
    users,
    objects: [],
    latencies,
  };
}

/** One scene as the recorder of real clusters would write it down. */
class Session {
  private readonly commands: Command[] = [];
  private readonly background: { readonly index: number; readonly job: BackgroundCommand }[] = [];
  private readonly written = new Set<string>();

  constructor(
    private readonly cluster: SimulatedCluster,
    private readonly scene: Scene,
  ) {}

  async record(start: string): Promise<Recording> {
    for (const item of this.scene.lines) {
      if (typeof item === 'number') await this.cluster.advanceTo(this.now() + item);
      else await this.type(typeof item === 'string' ? { line: item } : item);
    }
    await this.cluster.advanceTo(this.now() + LAST_LOOK);
    for (const { index, job } of this.background) this.end(index, await job.stop());
    const { reads = [], ...parts } = this.cluster.recording();
    const { name } = this.scene;
    return {
      name,
      meta: { name, start, seconds: this.now(), notes: [] },
      commands: this.commands,
      reads,
      http: [],
      initial: [],
      unreadable: [],
      ...parts,
    };
  }

  private now(): number {
    return this.cluster.now?.() ?? 0;
  }

  private async type({ line, stdin, env = {}, user = 'admin' }: Typed): Promise<void> {
    await this.cluster.advanceTo(this.now() + BREATH);
    const argv = wordsOf(line.replace(BACKGROUND, ''));
    const files = this.filesFor(argv);
    const t = this.now();
    const told = { ...(stdin !== undefined && { stdin }), ...(Object.keys(files).length > 0 && { files }) };
    const index = this.commands.length;
    const command: Command = { t, dt: 0, argv, user, rc: 0, stdout: '', stderr: '', env, ...told };
    this.commands.push(command);
    const request = { argv, files, env, user, writesAt: [], ...(stdin !== undefined && { stdin }) };
    if (!BACKGROUND.test(line)) {
      this.end(index, await this.cluster.runCommand(request));
      return;
    }
    this.commands[index] = { ...command, background: true };
    this.background.push({ index, job: await this.cluster.startCommand(request) });
  }

  /** A file is written before the first command that names it. */
  private filesFor(argv: readonly string[]): { readonly [name: string]: string } {
    const needed = Object.entries(this.scene.files ?? {}).filter(
      ([name]) => !this.written.has(name) && argv.some((word) => word === name || name.startsWith(`${word}/`)),
    );
    for (const [name] of needed) this.written.add(name);
    return Object.fromEntries(needed);
  }

  private end(index: number, { stdout, stderr, rc, unsupported }: CommandResult): void {
    const command = this.commands[index];
    if (command === undefined) return;
    if (unsupported !== undefined) throw new Error(`${command.argv.join(' ')}: ${unsupported}`);
    this.commands[index] = { ...command, dt: this.now() - command.t, stdout, stderr, rc };
  }
}

/** Our own run of a scene, as a recording. */
export async function recordScenes(
  port: SimulatorPort,
  scenes: readonly Scene[],
  seed: number,
  pace: Pace = {},
): Promise<readonly Recording[]> {
  const [first] = scenes;
  if (first === undefined) return [];
  let time = Date.parse('2026-11-21T02:22:48.008Z');
  const cluster = await port.startCluster(startOf(first, seed, new Date(time).toISOString(), pace));
  const recordings: Recording[] = [];
  for (const scene of scenes) {
    const start = new Date(time).toISOString();
    await cluster.beginScenario(start, NO_CHANCE);
    const recording = await new Session(cluster, scene).record(start);
    recordings.push(recording);
    time += Math.ceil((recording.meta.seconds ?? 0) + 2) * 1000;
  }
  return recordings;
}
