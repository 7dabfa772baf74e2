import { equalJson } from '../../../api/go/json.ts';
import type { Json } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import { Cursor, Run, type StepKind } from '../../../engine/index.ts';
import { panicSteps } from '../../../steps/panic.ts';
import type { Given } from '../../inputs/inputs.ts';
import { Moments, storageProblems } from '../../invariants/index.ts';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../../program.ts';
import { MENDED } from '../wide-world.ts';
import { PASSED } from './deeds.ts';
import type { DrawnRun } from './description.ts';

const PANICKED = panicSteps.panicked as StepKind;
/** Occurrences between two looks. */
const PAUSE = 50;
/** How long watches may take to catch up when all is mended: bookmarks come once a minute, failures are tried again later and later. */
const PATIENCE = 1800 * SECOND;
const ROUND = 20 * SECOND;
const BEYOND_A_BOOKMARK = 65 * SECOND;

const ALL_MENDED: readonly Given[] = [
  ...['etcd-0', 'etcd-1', 'etcd-2'].map((member): Given => ({ type: 'etcd-member', member, state: 'running' })),
  ...MENDED,
  ...PASSED,
];

/** What does not hold of a run; undefined when all does. */
export function problemOf(drawn: DrawnRun): string | undefined {
  try {
    return new Attempt(drawn).problem();
  } catch (error) {
    return `it throws: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

class Attempt {
  private readonly run: Run<Given>;
  private readonly moments: Moments;
  /** Steps that were asked whether they are a panic. */
  private judged = 0;

  constructor(private readonly drawn: DrawnRun) {
    const { cluster, seed } = drawn;
    this.run = new Run<Given>(() => clusterProgram(cluster), {
      seed,
      kinds: clusterKinds,
      startTime: CLUSTER_START_TIME,
      recording: 'full',
      maxSteps: 10_000_000,
      freeze: false,
    });
    this.moments = new Moments(this.run.engine);
  }

  problem(): string | undefined {
    return this.live() ?? this.heal() ?? this.goBack() ?? this.thinOut();
  }

  private live(): string | undefined {
    const { engine } = this.run;
    const settled = this.until(CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS);
    if (settled !== undefined) return `before anything was done: ${settled}`;
    for (const [at, { given, after }] of this.drawn.deeds.entries()) {
      this.run.give(given);
      const problem = this.until(engine.now + after);
      if (problem !== undefined) return `after deed ${at + 1}: ${problem}`;
    }
    return undefined;
  }

  /** What failed is mended: soon everybody has heard of everything. */
  private heal(): string | undefined {
    const { engine } = this.run;
    for (const given of ALL_MENDED) this.run.give(given);
    const problem = this.until(engine.now + BEYOND_A_BOOKMARK);
    if (problem !== undefined) return `when all was mended: ${problem}`;
    const { revision } = this.moments;
    const patience = engine.now + PATIENCE;
    let behind: readonly string[] = this.moments.behind(revision);
    while (behind.length > 0 && engine.now < patience) {
      const later = this.until(engine.now + ROUND);
      if (later !== undefined) return `after all was mended: ${later}`;
      behind = this.moments.behind(revision);
    }
    if (behind.length > 0)
      return `half an hour after all was mended nobody told them of ${revision}: ${behind.join(', ')}`;
    const [stored] = storageProblems(engine);
    return stored;
  }

  private until(time: number): string | undefined {
    for (;;) {
      const stopped = this.run.advance({ time, occurrences: PAUSE });
      const [problem] = [...this.panics(), ...this.moments.look()];
      if (problem !== undefined) return `at ${this.seconds()} s, step ${this.run.engine.stepCount - 1}: ${problem}`;
      if (stopped === 'time' || stopped === 'empty') return undefined;
    }
  }

  /** A process that panicked since the last look: a fault of a run is no mistake of a program. */
  private panics(): readonly string[] {
    const { journal } = this.run.engine;
    const found: string[] = [];
    for (; this.judged < journal.end; this.judged += 1) {
      if (journal.kindOf(this.judged) !== PANICKED) continue;
      const { process, message, where } = journal.step(this.judged).args;
      found.push(`${process} panics: ${message} ${where}`);
    }
    return found;
  }

  private seconds(): number {
    return (this.run.engine.now - CLUSTER_START_TIME) / SECOND;
  }

  /** The run once more, what a place in it showed, and how it goes on from there. */
  private goBack(): string | undefined {
    const { now, digest, journal } = this.run.engine;
    const again = this.run.repeat('off');
    again.advance({ time: now });
    if (again.engine.digest !== digest) return `replayed it has the digest ${again.engine.digest}, not ${digest}`;
    const last = journal.end - 1;
    const fork = this.run.fork(Math.floor((last * (this.drawn.seed % 97)) / 97));
    const stands = Math.min(fork.engine.stepCount - 1, last);
    const otherwise = this.shownOtherwise(fork, stands);
    if (otherwise !== undefined) return `at step ${stands} ${otherwise} is not what it was there`;
    for (const given of this.run.inputs.slice(fork.inputs.length)) fork.replay(given);
    fork.advance({ time: now });
    if (fork.engine.digest !== digest) return `forked at ${stands} it ends with ${fork.engine.digest}, not ${digest}`;
    return undefined;
  }

  /** The run once more with a journal that holds a part of it: where one can go back to, it shows the same. */
  private thinOut(): string | undefined {
    const { thinning, seed } = this.drawn;
    if (thinning === undefined) return undefined;
    const { now, digest, journal, tableNames } = this.run.engine;
    const thin = this.run.repeat('full', thinning);
    thin.advance({ time: now });
    if (thin.engine.digest !== digest) return `thinned out it has the digest ${thin.engine.digest}, not ${digest}`;
    const [held, whole] = [new Cursor(thin.engine.journal), new Cursor(journal)];
    for (const part of [96, seed % 97, 50, 0]) {
      held.seek(Math.floor(((journal.end - 1) * part) / 96));
      whole.seek(held.position);
      const other = tableNames.find((name, at) => {
        const id = thin.engine.tableNames.indexOf(name);
        return !equalJson(asJson(held.table(id).entries()), asJson(whole.table(at).entries()));
      });
      if (other !== undefined) return `thinned out, ${other} at step ${held.position} is not what it was there`;
    }
    return undefined;
  }

  /** A table that shows something else where one went back to a step than it showed there. Every run looks at a third of them. */
  private shownOtherwise(fork: Run<Given>, step: number): string | undefined {
    const { journal, tableNames } = this.run.engine;
    const cursor = new Cursor(journal);
    for (const place of [journal.end - 1, Math.max(0, step - 50), step]) cursor.seek(place);
    return fork.engine.tableNames.find((name, at) => {
      if (at % 3 !== this.drawn.seed % 3) return false;
      const shown = asJson(cursor.table(tableNames.indexOf(name)).entries());
      return !equalJson(shown, asJson(fork.engine.table(name).entries()));
    });
  }
}

function asJson(entries: Iterable<readonly [string, unknown]>): Json {
  return Object.fromEntries(entries) as Json;
}

/** The same problem with less: deeds, delays and faults that it does not need are left out. */
export function shortened(drawn: DrawnRun): DrawnRun {
  let least = drawn;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const fewer of withLess(least)) {
      if (problemOf(fewer) === undefined) continue;
      least = fewer;
      isShorter = true;
      break;
    }
  }
  return least;
}

function* withLess({ thinning, ...drawn }: DrawnRun): Iterable<DrawnRun> {
  if (thinning !== undefined) yield drawn;
  for (const less of withLessHappening(drawn)) yield thinning === undefined ? less : { ...less, thinning };
}

function* withLessHappening({ seed, cluster, deeds }: DrawnRun): Iterable<DrawnRun> {
  for (let at = deeds.length - 1; at >= 0; at -= 1) yield { seed, cluster, deeds: deeds.toSpliced(at, 1) };
  const { delays = {}, faults, ...more } = cluster;
  for (const name of Object.keys(delays)) {
    const { [name]: _, ...others } = delays;
    yield { seed, cluster: { ...cluster, delays: others }, deeds };
  }
  if (Object.keys(faults ?? {}).length > 0) yield { seed, cluster: { ...more, delays }, deeds };
  if (cluster.nodes > 1) yield { seed, cluster: { ...cluster, nodes: 1 }, deeds };
  if (cluster.proxy !== 'none') yield { seed, cluster: { ...cluster, proxy: 'none' }, deeds };
  if (cluster.etcdMembers === 3) yield { seed, cluster: { ...cluster, etcdMembers: 1 }, deeds };
}
