import type { Speed } from './driver.ts';
import { LOOPBACK, type ServeOptions } from './serve.ts';

const KNOWN: readonly string[] = ['port', 'listen', 'nodes', 'speed', 'seed', 'kubeconfig'];
const MOST_NODES = 200;

/** What a command line asks for, or what is wrong with it. */
export function readOptions(argv: readonly string[]): ServeOptions | string {
  const values = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] as string;
    if (!word.startsWith('--')) return `${word} is not an option`;
    const equals = word.indexOf('=');
    const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
    if (!KNOWN.includes(name)) return `unknown option --${name}`;
    const value = equals < 0 ? argv[at + 1] : word.slice(equals + 1);
    if (value === undefined || value === '') return `--${name} needs a value`;
    if (equals < 0) at += 1;
    values.set(name, value);
  }
  const whole = (name: string, otherwise: number): number => Number(values.get(name) ?? otherwise);
  const port = whole('port', 0);
  const nodes = whole('nodes', 3);
  const seed = whole('seed', 1);
  const speed = speedOf(values.get('speed') ?? '1');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return '--port takes a number up to 65535';
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > MOST_NODES)
    return `--nodes takes a number from 1 to ${MOST_NODES}`;
  if (!Number.isSafeInteger(seed)) return '--seed takes a whole number';
  if (speed === undefined) return '--speed takes max or a number greater than 0';
  return { port, nodes, seed, speed, listen: values.get('listen') ?? LOOPBACK, kubeconfig: values.get('kubeconfig') };
}

function speedOf(text: string): Speed | undefined {
  if (text === 'max') return 'max';
  const speed = Number(text);
  return Number.isFinite(speed) && speed > 0 ? speed : undefined;
}
