import { keptResources, problemsOf } from '../../src/cluster/testing/stored-values/run.ts';

/** `node scripts/run-ts.mjs scripts/testing/stored-values.ts [COUNT] [SEED] [RESOURCE]`: so many values that are no objects for each resource, and objects that nobody would let through, put into the store past the server. */
const [count = '30', seed = '1', only = ''] = process.argv.slice(2);
if (!/^\d+$/.test(count) || !/^\d+$/.test(seed)) {
  console.error('usage: npm run stored-values -- [how many for each resource] [seed] [resource]');
  process.exit(2);
}
let wrong = 0;
const resources = keptResources().filter(({ resource }) => only === '' || resource === only);
for (const info of resources) {
  const problems = problemsOf(info, Number(seed), Number(count));
  wrong += problems.length;
  for (const problem of problems) console.log(problem.slice(0, 1000));
}
console.log(`${resources.length} resources, ${count} values each; ${wrong} problems`);
process.exitCode = wrong === 0 ? 0 : 1;
