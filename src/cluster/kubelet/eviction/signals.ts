// Models pkg/kubelet/eviction/helpers.go (v1.36)

import type { Container, Pod } from '../../../api/types/core.ts';
import { quantityOf, value } from '../../../api/values/quantity.ts';
import type { ContainerRuntime, UsedFile } from '../../ports/cri.ts';
import type { NodeSpec } from '../node/spec.ts';
import type { PodState } from '../pods/pod-state.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
/** What the system and the kubelet have for themselves. */
const SYSTEM_MEMORY = 1.5 * GIB;
const SYSTEM_DISK = 12 * GIB;
/** What any container has, however little it does. */
const SMALLEST_MEMORY = 4 * MIB;
const HARD_MEMORY = 100 * MIB;
/** Shares of the disk: for what Pods write, and for images; here both are on one. */
const HARD_NODE_FS = 0.1;
const HARD_IMAGE_FS = 0.15;

export type Resource = 'memory' | 'ephemeral-storage';

/** What is left of a resource, and how much must be left. */
export interface Observation {
  readonly resource: Resource;
  readonly capacity: number;
  readonly available: number;
  readonly threshold: number;
}

export interface ContainerUse {
  readonly container: string;
  readonly memory: number;
  readonly disk: number;
  readonly files: readonly UsedFile[];
}

export function isMet({ available, threshold }: Observation): boolean {
  return available < threshold;
}

/** What each container of a pod holds now. */
export function usesOf({ seen: { sandbox } }: PodState, runtime: ContainerRuntime): readonly ContainerUse[] {
  if (sandbox === undefined) return [];
  return runtime.listContainers(sandbox.id).map(({ id, config, state }) => {
    const { memory, files } = runtime.usage(id);
    const isRunning = state === 'running';
    const disk = files.reduce((sum, { bytes, inMemory }) => sum + (inMemory === true ? 0 : bytes), 0);
    return { container: config.name, memory: isRunning ? memory + SMALLEST_MEMORY : 0, disk, files };
  });
}

/** Memory first: a full memory ends programs, a full disk only stops them. */
export function observe(
  node: NodeSpec,
  states: Iterable<PodState>,
  runtime: ContainerRuntime,
): readonly [memory: Observation, disk: Observation] {
  let memory = SYSTEM_MEMORY;
  let disk = SYSTEM_DISK;
  for (const image of runtime.imagesPresent()) disk += image.sizeBytes;
  for (const state of states) {
    // Of an evicted pod nothing is kept.
    if (state.end.why !== undefined && state.sync.phase === 'terminated') continue;
    for (const use of usesOf(state, runtime)) {
      memory += use.memory;
      disk += use.disk;
    }
  }
  const [hasMemory, hasDisk] = [value(node.capacity.memory), value(node.capacity['ephemeral-storage'])];
  return [
    { resource: 'memory', capacity: hasMemory, available: hasMemory - memory, threshold: HARD_MEMORY },
    {
      resource: 'ephemeral-storage',
      capacity: hasDisk,
      available: hasDisk - disk,
      threshold: Math.floor(hasDisk * Math.max(HARD_NODE_FS, HARD_IMAGE_FS)),
    },
  ];
}

function total(uses: readonly ContainerUse[], resource: Resource): number {
  return uses.reduce((sum, { memory, disk }) => sum + (resource === 'memory' ? memory : disk), 0);
}

function requestOf(spec: Pod['spec'], resource: Resource): number {
  const own = spec.resources?.requests?.[resource];
  if (own !== undefined) return value(own);
  return spec.containers.reduce((sum, { resources }) => sum + value(resources?.requests?.[resource]), 0);
}

/** Who has more than was asked for, then lower priorities, then who has most above what was asked for. */
export function ranked(
  states: readonly PodState[],
  runtime: ContainerRuntime,
  resource: Resource,
): readonly PodState[] {
  const rows = states.map((state) => {
    const { spec } = state.pod;
    const above = total(usesOf(state, runtime), resource) - requestOf(spec, resource);
    return { state, exceeds: above > 0 ? 0 : 1, priority: spec.priority ?? 0, above };
  });
  rows.sort((a, b) => a.exceeds - b.exceeds || a.priority - b.priority || b.above - a.above);
  return rows.map(({ state }) => state);
}

const text = (bytes: number): string => quantityOf(Math.floor(bytes), 'BinarySI');

/** Why a pod goes, with the containers that have more than was asked for. */
export function evictionMessage(state: PodState, runtime: ContainerRuntime, seen: Observation): string {
  const { resource } = seen;
  const { spec, metadata } = state.pod;
  const low = `The node was low on resource: ${resource}. Threshold quantity: ${text(seen.threshold)}, available: ${text(seen.available)}. `;
  const uses = usesOf(state, runtime);
  const whole = spec.resources?.requests?.[resource];
  const ofPod =
    whole !== undefined && resource === 'memory'
      ? `Pod ${metadata.name} was using ${text(total(uses, resource))}, request is ${whole}, has larger consumption of ${resource}. `
      : '';
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  return `${low}${ofPod}${uses.map((use) => larger(use, containers, resource)).join('')}`;
}

function larger(use: ContainerUse, containers: readonly Container[], resource: Resource): string {
  const container = containers.find(({ name }) => name === use.container);
  const used = resource === 'memory' ? use.memory : use.disk;
  const request = container?.resources?.requests?.[resource] ?? '0';
  if (container === undefined || used <= value(request)) return '';
  return `Container ${use.container} was using ${text(used)}, request is ${request}, has larger consumption of ${resource}. `;
}

/** A pod that has more disk than it may, whatever the node has. Models pkg/kubelet/eviction/eviction_manager.go (v1.36) */
export function localStorageProblem(state: PodState, runtime: ContainerRuntime): string | undefined {
  const { spec } = state.pod;
  const uses = usesOf(state, runtime);
  for (const { name, emptyDir } of spec.volumes ?? []) {
    const limit = emptyDir?.sizeLimit;
    if (limit === undefined || value(limit) === 0) continue;
    const used = uses.reduce((sum, use) => sum + inVolume(use, spec.containers, name), 0);
    if (used > value(limit)) return `Usage of EmptyDir volume "${name}" exceeds the limit "${limit}". `;
  }
  const limits = spec.containers.map(({ resources }) => resources?.limits?.['ephemeral-storage']);
  const most = limits.reduce<number>((sum, limit) => sum + value(limit), 0);
  if (most === 0) return undefined;
  if (total(uses, 'ephemeral-storage') > most)
    return `Pod ephemeral local storage usage exceeds the total limit of containers ${text(most)}. `;
  for (const container of spec.containers) {
    const limit = container.resources?.limits?.['ephemeral-storage'];
    if (value(limit) === 0 || ownFiles(uses, container) <= value(limit)) continue;
    return `Container ${container.name} exceeded its local ephemeral storage limit "${limit}". `;
  }
  return undefined;
}

/** What a container has written beside its volumes. */
function ownFiles(uses: readonly ContainerUse[], { name, volumeMounts = [] }: Container): number {
  const isIn = (path: string): boolean => volumeMounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`));
  const files = uses.filter(({ container }) => container === name).flatMap((use) => use.files);
  return files.reduce((sum, { path, bytes, inMemory }) => sum + (inMemory === true || isIn(path) ? 0 : bytes), 0);
}

function inVolume({ container, files }: ContainerUse, containers: readonly Container[], volume: string): number {
  const mounts = containers.find(({ name }) => name === container)?.volumeMounts ?? [];
  const paths = mounts.filter(({ name }) => name === volume).map(({ mountPath }) => `${mountPath}/`);
  return files.reduce((sum, { path, bytes }) => sum + (paths.some((below) => path.startsWith(below)) ? bytes : 0), 0);
}
