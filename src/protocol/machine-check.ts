import { familyOf, parseAddress, parseCidr } from '../base/address.ts';
import { type Check, inEach, inFields, isListOfTexts, isObject, isWhole } from './check-values.ts';
import type { PoolConfig } from './run-description.ts';

export const MOST_NODES = 10_000;
const MOST_POOLS = 100;
/** A node's range of addresses has no more. */
const MOST_PODS = 250;
const LEAST_MEMORY = 200 * 1024 * 1024;

/** Names as Kubernetes allows them for nodes. */
const NODE_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const TAINT = /^(?<key>[^=:]+)(?:=(?<its>[^=:]*))?:(?:NoSchedule|PreferNoSchedule|NoExecute)$/;

export function machinesProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > MOST_NODES) return ' is not a list of machines';
  const taken = new Set<unknown>();
  return inEach(value, (machine) => machineProblem(machine, taken));
}

function machineProblem(machine: unknown, taken: Set<unknown>): string | undefined {
  if (!isObject(machine)) return ' is not a machine';
  const { name, address, podCIDR, lastPodAddress, ...others } = machine;
  if (!isNodeName(name)) return '.name is not a name of a node';
  if (!isAddress4(address)) return '.address is not an IPv4 address';
  if (!isRange4(podCIDR)) return '.podCIDR is not an IPv4 range for Pods';
  if (lastPodAddress !== undefined && !isWhole(lastPodAddress, 0, 65_535))
    return '.lastPodAddress is not a place in its range';
  const [other] = Object.keys(others);
  if (other !== undefined) return `.${other} is no setting of a machine`;
  for (const own of [name, address, podCIDR]) {
    if (taken.has(own)) return ` has ${own}, which another machine has`;
    taken.add(own);
  }
  return undefined;
}

const POOL: { readonly [name in keyof PoolConfig]-?: Check } = {
  name: (value) => (isNodeName(value) && value.length <= 50 ? undefined : ' is not a name of a pool, as gpu'),
  nodes: (value) => (isWhole(value, 0, MOST_NODES) ? undefined : ` is not a number of nodes up to ${MOST_NODES}`),
  cpu: (value) => (amountOf(value) > 0 ? undefined : ' is not a quantity of CPU, as 4 or 500m'),
  memory: (value) =>
    amountOf(value) >= LEAST_MEMORY ? undefined : ' is not a quantity of memory of at least 200Mi, as 8Gi',
  pods: (value) => (isWhole(value, 1, MOST_PODS) ? undefined : ` is not a number of Pods from 1 to ${MOST_PODS}`),
  zones: zonesProblem,
  labels: labelsProblem,
  taints: (value) => (Array.isArray(value) ? inEach(value, taintProblem) : ' is not a list of taints'),
};

/** `nodes`: how many usual ones there are besides. */
export function poolsProblem(value: unknown, nodes: unknown): string | undefined {
  if (!Array.isArray(value)) return ' is not a list of pools';
  if (value.length > MOST_POOLS) return ` has more than ${MOST_POOLS} pools`;
  const taken = new Set<unknown>();
  const problem = inEach(value, (pool) => poolProblem(pool, taken, nodes));
  if (problem !== undefined) return problem;
  const all = (value as readonly PoolConfig[]).reduce((sum, pool) => sum + pool.nodes, Number(nodes));
  return all > MOST_NODES ? ` make ${all} nodes of it: there may be ${MOST_NODES}` : undefined;
}

function poolProblem(pool: unknown, taken: Set<unknown>, nodes: unknown): string | undefined {
  if (!isObject(pool)) return ' is not a pool';
  for (const name of ['name', 'nodes'] as const) {
    const problem = POOL[name](pool[name]);
    if (problem !== undefined) return `.${name}${problem}`;
  }
  const problem = inFields(pool, POOL, 'a pool');
  if (problem !== undefined) return problem;
  const { name } = pool;
  if (taken.has(name)) return `.name is ${String(name)}, as another pool is called`;
  taken.add(name);
  return name === 'node' && Number(nodes) > 0
    ? '.name makes node-1, as the first of the usual nodes is called'
    : undefined;
}

export function zonesProblem(value: unknown): string | undefined {
  if (!isListOfTexts(value)) return ' is not a list of zones';
  return inEach(value, (zone) =>
    zone !== '' && isLabelValue(zone) ? undefined : ' is not a name of a zone, as eu-west-1a',
  );
}

function labelsProblem(value: unknown): string | undefined {
  if (!isObject(value)) return ' is not a value for each label';
  for (const [key, text] of Object.entries(value)) {
    if (!isLabelKey(key)) return `[${JSON.stringify(key)}] is not the key of a label, as example.com/disk`;
    if (!isLabelValue(text)) return `.${key} is not the value of a label, as ssd`;
  }
  return undefined;
}

function taintProblem(value: unknown): string | undefined {
  const { key = '', its = '' } = TAINT.exec(typeof value === 'string' ? value : '')?.groups ?? {};
  return isLabelKey(key) && isLabelValue(its) ? undefined : ' is not a taint as dedicated=gpu:NoSchedule';
}

// Whoever opens the page loads this: what the API server says at length of names is short here.
const LABEL = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const QUANTITY = /^(?<number>\d+(?:\.\d+)?)(?<unit>m|[kMGTPE]|[KMGTPE]i)?$/;
const UNITS = 'kMGTPE';

function isLabelValue(value: unknown): boolean {
  return typeof value === 'string' && LABEL.test(value);
}

function isLabelKey(key: string): boolean {
  const [first = '', second, ...more] = key.split('/');
  const name = second ?? first;
  return more.length === 0 && name !== '' && LABEL.test(name) && (second === undefined || isNodeName(first));
}

/** As a number of what it is a quantity of; 0 for what is none. */
function amountOf(value: unknown): number {
  const { number, unit = '' } = QUANTITY.exec(typeof value === 'string' ? value : '')?.groups ?? {};
  if (number === undefined) return 0;
  if (unit === '' || unit === 'm') return Number(number) / (unit === 'm' ? 1000 : 1);
  return (
    Number(number) * (unit.endsWith('i') ? 1024 : 1000) ** (UNITS.indexOf(unit[0] === 'K' ? 'k' : (unit[0] ?? '')) + 1)
  );
}

function isNodeName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 253 && NODE_NAME.test(value);
}

/** Addresses of a second family are added to these. */
function isAddress4(value: unknown): boolean {
  const address = typeof value === 'string' ? parseAddress(value) : undefined;
  return address !== undefined && familyOf(address) === 'IPv4';
}

/** Room for a bridge and a Pod, and not the whole of the network. */
function isRange4(value: unknown): boolean {
  const cidr = typeof value === 'string' && value.includes('/') ? parseCidr(value) : undefined;
  return cidr !== undefined && familyOf(cidr.address) === 'IPv4' && cidr.prefix >= 8 && cidr.prefix <= 30;
}
