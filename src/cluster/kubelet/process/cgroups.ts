// Models pkg/kubelet/cm/helpers_linux.go ResourceConfigForPod and kuberuntime_container_linux.go (v1.36). Deviation: cpu.weight by
// the linear formula; nothing is enforced, for programs do not compute.

import type { Pod } from '../../../api/types/core.ts';
import { milliValue, value } from '../../../api/values/quantity.ts';
import { podResources } from '../pods/resources.ts';

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
  const each = [...(spec.initContainers ?? []), ...spec.containers];
  return [
    { path, container: '', ...valuesOf(sizesOfAll(spec, each)) },
    ...each.map(({ name, resources }) => ({ path, container: name, ...valuesOf(sizesOf(resources, spec)) })),
  ];
}

type Spec = Pod['spec'];
type Resources = Spec['containers'][number]['resources'];

/** Where a container has no limit, that of the whole Pod is its limit. */
function sizesOf(resources: Resources, { resources: whole }: Spec): Sizes {
  const { requests, limits } = resources ?? {};
  const [cpu, memory] = [limits?.cpu ?? whole?.limits?.cpu, limits?.memory ?? whole?.limits?.memory];
  const limit = cpu === undefined ? undefined : milliValue(cpu);
  const asked = requests?.cpu ?? limits?.cpu;
  const request = asked === undefined ? 0 : milliValue(asked);
  return { request, limit, memory: memory === undefined ? undefined : value(memory) };
}

/** The Pod is bounded where it says so itself, or where each of its containers is. */
function sizesOfAll(spec: Spec, each: Spec['containers']): Sizes {
  const { limits, requests } = podResources(spec);
  const bound = (name: 'cpu' | 'memory'): string | undefined => {
    const isBound = each.every(({ resources }) => resources?.limits?.[name] !== undefined);
    return isBound || spec.resources?.limits?.[name] !== undefined ? limits?.[name] : undefined;
  };
  const [cpu, memory] = [bound('cpu'), bound('memory')];
  return {
    request: milliValue(requests?.cpu ?? cpu ?? '0'),
    limit: cpu === undefined ? undefined : milliValue(cpu),
    memory: memory === undefined ? undefined : value(memory),
  };
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
