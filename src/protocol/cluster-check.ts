import { CONTROL_PLANE } from '../api/values/control-plane.ts';
import { parseTime } from '../api/values/time.ts';
import { type Check, isListOfTexts, isObject, isWhole } from './check-values.ts';
import { clocksProblem, delaysProblem, ratesProblem } from './fault-check.ts';
import { MOST_NODES, machinesProblem, poolsProblem, zonesProblem } from './machine-check.ts';
import type { Addon, ClusterConfig } from './run-description.ts';

/** Nodes with room for more Pods than usual have larger ranges, of which there are fewer. */
const MOST_ROOMY_NODES = 128;
const ADDONS: readonly Addon[] = ['dns', 'load-balancers', 'component-leases'];

const SETTINGS: { readonly [name in keyof ClusterConfig]-?: Check } = {
  nodes: (value) => (isWhole(value, 0, MOST_NODES) ? undefined : ' is not a number of nodes'),
  latencies: oneOf('realistic', 'zero'),
  delays: delaysProblem,
  faults: ratesProblem,
  clocks: clocksProblem,
  podsPerNode: wholeNumber(1, 100_000),
  clientLimits: oneOf('none'),
  authorization: listOf('authorizers', ['Node', 'RBAC', 'ABAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny']),
  withoutAuthenticators: listOf('authenticators', ['static-token', 'oidc', 'anonymous']),
  withoutAdmission: (value) => (isListOfTexts(value) ? undefined : ' is not a list of admission plugins'),
  etcdMembers: oneOf(1, 3),
  etcdQuotaBytes: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  machines: machinesProblem,
  pools: (value) => poolsProblem(value, 0),
  zones: zonesProblem,
  addons: listOf('addons', ADDONS),
  families: (value) => (isFamilies(value) ? undefined : ' is not a list of families'),
  dualStack: (value) => (typeof value === 'boolean' ? undefined : ' is neither true nor false'),
  proxy: oneOf('iptables', 'ipvs', 'nftables', 'userspace', 'none'),
  ipvsScheduler: oneOf('rr', 'wrr', 'lc', 'wlc', 'sh', 'dh', 'sed', 'nq'),
  start: startProblem,
  log: logProblem,
  network: networkProblem,
};

/** What is wrong with one setting, said behind its name. */
export function settingProblem(name: keyof ClusterConfig, value: unknown): string | undefined {
  return SETTINGS[name](value);
}

/** What of a cluster's description cannot be built, with the place; undefined where all can. */
export function clusterProblem(cluster: unknown): string | undefined {
  if (!isObject(cluster)) return 'cluster is not a description of a cluster';
  for (const name of ['nodes', 'latencies'] as const) {
    const problem = SETTINGS[name](cluster[name]);
    if (problem !== undefined) return `cluster.${name}${problem}`;
  }
  for (const [name, value] of Object.entries(cluster)) {
    if (!Object.hasOwn(SETTINGS, name)) return `cluster.${name} is no setting of a cluster`;
    const problem = value === undefined ? undefined : SETTINGS[name as keyof ClusterConfig](value);
    if (problem !== undefined) return `cluster.${name}${problem}`;
  }
  const nobody = clockOfNobody(cluster as unknown as ClusterConfig);
  if (nobody !== undefined) return `cluster.clocks.${nobody} is the clock of nothing that this cluster has`;
  const { nodes, podsPerNode, pools, machines } = cluster;
  if (pools !== undefined && machines !== undefined)
    return 'cluster.pools and cluster.machines both say which machines there are: leave one out';
  const crowded = pools === undefined ? undefined : poolsProblem(pools, nodes);
  if (crowded !== undefined) return `cluster.pools${crowded}`;
  return podsPerNode !== undefined && allNodes(cluster as unknown as ClusterConfig) > MOST_ROOMY_NODES
    ? `cluster.podsPerNode leaves no addresses for more than ${MOST_ROOMY_NODES} nodes`
    : undefined;
}

function clockOfNobody({ clocks = {}, start, nodes, machines, pools = [], etcdMembers = 1 }: ClusterConfig) {
  // Which nodes were brought is known when they are read.
  if (start !== undefined) return undefined;
  const numbered = (name: string, count: number, first: number) =>
    Array.from({ length: count }, (_, at) => `${name}-${first + at}`);
  const names = Object.keys(clocks);
  if (names.length === 0) return undefined;
  const known = new Set([
    ...CONTROL_PLANE,
    ...numbered('etcd', etcdMembers, 0),
    ...(machines?.map(({ name }) => name) ?? numbered('node', nodes, 1)),
    ...pools.flatMap((pool) => numbered(pool.name, pool.nodes, 1)),
  ]);
  return names.find((name) => !known.has(name));
}

/** Of whatever pool. */
export function allNodes({ nodes, pools = [] }: Pick<ClusterConfig, 'nodes' | 'pools'>): number {
  return pools.reduce((sum, pool) => sum + pool.nodes, nodes);
}

/** What was brought was read as its kinds; of what is opened again the run leaves out what it cannot read. */
function startProblem(value: unknown): string | undefined {
  if (!isObject(value)) return ' is not the state of a cluster';
  const { time, objects, copies = [], ...others } = value;
  if (typeof time !== 'string' || parseTime(time) === undefined) return '.time is not a moment';
  if (!Array.isArray(objects)) return '.objects is not a list of objects';
  const [other] = Object.keys(others);
  if (other !== undefined) return `.${other} is nothing that a cluster begins with`;
  const at = objects.findIndex((object) => !isBeginning(object));
  return at < 0 ? copiesProblem(copies) : `.objects[${at}] is not an object that a cluster begins with`;
}

function copiesProblem(copies: unknown): string | undefined {
  if (!Array.isArray(copies)) return '.copies is not a list of objects that there are many of';
  const isMany = (each: unknown) =>
    isObject(each) && isBeginning(each.of) && Number.isInteger(each.count) && Number(each.count) >= 0;
  const at = copies.findIndex((each) => !isMany(each));
  return at < 0 ? undefined : `.copies[${at}] is not an object and how many there are`;
}

function logProblem(value: unknown): string | undefined {
  if (!isObject(value)) return ' is not an audit log';
  const { time, requests } = value;
  if (typeof time !== 'string' || parseTime(time) === undefined) return '.time is not a moment';
  if (!Array.isArray(requests)) return '.requests is not a list of requests';
  const at = requests.findIndex((each) => !isRequest(each));
  return at < 0 ? undefined : `.requests[${at}] is not a request that a log tells of`;
}

const TEXTS_OF_REQUEST = ['id', 'verb', 'uri', 'user', 'userAgent', 'decidedBy'];

function isRequest(value: unknown): boolean {
  if (!isObject(value) || typeof value.receivedAt !== 'number' || !Number.isFinite(value.receivedAt)) return false;
  const { answeredAt, code, target, groups, sent, answer } = value;
  const isNumber = (each: unknown): boolean => each === undefined || typeof each === 'number';
  const isThing = (each: unknown): boolean => each === undefined || isObject(each);
  return (
    TEXTS_OF_REQUEST.every((name) => typeof value[name] === 'string') &&
    isListOfTexts(groups) &&
    [answeredAt, code].every(isNumber) &&
    [target, sent, answer].every(isThing)
  );
}

/** To what has no uid the run gives one. */
function isBeginning(object: unknown): boolean {
  if (!isObject(object) || !isObject(object.metadata)) return false;
  const { apiVersion, kind, metadata } = object;
  if (metadata.uid !== undefined && typeof metadata.uid !== 'string') return false;
  const names = [apiVersion, kind, metadata.name];
  return names.every((each) => typeof each === 'string' && each !== '');
}

const NETWORK: { readonly [name: string]: (value: unknown) => boolean } = {
  podMtu: (value) => isWhole(value, 68, 65_535),
  hairpin: (value) => typeof value === 'boolean',
  bridgeFilter: (value) => typeof value === 'boolean',
};

function networkProblem(value: unknown): string | undefined {
  if (!isObject(value)) return ' is not a description of a network';
  const wrong = Object.keys(value).find((name) => !Object.hasOwn(NETWORK, name) || !NETWORK[name]?.(value[name]));
  return wrong === undefined ? undefined : `.${wrong} is no setting of a network`;
}

const FAMILIES: ReadonlySet<string> = new Set(['IPv4', 'IPv6', 'IPv4,IPv6', 'IPv6,IPv4']);

function isFamilies(value: unknown): boolean {
  return isListOfTexts(value) && FAMILIES.has(value.join());
}

function oneOf(...allowed: readonly (string | number)[]): Check {
  const [first, second] = allowed;
  const words = allowed.length === 2 ? ` is neither ${first} nor ${second}` : ` is not one of ${allowed.join(', ')}`;
  return (value) => (allowed.includes(value as string) ? undefined : words);
}

function wholeNumber(least: number, most: number): Check {
  return (value) => (isWhole(value, least, most) ? undefined : ` is not a whole number of at least ${least}`);
}

function listOf(what: string, allowed: readonly string[]): Check {
  const words = ` is not a list of ${what}`;
  return (value) => (Array.isArray(value) && value.every((each) => allowed.includes(each)) ? undefined : words);
}
