// Records the scenes of scenes/ with one seed and replays them with others:
//   node scripts/run-ts.mjs scripts/parity/self/main.ts [--out FOLDER] [--recorded SEED] [--seeds N] [--pace slow|swift|odd] [--show] [names…]
import { join } from 'node:path';
import { compareRecordings } from '../comparing/compare.ts';
import type { ScenarioReport } from '../comparing/difference.ts';
import { openDifferences, showDifferences, summaryTable, totalLine } from '../comparing/report.ts';
import { runRecordings } from '../replaying/run.ts';
import { simulator } from '../replaying/simulator.ts';
import { PACES } from './paces.ts';
import { recordScenes } from './record.ts';
import { SCENES } from './scenes/index.ts';
import { writeRecording } from './write.ts';

const words = process.argv.slice(2);
const valueAfter = (name: string) => (words.includes(name) ? words.splice(words.indexOf(name), 2)[1] : undefined);
const out = valueAfter('--out');
const recorded = Number(valueAfter('--recorded') ?? 1);
const seeds = Number(valueAfter('--seeds') ?? 1);
const pace = PACES[valueAfter('--pace') ?? 'usual'];
const isShown = words.includes('--show');
const names = words.filter((word) => !word.startsWith('--'));
const port = await simulator();
const reports: ScenarioReport[] = [];
for (const scene of SCENES) {
  if (names.length > 0 && !names.some((name) => scene.name.startsWith(name))) continue;
  if (port === undefined) break;
  try {
    const recordings = await recordScenes(port, [scene], recorded, pace);
    for (const recording of recordings) if (out !== undefined) writeRecording(join(out, recording.name), recording);
    for (let seed = recorded + 1; seed <= recorded + seeds; seed += 1) {
      await runRecordings(port, recordings, recordings, seed, (run) => {
        const report = { ...compareRecordings(run.want, run.got, { notRun: run.notRun }), seed };
        reports.push(report);
        if (out !== undefined) writeRecording(join(out, `${run.got.name}.${seed}`), run.got);
        if (isShown && openDifferences(report).length > 0)
          console.log(`${showDifferences(report, { known: false, all: false })}\n`);
      });
    }
  } catch (error) {
    console.log(`${scene.name}: ${(error as Error).stack}`);
  }
}
console.log(summaryTable(reports));
console.log(totalLine(reports));
