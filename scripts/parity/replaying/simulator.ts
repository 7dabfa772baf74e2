import type { KObject } from '../../../src/api/types/meta.ts';
import { SECOND } from '../../../src/base/time/units.ts';
import type { AuditEntry as SimulatedAudit } from '../../../src/cluster/apiserver/audit/audit-entry.ts';
import { assembleCluster } from '../../../src/cluster/assemble.ts';
import { PEOPLE } from '../../../src/cluster/clients/identities.ts';
import type { Cluster, KubeletState } from '../../../src/cluster/config/cluster-config.ts';
import { hexOf, presentImages } from '../../../src/cluster/cri/image-store.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../../src/cluster/kubectl/session/rows.ts';
import { nodeSpecOf } from '../../../src/cluster/kubelet/node/registered-node.ts';
import type { RuntimeImage } from '../../../src/cluster/ports/cri.ts';
import { realisticLatencies } from '../../../src/cluster/ports/latency.ts';
import type { ApiResponse } from '../../../src/cluster/ports/transport.ts';
import { clusterKinds } from '../../../src/cluster/program.ts';
import { type Engine, type Process, type Program, Run, type Task } from '../../../src/engine/index.ts';
import { frameText } from '../../../src/server/wire/json-text.ts';
import { kubectl } from '../../../src/steps/kubectl.ts';
import { type Json, type JsonObject, listAt } from '../recordings/json.ts';
import { lateSigner } from './authority.ts';
import { ADMIN, credentialsOf } from './identities.ts';
import { type Clock, RepeatedChance } from './repeated-chance.ts';
import { recordedParts, storedObjects } from './simulated-parts.ts';
import type {
  BackgroundCommand,
  Chance,
  ClusterStart,
  CommandRequest,
  CommandResult,
  HttpCall,
  HttpRequest,
  RecordedParts,
  SimulatedCluster,
  SimulatorPort,
} from './simulator-port.ts';
import { answerOf, watchOf, wireRequest } from './wire.ts';

/** How long a request travels. */
const ON_ITS_WAY = 450;
export const OF_THE_RUNTIME = [
  'volumeSetup',
  'runPodSandbox',
  'cniAdd',
  'createContainer',
  'startContainer',
  'stopContainer',
  'removeSandbox',
] as const;

/** A Pod whose moments are known starts and ends fast enough to be there by then. */
const QUICK = Object.fromEntries(
  OF_THE_RUNTIME.map((name) => {
    const { min, max } = realisticLatencies[name];
    return [name, { min: min / 2, max: max / 2 }];
  }),
);

interface Typed {
  readonly command: CommandRequest;
  readonly task: (task: Task) => void;
}

/** Anything else that happens to the cluster. */
interface Done {
  readonly act: (engine: Engine, cluster: Cluster) => Process<unknown>;
  readonly task: (task: Task) => void;
}

type Input = Typed | Done;

/** Binds the simulated cluster to the parity tool. */
class BoundCluster implements SimulatedCluster, Clock {
  private readonly run: Run<Input>;
  private cluster: Cluster | undefined;
  private readonly audits: SimulatedAudit[] = [];
  private scenarioStart: number;
  private firstAudit = 0;
  private firstStep = 0;
  /** What lies in the folder where commands are typed: a command may name a file that an earlier one brought. */
  private folder: CommandRequest['files'] = {};

  private readonly latencies = { ...realisticLatencies };
  private readonly chance = new RepeatedChance(this);

  constructor(private readonly start: ClusterStart) {
    this.scenarioStart = microsOf(start.startTime);
    const up = this.scenarioStart - 300 * SECOND;
    this.run = new Run<Input>(() => this.program(start), {
      seed: start.seed,
      kinds: clusterKinds,
      startTime: Math.floor(up / SECOND) * SECOND,
      recording: 'full',
      maxSteps: 10_000_000,
      freeze: true,
    });
    if (start.kubectlCache === 'warm') this.warmUp();
  }

  beginScenario(startTime: string, chance: Chance): void {
    const isKnown = chance.ready.size + chance.starts.size + chance.gone.size > 0;
    Object.assign(this.latencies, realisticLatencies, this.start.latencies, isKnown && QUICK);
    this.chance.prepare(chance);
    this.scenarioStart = microsOf(startTime);
    for (const { node, at } of chance.silent ?? []) {
      this.advanceTo(at);
      this.setKubelet(node, 'silent');
    }
    this.advanceTo(0);
    this.chance.begin(chance);
    this.firstAudit = this.audits.length;
    this.firstStep = this.run.engine.stepCount;
  }

  advanceTo(seconds: number): void {
    const time = this.scenarioStart + Math.round(seconds * SECOND);
    if (time > this.run.engine.now) this.run.advance({ time });
  }

  runCommand(command: CommandRequest): CommandResult {
    try {
      const { task, id } = this.type(command);
      this.run.advance({ when: () => task.done });
      return this.resultOf(id);
    } catch (error) {
      return broken(error);
    }
  }

  startCommand(command: CommandRequest): BackgroundCommand {
    const { task, id } = this.type(command);
    return {
      stop: () => {
        const running = !task.done;
        this.cluster?.interrupt(Number(id));
        this.run.advance({ when: () => task.done });
        const result = this.resultOf(id);
        return running ? { ...result, rc: 1 } : result;
      },
    };
  }

  settle(): void {
    this.run.advance({ quiescent: true });
  }

  sendRequest(request: HttpRequest): HttpCall {
    const wire = wireRequest(request, this.start);
    const frames: Json[] = [];
    let response: ApiResponse | undefined;
    let ended = false;
    const task = this.perform(function* (engine, cluster) {
      const client = (request.headers['User-Agent'] ?? 'client').split(/[/ ]/, 1)[0] as string;
      const ctx = engine.beginStory(client, kubectl.request, wire.path, { verb: wire.method, path: wire.path });
      response = yield* cluster.apiServer.transport.request(ctx, wire);
      for (;;) {
        const frame = yield* response.stream?.next() ?? nothing();
        if (typeof frame !== 'object') break;
        frames.push(JSON.parse(frameText(frame)) as Json);
      }
      ended = true;
    });
    this.run.advance({ when: () => response !== undefined || task.done });
    return {
      stop: () => {
        const stream = response?.stream;
        const endedByServer = ended;
        if (!ended)
          this.perform(function* () {
            stream?.stop();
          });
        if (response === undefined) throw new Error('no answer');
        return stream === undefined ? answerOf(wire, response) : { ...watchOf(wire, response), frames, endedByServer };
      },
    };
  }

  compact(): void {
    const task = this.perform(function* (engine, cluster) {
      yield* cluster.etcd.compact(engine.background('etcdctl'), cluster.etcd.revision);
    });
    this.run.advance({ when: () => task.done });
  }

  setServer(running: boolean): void {
    this.perform(function* (engine, cluster) {
      cluster.apiServer.setRunning(engine.background('kube-apiserver'), running);
    });
  }

  setKubelet(node: string, state: KubeletState): void {
    this.perform(function* (engine, cluster) {
      cluster.setKubelet(engine.background('kubelet'), node, state);
    });
  }

  private perform(act: Done['act']): Task {
    return this.begin((task) => ({ act, task }));
  }

  /** Gives an input, and takes the task that it begins. */
  private begin(inputOf: (task: Input['task']) => Input): Task {
    let begun: Task | undefined;
    const input = inputOf((task) => {
      begun = task;
    });
    this.run.give(input);
    this.run.advance({ occurrences: 1 });
    return begun as Task;
  }

  recording(): RecordedParts {
    const audits = this.audits.slice(this.firstAudit);
    return recordedParts(audits, this.run.engine, this.firstStep, (time) => this.seconds(time));
  }

  objects(): readonly JsonObject[] {
    return storedObjects(this.run.engine);
  }

  now(): number {
    return this.seconds(this.run.engine.now);
  }

  private program(start: ClusterStart): Program<Input> {
    return {
      boot: (engine) => {
        const nodes = start.nodes.map((node, at) =>
          nodeSpecOf(node.object as KObject | undefined, node.name, at, node.kind, imagesOf(node.object, start.images)),
        );
        this.cluster = assembleCluster(engine, {
          latencies: this.latencies,
          nodes,
          nodeObjects: start.nodes.flatMap(({ object }) => (object === undefined ? [] : [withoutRevision(object)])),
          objects: start.objects.map((object) => ({ object: object as unknown as KObject })),
          firstRevision: 4000,
          rateLimited: true,
          users: { ...credentialsOf(start), ...PEOPLE, admin: PEOPLE[ADMIN] ?? {} },
          onAudit: (entry) => this.audits.push(entry),
          chance: this.chance,
          authority: { signer: lateSigner() },
          csiNodes: true,
        });
      },
      give: (engine, input) => {
        if ('act' in input) {
          input.task(engine.spawn(input.act(engine, this.cluster as Cluster)));
          return;
        }
        const { command, task } = input;
        const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: command.argv.join(' ') });
        const { stdin, user, writesAt, env } = command;
        const editor = env.KUBE_EDITOR ?? env.EDITOR;
        this.folder = { ...this.folder, ...command.files };
        const sendAt = writesAt.map((seconds) => this.scenarioStart + Math.round(seconds * SECOND) - ON_ITS_WAY);
        const invocation = {
          argv: argvOf(command),
          files: this.folder,
          user,
          sendAt,
          ...(stdin === undefined ? {} : { stdin }),
          ...(editor === undefined ? {} : { editor }),
        };
        task(engine.spawn(this.cluster?.kubectl(ctx, invocation) ?? nothing()));
      },
    };
  }

  private warmUp(): void {
    const { task } = this.type({ argv: ['kubectl', 'get', 'pods'], files: {}, env: {}, user: 'admin', writesAt: [] });
    this.run.advance({ when: () => task.done });
  }

  private type(command: CommandRequest): { readonly task: Task; readonly id: string } {
    const begun = this.begin((task) => ({ command, task }));
    const table = this.run.engine.table<CommandRow>(COMMANDS_TABLE);
    return { task: begun, id: String(table.size) };
  }

  private resultOf(id: string): CommandResult {
    const row = this.run.engine.table<CommandRow>(COMMANDS_TABLE).get(id);
    const { stdout = '', stderr = '', exitCode } = row ?? {};
    const rc = exitCode ?? 0;
    return /is not modelled|unknown command/.test(stderr)
      ? { stdout, stderr, rc, unsupported: stderr.trim() }
      : { stdout, stderr, rc };
  }

  seconds(time: number): number {
    return (time - this.scenarioStart) / SECOND;
  }

  micros(seconds: number | undefined): number | undefined {
    return seconds === undefined ? undefined : this.scenarioStart + Math.round(seconds * SECOND);
  }
}

/** Kubectl's own lines begin at 2, those about requests at 6. */
const TELLING = '-v=5';

function argvOf({ argv, isTelling }: CommandRequest): readonly string[] {
  const [program = '', ...rest] = argv;
  return isTelling === true && program === 'kubectl' ? [program, TELLING, ...rest] : argv;
}

/** What the Node says is present, else what the scenario needs. */
function imagesOf(node: JsonObject | undefined, needed: readonly string[]): readonly RuntimeImage[] {
  const listed = listAt(node, 'status', 'images').map((image) => ({
    tags: listAt(image, 'names').map(String),
    sizeBytes: Number((image as JsonObject).sizeBytes ?? 0),
  }));
  if (listed.length === 0) return presentImages(needed);
  return listed.map((image) => ({ ...image, id: `sha256:${hexOf(image.tags[0] ?? '')}` }));
}

/** An invariant of the simulation broke: the command counts as not run, and the rest is compared all the same. */
function broken(error: unknown): CommandResult {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return { stdout: '', stderr: '', rc: 1, unsupported: `the simulation broke: ${reason}` };
}

/** RFC 3339 with up to microseconds. */
function microsOf(text: string): number {
  const fraction = /\.(\d{1,6})/.exec(text)?.[1] ?? '';
  return Math.floor(Date.parse(text) / 1000) * SECOND + Number(fraction.padEnd(6, '0'));
}

function withoutRevision(object: JsonObject): KObject {
  const { resourceVersion: _, ...metadata } = object.metadata as JsonObject;
  return { ...object, metadata } as unknown as KObject;
}

function* nothing(): Generator<never, number> {
  return 1;
}

export async function simulator(): Promise<SimulatorPort | undefined> {
  return { startCluster: (start) => new BoundCluster(start) };
}
