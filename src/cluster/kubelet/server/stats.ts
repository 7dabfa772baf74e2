// Models pkg/kubelet/server/stats/summary.go, pkg/kubelet/metrics/collectors/resource_metrics.go (v1.36). Deviation: usage is a number made of the name, as the metrics server tells it.

import { value } from '../../../api/values/quantity.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import { containerUsage, type MeasuredUsage, nodeUsage } from '../../ports/measured-usage.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';

interface Measured {
  readonly usage: MeasuredUsage;
  /** Virtual microseconds. */
  readonly since: number;
}

/** One container that runs, and whose it is. */
interface Running extends Measured {
  readonly container: string;
  readonly pod: string;
  readonly namespace: string;
  readonly id: string;
  readonly image: string;
}

const nodeOf = ({ node }: NodeServices): Measured => ({ usage: nodeUsage(node.name), since: 0 });

function runningOf({ pod, seen: { containers } }: PodState): readonly Running[] {
  const { name = '', namespace = '' } = pod.metadata;
  return containers.filter(isRunning).map(({ config, id, image, startedAt }) => ({
    container: config.name,
    pod: name,
    namespace,
    id,
    image,
    usage: containerUsage(name, config.name),
    since: startedAt ?? 0,
  }));
}

const isRunning = ({ state }: RuntimeContainer): boolean => state === 'running';

/** Core-seconds since it began. */
function cpuSeconds({ usage, since }: Measured, now: number, begin: number): number {
  const seconds = (now - Math.max(since, begin)) / SECOND;
  return Math.floor(seconds * usage.millicores) / 1000;
}

/** `/stats/summary`: what the node and its Pods use. */
export function summary(services: NodeServices, states: readonly PodState[]): object {
  const { base, engine, startedAt: begin } = services;
  const { now } = engine;
  const time = rfc3339(base.wall);
  const used = (measured: Measured): object => ({
    cpu: {
      time,
      usageNanoCores: measured.usage.millicores * 1_000_000,
      usageCoreNanoSeconds: Math.round(cpuSeconds(measured, now, begin) * 1e9),
    },
    memory: { time, ...memoryOf(measured.usage) },
  });
  const { capacity, name } = services.node;
  const limit = value(capacity.memory);
  const available = limit - nodeOf(services).usage.kibibytes * 1024;
  const node = used(nodeOf(services)) as { readonly memory: object };
  const fs = fsStats(services, time);
  return {
    node: {
      nodeName: name,
      startTime: rfc3339(base.wallAt(begin)),
      ...node,
      memory: { ...node.memory, availableBytes: available },
      network: { time, name: 'eth0', interfaces: [{ name: 'eth0' }] },
      fs,
      runtime: { imageFs: fs, containerFs: fs },
      rlimit: { time, maxpid: 4_194_304, curproc: 200 + states.length },
    },
    pods: states
      .filter(({ seen: { sandbox } }) => sandbox?.ready === true)
      .map((state) => podStats(services, state, used, time)),
  };
}

function memoryOf({ kibibytes }: MeasuredUsage): object {
  const bytes = kibibytes * 1024;
  return { usageBytes: bytes, workingSetBytes: bytes, rssBytes: bytes, pageFaults: 0, majorPageFaults: 0 };
}

function podStats({ base }: NodeServices, state: PodState, used: (measured: Measured) => object, time: string): object {
  const { name, namespace, uid } = state.pod.metadata;
  const running = runningOf(state);
  return {
    podRef: { name, namespace, uid },
    startTime: state.pod.status.startTime,
    containers: running.map((each) => ({
      name: each.container,
      startTime: rfc3339(base.wallAt(each.since)),
      ...used(each),
    })),
    ...used(sumOf(running)),
    network: { time, name: 'eth0', interfaces: [{ name: 'eth0' }] },
    process_stats: { process_count: running.length + 1 },
  };
}

function sumOf(running: readonly Running[]): Measured {
  let [millicores, kibibytes, since] = [0, 0, Number.POSITIVE_INFINITY];
  for (const { usage, since: own } of running) {
    millicores += usage.millicores;
    kibibytes += usage.kibibytes;
    since = Math.min(since, own);
  }
  return { usage: { millicores, kibibytes }, since: Number.isFinite(since) ? since : 0 };
}

function fsStats({ node }: NodeServices, time: string): object {
  const capacityBytes = value(node.capacity['ephemeral-storage']);
  const usedBytes = Math.floor(capacityBytes / 10);
  const inodes = 16_777_216;
  return {
    time,
    availableBytes: capacityBytes - usedBytes,
    capacityBytes,
    usedBytes,
    inodesFree: inodes - 100_000,
    inodes,
    inodesUsed: 100_000,
  };
}

type Sample = readonly [labels: string, value: number];

function metric(name: string, help: string, type: 'counter' | 'gauge', samples: readonly Sample[]): readonly string[] {
  if (samples.length === 0) return [];
  const lines = samples.map(([labels, amount]) => `${name}${labels === '' ? '' : `{${labels}}`} ${amount}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

/** `/metrics/resource`: what autoscalers ask for. */
export function resourceMetrics(services: NodeServices, states: readonly PodState[]): string {
  const { startedAt: begin } = services;
  const { now } = services.engine;
  const pods = states
    .map((state) => ({ state, running: runningOf(state) }))
    .filter(({ running }) => running.length > 0);
  const containers = pods.flatMap(({ running }) => running);
  const ofContainer = (each: Running, amount: number): Sample => [
    `container="${each.container}",namespace="${each.namespace}",pod="${each.pod}"`,
    amount,
  ];
  const ofPods = (amount: (running: readonly Running[]) => number): readonly Sample[] =>
    pods.map(({ state: { pod }, running }) => [
      `namespace="${pod.metadata.namespace}",pod="${pod.metadata.name}"`,
      amount(running),
    ]);
  const node = nodeOf(services);
  const cpu = (measured: Measured): number => cpuSeconds(measured, now, begin);
  const memory = ({ usage }: Measured): number => usage.kibibytes * 1024;
  const cpuHelp = '[STABLE] Cumulative cpu time consumed by the';
  const memoryHelp = '[STABLE] Current working set of the';
  return [
    ...metric(
      'container_cpu_usage_seconds_total',
      `${cpuHelp} container in core-seconds`,
      'counter',
      containers.map((each) => ofContainer(each, cpu(each))),
    ),
    ...metric(
      'container_memory_working_set_bytes',
      `${memoryHelp} container in bytes`,
      'gauge',
      containers.map((each) => ofContainer(each, memory(each))),
    ),
    ...metric(
      'container_start_time_seconds',
      '[STABLE] Start time of the container since unix epoch in seconds',
      'gauge',
      containers.map((each) => ofContainer(each, each.since / SECOND)),
    ),
    ...metric('node_cpu_usage_seconds_total', `${cpuHelp} node in core-seconds`, 'counter', [['', cpu(node)]]),
    ...metric('node_memory_working_set_bytes', `${memoryHelp} node in bytes`, 'gauge', [['', memory(node)]]),
    ...metric(
      'pod_cpu_usage_seconds_total',
      `${cpuHelp} pod in core-seconds`,
      'counter',
      ofPods((running) => cpu(sumOf(running))),
    ),
    ...metric(
      'pod_memory_working_set_bytes',
      `${memoryHelp} pod in bytes`,
      'gauge',
      ofPods((running) => memory(sumOf(running))),
    ),
    ...metric(
      'resource_scrape_error',
      '[STABLE] 1 if there was an error while getting container metrics, 0 otherwise',
      'gauge',
      [['', 0]],
    ),
    '',
  ].join('\n');
}

/** `/metrics/cadvisor`: the same by cgroup. */
// Models github.com/google/cadvisor/metrics/prometheus.go (as vendored by v1.36)
export function containerMetrics(services: NodeServices, states: readonly PodState[]): string {
  const { engine, node, startedAt: begin } = services;
  const root: Sample['0'] = 'container="",id="/",image="",name="",namespace="",pod=""';
  const labels = (each: Running): string =>
    `container="${each.container}",id="/kubepods/${each.id}",image="${each.image}",name="${each.id}",namespace="${each.namespace}",pod="${each.pod}"`;
  const all = [
    { at: root, measured: nodeOf(services) },
    ...states.flatMap(runningOf).map((each) => ({ at: labels(each), measured: each as Measured })),
  ];
  const samples = (amount: (measured: Measured) => number): readonly Sample[] =>
    all.map(({ at, measured }) => [at, amount(measured)]);
  return [
    ...metric(
      'container_cpu_usage_seconds_total',
      'Cumulative cpu time consumed in seconds.',
      'counter',
      samples((measured) => cpuSeconds(measured, engine.now, begin)),
    ),
    ...metric(
      'container_memory_working_set_bytes',
      'Current working set in bytes.',
      'gauge',
      samples(({ usage }) => usage.kibibytes * 1024),
    ),
    ...metric('machine_cpu_cores', 'Number of logical CPU cores.', 'gauge', [['', value(node.capacity.cpu)]]),
    ...metric('machine_memory_bytes', 'Amount of memory installed on the machine.', 'gauge', [
      ['', value(node.capacity.memory)],
    ]),
    '',
  ].join('\n');
}
