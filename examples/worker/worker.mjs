// The worker: in a browser it would say offerClusters(self).
import { parentPort } from 'node:worker_threads';
import { offerClusters } from 'kubestep';

offerClusters(parentPort);
