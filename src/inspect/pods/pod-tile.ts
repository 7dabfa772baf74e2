import { summarizePod } from '../../api/pods/summary.ts';
import type { Pod } from '../../api/types/core.ts';
import type { PodGlyph, PodTile } from '../../protocol/views.ts';

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
  'Error',
  'OOMKilled',
  'StartError',
]);

/** A pod as a tile: the word that kubectl prints, and a shape that goes with it. */
export function podTile(pod: Pod, now: boolean): PodTile {
  const { namespace = '', name = '' } = pod.metadata;
  const { reason: word, ready, total } = summarizePod(pod);
  return {
    subject: `pods/${namespace}/${name}`,
    name,
    glyph: glyphOf(pod, word.replace(/^Init:/, ''), ready === total),
    word,
    ready: `${ready}/${total}`,
    ip: pod.status?.podIP,
    now,
  };
}

function glyphOf(pod: Pod, word: string, ready: boolean): PodGlyph {
  const { phase, conditions = [] } = pod.status ?? {};
  if (pod.metadata.deletionTimestamp !== undefined) return 'terminating';
  if (phase === 'Succeeded') return 'succeeded';
  if (phase === 'Failed' || BROKEN.has(word)) return 'failed';
  if (BACKOFF.has(word)) return 'backoff';
  if (phase === 'Running') return ready ? 'running' : 'running-not-ready';
  if (phase !== 'Pending') return 'unknown';
  if (conditions.some(({ type, status }) => type === 'PodScheduled' && status === 'False')) return 'unschedulable';
  return (pod.status?.containerStatuses ?? []).length > 0 || pod.spec?.nodeName !== undefined ? 'creating' : 'pending';
}
