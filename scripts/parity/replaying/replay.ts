import type { Difference } from '../comparing/difference.ts';
import { isObject, type Json, type JsonObject, textAt } from '../recordings/json.ts';
import type { Command, HttpExchange, Recording } from '../recordings/recording.ts';
import { asCommand, isWatch, Learnt, recordedAnswer, whyNotReplayable } from './http-replay.ts';
import { interferences } from './recorder.ts';
import type { BackgroundCommand, CommandRequest, CommandResult, HttpCall, SimulatedCluster } from './simulator-port.ts';
import { unexplainedObjects } from './start.ts';
import { restartOf, silencesOf, startDelays, writesOf } from './timing.ts';
import { translateCommand, translateNodes } from './translate.ts';

function requestOf(command: Command, recording: Recording): CommandRequest {
  const { argv, files = {}, env = {}, user, isTelling } = command;
  const told = isTelling === undefined ? {} : { isTelling };
  const base = { argv, files, env, user, writesAt: writesOf(command, recording), ...told };
  return command.stdin === undefined ? base : { ...base, stdin: command.stdin };
}

function answered(command: Command, result: CommandResult): Command {
  return { ...command, stdout: result.stdout, stderr: result.stderr, rc: result.rc };
}

function notRun(scenario: string, object: string, why: string): Difference {
  const fields = [{ path: 'not run', want: why, got: undefined }];
  return { scenario, section: 'run', kind: 'missing', writer: '', action: '', object, fields, where: '' };
}

function isToken({ argv }: Command): boolean {
  return argv[1] === 'create' && argv[2] === 'token';
}

interface Step {
  readonly t: number;
  readonly act: () => Promise<void>;
}

/** A recorder that sent requests one after another ended a watch before it did the next thing. */
function endOf(exchange: HttpExchange, recording: Recording): number {
  const { t } = exchange;
  if (exchange.streamEndedByServer === true) return t + serverEnds(exchange.path);
  const heard = Math.max(t, ...(exchange.stream ?? []).map((item) => (isObject(item) ? Number(item.t ?? 0) : 0)));
  const later = [
    ...recording.http.map((other) => other.t),
    ...recording.commands.filter((command) => command.background !== true).map((command) => command.t),
  ].filter((other) => other > heard);
  return later.length === 0 ? t + LAST_WATCH : Math.min(...later) - 0.001;
}

function serverEnds(path: string): number {
  return Number(/[?&]timeoutSeconds=(\d+)/.exec(path)?.[1] ?? 0) + 0.005;
}

const LAST_WATCH = 3;

/** `etcdctl compact N`: done as soon as the store had that revision. */
function compactions(recording: Recording): readonly number[] {
  return (recording.meta.notes ?? []).flatMap((note) => {
    const revision = /^etcdctl compact (\d+)/.exec(String(note))?.[1];
    if (revision === undefined) return [];
    const entry = recording.watch.findLast((item) => Number(item.rv) <= Number(revision));
    return [(entry?.t ?? 0) + 0.002];
  });
}

/** Events that are counted up and that nothing shows being made: whose they are and what they are about. */
function rememberedEvents({ audit }: Recording): readonly string[] {
  const isEvent = (resource: string) => /^events(\.events\.k8s\.io)?$/.test(resource);
  const made = new Set(
    audit.filter(({ verb, resource }) => verb === 'create' && isEvent(resource)).map(({ name }) => name),
  );
  const found = audit.filter(({ verb, resource, name, code }) => {
    return verb === 'patch' && isEvent(resource) && code < 300 && !made.has(name);
  });
  return [...new Set(found.map(({ user, response }) => `events of ${user} about ${aboutOf(response)}`))];
}

function aboutOf(event: unknown): string {
  const body = event as Json;
  const of = (key: string) => textAt(body, 'involvedObject', key) || textAt(body, 'regarding', key);
  return `${of('kind')} ${of('namespace')}/${of('name')}`;
}

function isOfSilence(note: string, silences: ReturnType<typeof silencesOf>): boolean {
  return silences.some(({ node }) => note.includes(node) || AFTER_SILENCE.test(note));
}

/** What the recorder did outside kubectl, where it can be done again. */
function isUnderstood(note: string, cluster: SimulatedCluster, canRestart: boolean): boolean {
  if (/^etcdctl compact \d+/.test(note)) return cluster.compact !== undefined;
  if (/^until\(\) timed out/.test(note)) return true;
  return /^(apiserver stopped|ready again)\b/.test(note) && canRestart && cluster.setServer !== undefined;
}

/** What came of a kubelet that was killed, and that it was started again. */
const AFTER_SILENCE = /^(NotReady|eviction|kubelet restarted|Ready) at t=[\d.]+$/;

/** What is done again of one recording, on a cluster that is in its initial state, and what came of it. */
export class Replay {
  readonly notRun: Difference[] = [];
  private readonly steps: Step[] = [];
  private readonly results: (Command | undefined)[];
  private readonly sent: { readonly want: Command; readonly got: Command }[] = [];
  private readonly learnt = new Learnt(
    () =>
      this.results.filter((result) => result !== undefined && isToken(result) && result.rc === 0) as readonly Command[],
  );

  /** `initial`: what there is before, as this run has it. */
  constructor(
    private readonly cluster: SimulatedCluster,
    private readonly recording: Recording,
    private readonly initial: readonly JsonObject[],
  ) {
    this.results = recording.commands.map(() => undefined);
  }

  /** Everything that the recorder did, each at its time. */
  async run(): Promise<void> {
    this.planCommands();
    this.planRequests();
    this.planInterferences();
    this.planCompactions();
    this.planFailures();
    for (const step of [...this.steps].sort((a, b) => a.t - b.t)) {
      await this.cluster.advanceTo(step.t);
      await step.act();
    }
  }

  /** What the recording holds that cannot be done. `made`: what was put together because nothing shows its making. */
  tellWhatCannotRun(made: readonly JsonObject[]): void {
    const { recording, cluster } = this;
    for (const line of recording.unreadable) this.skip(line, 'cannot be read');
    for (const name of unexplainedObjects(recording, made))
      this.skip(`initial ${name}`, 'exists before the scenario, and no recording shows its making');
    if (made.length > 0)
      for (const events of rememberedEvents(recording))
        this.skip(events, 'their writer remembers what it told before the scenario, and counts on');
    const canRestart = restartOf(recording) !== undefined;
    const silences = this.silences();
    for (const note of recording.meta.notes ?? []) {
      const text = String(note);
      if (!isUnderstood(text, cluster, canRestart) && !isOfSilence(text, silences))
        this.skip(`note: ${text}`, 'done outside kubectl');
    }
  }

  /** What was recorded, with the raw requests that were sent again among its commands. */
  want(): Recording {
    const { recording } = this;
    return { ...recording, commands: [...recording.commands, ...this.sent.map((pair) => pair.want)] };
  }

  /** What the simulator did, in the same form. */
  got(): Recording {
    const commands = this.recording.commands.map(
      (command, index) => this.results[index] ?? answered(command, { stdout: '', stderr: '', rc: -1 }),
    );
    return { ...this.soFar(), commands: [...commands, ...this.sent.map((pair) => pair.got)] };
  }

  private readonly soFar = (): Recording => ({
    ...this.recording,
    ...this.cluster.recording(),
    reads: [],
    initial: this.initial,
    commands: this.results.filter((result) => result !== undefined),
  });

  private skip(object: string, why: string): void {
    this.notRun.push(notRun(this.recording.name, object, why));
  }

  private settle(index: number, command: Command, result: CommandResult): void {
    const isAsRecorded = result.stderr === command.stderr && result.rc === command.rc;
    if (result.unsupported !== undefined && !isAsRecorded)
      this.skip(`command ${index + 1}: ${command.argv.join(' ')}`, result.unsupported);
    this.results[index] = answered(command, result);
  }

  private planCommands(): void {
    const { recording } = this;
    const delays = startDelays(recording);
    for (const [index, command] of recording.commands.entries()) {
      const t = command.t + (delays[index] ?? 0);
      if (command.background === true) this.planBackground(index, command, t);
      else this.steps.push({ t, act: () => this.type(index, command) });
    }
  }

  private translated(command: Command): Command {
    return translateCommand(command, this.recording, this.soFar);
  }

  private async type(index: number, command: Command): Promise<void> {
    const typed = this.translated(command);
    this.settle(index, typed, await this.cluster.runCommand(requestOf(typed, this.recording)));
  }

  private planBackground(index: number, command: Command, t: number): void {
    let running: BackgroundCommand | undefined;
    const start = async () => {
      running = await this.cluster.startCommand(requestOf(this.translated(command), this.recording));
    };
    const stop = async () => {
      if (running !== undefined) this.settle(index, command, await running.stop());
    };
    this.steps.push({ t, act: start }, { t: command.t + command.dt, act: stop });
  }

  private planRequests(): void {
    const why = whyNotReplayable(this.cluster);
    for (const exchange of this.recording.http) {
      if (why === undefined) this.planRequest(exchange);
      else this.skip(`http ${exchange.method} ${exchange.path}`, why);
    }
  }

  private planRequest(exchange: HttpExchange): void {
    const want = recordedAnswer(exchange);
    let call: HttpCall | undefined;
    const finish = async () => {
      const got = await call?.stop();
      if (got === undefined) return;
      this.learnt.learn(want.body, got.body);
      this.learnt.learn(want.frames as Json | undefined, got.frames as Json | undefined);
      this.sent.push({ want: asCommand(exchange, want), got: asCommand(exchange, got) });
    };
    const act = async () => {
      const path = translateNodes(exchange.path, this.recording, exchange.t, this.soFar);
      call = await this.cluster.sendRequest?.(this.learnt.translate({ ...exchange, path }));
      if (!isWatch(exchange)) await finish();
    };
    this.steps.push({ t: exchange.t, act });
    if (isWatch(exchange)) this.steps.push({ t: endOf(exchange, this.recording), act: finish });
  }

  /** What the recorder did under its own name. */
  private planInterferences(): void {
    const { cluster } = this;
    if (cluster.sendRequest === undefined) return;
    for (const { t, request } of interferences(this.recording)) {
      const act = async () => {
        await (await cluster.sendRequest?.(request))?.stop();
      };
      this.steps.push({ t, act });
    }
  }

  private planCompactions(): void {
    const { cluster } = this;
    if (cluster.compact === undefined) return;
    for (const t of compactions(this.recording)) this.steps.push({ t, act: async () => cluster.compact?.() });
  }

  private silences(): ReturnType<typeof silencesOf> {
    return this.cluster.setKubelet === undefined ? [] : silencesOf(this.recording);
  }

  /** Kubelets that died, and a server that was stopped. */
  private planFailures(): void {
    const { cluster, steps } = this;
    for (const { node, silent, stopped, back } of this.silences()) {
      const set = (t: number | undefined, state: 'running' | 'silent' | 'stopped') => {
        if (t !== undefined && t >= 0) steps.push({ t, act: async () => cluster.setKubelet?.(node, state) });
      };
      set(silent, 'silent');
      set(Math.max(0, stopped), 'stopped');
      set(back, 'running');
    }
    const restart = restartOf(this.recording);
    if (restart === undefined || cluster.setServer === undefined) return;
    steps.push({ t: restart.down, act: async () => cluster.setServer?.(false) });
    steps.push({ t: restart.up, act: async () => cluster.setServer?.(true) });
  }
}
