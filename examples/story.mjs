// A cluster in Node: apply a manifest, let it come to rest, and read what happened.   node story.mjs
import { readFileSync } from 'node:fs';
import { startCluster } from 'kubestep';

const cluster = startCluster({ nodes: 3 });
const { stdout } = cluster.apply(readFileSync(new URL('./web.yaml', import.meta.url), 'utf8'));
process.stdout.write(stdout);
cluster.settle();

for (const { number, time, sentence } of cluster.story()) console.log(`${number}. ${time.toFixed(3)} s  ${sentence}`);
process.stdout.write(cluster.kubectl('get pods -o wide').stdout);

// Why is there a second Pod? Step by step, back to what was typed.
const bound = cluster.list('pods', 'default').at(-1);
const last = cluster.story(`pods/default/${bound?.metadata.name}`).at(-1);
for (const { actor, sentence } of cluster.causesOf(last?.step ?? 0).slice(0, 5)) console.log(`  ${actor}: ${sentence}`);
