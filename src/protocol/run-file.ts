import type { RecordedInput, RunDescription } from './run-description.ts';

/** A saved run: its description and where it was looked at. */
export interface RunFile {
  readonly run: RunDescription;
  readonly position: number | undefined;
}

export function printRun({ run, position }: RunFile): string {
  return `${JSON.stringify({ kubestep: 'run', ...run, ...(position === undefined ? {} : { position }) }, undefined, 2)}\n`;
}

const FAMILIES: ReadonlySet<string> = new Set(['IPv4', 'IPv6', 'IPv4,IPv6', 'IPv6,IPv4']);
/** Delays that a run may change: those of the cluster's latencies. */
export const DELAYS: readonly string[] =
  'network link handler etcdCommit etcdRead etcdWatch informer kubectlStart schedulingCycle controllerSync kubeletSync volumeSetup runPodSandbox cniAdd imageStatus pullImagePerMiB createContainer startContainer stopContainer removeSandbox packetRules cloudBalancer'.split(
    ' ',
  );
const AUTHORIZERS: ReadonlySet<unknown> = new Set(['Node', 'RBAC', 'ABAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny']);

/** Reads what `printRun` wrote; a text that says why when it is something else. */
export function readRun(text: string): RunFile | string {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  if (typeof value !== 'object' || value === null) return 'not a saved run';
  if (value.v !== 1)
    return value.v === undefined ? 'not a saved run' : `made for version ${String(value.v)} of the format`;
  const { build, seed, cluster, inputs, position, scenario } = value;
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) return 'seed is not a whole number';
  const {
    nodes,
    latencies,
    etcdMembers = 1,
    authorization = [],
    families = ['IPv4'],
    delays = {},
    faults = {},
  } = (cluster ?? {}) as {
    nodes?: unknown;
    latencies?: unknown;
    etcdMembers?: unknown;
    authorization?: unknown;
    families?: unknown;
    delays?: unknown;
    faults?: unknown;
  };
  if (typeof nodes !== 'number' || !Number.isInteger(nodes) || nodes < 0 || nodes > 10_000)
    return 'cluster.nodes is not a number of nodes';
  if (latencies !== 'realistic' && latencies !== 'zero') return 'cluster.latencies is neither realistic nor zero';
  if (etcdMembers !== 1 && etcdMembers !== 3) return 'cluster.etcdMembers is neither 1 nor 3';
  if (!Array.isArray(authorization) || authorization.some((mode) => !AUTHORIZERS.has(mode)))
    return 'cluster.authorization is not a list of authorizers';
  if (!Array.isArray(families) || !FAMILIES.has(families.join())) return 'cluster.families is not a list of families';
  if (!areAll(delays, isSpread)) return 'cluster.delays is not a pair of milliseconds for each name';
  const delay = Object.keys(delays as object).find((name) => !DELAYS.includes(name));
  if (delay !== undefined) return `cluster.delays has ${delay}, which is no delay`;
  if (!areAll(faults, isShare)) return 'cluster.faults is not a number of a thousand for each name';
  if (!Array.isArray(inputs)) return 'inputs is not a list';
  const bad = inputs.findIndex((input) => !isInput(input));
  if (bad >= 0) return `inputs[${bad}] is not an input`;
  return {
    run: {
      v: 1,
      build: typeof build === 'string' ? build : '',
      seed,
      cluster: { ...(cluster as object), nodes, latencies },
      ...(typeof scenario === 'string' ? { scenario } : {}),
      inputs: inputs as readonly RecordedInput[],
    },
    position: typeof position === 'number' && Number.isSafeInteger(position) ? position : undefined,
  };
}

const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1000;
const isSpread = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && 0 <= value[0] && value[0] <= value[1] && value[1] <= 600_000;

function areAll(value: unknown, fits: (each: unknown) => boolean): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(fits);
}

function isInput(value: unknown): boolean {
  const { afterStep, afterOccurrence, time, input } = (value ?? {}) as Partial<Record<keyof RecordedInput, unknown>>;
  if (![afterStep, afterOccurrence, time].every((number) => typeof number === 'number' && Number.isSafeInteger(number)))
    return false;
  const { command } = (input ?? {}) as { readonly command?: unknown };
  const { type, argv, files, stdin } = (input ?? {}) as {
    type?: unknown;
    argv?: unknown;
    files?: unknown;
    stdin?: unknown;
  };
  if (type === 'interrupt') return Number.isSafeInteger(command);
  if (type === 'hang-up') return Number.isSafeInteger((input as { readonly request?: unknown }).request);
  if (type === 'request') return isRequest(input as { readonly [field: string]: unknown });
  if (type === 'packet') return isPacket(input as { readonly [field: string]: unknown });
  const { member, state } = (input ?? {}) as { readonly member?: unknown; readonly state?: unknown };
  if (type === 'cut-watch' || type === 'index' || type === 'look-up')
    return isOfInformer(type, input as { readonly [field: string]: unknown });
  const { node } = input as { readonly node?: unknown };
  if (type === 'api-server' || (type === 'kubelet' && typeof node === 'string'))
    return state === 'running' || state === 'stopped';
  if (type === 'etcd-member')
    return typeof member === 'string' && (state === 'running' || state === 'stopped' || state === 'slow');
  if (type === 'etcdctl') return areWords(argv) && (stdin === undefined || typeof stdin === 'string');
  return (
    type === 'kubectl' &&
    areWords(argv) &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every((text) => typeof text === 'string') &&
    (stdin === undefined || typeof stdin === 'string')
  );
}

const INFORMER_WORDS = { 'cut-watch': [], index: ['index', 'path'], 'look-up': ['index', 'value'] } as const;

function isOfInformer(type: keyof typeof INFORMER_WORDS, input: { readonly [field: string]: unknown }): boolean {
  return ['informer', ...INFORMER_WORDS[type]].every((field) => typeof input[field] === 'string');
}

const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function isRequest({ method, path, user, ...more }: { readonly [field: string]: unknown }): boolean {
  const texts = [more.accept, more.contentType, more.body].every(
    (each) => each === undefined || typeof each === 'string',
  );
  return METHODS.includes(method) && typeof path === 'string' && typeof user === 'string' && texts;
}

function isPacket({ from, to, port, protocol }: { readonly [field: string]: unknown }): boolean {
  const words = typeof from === 'string' && typeof to === 'string';
  return words && Number.isSafeInteger(port) && (protocol === 'tcp' || protocol === 'udp');
}

function areWords(value: unknown): boolean {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
