import type { Speed } from '../src/server/driver.ts';
import { LOOPBACK, type ServeOptions, serve } from '../src/server/serve.ts';

const USAGE = `Usage: npm run serve -- [options]

Serves a simulated cluster over HTTPS to real clients, until it is interrupted.

  --port N            port to listen on (default: any that is free)
  --listen ADDRESS    address to listen on (default ${LOOPBACK}: nobody else on the network reaches it)
  --nodes N           nodes of the cluster (default 3)
  --speed N|max       virtual seconds a second, or as fast as possible (default 1)
  --seed N            another course of the same events (default 1)
  --kubeconfig FILE   where to write the kubeconfig (default: a temporary folder)
`;

const KNOWN: readonly string[] = ['port', 'listen', 'nodes', 'speed', 'seed', 'kubeconfig'];

/** What the command line asks for, or what is wrong with it. */
export function readOptions(argv: readonly string[]): ServeOptions | string {
  const values = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] as string;
    if (!word.startsWith('--')) return `${word} is not an option`;
    const [name = '', attached] = word.slice(2).split(/=(.*)/s);
    if (!KNOWN.includes(name)) return `unknown option --${name}`;
    const value = attached ?? argv[at + 1];
    if (value === undefined) return `--${name} needs a value`;
    if (attached === undefined) at += 1;
    values.set(name, value);
  }
  const whole = (name: string, otherwise: number): number => Number(values.get(name) ?? otherwise);
  const port = whole('port', 0);
  const nodes = whole('nodes', 3);
  const seed = whole('seed', 1);
  const speed = speedOf(values.get('speed') ?? '1');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return '--port takes a number up to 65535';
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > 200) return '--nodes takes a number from 1 to 200';
  if (!Number.isInteger(seed)) return '--seed takes a whole number';
  if (speed === undefined) return '--speed takes max or a number greater than 0';
  return { port, nodes, seed, speed, listen: values.get('listen') ?? LOOPBACK, kubeconfig: values.get('kubeconfig') };
}

function speedOf(text: string): Speed | undefined {
  if (text === 'max') return 'max';
  const speed = Number(text);
  return text !== '' && Number.isFinite(speed) && speed > 0 ? speed : undefined;
}

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
