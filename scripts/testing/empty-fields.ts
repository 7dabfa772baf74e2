import { emptyFields } from '../../src/server/testing/bad-requests/empty-fields.ts';

/** `node scripts/run-ts.mjs scripts/testing/empty-fields.ts [COUNT] [SEED]`: so many drawn writes with empty values planted in them, each held against the same write without. */
const [count = '100000', seed = '1'] = process.argv.slice(2);
if (!/^\d+$/.test(count) || !/^\d+$/.test(seed)) {
  console.error('usage: npm run empty-fields -- [how many] [seed], both whole numbers');
  process.exit(2);
}
const BATCH = 1000;
const SHOWN = 20;
const began = process.hrtime.bigint();
let wrong = 0;
for (let from = 0; from < Number(count); from += BATCH) {
  const differences = emptyFields(Number(seed) * 1_000_003 + from, Math.min(BATCH, Number(count) - from));
  for (const difference of differences) {
    wrong += 1;
    if (wrong <= SHOWN) console.log(difference);
  }
}
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
console.log(`${count} writes in ${seconds.toFixed(1)} s; ${wrong} were not as those without empty values`);
process.exitCode = wrong === 0 ? 0 : 1;
