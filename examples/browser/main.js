// A cluster in a page. Any bundler will do; this is what the page shows.
import { startCluster } from 'kubestep';

const cluster = startCluster({ nodes: 2 });
cluster.kubectl('create deployment web --image=nginx:1.27 --replicas=2');
cluster.settle();
document.querySelector('pre').textContent = cluster.kubectl('get pods').stdout;
