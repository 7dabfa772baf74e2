import type { Difference } from './difference.ts';
import { asCommand, isWatch, Learnt, recordedAnswer, whyNotReplayable } from './http-replay.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { deletedUids, mergeObjects } from './link.ts';
import { isGiven, printedPods } from './reconstruct.ts';
import { interferences } from './recorder.ts';
import type { Command, HttpExchange, Recording } from './recording.ts';
import type {
  BackgroundCommand,
  CommandRequest,
  CommandResult,
  HttpCall,
  SimulatedCluster,
  SimulatorPort,
} from './simulator-port.ts';
import { clusterStartOf, unexplainedObjects } from './start.ts';
import { chanceOf, type Restart, restartOf, silencesOf, startDelays, writesOf } from './timing.ts';
import { translateCommand, translateNodes } from './translate.ts';

export interface Run {
  /** What was recorded, with the raw requests that were sent again among its commands. */
  readonly want: Recording;
  /** What the simulator did, in the same form. */
  readonly got: Recording;
  /** What could not be run. */
  readonly notRun: readonly Difference[];
}

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

/** What the recorder did outside kubectl, where it can be done again. */
function isUnderstood(note: string, cluster: SimulatedCluster, restart: Restart | undefined): boolean {
  if (/^etcdctl compact \d+/.test(note)) return cluster.compact !== undefined;
  if (/^until\(\) timed out/.test(note)) return true;
  return /^(apiserver stopped|ready again)\b/.test(note) && restart !== undefined && cluster.setServer !== undefined;
}

/** Runs the commands of one recording on a cluster that is in its initial state. */
async function runOn(
  cluster: SimulatedCluster,
  given: Recording,
  before: Recording | undefined,
  made: readonly JsonObject[],
): Promise<Run> {
  const recording = made.length === 0 ? given : { ...given, initial: [...made, ...printedPods(given)] };
  const missing: Difference[] = [];
  const skip = (object: string, why: string) => {
    missing.push(notRun(recording.name, object, why));
  };
  for (const line of recording.unreadable) skip(line, 'cannot be read');
  for (const name of unexplainedObjects(recording, made))
    skip(`initial ${name}`, 'exists before the scenario, and no recording shows its making');
  const restart = restartOf(recording);
  const silences = cluster.setKubelet === undefined ? [] : silencesOf(recording);
  for (const note of recording.meta.notes ?? []) {
    if (!isUnderstood(String(note), cluster, restart) && !silences.some(({ node }) => String(note).includes(node)))
      skip(`note: ${String(note)}`, 'done outside kubectl');
  }
  const results: (Command | undefined)[] = recording.commands.map(() => undefined);
  const sent: { readonly want: Command; readonly got: Command }[] = [];
  const settle = (index: number, command: Command, result: CommandResult) => {
    const isAsRecorded = result.stderr === command.stderr && result.rc === command.rc;
    if (result.unsupported !== undefined && !isAsRecorded)
      skip(`command ${index + 1}: ${command.argv.join(' ')}`, result.unsupported);
    results[index] = answered(command, result);
  };
  const initial =
    made.length > 0
      ? (cluster.objects?.() ?? []).filter((object) => !isGiven(object))
      : before === undefined
        ? []
        : mergeObjects(before.initial, before.final, deletedUids(before));
  const soFar = (): Recording => ({
    ...recording,
    ...cluster.recording(),
    reads: [],
    initial,
    commands: results.filter((result) => result !== undefined),
  });
  const translated = (command: Command) => translateCommand(command, recording, soFar);
  const running = new Map<number, BackgroundCommand>();
  const delays = startDelays(recording);
  const steps: Step[] = recording.commands.flatMap((command, index): Step[] => {
    const t = command.t + (delays[index] ?? 0);
    if (!command.background) {
      const act = async () => {
        const typed = translated(command);
        settle(index, typed, await cluster.runCommand(requestOf(typed, recording)));
      };
      return [{ t, act }];
    }
    const start = async () => {
      running.set(index, await cluster.startCommand(requestOf(translated(command), recording)));
    };
    const stop = async () => {
      const job = running.get(index);
      if (job !== undefined) settle(index, command, await job.stop());
    };
    return [
      { t, act: start },
      { t: command.t + command.dt, act: stop },
    ];
  });
  const learnt = new Learnt(
    () => results.filter((result) => result !== undefined && isToken(result) && result.rc === 0) as readonly Command[],
  );
  for (const exchange of recording.http) {
    const why = whyNotReplayable(cluster);
    if (why !== undefined) {
      skip(`http ${exchange.method} ${exchange.path}`, why);
      continue;
    }
    const want = recordedAnswer(exchange);
    let call: HttpCall | undefined;
    const finish = async () => {
      const got = await call?.stop();
      if (got === undefined) return;
      learnt.learn(want.body, got.body);
      learnt.learn(want.frames as Json | undefined, got.frames as Json | undefined);
      sent.push({ want: asCommand(exchange, want), got: asCommand(exchange, got) });
    };
    const act = async () => {
      const path = translateNodes(exchange.path, recording, exchange.t, soFar);
      call = await cluster.sendRequest?.(learnt.translate({ ...exchange, path }));
      if (!isWatch(exchange)) await finish();
    };
    steps.push({ t: exchange.t, act });
    if (isWatch(exchange)) steps.push({ t: endOf(exchange, recording), act: finish });
  }
  if (cluster.sendRequest !== undefined) {
    for (const { t, request } of interferences(recording)) {
      const act = async () => {
        await (await cluster.sendRequest?.(request))?.stop();
      };
      steps.push({ t, act });
    }
  }
  for (const t of cluster.compact === undefined ? [] : compactions(recording)) {
    steps.push({ t, act: async () => cluster.compact?.() });
  }
  for (const { node, silent, stopped, back } of silences) {
    const set = (t: number | undefined, state: 'running' | 'silent' | 'stopped') => {
      if (t !== undefined && t >= 0) steps.push({ t, act: async () => cluster.setKubelet?.(node, state) });
    };
    set(silent, 'silent');
    set(Math.max(0, stopped), 'stopped');
    set(back, 'running');
  }
  if (restart !== undefined && cluster.setServer !== undefined) {
    steps.push({ t: restart.down, act: async () => cluster.setServer?.(false) });
    steps.push({ t: restart.up, act: async () => cluster.setServer?.(true) });
  }
  for (const step of [...steps].sort((a, b) => a.t - b.t)) {
    await cluster.advanceTo(step.t);
    await step.act();
  }
  await letEnd(cluster, recording);
  const commands = recording.commands.map(
    (command, index) => results[index] ?? answered(command, { stdout: '', stderr: '', rc: -1 }),
  );
  const got: Recording = { ...soFar(), commands: [...commands, ...sent.map((pair) => pair.got)] };
  return {
    want: { ...recording, commands: [...recording.commands, ...sent.map((pair) => pair.want)] },
    got,
    notRun: missing,
  };
}

/** The recorder looked no longer than that, and what never rests would go on; a run may be a little slower. */
const GRACE = 0.25;

async function letEnd(cluster: SimulatedCluster, { meta }: Recording): Promise<void> {
  if (meta.seconds === undefined) await cluster.settle();
  else await cluster.advanceTo(meta.seconds + GRACE);
}

interface Left {
  readonly cluster: SimulatedCluster;
  readonly recording: Recording;
}

/**
 * Runs recordings, each on the cluster that its predecessor left or on a fresh one, and hands each result over as soon
 * as it is there. Predecessors that nobody asked for are run too.
 */
export async function runRecordings(
  port: SimulatorPort,
  asked: readonly Recording[],
  all: readonly Recording[],
  seed: number,
  onRun: (run: Run) => void,
): Promise<void> {
  const left = new Map<string, Left>();
  const wanted = new Set(asked.map((recording) => recording.name));
  const runOne = async (recording: Recording): Promise<void> => {
    if (left.has(recording.name)) return;
    const origin = all.find((other) => other.name === recording.follows);
    if (origin !== undefined) await runOne(origin);
    const before = origin === undefined ? undefined : left.get(origin.name);
    const start = clusterStartOf(recording, all, seed);
    const cluster = before?.cluster ?? (await port.startCluster(start));
    await cluster.beginScenario(recording.meta.start, chanceOf(recording));
    const run = await runOn(cluster, recording, before?.recording, before === undefined ? start.objects : []);
    left.set(recording.name, { cluster, recording: run.got });
    if (wanted.has(recording.name)) onRun(run);
  };
  for (const recording of asked) await runOne(recording);
}
