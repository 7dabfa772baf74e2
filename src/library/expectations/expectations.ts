import type { Cluster, Finding, KubernetesObject } from '../contract.ts';
import { namedObject } from '../named-object.ts';

/** What was expected of a cluster is not so. Test runners show its message, which says what holds it up. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
  /** The run as it stood, as `save` gives it: the page opens it, and `loadCluster`. */
  readonly run: string;

  constructor(message: string, cluster: Cluster) {
    super(message);
    this.run = cluster.save();
  }
}

export interface Within {
  /** Virtual seconds; 60 unless told. */
  readonly within?: number;
}

export interface During {
  /** Virtual seconds. */
  readonly during: number;
}

const SECONDS = 60;
/** So long it takes until a node is noticed to be gone: its grace period and the controller's turn. */
const NOTICED_SECONDS = 120;
/** And so long until those who own its Pods have heard. */
const PASSED_ON_SECONDS = 2;
const MOST_TOLD = 5;

/** Applies manifests, and expects kubectl to say yes to all of them. */
export function expectApplied(cluster: Cluster, manifests: Parameters<Cluster['apply']>[0]): void {
  const { exitCode, stderr } = cluster.apply(manifests);
  if (exitCode !== 0)
    throw new ExpectationError(`kubectl apply failed with ${exitCode}:\n${stderr.trimEnd()}`, cluster);
}

/** Lets time pass until an object, `deployment/web` or `deployment/shop/web`, is what it is meant to become. */
export function expectReady(cluster: Cluster, object: string, { within = SECONDS }: Within = {}): void {
  if (cluster.until(() => cluster.readiness(object).ready, within)) return;
  fail(cluster, `${object} is not ready after ${within} virtual seconds: ${cluster.readiness(object).reason}`, object);
}

/** Lets time pass, and expects an object to be ready all along. */
export function expectStaysReady(cluster: Cluster, object: string, { during }: During): void {
  const begin = cluster.now;
  if (!cluster.until(() => !cluster.readiness(object).ready, during)) return;
  const seconds = Math.round((cluster.now - begin) * 10) / 10;
  fail(
    cluster,
    `${object} stopped being ready after ${seconds} virtual seconds: ${cluster.readiness(object).reason}`,
    object,
  );
}

/** Lets time pass until an object has the fields given; lists must be equal, of objects other fields may be there as well. */
export function expectObject(
  cluster: Cluster,
  object: string,
  fields: object | ((found: KubernetesObject) => boolean),
  { within = SECONDS }: Within = {},
): KubernetesObject {
  const found = () => find(cluster, object);
  const holds = (): boolean => {
    const at = found();
    return at !== undefined && (typeof fields === 'function' ? fields(at) : has(at, fields));
  };
  if (cluster.until(holds, within)) return found() as KubernetesObject;
  const at = found();
  const what = typeof fields === 'function' ? 'what was expected' : JSON.stringify(fields);
  const is = at === undefined ? 'it does not exist' : `it is ${JSON.stringify(at, undefined, 2)}`;
  return fail(cluster, `${object} is not ${what} after ${within} virtual seconds: ${is}`, object);
}

/** Lets time pass until an object is gone. */
export function expectGone(cluster: Cluster, object: string, { within = SECONDS }: Within = {}): void {
  if (cluster.until(() => find(cluster, object) === undefined, within)) return;
  fail(cluster, `${object} is still there after ${within} virtual seconds`, object);
}

/** Lets the cluster come to rest, and expects every wish in it to be met. */
export function expectHealthy(cluster: Cluster, { within = 600 }: Within = {}): void {
  const rests = cluster.settle(within);
  const found = cluster.diagnose();
  if (found.length > 0) fail(cluster, `not all is as it was asked for after ${within} virtual seconds`);
  if (!rests) fail(cluster, `the cluster has not come to rest after ${within} virtual seconds`);
}

/**
 * Kills the kubelet of a node, and lets time pass until the cluster has noticed: the node is not Ready, nor are its Pods. Its
 * containers run on, as on a real machine.
 */
export function breakNode(cluster: Cluster, node: string): void {
  cluster.stop(`kubelet/${node}`);
  if (!cluster.until(() => !cluster.readiness(`node/${node}`).ready, NOTICED_SECONDS))
    fail(cluster, `nobody has noticed after ${NOTICED_SECONDS} virtual seconds that ${node} is gone`);
  cluster.advance(PASSED_ON_SECONDS);
}

/** Starts its kubelet again, and lets time pass until the node is ready. */
export function mendNode(cluster: Cluster, node: string): void {
  cluster.start(`kubelet/${node}`);
  expectReady(cluster, `node/${node}`, { within: NOTICED_SECONDS });
}

function find(cluster: Cluster, object: string): KubernetesObject | undefined {
  const { kind, name, namespace } = namedObject(object);
  return cluster.get(kind, name, namespace);
}

/** Whether a value has all that is wanted of it. */
function has(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(wanted) !== Array.isArray(value)) return false;
  if (Array.isArray(wanted) && wanted.length !== (value as readonly unknown[]).length) return false;
  return Object.entries(wanted).every(([name, each]) => has((value as Record<string, unknown>)[name], each));
}

function fail(cluster: Cluster, what: string, object?: string): never {
  const own = object === undefined ? [] : cluster.diagnose(object);
  const found = own.length > 0 ? own : cluster.diagnose();
  throw new ExpectationError([what, ...found.slice(0, MOST_TOLD).map(lineOf), ...lastOf(cluster)].join('\n'), cluster);
}

function lineOf({ sentence, change, command }: Finding): string {
  return [`  ${sentence}`, `    ${change}`, ...(command === undefined ? [] : [`    ${command}`])].join('\n');
}

/** What happened last, for who wonders. */
function lastOf(cluster: Cluster): readonly string[] {
  const beats = cluster.story().slice(-MOST_TOLD);
  return beats.length === 0
    ? []
    : ['  What happened last:', ...beats.map(({ time, sentence }) => `    ${time.toFixed(1)} s  ${sentence}`)];
}
