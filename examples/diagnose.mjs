// What is wrong with a cluster of your own?   kubectl get all,nodes,cm,events -A -o json > dump.json; node diagnose.mjs
// The same without a program: npx kubestep diagnose dump.json
import { readFileSync } from 'node:fs';
import { startCluster } from 'kubestep';

const cluster = startCluster({ from: readFileSync(new URL('./dump.json', import.meta.url), 'utf8') });
cluster.settle(60);
for (const remark of cluster.remarks) console.log(`(${remark})`);
for (const { sentence, change, command } of cluster.diagnose()) {
  console.log(sentence);
  console.log(`  ${change}${command === undefined ? '' : `\n  ${command}`}`);
}
