import { existsSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { LOOPBACK, readOptions } from '../src/server/options.ts';
import { IS_OF_SOURCES } from './kubestep/called.ts';
import { Keeper } from './serving/keeper.ts';

const PAGE_OPTION =
  '  --page              also serve the built page (npm run build), attached to this cluster: it shows what clients do\n';

const USAGE = `Usage: ${IS_OF_SOURCES ? 'npm run serve --' : 'npx kubestep serve'} [options]

Serves a simulated cluster over HTTPS to real clients, until it is interrupted.

  --port N            port to listen on (default: any that is free)
  --listen ADDRESS    address to listen on (default ${LOOPBACK}: nobody else on the network reaches it)
  --nodes N           nodes of the cluster (default 3)
  --speed N|max       virtual seconds a second, or as fast as possible; the cluster's clock then runs ahead (default 1)
  --seed N            another course of the same events (default 1)
${IS_OF_SOURCES ? PAGE_OPTION : ''}  --proxy MODE        how kube-proxy turns Services into rules: iptables, ipvs, nftables; none: no DNS either (default iptables)
  --storage           a default StorageClass, standard, and a driver behind it (without: claims wait until you make a class)
  --load-balancer     Services of type LoadBalancer get addresses (without: they stay pending, as without a cloud)
  --audit-policy-file FILE   what is noted of requests (kind Policy of audit.k8s.io/v1)
  --audit-log-path FILE      where it is noted, an event a line; - is standard output
  --kubeconfig FILE   where to write the kubeconfig (default: a temporary folder)
`;

/** Serves a cluster until it is interrupted. Gives back the exit code where it does not. */
export function serveCluster(words: readonly string[]): number | undefined {
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.log(USAGE);
    return 0;
  }
  const withPage = IS_OF_SOURCES && words.includes('--page');
  const options = readOptions(withPage ? words.filter((word) => word !== '--page') : words);
  if (typeof options === 'string') {
    console.error(`kubestep: ${options}\n\n${USAGE}`);
    return 2;
  }
  if (withPage && !existsSync('dist/index.html')) {
    console.error('kubestep: there is no page yet: npm run build');
    return 1;
  }
  new Keeper(import.meta.url, { options, withPage });
  return undefined;
}

// This file is the program of the cluster's thread, too; what the cluster is made of is loaded there only.
const keeper = parentPort;
if (!isMainThread && keeper !== null && workerData?.order !== undefined)
  void import('./serving/cluster-thread.ts').then(({ runCluster }) => runCluster(workerData.order, keeper));
