// Keep a run, open it again, go back and let it end otherwise.   node time-travel.mjs
import { readFileSync } from 'node:fs';
import { loadCluster, startCluster } from 'kubestep';

const cluster = startCluster({ nodes: 2 });
cluster.apply(readFileSync(new URL('./web.yaml', import.meta.url), 'utf8'));
cluster.settle();

const again = loadCluster(cluster.save());
console.log('the same run:', again.digest === cluster.digest);

// Back to the first beat at which there is a Pod, and from there on without a kubelet on node-1.
const pods = (one) => one.list('pods', 'default');
const stored = cluster.story().find(({ step }) => {
  cluster.seek(step);
  return pods(cluster).length > 0;
});
console.log(`${pods(cluster).length} Pod at ${cluster.now.toFixed(3)} s: ${stored.sentence}`);
const other = cluster.fork();
other.stop('kubelet/node-1');
other.settle(30);
const phases = (one) =>
  one
    .list('pods', 'default')
    .map(({ status }) => status.phase)
    .sort()
    .join(', ');
cluster.seek('end');
console.log('as it was:', phases(cluster));
console.log('in the fork:', phases(other));
