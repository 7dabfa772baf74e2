import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { isFollowable } from '../src/debugger/followable.ts';
import type { Run } from '../src/engine/index.ts';
import { journalText } from '../src/inspect/answer.ts';
import { Snapshot } from '../src/inspect/snapshot.ts';
import { isNamed } from '../src/library/named-object.ts';
import type { Input } from '../src/protocol/run-description.ts';
import { settledAt } from '../src/worker/scenario-run.ts';
import { beatsOf } from './kubestep/beats.ts';
import { CALLED } from './kubestep/called.ts';
import { comparedAsText } from './kubestep/compare.ts';
import { historyIn } from './kubestep/history.ts';
import { asksForHelp, type Options, readOptions, USAGE } from './kubestep/options.ts';
import { withStart } from './kubestep/start-state.ts';
import { advanceOrEnd, failures, line, startRun } from './kubestep/story.ts';
import { linesOf, unmetIn } from './kubestep/unmet.ts';
import { CHECK_LINKS_USAGE, checkLinks } from './links/check-links.ts';

async function main(): Promise<number | undefined> {
  const argv = process.argv.slice(2);
  if (argv[0] === 'serve') {
    // It goes on when this has returned, and says itself how it ended.
    const { serveCluster } = await import('./serve-cluster.ts');
    return serveCluster(argv.slice(1));
  }
  if (argv[0] === 'poster') {
    const { POSTER_USAGE, poster } = await import('./kubestep/poster.ts');
    if (!asksForHelp(argv)) return poster(argv.slice(1), (text) => process.stdout.write(text), console.error);
    console.log(POSTER_USAGE);
    return 0;
  }
  if (argv[0] === 'check-links') {
    if (!asksForHelp(argv)) return checkLinks(argv.slice(1), console.log);
    console.log(CHECK_LINKS_USAGE);
    return 0;
  }
  if (asksForHelp(argv)) {
    console.log(USAGE);
    return 0;
  }
  const asked = readOptions(argv);
  if (typeof asked === 'string') {
    console.error(`kubestep: ${asked}\n${CALLED} --help says how it is used.`);
    return 2;
  }
  const begins = withStart(asked);
  if (typeof begins === 'string') {
    console.error(`kubestep: ${begins}`);
    return 2;
  }
  const { options, said } = begins;
  for (const each of said) console.error(each);
  const run = startRun(options);
  if (typeof run === 'string') {
    console.error(`kubestep: ${run}`);
    return 2;
  }
  const end = advanceOrEnd(run, options.until);
  if (options.compare !== undefined) return tellDifferences(run, options, options.compare);
  if (options.history !== undefined) return tellHistory(run, options.history);
  if (options.why !== undefined && end === undefined) return tellUnmet(run, options.why);
  if (options.diagnosed === true && end === undefined) return tellUnmet(run);
  const { grain } = options;
  const snapshot = new Snapshot(run.engine, { grain: grain === 'beat' ? 'step' : grain, scope: 'story' });
  snapshot.refresh();
  const told = grain === 'beat' ? tellBeats(run, options.follow) : tellSteps(snapshot, settledAt(run));
  console.log(`\n${told} told of ${run.engine.stepCount} steps, digest ${run.engine.digest}`);
  // Of a cluster whose run has ended nothing more is to be wished.
  for (const unmet of end === undefined ? unmetIn(run) : []) console.log(`\n${linesOf(run, unmet).join('\n')}`);
  const failed = failures(run, options);
  for (const why of failed) console.error(why);
  if (options.journal !== undefined) {
    try {
      writeFileSync(options.journal, journalText(snapshot));
    } catch (error) {
      console.error(`kubestep: cannot write the journal: ${(error as Error).message}`);
      return 1;
    }
  }
  if (end !== undefined) console.error(end);
  return end !== undefined ? 2 : failed.length > 0 ? 1 : 0;
}

/** The name in full of what was typed; a run has none of an object that nothing was about. */
function subjectIn({ engine: { journal } }: Run<Input>, typed: string): string {
  for (let seq = journal.base; seq < journal.end; seq += 1) {
    const subject = journal.subjectOf(seq);
    if (isFollowable(subject) && isNamed(subject, typed)) return subject;
  }
  return typed;
}

function tellBeats(run: Run<Input>, follow: string | undefined): string {
  const telling = { languages: ['en'], times: true, folds: follow === undefined } as const;
  const object = follow === undefined ? {} : { object: subjectIn(run, follow) };
  const { beats, lines } = beatsOf(run, { ...telling, ...object });
  for (const each of lines) console.log(each);
  return `${beats} beats`;
}

function tellSteps({ index, journal }: Snapshot, settled: number): string {
  for (let place = 0; place < index.size; place += 1)
    console.log(line(journal.step(index.at(place) as number), settled));
  return `${index.size} steps`;
}

/** The exit code is 1 where anything is otherwise in the second run. */
function tellDifferences(run: Run<Input>, options: Options, file: string): number {
  const other = startRun({ ...options, file });
  if (typeof other === 'string') {
    console.error(`kubestep: ${other}`);
    return 2;
  }
  const end = advanceOrEnd(other, options.until);
  if (end !== undefined) console.error(end);
  const { lines, differs } = comparedAsText(run, other);
  for (const each of lines) console.log(each);
  return differs ? 1 : 0;
}

/** The values of one field; the exit code is 1 where there are none. */
function tellHistory(run: Run<Input>, { object, path }: NonNullable<Options['history']>): number {
  const found = historyIn(run, object, path);
  if (typeof found === 'string') {
    console.error(`kubestep: ${found}`);
    return 1;
  }
  console.log(found.short === '' ? `${object} has had no ${path}` : `${object} ${path}: ${found.short}`);
  for (const each of found.lines) console.log(each);
  return found.short === '' ? 1 : 0;
}

/** What is missed, about one object where it is named; the exit code is 1 where something is. */
function tellUnmet(run: Run<Input>, object?: string): number {
  const found = unmetIn(run, object);
  console.log(
    found.length === 0
      ? `No wish${object === undefined ? '' : ` about ${object}`} is unmet.`
      : found.map((each) => linesOf(run, each).join('\n')).join('\n\n'),
  );
  return found.length > 0 ? 1 : 0;
}

// A thread that serves a cluster may load this file beside its own.
if (isMainThread) {
  void main().then((code) => {
    process.exitCode = code;
  });
}
