// Models pkg/kubelet/cm/helpers_linux.go ResourceConfigForPod and kuberuntime_container_linux.go (v1.36). Deviation: cpu.weight by
// the linear formula; nothing is enforced, for programs do not compute.

import { milliValue, value } from '../../api/quantity.ts';
import type { Pod } from '../../api/types/core.ts';

export interface CgroupValues {
  /** Below /sys/fs/cgroup. */
  readonly path: string;
  /** Empty: of the whole Pod. */
  readonly container: string;
  readonly cpuShares: number;
  readonly cpuWeight: number;
  readonly cpuMax: string;
  readonly memoryMax: string;
}

const PERIOD = 100_000;
const LEAST_QUOTA = 1000;
const LEAST_SHARES = 2;
const MOST_SHARES = 262_144;

interface Sizes {
  /** Thousandths of a CPU; undefined where there is no limit. */
  readonly request: number;
  readonly limit: number | undefined;
  readonly memory: number | undefined;
}

/** What the kubelet and the runtime write for a Pod and each of its containers. */
export function cgroupsOf({ metadata, spec, status }: Pod): readonly CgroupValues[] {
  const uid = (metadata.uid ?? '').replaceAll('-', '_');
  const qos = (status?.qosClass ?? 'BestEffort').toLowerCase();
  const parent = qos === 'guaranteed' ? 'kubepods' : `kubepods-${qos}`;
  const path = `kubepods.slice/${qos === 'guaranteed' ? '' : `${parent}.slice/`}${parent}-pod${uid}.slice`;
  const sizes = spec.containers.map(({ resources }) => sizesOf(resources));
  const whole: Sizes = {
    request: sizes.reduce((sum, { request }) => sum + request, 0),
    limit: total(sizes.map(({ limit }) => limit)),
    memory: total(sizes.map(({ memory }) => memory)),
  };
  return [
    { path, container: '', ...valuesOf(whole) },
    ...spec.containers.map(({ name }, place) => ({ path, container: name, ...valuesOf(sizes[place] as Sizes) })),
  ];
}

type Resources = Pod['spec']['containers'][number]['resources'];

function sizesOf(resources: Resources): Sizes {
  const { requests, limits } = resources ?? {};
  const limit = limits?.cpu === undefined ? undefined : milliValue(limits.cpu);
  const request = requests?.cpu === undefined ? (limit ?? 0) : milliValue(requests.cpu);
  return { request, limit, memory: limits?.memory === undefined ? undefined : value(limits.memory) };
}

/** The Pod is bounded only where each of its containers is. */
function total(limits: readonly (number | undefined)[]): number | undefined {
  return limits.includes(undefined) ? undefined : limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0);
}

function valuesOf({
  request,
  limit,
  memory,
}: Sizes): Pick<CgroupValues, 'cpuShares' | 'cpuWeight' | 'cpuMax' | 'memoryMax'> {
  const shares = Math.min(MOST_SHARES, Math.max(LEAST_SHARES, Math.floor((request * 1024) / 1000)));
  return {
    cpuShares: shares,
    cpuWeight: 1 + Math.floor(((shares - LEAST_SHARES) * 9999) / (MOST_SHARES - LEAST_SHARES)),
    cpuMax: `${limit === undefined ? 'max' : Math.max(LEAST_QUOTA, Math.floor((limit * PERIOD) / 1000))} ${PERIOD}`,
    memoryMax: memory === undefined ? 'max' : String(memory),
  };
}
