import { existsSync } from 'node:fs';
import { attachPages } from '../src/server/attach.ts';
import { readOptions } from '../src/server/options.ts';
import { LOOPBACK, type Serving, serve } from '../src/server/serve.ts';
import { serve as serveFiles } from './serve.mjs';

const USAGE = `Usage: npm run serve -- [options]

Serves a simulated cluster over HTTPS to real clients, until it is interrupted.

  --port N            port to listen on (default: any that is free)
  --listen ADDRESS    address to listen on (default ${LOOPBACK}: nobody else on the network reaches it)
  --nodes N           nodes of the cluster (default 3)
  --speed N|max       virtual seconds a second, or as fast as possible; the cluster's clock then runs ahead (default 1)
  --seed N            another course of the same events (default 1)
  --page              also serve the built page (npm run build), attached to this cluster: it shows what clients do
  --proxy MODE        how kube-proxy turns Services into rules: iptables, ipvs, nftables; none: no DNS either (default iptables)
  --storage           a default StorageClass, standard, and a driver behind it (without: claims wait until you make a class)
  --load-balancer     Services of type LoadBalancer get addresses (without: they stay pending, as without a cloud)
  --audit-policy-file FILE   what is noted of requests (kind Policy of audit.k8s.io/v1)
  --audit-log-path FILE      where it is noted, an event a line; - is standard output
  --kubeconfig FILE   where to write the kubeconfig (default: a temporary folder)
`;

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.log(USAGE);
    return;
  }
  const withPage = words.includes('--page');
  const options = readOptions(words.filter((word) => word !== '--page'));
  if (typeof options === 'string') {
    console.error(`kubestep: ${options}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  if (withPage && !existsSync('dist/index.html')) throw new Error('there is no page yet: npm run build');
  const serving = await serve(options);
  console.log(`Kubestep API server at ${serving.url}, kubeconfig ${serving.kubeconfig}`);
  const page = withPage ? await servePage(serving) : undefined;
  let closing = false;
  const end = (): void => {
    if (closing) process.exit(1); // asked twice
    closing = true;
    page?.();
    void serving.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/** The result ends it. */
async function servePage(serving: Serving): Promise<() => void> {
  const { server, port } = await serveFiles('dist', { port: 4180 });
  const hosts = [`${LOOPBACK}:${port}`, `localhost:${port}`];
  const attaching = attachPages(server, serving.cluster, hosts);
  console.log(`Its page is at http://${LOOPBACK}:${port}/?attach#${attaching.token}`);
  return () => {
    attaching.close();
    server.close();
    server.closeAllConnections();
  };
}

main().catch((error: unknown) => {
  console.error(`kubestep: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
