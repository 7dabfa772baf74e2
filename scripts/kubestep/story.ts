import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { KEYS_TABLE } from '../../src/cluster/etcd/rows.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../src/cluster/kubectl/session/rows.ts';
import { breakageOf, type Run, type Step } from '../../src/engine/index.ts';
import { sentenceOf } from '../../src/library/words.ts';
import type { ClusterConfig, Input, RunDescription } from '../../src/protocol/run-description.ts';
import { readRun } from '../../src/protocol/run-file.ts';
import { SCENARIOS, type Scenario } from '../../src/scenarios/index.ts';
import { newRun, settledAt } from '../../src/worker/scenario-run.ts';
import { isFile, isFolder, type Options, STANDARD_INPUT, type Until } from './options.ts';

const MOST_STEPS = 5_000_000;

/** The run that a manifest or a saved run describes, with all its inputs given; a text when it describes none. */
export function startRun(options: Options): Run<Input> | string {
  const { file } = options;
  if (file === undefined) return startAlone(options);
  const scenario = SCENARIOS.find(({ id }) => id === file);
  if (scenario !== undefined && !isFile(file)) return startScenario(scenario, options);
  try {
    return start(options, file, read(file));
  } catch (error) {
    if (error instanceof Unreadable) return `${file} cannot be read: ${error.message}`;
    throw error;
  }
}

class Unreadable extends Error {}

type Files = { readonly [name: string]: string };

/** The text of a file, or the files of a folder. */
function read(file: string): string | Files {
  try {
    return isFolder(file) ? manifestsIn(file) : readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch (error) {
    throw new Unreadable((error as Error).message);
  }
}

/** What kubectl reads of a folder. */
function manifestsIn(folder: string): Files {
  const names = readdirSync(folder).filter((name) => /\.(json|ya?ml)$/.test(name) && !isFolder(join(folder, name)));
  if (names.length === 0) throw new Error('no .json, .yaml or .yml file in it');
  const base = basename(resolve(folder));
  return Object.fromEntries(names.map((name) => [`${base}/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

/** What was brought goes on by itself. */
function startAlone(options: Options): Run<Input> {
  const run = runOf({ nodes: 3, latencies: 'realistic' }, options, 1);
  run.advance({ time: settledAt(run) });
  return run;
}

function start(options: Options, file: string, given: string | Files): Run<Input> | string {
  if (typeof given !== 'string') return startManifest(options, { named: basename(resolve(file)), files: given });
  if (file === STANDARD_INPUT) return startManifest(options, { named: file, files: {}, stdin: given });
  const saved = file.endsWith('.json') && given.includes('"kubestep"') ? readRun(given) : undefined;
  if (typeof saved === 'string') return `${file}: ${saved}`;
  if (saved !== undefined) return repeat(options, saved.run);
  return startManifest(options, { named: basename(file), files: { [basename(file)]: given } });
}

interface Manifest {
  /** Behind `-f`. */
  readonly named: string;
  readonly files: Files;
  readonly stdin?: string;
}

function startManifest(options: Options, { named, ...given }: Manifest): Run<Input> {
  const run = runOf({ nodes: 3, latencies: 'realistic' }, options, 1);
  run.advance({ time: settledAt(run) });
  run.give({ type: 'kubectl', argv: ['apply', '-f', named], ...given });
  return run;
}

function startScenario({ cluster, parts }: Scenario, options: Options): Run<Input> {
  const run = runOf(cluster, options, 1);
  run.advance({ time: settledAt(run) });
  for (const { input } of parts) {
    run.advance({ quiescent: true, steps: MOST_STEPS });
    run.give(input);
  }
  return run;
}

/** As it is described, but for what the options say otherwise. */
function runOf(described: ClusterConfig, { seed, cluster }: Options, course: number): Run<Input> {
  return newRun({ ...described, ...cluster }, seed ?? course, MOST_STEPS);
}

function repeat(options: Options, described: RunDescription): Run<Input> {
  const { seed, cluster } = options;
  const run = runOf(described.cluster, options, described.seed);
  if (seed === undefined && Object.keys(cluster).length === 0) {
    for (const given of described.inputs) run.replay(given);
  } else {
    // In another course of events the same inputs come at the same times.
    for (const { time, input } of described.inputs) {
      run.advance({ time });
      run.give(input);
    }
  }
  return run;
}

/** What went otherwise than a manifest's author wanted, a line each. */
export function failures(run: Run<Input>, { file, until }: Options): readonly string[] {
  // A scenario shows refusals on purpose.
  if (file === undefined || !isFile(file)) return [];
  const commands = [...run.engine.table<CommandRow>(COMMANDS_TABLE).values()];
  const failed = commands.filter(({ exitCode }) => (exitCode ?? 0) !== 0).map(({ stderr }) => stderr.trimEnd());
  if (until === 'ready' && [...podsReady(run)].includes(false)) failed.push('kubestep: not every Pod became ready');
  return failed;
}

export function advance(run: Run<Input>, until: Until): void {
  if (until === 'quiescent') run.advance({ quiescent: true, steps: MOST_STEPS });
  else if (until === 'ready') run.advance({ quiescent: true, steps: MOST_STEPS, when: () => allReady(run) });
  else run.advance({ time: Math.max(run.engine.now, settledAt(run)) + until.seconds * 1_000_000 });
}

/**
 * As far as it goes. Where an invariant of the simulation itself breaks, there is no more of the run: what, at which step,
 * and what led there, in words. What was told until then stays true.
 */
export function advanceOrEnd(run: Run<Input>, until: Until): string | undefined {
  try {
    advance(run, until);
    return undefined;
  } catch (error) {
    const { journal } = run.engine;
    const { what, causes } = breakageOf(error, journal);
    const last = journal.end - 1;
    const place = journal.has(last) ? `at step ${last}, ${journal.step(last).actor}` : 'before its first step';
    return [`kubestep: the run ended here: ${what} (${place})`, 'caused by, newest first:', ...causes].join('\n');
  }
}

interface PodLike {
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Whether each Pod is ready, or has done what it was there for. */
function* podsReady(run: Run<Input>): Iterable<boolean> {
  const keys = run.engine.table(KEYS_TABLE);
  for (const { key, value } of keys.values()) {
    if (!key.startsWith('/registry/pods/')) continue;
    const { status } = value as PodLike;
    yield status?.phase === 'Succeeded' || isReady(status?.conditions);
  }
}

function isReady(conditions: NonNullable<PodLike['status']>['conditions'] = []): boolean {
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

function allReady(run: Run<Input>): boolean {
  let pods = 0;
  for (const ready of podsReady(run)) {
    if (!ready) return false;
    pods += 1;
  }
  return pods > 0;
}

/** One step as a line: its number, when since the cluster had settled, who, what. */
export function line(step: Step, settled: number): string {
  const time = ((step.time - settled) / 1000).toFixed(1).padStart(9);
  return `${String(step.seq).padStart(6)} ${time} ms  ${step.actor.padEnd(22)} ${sentenceOf(step, 'en')}`;
}
