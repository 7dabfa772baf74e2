import { DAY } from '../base/time/units.ts';
import { newRun, settledAt } from '../worker/scenario-run.ts';
import { SteppedCluster } from './cluster.ts';
import type { Cluster, ClusterOptions } from './contract.ts';
import { readOptions } from './options.ts';
import { readKept } from './saved.ts';

const MOST_STEPS = 5_000_000;

/** Starts a cluster and lets its control plane come up. */
export function startCluster(options: ClusterOptions = {}): Cluster {
  const read = readOptions(options);
  const run = newRun(read.cluster, read.seed, MOST_STEPS);
  run.advance({ time: settledAt(run) });
  return new SteppedCluster(run, read);
}

/** A run that was kept by `save`, or saved from the page: executed again, and looked at where it was looked at. */
export function loadCluster(saved: string, { language = 'en' }: Pick<ClusterOptions, 'language'> = {}): Cluster {
  const { run: described, position, until } = readKept(saved);
  const { cluster, seed, inputs } = described;
  const run = newRun(cluster, seed, MOST_STEPS);
  // A damaged file must not keep its reader busy for ever.
  const latest = settledAt(run) + DAY;
  run.advance({ time: Math.min(settledAt(run), inputs[0]?.time ?? latest) });
  for (const given of inputs) run.replay({ ...given, time: Math.min(given.time, latest) });
  if (until === undefined) run.advance({ quiescent: true, time: latest });
  else {
    const time = Math.min(until.time, latest);
    run.advance({ occurrences: Math.max(until.occurrences - run.engine.occurrences, 0), time });
    const next = run.engine.nextTime;
    if (next === undefined || next >= time) run.engine.idleUntil(Math.max(time, run.engine.now));
  }
  const opened = new SteppedCluster(run, { cluster, seed, language, remarks: [] });
  opened.seek(Math.max(run.engine.journal.base - 1, Math.min(position ?? opened.steps - 1, opened.steps - 1)));
  return opened;
}
