/**
 * Traces of the machine on which the recordings were made. They say nothing about Kubernetes, so both sides drop them.
 * Keep this list short: whatever stands here is never compared.
 */

/** Leaves of objects and of requests, by path. */
const LEAVES: readonly { readonly path: RegExp; readonly why: string }[] = [
  { path: /^status\.resources($|[.#])/, why: 'cgroup v1 reports a pod-level memory limit of almost 2^63' },
  { path: /^managedFields\[.*\]\.f:status\.f:resources($|\.)/, why: 'the owner of that limit' },
  {
    path: /^status\.nodeInfo\.(machineID|systemUUID|bootID|kernelVersion|osImage|containerRuntimeVersion)$/,
    why: 'identity of the machine',
  },
  { path: /^status\.images($|[.[#])/, why: 'the image store of the machine' },
];

/** Lines of output. */
const LINES: readonly { readonly line: RegExp; readonly why: string }[] = [
  { line: /\bCgroupV1\b.*cgroup v1 detected/, why: 'the machine had cgroup v1' },
  { line: /\bInvalidDiskCapacity\b.*invalid capacity 0 on image filesystem/, why: 'the image file system had no size' },
];

const REASONS: ReadonlySet<string> = new Set(['CgroupV1', 'InvalidDiskCapacity']);

/** Blocks of YAML output, and what stands there on a machine without the artefact. */
const BLOCKS: readonly { readonly block: RegExp; readonly plain: string; readonly why: string }[] = [
  {
    block: /resources:\n\s+limits:\n\s+memory: 9007199254740988Ki\n/g,
    plain: 'resources: {}\n',
    why: 'the pod-level memory limit of cgroup v1',
  },
];

const leafCache = new Map<string, boolean>();

export function isArtefactLeaf(path: string): boolean {
  let known = leafCache.get(path);
  if (known === undefined) {
    known = LEAVES.some((entry) => entry.path.test(path));
    leafCache.set(path, known);
  }
  return known;
}

export function isArtefactLine(line: string): boolean {
  return LINES.some((entry) => entry.line.test(line));
}

export function withoutArtefactBlocks(text: string): string {
  return BLOCKS.reduce((rest, { block, plain }) => rest.replace(block, plain), withoutPullErrors(text));
}

/** The runtime's own words about a pull that failed: to the end of the text, through the folds of YAML. */
const PULL_ERROR = /rpc error: code = \w+ desc = failed to pull and unpack image (?:[^\n]|\n +(?![\w-]+:))*/g;

/** Which registry could not be reached, and how, is the machine's. */
export function withoutPullErrors(text: string): string {
  return text.includes('failed to pull and unpack') ? text.replace(PULL_ERROR, '<pull error>') : text;
}

/** A frame of a watch that tells of the pod-level memory limit of cgroup v1 and of nothing else. */
export function isArtefactFrame(frame: string): boolean {
  return frame.includes('9007199254740988Ki');
}

export function isArtefactEvent(reason: string): boolean {
  return REASONS.has(reason);
}

/** etcd keys of the API server's own housekeeping, whose rhythm is not the scenario's. */
export function isHousekeepingKey(key: string): boolean {
  return /^\/registry\/(peerserverleases|leases|masterleases)\//.test(key);
}
