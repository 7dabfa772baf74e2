import type { Pod } from '../api/types/core.ts';
import type { PodGlyph, PodTile } from '../protocol/views.ts';

const BACKOFF: ReadonlySet<string> = new Set([
  'ImagePullBackOff',
  'ErrImagePull',
  'CrashLoopBackOff',
  'ErrImageNeverPull',
]);
const BROKEN: ReadonlySet<string> = new Set([
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);

/** A pod as a tile: the word that kubectl prints, and a shape that goes with it. */
export function podTile(pod: Pod, now: boolean): PodTile {
  const { namespace = '', name = '' } = pod.metadata;
  const word = podWord(pod);
  const statuses = pod.status?.containerStatuses ?? [];
  const ready = statuses.filter((status) => status.ready).length;
  return {
    subject: `pods/${namespace}/${name}`,
    name,
    glyph: glyphOf(pod, word, ready),
    word,
    ready: `${ready}/${pod.spec?.containers.length ?? 0}`,
    ip: pod.status?.podIP,
    now,
  };
}

/** Models pkg/printers/internalversion/printers.go printPod, for pods without init containers that fail (v1.36). */
function podWord(pod: Pod): string {
  const { status } = pod;
  let word = status?.reason ?? status?.phase ?? 'Unknown';
  let running = false;
  for (const { state, ready } of [...(status?.containerStatuses ?? [])].reverse()) {
    if (state?.waiting?.reason !== undefined) word = state.waiting.reason;
    else if (state?.terminated !== undefined) {
      const { reason, signal, exitCode } = state.terminated;
      word = reason ?? (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);
    } else if (ready && state?.running !== undefined) running = true;
  }
  if (word === 'Completed' && running) word = 'Running';
  if (pod.metadata.deletionTimestamp !== undefined && !isOver(status?.phase)) return 'Terminating';
  return word;
}

function isOver(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

function glyphOf(pod: Pod, word: string, ready: number): PodGlyph {
  const { phase, conditions = [] } = pod.status ?? {};
  if (pod.metadata.deletionTimestamp !== undefined) return 'terminating';
  if (phase === 'Succeeded') return 'succeeded';
  if (phase === 'Failed' || BROKEN.has(word)) return 'failed';
  if (BACKOFF.has(word)) return 'backoff';
  if (phase === 'Running') return ready === (pod.spec?.containers.length ?? 0) ? 'running' : 'running-not-ready';
  if (phase !== 'Pending') return 'unknown';
  if (conditions.some(({ type, status }) => type === 'PodScheduled' && status === 'False')) return 'unschedulable';
  return (pod.status?.containerStatuses ?? []).length > 0 || pod.spec?.nodeName !== undefined ? 'creating' : 'pending';
}
