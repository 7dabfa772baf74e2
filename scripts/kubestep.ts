import { writeFileSync } from 'node:fs';
import { journalText } from '../src/inspect/answer.ts';
import { Snapshot } from '../src/inspect/snapshot.ts';
import { asksForHelp, readOptions, USAGE } from './kubestep/options.ts';
import { advance, failures, line, startRun } from './kubestep/story.ts';

function main(): number {
  const argv = process.argv.slice(2);
  if (asksForHelp(argv)) {
    console.log(USAGE);
    return 0;
  }
  const options = readOptions(argv);
  if (typeof options === 'string') {
    console.error(`kubestep: ${options}\nnpm run kubestep -- --help says how it is used.`);
    return 2;
  }
  const run = startRun(options);
  if (typeof run === 'string') {
    console.error(`kubestep: ${run}`);
    return 2;
  }
  advance(run, options.until);
  const snapshot = new Snapshot(run.engine, { grain: options.grain, scope: 'story' });
  snapshot.refresh();
  for (let place = 0; place < snapshot.index.size; place += 1) {
    console.log(line(run.engine.journal.step(snapshot.index.at(place) as number)));
  }
  console.log(`\n${snapshot.index.size} steps told of ${run.engine.stepCount}, digest ${run.engine.digest}`);
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
  return failed.length > 0 ? 1 : 0;
}

process.exitCode = main();
