import { parseTime } from '../api/values/time.ts';
import { familyOf, parseAddress, parseCidr } from '../base/address.ts';
import type { ClusterConfig } from './run-description.ts';

/** Delays that a run may change: those of the cluster's latencies. */
export const DELAYS: readonly string[] =
  'network link handler etcdCommit etcdRead etcdWatch informer kubectlStart schedulingCycle controllerSync kubeletSync volumeSetup runPodSandbox cniAdd imageStatus pullImagePerMiB createContainer startContainer stopContainer removeSandbox packetRules cloudBalancer'.split(
    ' ',
  );

/** A setting's check: what is wrong with its value, said of `cluster.NAME`; undefined where nothing is. */
type Check = (value: unknown) => string | undefined;

const MOST_NODES = 10_000;
/** Nodes with room for more Pods than usual have larger ranges, of which there are fewer. */
const MOST_ROOMY_NODES = 128;
const LONGEST_DELAY = 600_000;
const SETTINGS: { readonly [name in keyof ClusterConfig]-?: Check } = {
  nodes: (value) => (isWhole(value, 0, MOST_NODES) ? undefined : ' is not a number of nodes'),
  latencies: oneOf('realistic', 'zero'),
  delays: delaysProblem,
  faults: (value) => (hasOnly(value, isShare) ? undefined : ' is not a number of a thousand for each name'),
  podsPerNode: wholeNumber(1, 100_000),
  clientLimits: oneOf('none'),
  authorization: listOf('authorizers', ['Node', 'RBAC', 'ABAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny']),
  withoutAuthenticators: listOf('authenticators', ['static-token', 'oidc', 'anonymous']),
  withoutAdmission: (value) => (isListOfTexts(value) ? undefined : ' is not a list of admission plugins'),
  etcdMembers: oneOf(1, 3),
  etcdQuotaBytes: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  machines: machinesProblem,
  families: (value) => (isFamilies(value) ? undefined : ' is not a list of families'),
  dualStack: (value) => (typeof value === 'boolean' ? undefined : ' is neither true nor false'),
  proxy: oneOf('iptables', 'ipvs', 'nftables', 'userspace', 'none'),
  ipvsScheduler: oneOf('rr', 'wrr', 'lc', 'wlc', 'sh', 'dh', 'sed', 'nq'),
  start: startProblem,
  log: logProblem,
  network: networkProblem,
};

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
  const { nodes, podsPerNode } = cluster;
  return podsPerNode !== undefined && (nodes as number) > MOST_ROOMY_NODES
    ? `cluster.podsPerNode leaves no addresses for more than ${MOST_ROOMY_NODES} nodes`
    : undefined;
}

function delaysProblem(value: unknown): string | undefined {
  if (!hasOnly(value, isSpread)) return ' is not a pair of milliseconds for each name';
  const unknown = Object.keys(value as object).find((name) => !DELAYS.includes(name));
  return unknown === undefined ? undefined : ` has ${unknown}, which is no delay`;
}

/** What was brought was read as its kinds; of what is opened again the run leaves out what it cannot read. */
function startProblem(value: unknown): string | undefined {
  if (!isObject(value)) return ' is not the state of a cluster';
  const { time, objects, ...others } = value;
  if (typeof time !== 'string' || parseTime(time) === undefined) return '.time is not a moment';
  if (!Array.isArray(objects)) return '.objects is not a list of objects';
  const [other] = Object.keys(others);
  if (other !== undefined) return `.${other} is nothing that a cluster begins with`;
  const at = objects.findIndex((object) => !isKept(object));
  return at < 0 ? undefined : `.objects[${at}] is not an object that a server has kept`;
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

function isKept(object: unknown): boolean {
  if (!isObject(object) || !isObject(object.metadata)) return false;
  const { apiVersion, kind, metadata } = object;
  const names = [apiVersion, kind, metadata.name, metadata.uid];
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

/** Names as Kubernetes allows them for nodes. */
const NODE_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

function machinesProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > MOST_NODES) return ' is not a list of machines';
  const taken = new Set<unknown>();
  for (const [at, machine] of value.entries()) {
    const problem = machineProblem(machine, taken);
    if (problem !== undefined) return `[${at}]${problem}`;
  }
  return undefined;
}

function machineProblem(machine: unknown, taken: Set<unknown>): string | undefined {
  if (!isObject(machine)) return ' is not a machine';
  const { name, address, podCIDR, lastPodAddress, ...others } = machine;
  if (typeof name !== 'string' || name.length > 253 || !NODE_NAME.test(name)) return '.name is not a name of a node';
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

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && least <= (value as number) && (value as number) <= most;
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1000;
}

function isSpread(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, to] = value;
  return typeof from === 'number' && typeof to === 'number' && 0 <= from && from <= to && to <= LONGEST_DELAY;
}

function hasOnly(value: unknown, fits: (each: unknown) => boolean): boolean {
  return isObject(value) && Object.values(value).every(fits);
}
