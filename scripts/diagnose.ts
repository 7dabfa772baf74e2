import type { Run } from '../src/engine/index.ts';
import type { Case, Deed } from '../src/inspect/diagnosis/cases/case.ts';
import { CASES } from '../src/inspect/diagnosis/cases/index.ts';
import { clusterOf, doAll } from '../src/inspect/diagnosis/cases/run-case.ts';
import { unmet as words } from '../src/narration/unmet/en/index.ts';
import { sayUnmet } from '../src/narration/unmet/tell.ts';
import type { Input } from '../src/protocol/run-description.ts';
import { newRun, settledAt } from '../src/worker/scenario-run.ts';
import { linesOf, unmetIn } from './kubestep/unmet.ts';

const USAGE = `Usage: npm run diagnose -- --all | WORDS

Brings about each failure of src/inspect/diagnosis/cases and its healthy twin, and prints what is found about them, a line
a case; with words, the cases whose name has them, and all that is found. The exit code is 1 where a failure is not found
or something is said of a healthy twin.
`;

const MOST_STEPS = 1_000_000;

function ran(one: Case, deeds: readonly Deed[]): Run<Input> {
  const run = newRun(clusterOf(one), 1, MOST_STEPS, false);
  run.advance({ time: settledAt(run) });
  doAll(run, [...(one.given ?? []), ...deeds], one.isRefused);
  return run;
}

/** Whether a case is as it should be; prints its row. */
function tell(topic: string, one: Case, isLong: boolean): boolean {
  const broken = ran(one, one.broken);
  const found = unmetIn(broken);
  const missed = one.found.filter(
    ({ subject, hold }) => !found.some((each) => each.subject === subject && each.hold.key === hold),
  );
  const healthy = unmetIn(ran(one, one.healthy));
  const isRight = missed.length === 0 && healthy.length === 0;
  const first = found.find(({ subject }) => subject === one.found[0]?.subject) ?? found[0];
  const said = first === undefined ? 'nothing' : sayUnmet(words, first).replaceAll('**', '');
  console.log(`${isRight ? 'ok ' : 'BAD'} ${topic.padEnd(13)}${one.name.padEnd(58)}  ${said}`);
  for (const { subject, hold } of missed) console.log(`      not found: ${hold} about ${subject}`);
  for (const each of healthy) console.log(`      said of its twin: ${sayUnmet(words, each)}`);
  if (isLong) for (const each of found) console.log(linesOf(broken, each).join('\n'));
  return isRight;
}

function main(): number {
  const asked = process.argv.slice(2).join(' ');
  if (asked === '' || asked === '--help' || asked === '-h') {
    console.log(USAGE);
    return asked === '' ? 2 : 0;
  }
  const chosen = Object.entries(CASES).flatMap(([topic, cases]) =>
    cases.filter(({ name }) => asked === '--all' || name.includes(asked)).map((one) => [topic, one] as const),
  );
  const wrong = chosen.filter(([topic, one]) => !tell(topic, one, asked !== '--all')).length;
  console.log(`\n${chosen.length} failures and ${chosen.length} healthy twins, ${wrong} wrong`);
  return chosen.length === 0 || wrong > 0 ? 1 : 0;
}

process.exitCode = main();
