import { runBadRequests } from '../../src/server/testing/bad-requests/run.ts';

/** `node scripts/run-ts.mjs scripts/testing/bad-requests.ts [COUNT] [SEED]`: sends that many generated bad requests to a simulated server. */
const [count = '10000', seed = '1'] = process.argv.slice(2);
if (!/^\d+$/.test(count) || !/^\d+$/.test(seed)) {
  console.error('usage: npm run bad-requests -- [how many] [seed], both whole numbers');
  process.exit(2);
}
const BATCH = 1000;
const SHOWN = 40;
const began = process.hrtime.bigint();
const codes = new Map<number, number>();
let wrong = 0;
for (let from = 0; from < Number(count); from += BATCH) {
  const outcome = runBadRequests(Number(seed), from, Math.min(BATCH, Number(count) - from));
  for (const [code, times] of outcome.byCode) codes.set(code, (codes.get(code) ?? 0) + times);
  for (const { n, why, request } of outcome.wrong) {
    wrong += 1;
    if (wrong > SHOWN) continue;
    console.log(`#${n} ${request.what}: ${request.method} ${request.target} ${request.body.slice(0, 300)}\n   ${why}`);
  }
}
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
const table = [...codes].sort(([a], [b]) => a - b).map(([code, times]) => `${code}: ${times}`);
console.log(`${count} requests in ${seconds.toFixed(1)} s; ${table.join(', ')}; ${wrong} answered wrongly`);
process.exitCode = wrong === 0 ? 0 : 1;
