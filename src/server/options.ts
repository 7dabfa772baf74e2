import { isIP } from 'node:net';
import type { AuditPolicy } from '../cluster/apiserver/audit/policy.ts';
import type { ProxyMode } from '../cluster/proxy/index.ts';
import { readAuditPolicy } from './audit-log.ts';
import type { Patience } from './broken-connections.ts';
import type { Speed } from './driver.ts';

export const LOOPBACK = '127.0.0.1';

export interface ServeOptions {
  readonly port: number;
  /** The address to listen on. */
  readonly listen: string;
  readonly nodes: number;
  readonly speed: Speed;
  readonly seed: number;
  /** Where the kubeconfig goes; undefined: beside the keys. */
  readonly kubeconfig: string | undefined;
  /** The folder for the keys, which is gone at the end; undefined: a new one. */
  readonly keys?: string;
  /** How kube-proxy turns Services into packet rules, and then their names are known as well; undefined: neither. */
  readonly proxy?: ProxyMode | undefined;
  /** Claims that name no class get a volume. */
  readonly storage?: boolean;
  /** Services of the type LoadBalancer get an address. */
  readonly loadBalancer?: boolean;
  /** What is written down of requests, and into which file. */
  readonly audit?: { readonly policy: AuditPolicy; readonly path: string };
  /** So many seconds have passed in the cluster since its beginning as a client sees it; only tests want that. */
  readonly age?: number;
  readonly broken?: (error: unknown) => void;
  /** With clients that say nothing; only tests want another. */
  readonly patience?: Patience;
}

const KNOWN: readonly string[] = [
  'port',
  'listen',
  'nodes',
  'speed',
  'seed',
  'kubeconfig',
  'proxy',
  'audit-policy-file',
  'audit-log-path',
];
/** What is there or not, without a value. */
const SWITCHES: readonly string[] = ['storage', 'load-balancer'];
const MOST_NODES = 200;
const PROXY_MODES: readonly string[] = ['iptables', 'ipvs', 'nftables', 'none'];

/** What a command line asks for, or what is wrong with it. */
export function readOptions(argv: readonly string[]): ServeOptions | string {
  const values = wordsOf(argv);
  if (typeof values === 'string') return values;
  const port = numberIn(values, 'port', 0);
  const nodes = numberIn(values, 'nodes', 3);
  const seed = numberIn(values, 'seed', 1);
  const speed = speedOf(values.get('speed') ?? '1');
  const proxy = values.get('proxy') ?? 'iptables';
  const listen = values.get('listen') ?? LOOPBACK;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return '--port takes a number up to 65535';
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > MOST_NODES)
    return `--nodes takes a number from 1 to ${MOST_NODES}`;
  if (!Number.isSafeInteger(seed)) return '--seed takes a whole number';
  if (speed === undefined) return '--speed takes max or a number greater than 0';
  if (isIP(listen) === 0 && listen !== 'localhost') return '--listen takes an address of this machine';
  if (!PROXY_MODES.includes(proxy)) return `--proxy takes ${PROXY_MODES.join(', ')}`;
  const audit = auditOf(values.get('audit-policy-file'), values.get('audit-log-path'));
  if (typeof audit === 'string') return audit;
  return {
    port,
    nodes,
    seed,
    speed,
    listen,
    proxy: proxy === 'none' ? undefined : (proxy as ProxyMode),
    kubeconfig: values.get('kubeconfig'),
    ...(values.has('storage') ? { storage: true } : undefined),
    ...(values.has('load-balancer') ? { loadBalancer: true } : undefined),
    ...(audit === undefined ? undefined : { audit }),
  };
}

/** Values by the name of their option. */
function wordsOf(argv: readonly string[]): ReadonlyMap<string, string> | string {
  const values = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] as string;
    if (!word.startsWith('--')) return `${word} is not an option`;
    const equals = word.indexOf('=');
    const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
    const isSwitch = SWITCHES.includes(name);
    if (!isSwitch && !KNOWN.includes(name)) return `unknown option --${name}`;
    if (values.has(name)) return `--${name} is given twice`;
    if (isSwitch && equals >= 0) return `--${name} takes no value`;
    if (isSwitch) {
      values.set(name, '');
      continue;
    }
    const value = equals < 0 ? argv[at + 1] : word.slice(equals + 1);
    if (value === undefined || value === '' || (equals < 0 && value.startsWith('--'))) return `--${name} needs a value`;
    if (equals < 0) at += 1;
    values.set(name, value);
  }
  return values;
}

/** Only digits are a number: neither 1e3 nor 0x10 nor a space. */
function numberIn(values: ReadonlyMap<string, string>, name: string, otherwise: number): number {
  const text = values.get(name);
  if (text === undefined) return otherwise;
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

function auditOf(policyFile: string | undefined, logPath: string | undefined): ServeOptions['audit'] | string {
  if (policyFile === undefined) return logPath === undefined ? undefined : '--audit-log-path needs --audit-policy-file';
  if (logPath === undefined) return '--audit-policy-file needs --audit-log-path (a file, or - for standard output)';
  const policy = readAuditPolicy(policyFile);
  return typeof policy === 'string' ? `--audit-policy-file: ${policy}` : { policy, path: logPath };
}

function speedOf(text: string): Speed | undefined {
  if (text === 'max') return 'max';
  const speed = Number(text);
  return Number.isFinite(speed) && speed > 0 ? speed : undefined;
}
