// Models pkg/controller/podautoscaler/horizontal.go normalizeDesiredReplicas, convertDesiredReplicasWithRules (v1.36)

import type { HorizontalPodAutoscalerSpec, HPAScalingRules } from '../../../api/types/autoscaling-v2.ts';
import { SECOND } from '../../../base/time/units.ts';

/** After a high recommendation, smaller ones wait for so long. */
const DOWNSCALE_WINDOW = 300;
const MOST_FACTOR = 2;
const MOST_AT_LEAST = 4;

interface Timed {
  readonly replicas: number;
  readonly at: number;
}

/** What was recommended lately, and by how much the size was changed. */
export interface Memory {
  readonly recommended: readonly Timed[];
  readonly up: readonly Timed[];
  readonly down: readonly Timed[];
}

export interface Reason {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

export interface Normalized {
  readonly replicas: number;
  readonly ableToScale: Reason;
  readonly scalingLimited: Reason;
  readonly memory: Memory;
}

interface Wish {
  readonly spec: HorizontalPodAutoscalerSpec;
  readonly memory: Memory;
  readonly current: number;
  readonly desired: number;
  readonly now: number;
}

interface Limited {
  readonly replicas: number;
  readonly reason: string;
  readonly message: string;
}

const IN_RANGE = { reason: 'DesiredWithinRange', message: 'the desired count is within the acceptable range' };
const TOO_FAST = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
};
const TOO_FAST_DOWN = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
};
const TOO_MANY = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
};
const TOO_FEW = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
};
const READY: Reason = {
  status: 'True',
  reason: 'ReadyForNewScale',
  message: 'recommended size matches current size',
};
const HELD_HIGH: Reason = {
  status: 'True',
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
};
const HELD_LOW: Reason = {
  status: 'True',
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
};

/** Brings what metrics recommend within the bounds of size, speed and steadiness. */
export function normalize(wish: Wish): Normalized {
  const { spec, memory, desired, now } = wish;
  const window = longestWindow(spec);
  const kept = memory.recommended.filter(({ at }) => at >= now - window * SECOND);
  const steady = stabilized(wish);
  const held = desired >= wish.current ? HELD_LOW : HELD_HIGH;
  const limited = spec.behavior === undefined ? withinRules(wish, steady) : withinRates(wish, steady);
  return {
    replicas: limited.replicas,
    ableToScale: steady === desired ? READY : spec.behavior === undefined ? HELD_HIGH : held,
    scalingLimited: {
      status: limited.replicas === steady ? 'False' : 'True',
      reason: limited.reason,
      message: limited.message,
    },
    memory: { ...memory, recommended: [...kept, { replicas: desired, at: now }] },
  };
}

function longestWindow({ behavior }: HorizontalPodAutoscalerSpec): number {
  if (behavior === undefined) return DOWNSCALE_WINDOW;
  return Math.max(windowOf(behavior.scaleUp, 0), windowOf(behavior.scaleDown, DOWNSCALE_WINDOW));
}

function windowOf(rules: HPAScalingRules | undefined, otherwise: number): number {
  return rules?.stabilizationWindowSeconds ?? otherwise;
}

/** The highest recommendation of the window on the way down, the lowest on the way up. With `behavior` the size stays where it is when it is between the two. */
function stabilized({ spec, memory, current, desired, now }: Wish): number {
  const { behavior } = spec;
  if (behavior === undefined) {
    const lately = memory.recommended.filter(({ at }) => at >= now - DOWNSCALE_WINDOW * SECOND);
    return Math.max(desired, ...lately.map(({ replicas }) => replicas));
  }
  const within = (seconds: number): readonly number[] =>
    memory.recommended.filter(({ at }) => at > now - seconds * SECOND).map(({ replicas }) => replicas);
  const lowest = Math.min(desired, ...within(windowOf(behavior.scaleUp, 0)));
  const highest = Math.max(desired, ...within(windowOf(behavior.scaleDown, DOWNSCALE_WINDOW)));
  return Math.min(Math.max(current, lowest), highest);
}

function withinRules({ spec, current }: Wish, desired: number): Limited {
  const { minReplicas = 1, maxReplicas } = spec;
  const fastest = Math.max(MOST_FACTOR * current, MOST_AT_LEAST);
  const most = Math.min(maxReplicas, fastest);
  if (desired < minReplicas) return { replicas: minReplicas, ...TOO_FEW };
  if (desired > most) return { replicas: most, ...(maxReplicas > fastest ? TOO_FAST : TOO_MANY) };
  return { replicas: desired, ...IN_RANGE };
}

/** With `behavior`: so many Pods or percent in so many seconds. */
function withinRates({ spec, memory, current, now }: Wish, desired: number): Limited {
  const { minReplicas = 1, maxReplicas, behavior } = spec;
  if (desired > current) {
    const fastest = Math.max(current, fastestUp(current, memory, behavior?.scaleUp, now));
    const most = Math.min(maxReplicas, fastest);
    if (desired > most) return { replicas: most, ...(maxReplicas > fastest ? TOO_FAST : TOO_MANY) };
  } else if (desired < current) {
    const fastest = Math.min(current, fastestDown(current, memory, behavior?.scaleDown, now));
    const least = Math.max(minReplicas, fastest);
    if (desired < least) return { replicas: least, ...(minReplicas < fastest ? TOO_FAST_DOWN : TOO_FEW) };
  }
  return { replicas: desired, ...IN_RANGE };
}

/** The size at the beginning of a policy's period. */
function sizeBefore(current: number, { up, down }: Memory, seconds: number, now: number): number {
  const changed = (events: readonly Timed[]): number =>
    events.reduce((sum, { replicas, at }) => (at > now - seconds * SECOND ? sum + replicas : sum), 0);
  return current - changed(up) + changed(down);
}

function fastestUp(current: number, memory: Memory, rules: HPAScalingRules | undefined, now: number): number {
  if (rules === undefined) return Math.max(MOST_FACTOR * current, current + MOST_AT_LEAST);
  if (rules.selectPolicy === 'Disabled') return current;
  const proposals = (rules.policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = sizeBefore(current, memory, periodSeconds, now);
    return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100));
  });
  return rules.selectPolicy === 'Min' ? Math.min(...proposals) : Math.max(...proposals);
}

function fastestDown(current: number, memory: Memory, rules: HPAScalingRules | undefined, now: number): number {
  if (rules === undefined) return 0;
  if (rules.selectPolicy === 'Disabled') return current;
  const proposals = (rules.policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = sizeBefore(current, memory, periodSeconds, now);
    return type === 'Pods' ? start - value : Math.trunc(start * (1 - value / 100));
  });
  return rules.selectPolicy === 'Min' ? Math.max(...proposals) : Math.min(...proposals);
}

/** Remembers a change of size, for the rates of `behavior`; without one nobody asks. */
export function remembered(
  { behavior }: HorizontalPodAutoscalerSpec,
  memory: Memory,
  from: number,
  to: number,
  now: number,
): Memory {
  if (behavior === undefined) return memory;
  const event = { replicas: Math.abs(to - from), at: now };
  const kept = (events: readonly Timed[]) => events.filter(({ at }) => at > now - LONGEST_PERIOD);
  return to > from
    ? { ...memory, up: [...kept(memory.up), event] }
    : { ...memory, down: [...kept(memory.down), event] };
}

/** The longest period that a policy may have. */
const LONGEST_PERIOD = 1800 * SECOND;

/** Before anything is known, the present size counts as recommended. */
export function firstMemory(replicas: number, now: number): Memory {
  return { recommended: [{ replicas, at: now }], up: [], down: [] };
}
