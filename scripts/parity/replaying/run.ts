import type { Difference } from '../comparing/difference.ts';
import type { JsonObject } from '../recordings/json.ts';
import { deletedUids, mergeObjects } from '../recordings/link.ts';
import { isGiven, printedPods } from '../recordings/reconstruct.ts';
import type { Recording } from '../recordings/recording.ts';
import { Replay } from './replay.ts';
import type { SimulatedCluster, SimulatorPort } from './simulator-port.ts';
import { clusterStartOf } from './start.ts';
import { chanceOf } from './timing.ts';

export interface Run {
  /** What was recorded, with the raw requests that were sent again among its commands. */
  readonly want: Recording;
  /** What the simulator did, in the same form. */
  readonly got: Recording;
  /** What could not be run. */
  readonly notRun: readonly Difference[];
}

/** Runs the commands of one recording on a cluster that is in its initial state; `made` was put together for it. */
async function runOn(
  cluster: SimulatedCluster,
  given: Recording,
  before: Recording | undefined,
  made: readonly JsonObject[],
): Promise<Run> {
  const recording = made.length === 0 ? given : { ...given, initial: [...made, ...printedPods(given)] };
  const replay = new Replay(cluster, recording, initialOf(cluster, before, made));
  replay.tellWhatCannotRun(made);
  await replay.run();
  await letEnd(cluster, recording);
  return { want: replay.want(), got: replay.got(), notRun: replay.notRun };
}

/** What there is before the first command, as this run has it. */
function initialOf(
  cluster: SimulatedCluster,
  before: Recording | undefined,
  made: readonly JsonObject[],
): readonly JsonObject[] {
  if (made.length > 0) return (cluster.objects?.() ?? []).filter((object) => !isGiven(object));
  return before === undefined ? [] : mergeObjects(before.initial, before.final, deletedUids(before));
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
