import { type DrawnRun, drawRun } from '../../src/cluster/testing/drawn-runs/description.ts';
import { problemOf, shortened } from '../../src/cluster/testing/drawn-runs/run.ts';

/** `node scripts/run-ts.mjs scripts/testing/drawn-runs.ts [COUNT] [SEED]`: that many drawn runs, from a seed on; it stops at the first that fails. */
const [count = '100', first = '1', ...flags] = process.argv.slice(2);
if (!/^\d+$/.test(count) || !/^\d+$/.test(first)) {
  console.error(
    'usage: npm run drawn-runs -- [how many] [seed of the first], both whole numbers; --on goes on after a failure, --whole does not look for a shorter run that fails',
  );
  process.exit(2);
}
const goesOn = flags.includes('--on');
const secondsSince = (began: bigint): string => (Number(process.hrtime.bigint() - began) / 1e9).toFixed(1);

function described({ cluster, deeds }: DrawnRun): string {
  const told = deeds.map(({ given, after }) => `   ${JSON.stringify(given)} and then ${after / 1e6} s`);
  return `   cluster ${JSON.stringify(cluster)}\n${told.join('\n')}`;
}

const began = process.hrtime.bigint();
const failed: number[] = [];
let done = 0;
let slowest = { seed: 0, seconds: 0 };
for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  const runBegan = process.hrtime.bigint();
  const drawn = drawRun(seed);
  const problem = problemOf(drawn);
  done += 1;
  const seconds = Number(secondsSince(runBegan));
  if (seconds > slowest.seconds) slowest = { seed, seconds };
  if (done % 100 === 0) console.log(`${done} runs in ${secondsSince(began)} s, ${failed.length} failed`);
  if (problem === undefined) continue;
  failed.push(seed);
  console.log(`seed ${seed}: ${problem}`);
  if (!goesOn || !flags.includes('--whole')) {
    const least = flags.includes('--whole') ? drawn : shortened(drawn);
    console.log(`with less (npm run drawn-runs -- 1 ${seed} is the whole): ${problemOf(least)}\n${described(least)}`);
  }
  if (!goesOn) break;
}
console.log(
  `${done} of ${count} runs, seeds ${first} to ${Number(first) + done - 1}, in ${secondsSince(began)} s (the slowest ${slowest.seed}: ${slowest.seconds} s); failed: ${failed.length === 0 ? 'none' : failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
