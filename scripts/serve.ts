import { readOptions } from '../src/server/options.ts';
import { LOOPBACK, serve } from '../src/server/serve.ts';

const USAGE = `Usage: npm run serve -- [options]

Serves a simulated cluster over HTTPS to real clients, until it is interrupted.

  --port N            port to listen on (default: any that is free)
  --listen ADDRESS    address to listen on (default ${LOOPBACK}: nobody else on the network reaches it)
  --nodes N           nodes of the cluster (default 3)
  --speed N|max       virtual seconds a second, or as fast as possible; the cluster's clock then runs ahead (default 1)
  --seed N            another course of the same events (default 1)
  --kubeconfig FILE   where to write the kubeconfig (default: a temporary folder)
`;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === 'string') {
    console.error(`kubestep: ${options}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const serving = await serve(options);
  console.log(`Kubestep API server at ${serving.url}, kubeconfig ${serving.kubeconfig}`);
  let closing = false;
  const end = (): void => {
    if (closing) process.exit(1); // asked twice
    closing = true;
    void serving.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

main().catch((error: unknown) => {
  console.error(`kubestep: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
