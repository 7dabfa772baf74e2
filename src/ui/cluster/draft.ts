import { allNodes, clusterProblem, settingProblem } from '../../protocol/cluster-check.ts';
import { DELAYS, readClocks } from '../../protocol/fault-check.ts';
import type { ClusterConfig, FaultRates, PoolConfig } from '../../protocol/run-description.ts';
import type { PRESETS } from './presets.ts';

/** A pool as it is typed. */
export interface PoolDraft {
  readonly name: string;
  readonly nodes: string;
  readonly cpu: string;
  readonly memory: string;
  readonly pods: string;
  readonly zones: string;
  /** `key=value`, with commas between them. */
  readonly labels: string;
  readonly taints: string;
}

/** The cluster's settings as they are typed; what is empty is as usual. */
export interface Draft {
  readonly nodes: string;
  readonly zones: string;
  readonly pools: readonly PoolDraft[];
  readonly podsPerNode: string;
  readonly etcdMembers: string;
  readonly etcdQuotaBytes: string;
  readonly seed: string;
  readonly latencies: ClusterConfig['latencies'];
  /** `network=20..60, etcdCommit=50`, as the command line has it. */
  readonly delays: string;
  /** `node-2=90, kube-apiserver=-3600`. */
  readonly clocks: string;
  readonly rates: { readonly [name in keyof FaultRates]?: string };
  readonly proxy: string;
  readonly ipvsScheduler: string;
  readonly families: string;
  readonly authorization: readonly string[];
  readonly withoutAuthenticators: readonly string[];
  readonly withoutAdmission: readonly string[];
  /** Undefined: as usual. */
  readonly addons: readonly string[] | undefined;
  readonly unlimited: boolean;
}

export const RATES: readonly (keyof FaultRates)[] = [
  'requestErrorPerMille',
  'lostRequestPerMille',
  'slowRequestPerMille',
  'slowRequestMillis',
  'dropWatchPerMille',
];

export const NEW_POOL: PoolDraft = {
  name: '',
  nodes: '1',
  cpu: '',
  memory: '',
  pods: '',
  zones: '',
  labels: '',
  taints: '',
};

const USUAL_AUTHORIZERS = ['Node', 'RBAC'];

export function draftOf(cluster: ClusterConfig, seed: number): Draft {
  const {
    pools = [],
    delays = {},
    faults = {},
    families = cluster.dualStack === true ? ['IPv4', 'IPv6'] : ['IPv4'],
  } = cluster;
  return {
    nodes: String(cluster.nodes),
    zones: (cluster.zones ?? []).join(', '),
    pools: pools.map(poolDraft),
    podsPerNode: textOf(cluster.podsPerNode),
    etcdMembers: String(cluster.etcdMembers ?? 1),
    etcdQuotaBytes: textOf(cluster.etcdQuotaBytes),
    seed: String(seed),
    latencies: cluster.latencies,
    delays: delaysText(delays),
    clocks: Object.entries(cluster.clocks ?? {})
      .map(([name, offset]) => `${name}=${offset}`)
      .join(', '),
    rates: Object.fromEntries(Object.entries(faults).map(([name, value]) => [name, String(value)])),
    proxy: cluster.proxy ?? '',
    ipvsScheduler: cluster.ipvsScheduler ?? 'rr',
    families: families.join(','),
    authorization: cluster.authorization ?? USUAL_AUTHORIZERS,
    withoutAuthenticators: cluster.withoutAuthenticators ?? [],
    withoutAdmission: cluster.withoutAdmission ?? [],
    addons: cluster.addons,
    unlimited: cluster.clientLimits === 'none',
  };
}

/** With one of them a place earlier (-1) or later (1); the same where there is no such place. */
export function moved(names: readonly string[], name: string, by: -1 | 1): readonly string[] {
  const from = names.indexOf(name);
  const other = names[from + by];
  if (from < 0 || other === undefined) return names;
  return names.map((each) => (each === name ? other : each === other ? name : each));
}

/** Without it where it is there; where it is not, with it as the last. */
export function toggled(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
}

/** Machines and members of a preset; everything else stays. */
export function withPreset(draft: Draft, preset: (typeof PRESETS)[keyof typeof PRESETS]): Draft {
  const { nodes, etcdMembers = 1, zones = [] } = preset;
  return { ...draft, nodes: String(nodes), etcdMembers: String(etcdMembers), zones: zones.join(', '), pools: [] };
}

export interface ReadDraft {
  readonly cluster: ClusterConfig;
  readonly seed: number;
  /** Fields that cannot be used: `nodes`, `pools.0.taints`, `rates.lostRequestPerMille` … */
  readonly wrong: ReadonlySet<string>;
  readonly nodes: number;
}

/** The cluster that was typed. `base`: the one that is open, whose other settings stay. */
export function readDraft(draft: Draft, base: ClusterConfig): ReadDraft {
  const wrong = new Set<string>();
  const take = <N extends keyof ClusterConfig>(
    name: N,
    value: unknown,
    field: string = name,
  ): Partial<ClusterConfig> => {
    if (value === undefined) return {};
    if (settingProblem(name, value) === undefined) return { [name]: value };
    wrong.add(field);
    return {};
  };
  const seed = wholeOf(draft.seed);
  if (!Number.isSafeInteger(seed)) wrong.add('seed');
  const pools = draft.pools.map((pool, at) => readPool(pool, at, draft, wrong));
  const nodes = wholeOf(draft.nodes);
  const delays = readDelays(draft.delays);
  if (delays === undefined) wrong.add('delays');
  const clocks = readClocks(draft.clocks);
  if (clocks === undefined) wrong.add('clocks');
  const { start, log, network, machines } = base;
  const isSame = nodes === base.nodes && pools.length === 0 && draft.zones === '';
  const cluster: ClusterConfig = {
    nodes: 3,
    latencies: draft.latencies,
    ...take('nodes', nodes),
    ...take('zones', listOf(draft.zones)),
    ...(pools.length === 0 ? {} : { pools }),
    ...take('podsPerNode', optional(draft.podsPerNode)),
    ...(draft.etcdMembers === '3' ? { etcdMembers: 3 } : {}),
    ...take('etcdQuotaBytes', optional(draft.etcdQuotaBytes)),
    ...(delays === undefined || Object.keys(delays).length === 0 ? {} : take('delays', delays)),
    ...(clocks === undefined || Object.keys(clocks).length === 0 ? {} : { clocks }),
    ...readRates(draft, wrong),
    ...(draft.proxy === '' ? {} : take('proxy', draft.proxy)),
    ...(draft.proxy === 'ipvs' && draft.ipvsScheduler !== 'rr' ? take('ipvsScheduler', draft.ipvsScheduler) : {}),
    ...(draft.families === 'IPv4' ? {} : take('families', draft.families.split(','))),
    ...(draft.authorization.join() === USUAL_AUTHORIZERS.join() ? {} : take('authorization', draft.authorization)),
    ...(draft.withoutAuthenticators.length === 0 ? {} : take('withoutAuthenticators', draft.withoutAuthenticators)),
    ...(draft.withoutAdmission.length === 0 ? {} : take('withoutAdmission', draft.withoutAdmission)),
    ...take('addons', draft.addons),
    ...(draft.unlimited ? { clientLimits: 'none' } : {}),
    ...(start === undefined ? {} : { start }),
    ...(log === undefined ? {} : { log }),
    ...(network === undefined ? {} : { network }),
    ...(machines !== undefined && isSame ? { machines } : {}),
  };
  if (wrong.size === 0 && clusterProblem(cluster)?.startsWith('cluster.clocks') === true) wrong.add('clocks');
  if (wrong.size === 0 && settingProblem('pools', pools) !== undefined) wrong.add('pools');
  return { cluster, seed, wrong, nodes: allNodes(cluster) };
}

function readPool(draft: PoolDraft, at: number, { pools, nodes }: Draft, wrong: Set<string>): PoolConfig {
  const read: { [field: string]: unknown } = { name: draft.name, nodes: wholeOf(draft.nodes) };
  const labels = listOf(draft.labels)?.map((label) => label.split('='));
  const more = {
    cpu: draft.cpu.trim() || undefined,
    memory: draft.memory.trim() || undefined,
    pods: optional(draft.pods),
    zones: listOf(draft.zones),
    labels: labels?.every((parts) => parts.length <= 2)
      ? Object.fromEntries(labels.map(([key = '', value = '']) => [key, value]))
      : labels,
    taints: listOf(draft.taints),
  };
  for (const [field, value] of Object.entries(more)) if (value !== undefined) read[field] = value;
  for (const [field, value] of Object.entries(read)) {
    const alone = { name: 'a', nodes: 1, [field]: value };
    if (settingProblem('pools', [alone]) !== undefined) wrong.add(`pools.${at}.${field}`);
  }
  const isTwice = pools.some(({ name }, other) => other < at && name === draft.name);
  if (isTwice || (draft.name === 'node' && wholeOf(nodes) > 0)) wrong.add(`pools.${at}.name`);
  return read as unknown as PoolConfig;
}

function readRates({ rates }: Draft, wrong: Set<string>): Pick<ClusterConfig, 'faults'> {
  const faults: { [name: string]: number } = {};
  for (const name of RATES) {
    const value = optional(rates[name] ?? '');
    if (value === undefined) continue;
    faults[name] = value;
    if (settingProblem('faults', { [name]: value }) !== undefined) wrong.add(`rates.${name}`);
  }
  return Object.keys(faults).length === 0 ? {} : { faults };
}

/** `network=20..60, etcdCommit=50`, in milliseconds; undefined for anything else. */
export function readDelays(text: string): NonNullable<ClusterConfig['delays']> | undefined {
  const delays: { [name: string]: readonly [number, number] } = {};
  for (const part of listOf(text) ?? []) {
    const [, name = '', from = '', to = from] = /^(\w+)=(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?$/.exec(part) ?? [];
    if (!DELAYS.includes(name)) return undefined;
    delays[name] = [Number(from), Number(to)];
  }
  return settingProblem('delays', delays) === undefined ? delays : undefined;
}

function delaysText(delays: NonNullable<ClusterConfig['delays']>): string {
  return Object.entries(delays)
    .map(([name, [from, to]]) => (from === to ? `${name}=${from}` : `${name}=${from}..${to}`))
    .join(', ');
}

function poolDraft({ name, nodes, cpu, memory, pods, zones, labels, taints }: PoolConfig): PoolDraft {
  return {
    name,
    nodes: String(nodes),
    cpu: cpu ?? '',
    memory: memory ?? '',
    pods: textOf(pods),
    zones: (zones ?? []).join(', '),
    labels: Object.entries(labels ?? {})
      .map(([key, value]) => `${key}=${value}`)
      .join(', '),
    taints: (taints ?? []).join(', '),
  };
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** What is no whole number is none that any setting takes. */
function wholeOf(text: string): number {
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN;
}

function optional(text: string): number | undefined {
  return text.trim() === '' ? undefined : wholeOf(text);
}

function listOf(text: string): readonly string[] | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts;
}
