// Models staging/src/k8s.io/component-helpers/resource/helpers.go (v1.36)

import type { Container, PodSpec } from '../../../api/types/core.ts';
import { milliValue, value } from '../../../api/values/quantity.ts';

/** What a pod asks of a node, in millicores and bytes. */
export interface Requests {
  readonly milliCPU: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  /** Extended resources, by name. */
  readonly extended: ReadonlyMap<string, number>;
  /** With a floor for containers that ask for nothing, so that scores spread them too. */
  readonly nonZeroCPU: number;
  readonly nonZeroMemory: number;
}

type Quantities = { readonly [resource: string]: string | number | undefined } | undefined;

const DEFAULT_MILLI_CPU = 100;
const DEFAULT_MEMORY = 200 * 1024 * 1024;
const NO_EXTENDED: ReadonlyMap<string, number> = new Map();

export function milliOf(quantity: string | number | undefined): number {
  return milliValue(quantity);
}

export function wholeOf(quantity: string | number | undefined): number {
  return value(quantity);
}

interface Sum {
  cpu: number;
  memory: number;
  ephemeral: number;
  nonZeroCPU: number;
  nonZeroMemory: number;
  extended: Map<string, number> | undefined;
}

const zero = (): Sum => ({ cpu: 0, memory: 0, ephemeral: 0, nonZeroCPU: 0, nonZeroMemory: 0, extended: undefined });

function addContainer(sum: Sum, container: Container): void {
  addQuantities(sum, container.resources?.requests, true);
}

function addQuantities(sum: Sum, requests: Quantities, withFloor: boolean): void {
  const cpu = milliOf(requests?.cpu);
  const memory = wholeOf(requests?.memory);
  sum.cpu += cpu;
  sum.memory += memory;
  sum.nonZeroCPU += withFloor && requests?.cpu === undefined ? DEFAULT_MILLI_CPU : cpu;
  sum.nonZeroMemory += withFloor && requests?.memory === undefined ? DEFAULT_MEMORY : memory;
  if (requests === undefined) return;
  for (const name in requests) {
    if (name === 'cpu' || name === 'memory') continue;
    const amount = wholeOf(requests[name]);
    if (name === 'ephemeral-storage') sum.ephemeral += amount;
    else {
      sum.extended ??= new Map();
      sum.extended.set(name, (sum.extended.get(name) ?? 0) + amount);
    }
  }
}

function addExtended(sum: Sum, more: ReadonlyMap<string, number> = NO_EXTENDED): void {
  for (const [name, amount] of more) {
    sum.extended ??= new Map();
    sum.extended.set(name, (sum.extended.get(name) ?? 0) + amount);
  }
}

function raise(sum: Sum, other: Sum): void {
  sum.cpu = Math.max(sum.cpu, other.cpu);
  sum.memory = Math.max(sum.memory, other.memory);
  sum.ephemeral = Math.max(sum.ephemeral, other.ephemeral);
  sum.nonZeroCPU = Math.max(sum.nonZeroCPU, other.nonZeroCPU);
  sum.nonZeroMemory = Math.max(sum.nonZeroMemory, other.nonZeroMemory);
  for (const [name, amount] of other.extended ?? NO_EXTENDED) {
    sum.extended ??= new Map();
    sum.extended.set(name, Math.max(sum.extended.get(name) ?? 0, amount));
  }
}

/**
 * max(Σ containers + Σ sidecars, each init container with the sidecars before it), plus overhead; pod-level requests win.
 * Models staging/src/k8s.io/component-helpers/resource/helpers.go (v1.36)
 */
export function podRequests(spec: PodSpec): Requests {
  const sum = zero();
  for (const container of spec.containers) addContainer(sum, container);
  if (spec.initContainers !== undefined && spec.initContainers.length > 0) {
    const sidecars = zero();
    const peak = zero();
    for (const container of spec.initContainers) {
      const here = zero();
      addContainer(here, container);
      if (container.restartPolicy === 'Always') {
        addContainer(sum, container);
        addContainer(sidecars, container);
        raise(peak, sidecars);
        continue;
      }
      here.cpu += sidecars.cpu;
      here.memory += sidecars.memory;
      here.ephemeral += sidecars.ephemeral;
      here.nonZeroCPU += sidecars.nonZeroCPU;
      here.nonZeroMemory += sidecars.nonZeroMemory;
      addExtended(here, sidecars.extended);
      raise(peak, here);
    }
    raise(sum, peak);
  }
  overridePodLevel(sum, spec.resources?.requests);
  if (spec.overhead !== undefined) addQuantities(sum, spec.overhead as Quantities, false);
  return {
    milliCPU: sum.cpu,
    memory: sum.memory,
    ephemeralStorage: sum.ephemeral,
    extended: sum.extended ?? NO_EXTENDED,
    nonZeroCPU: sum.nonZeroCPU,
    nonZeroMemory: sum.nonZeroMemory,
  };
}

function overridePodLevel(sum: Sum, requests: Quantities): void {
  if (requests?.cpu !== undefined) sum.cpu = sum.nonZeroCPU = milliOf(requests.cpu);
  if (requests?.memory !== undefined) sum.memory = sum.nonZeroMemory = wholeOf(requests.memory);
}
