import { writeFileSync } from 'node:fs';
import { COMMANDS_TABLE, type CommandRow } from '../src/cluster/kubectl/rows.ts';
import { journalText } from '../src/inspect/answer.ts';
import { Snapshot } from '../src/inspect/snapshot.ts';
import { isFile, readOptions, USAGE } from './kubestep/options.ts';
import { advance, line, startRun } from './kubestep/story.ts';

function main(): number {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === 'string') {
    console.error(`kubestep: ${options}\n\n${USAGE}`);
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
  // A scenario shows refusals on purpose.
  const failed =
    isFile(options.file) &&
    [...run.engine.table<CommandRow>(COMMANDS_TABLE).values()].some(({ exitCode }) => (exitCode ?? 0) !== 0);
  if (options.journal !== undefined) {
    try {
      writeFileSync(options.journal, journalText(snapshot));
    } catch (error) {
      console.error(`kubestep: cannot write the journal: ${(error as Error).message}`);
      return 1;
    }
  }
  return failed ? 1 : 0;
}

process.exitCode = main();
