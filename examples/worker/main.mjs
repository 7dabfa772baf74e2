// A cluster in a worker: everything is asked for and promised, and this thread stays free.   node worker/main.mjs
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { connectCluster } from 'kubestep';

const worker = new Worker(new URL('./worker.mjs', import.meta.url));
const cluster = await connectCluster(worker, { nodes: 2 });
let steps = 0;
cluster.subscribe(() => {
  steps += 1;
});
await cluster.apply(readFileSync(new URL('../web.yaml', import.meta.url), 'utf8'));
await cluster.settle();
const { now } = await cluster.moment();
console.log(`${steps} steps in ${now.toFixed(1)} virtual seconds`);
console.log((await cluster.kubectl('get deployment web')).stdout);
await worker.terminate();
