import { withActualResources } from '../pods/actual-resources.ts';
import type { Pod } from '../types/core.ts';
import type { KObject } from '../types/meta.ts';
import { type Amounts, addAmounts, maxAmounts } from './amounts.ts';

interface Resources {
  readonly requests?: Amounts;
  readonly limits?: Amounts;
}

interface ContainerView {
  readonly name: string;
  readonly restartPolicy?: string;
  readonly resources?: Resources;
}

export interface QuotaPodSpec {
  readonly containers?: readonly ContainerView[];
  readonly initContainers?: readonly ContainerView[];
  readonly overhead?: Amounts;
  readonly resources?: Resources;
  readonly activeDeadlineSeconds?: number;
  readonly priorityClassName?: string;
  readonly affinity?: unknown;
}

const NOTHING: Amounts = {};
const COMPUTE: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

export function quotaPodSpec(pod: KObject): QuotaPodSpec {
  return (pod.spec ?? {}) as QuotaPodSpec;
}

/** What all containers of a Pod ask for together: the larger of what runs and what runs before it. */
// Models staging/src/k8s.io/component-helpers/resource/helpers.go (v1.36)
export function containerAmounts(spec: QuotaPodSpec, which: 'requests' | 'limits'): Amounts {
  const of = (container: ContainerView): Amounts => container.resources?.[which] ?? NOTHING;
  let running = NOTHING;
  for (const container of spec.containers ?? []) running = addAmounts(running, of(container));
  let sidecars = NOTHING;
  let starting = NOTHING;
  for (const container of spec.initContainers ?? []) {
    if (container.restartPolicy === 'Always') {
      sidecars = addAmounts(sidecars, of(container));
      starting = maxAmounts(starting, sidecars);
    } else starting = maxAmounts(starting, addAmounts(of(container), sidecars));
  }
  return maxAmounts(addAmounts(running, sidecars), starting);
}

/** That, unless the Pod as a whole asks for something else, and what its runtime needs. */
export function podAmounts(spec: QuotaPodSpec, which: 'requests' | 'limits'): Amounts {
  let total = containerAmounts(spec, which);
  const ofPod = spec.resources?.[which];
  if (ofPod !== undefined) total = { ...total, ...ofPod };
  if (spec.overhead === undefined) return total;
  if (which === 'requests') return addAmounts(total, spec.overhead);
  const overhead: Record<string, string> = {};
  for (const key of Object.keys(total)) {
    const amount = spec.overhead[key];
    if (amount !== undefined) overhead[key] = amount;
  }
  return addAmounts(total, overhead);
}

/** A resource that a device plugin offers: its name has a domain that is not Kubernetes' own. */
function isExtended(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');
}

// Models pkg/quota/v1/evaluator/core/pods.go, podComputeUsageHelper (v1.36)
function computeUsage(requests: Amounts, limits: Amounts): Amounts {
  const usage: Record<string, string> = { pods: '1' };
  for (const name of Object.keys(requests)) {
    const amount = requests[name] as string;
    const huge = name.startsWith('hugepages-');
    if (COMPUTE.includes(name) || huge) usage[name] = amount;
    if (COMPUTE.includes(name) || huge || isExtended(name)) usage[`requests.${name}`] = amount;
  }
  for (const name of Object.keys(limits)) {
    if (COMPUTE.includes(name)) usage[`limits.${name}`] = limits[name] as string;
  }
  return usage;
}

/** A Pod that has ended counts as an object and uses nothing. */
export function podUsage(pod: KObject): Amounts {
  if (hasEnded(pod)) return { 'count/pods': '1' };
  const spec = withActualResources(pod as Pod) as QuotaPodSpec;
  return { 'count/pods': '1', ...computeUsage(podAmounts(spec, 'requests'), podAmounts(spec, 'limits')) };
}

function hasEnded(pod: KObject): boolean {
  const phase = (pod.status as { readonly phase?: string } | undefined)?.phase;
  return phase === 'Failed' || phase === 'Succeeded';
}

const POD_RESOURCES: ReadonlySet<string> = new Set([
  'pods',
  'count/pods',
  ...COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);

export function isPodResource(name: string): boolean {
  if (POD_RESOURCES.has(name)) return true;
  if (name.startsWith('hugepages-') || name.startsWith('requests.hugepages-')) return true;
  return name.startsWith('requests.') && isExtended(name.slice('requests.'.length));
}

const DEMANDED: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
]);

/** A quota on a compute resource demands that each container names it. Gives back what is missing. */
export function missingInContainers(spec: QuotaPodSpec, names: readonly string[]): readonly string[] {
  const missing: string[] = [];
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const name of names.filter((each) => DEMANDED.has(each))) {
    const without = containers.filter((container) => {
      const { requests = NOTHING, limits = NOTHING } = container.resources ?? {};
      const ofPod = computeUsage(spec.resources?.requests ?? NOTHING, spec.resources?.limits ?? NOTHING)[name];
      return ofPod === undefined && computeUsage(requests, limits)[name] === undefined;
    });
    if (without.length > 0)
      missing.push(
        `${name} for: ${without
          .map((each) => each.name)
          .sort()
          .join(',')}`,
      );
  }
  return missing;
}

/** Nothing asked for and nothing limited. */
export function isBestEffort(spec: QuotaPodSpec): boolean {
  const bare = (resources: Resources | undefined): boolean =>
    [...Object.keys(resources?.requests ?? {}), ...Object.keys(resources?.limits ?? {})].every(
      (name) => name !== 'cpu' && name !== 'memory',
    );
  return (
    bare(spec.resources) &&
    [...(spec.containers ?? []), ...(spec.initContainers ?? [])].every((each) => bare(each.resources))
  );
}
