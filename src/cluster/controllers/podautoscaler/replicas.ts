// Models pkg/controller/podautoscaler/replica_calculator.go (v1.36)

import { podAmounts } from '../../../api/quota/pod-usage.ts';
import type { HorizontalPodAutoscalerSpec } from '../../../api/types/autoscaling-v2.ts';
import type { Pod } from '../../../api/types/core.ts';
import { asFloat, milliValue } from '../../../api/values/quantity.ts';
import { parseTime } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import { readyCondition } from '../shared/pods.ts';

const CPU_INITIALIZATION = 300 * SECOND;
const INITIAL_READINESS = 30 * SECOND;
const DEFAULT_TOLERANCE = 0.1;

/** What one Pod used lately, in thousandths. */
export interface Usage {
  readonly milli: number;
  readonly at: number;
  readonly window: number;
}

export type Usages = ReadonlyMap<string, Usage>;

export interface Proposal {
  readonly replicas: number;
  readonly utilization?: number;
  readonly averageMilli: number;
}

export interface Question {
  readonly spec: HorizontalPodAutoscalerSpec;
  readonly resource: string;
  readonly container: string | undefined;
  readonly current: number;
  readonly now: number;
}

interface Groups {
  readonly ready: number;
  readonly unready: readonly string[];
  readonly missing: readonly string[];
  /** What the others use. */
  readonly known: Map<string, number>;
}

interface Ratio {
  readonly ratio: number;
  readonly utilization?: number;
  readonly averageMilli: number;
}

const UNREADY = 'did not receive metrics for targeted pods (pods might be unready)';

const NOTHING_ASKED = 'no metrics returned matched known pods';

/** By percent of what the Pods ask for. */
export function byUtilization(
  question: Question,
  pods: readonly Pod[],
  usages: Usages,
  target: number,
): Proposal | string {
  const groups = grouped(question, pods, usages);
  if (groups.known.size === 0) return UNREADY;
  const requests = requestsOf(pods, question);
  if (typeof requests === 'string') return requests;
  if (![...groups.known.keys()].some((pod) => (requests.get(pod) ?? 0) > 0)) return NOTHING_ASKED;
  const ratioOf = (known: ReadonlyMap<string, number>): Ratio => {
    let used = 0;
    let asked = 0;
    let count = 0;
    for (const [pod, milli] of known) {
      const request = requests.get(pod);
      if (request === undefined) continue;
      used += milli;
      asked += request;
      count += 1;
    }
    const utilization = Math.trunc((used * 100) / asked);
    return { ratio: utilization / target, utilization, averageMilli: Math.trunc(used / count) };
  };
  const full = Math.max(100, target);
  return propose(question, groups, ratioOf, (pod) => Math.trunc(((requests.get(pod) ?? 0) * full) / 100));
}

/** By a value for each Pod. */
export function byAverage(
  question: Question,
  pods: readonly Pod[],
  usages: Usages,
  targetMilli: number,
): Proposal | string {
  const groups = grouped(question, pods, usages);
  if (groups.known.size === 0) return UNREADY;
  const ratioOf = (known: ReadonlyMap<string, number>): Ratio => {
    const total = [...known.values()].reduce((sum, milli) => sum + milli, 0);
    const averageMilli = Math.trunc(total / known.size);
    return { ratio: averageMilli / targetMilli, averageMilli };
  };
  return propose(question, groups, ratioOf, () => targetMilli);
}

function propose(
  question: Question,
  { ready, unready, missing, known }: Groups,
  ratioOf: (known: ReadonlyMap<string, number>) => Ratio,
  full: (pod: string) => number,
): Proposal {
  const { current, spec } = question;
  const { ratio, ...seen } = ratioOf(known);
  const waiting = unready.length > 0 && ratio > 1;
  if (!waiting && missing.length === 0) {
    return { ...seen, replicas: isNear(ratio, spec) ? current : Math.ceil(ratio * ready) };
  }
  // Whoever is not heard of is thought to use all of it when fewer are wanted, and nothing when more are.
  if (ratio < 1) for (const pod of missing) known.set(pod, full(pod));
  else if (ratio > 1) for (const pod of missing) known.set(pod, 0);
  if (waiting) for (const pod of unready) known.set(pod, 0);
  const careful = ratioOf(known).ratio;
  const replicas = Math.ceil(careful * known.size);
  const turned = (ratio < 1 && careful > 1) || (ratio > 1 && careful < 1);
  const backwards = (careful < 1 && replicas > current) || (careful > 1 && replicas < current);
  return { ...seen, replicas: isNear(careful, spec) || turned || backwards ? current : replicas };
}

/** Small differences are left alone. In this order, as rounding depends on it: 1.1 is near enough. */
function isNear(ratio: number, { behavior }: HorizontalPodAutoscalerSpec): boolean {
  const of = (tolerance: string | number | undefined) =>
    tolerance === undefined ? DEFAULT_TOLERANCE : asFloat(tolerance);
  return 1 - of(behavior?.scaleDown?.tolerance) <= ratio && ratio <= 1 + of(behavior?.scaleUp?.tolerance);
}

function grouped({ resource, now }: Question, pods: readonly Pod[], usages: Usages): Groups {
  let ready = 0;
  const unready: string[] = [];
  const missing: string[] = [];
  const known = new Map([...usages].map(([name, { milli }]) => [name, milli]));
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata;
    const usage = usages.get(name);
    if (deletionTimestamp !== undefined || pod.status?.phase === 'Failed') known.delete(name);
    else if (pod.status?.phase === 'Pending') unready.push(name);
    else if (usage === undefined) missing.push(name);
    else if (resource === 'cpu' && isStarting(pod, usage, now)) unready.push(name);
    else ready += 1;
  }
  for (const name of unready) known.delete(name);
  return { ready, unready, missing, known };
}

/** What a Pod burns while it starts says nothing. */
function isStarting(pod: Pod, usage: Usage, now: number): boolean {
  const condition = readyCondition(pod);
  const started = parseTime(pod.status?.startTime);
  if (condition === undefined || started === undefined) return true;
  const changed = parseTime(condition.lastTransitionTime) ?? 0;
  const notReady = condition.status === 'False';
  if (started + CPU_INITIALIZATION > now) return notReady || usage.at < changed + usage.window;
  return notReady && started + INITIAL_READINESS > changed;
}

/** What each Pod asks for: as a whole, where it says so for the Pod, and what its containers ask for together otherwise. */
function requestsOf(pods: readonly Pod[], { resource, container }: Question): ReadonlyMap<string, number> | string {
  const requests = new Map<string, number>();
  for (const pod of pods) {
    const request =
      container === undefined && asksAsAWhole(pod) ? ofPod(pod, resource) : ofContainers(pod, resource, container);
    if (typeof request === 'string') return request;
    requests.set(pod.metadata.name ?? '', request);
  }
  return requests;
}

function asksAsAWhole({ spec }: Pod): boolean {
  return Object.keys(spec.resources?.requests ?? {}).some(
    (name) => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-'),
  );
}

function ofPod({ metadata, spec }: Pod, resource: string): number | string {
  const request = podAmounts(spec, 'requests')[resource];
  return request === undefined
    ? `missing pod-level request for ${resource} in Pod ${metadata.name}`
    : milliValue(request);
}

function ofContainers({ metadata, spec }: Pod, resource: string, container: string | undefined): number | string {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  let sum = 0;
  for (const { name, resources } of [...spec.containers, ...sidecars]) {
    if (container !== undefined && container !== name) continue;
    const request = resources?.requests?.[resource];
    if (request === undefined) return `missing request for ${resource} in container ${name} of Pod ${metadata.name}`;
    sum += milliValue(request);
  }
  return sum;
}
