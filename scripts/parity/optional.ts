import { isArtefactEvent } from './artefacts.ts';
import type { CommonWrite } from './effect.ts';
import { textAt } from './json.ts';

/** Why a write may be there or not, or undefined when it must be compared. */
export function optionalReason(write: CommonWrite, stream: readonly CommonWrite[]): string | undefined {
  const { entry } = write.write;
  if (entry.code === 409 && textAt(entry.failure ?? entry.response, 'reason') === 'Conflict') {
    return retried(write, stream) ? 'conflict, retried' : undefined;
  }
  if (entry.code === 403 && /because it is being terminated/.test(textAt(entry.failure ?? entry.response, 'message'))) {
    return 'race with the end of a namespace';
  }
  if (entry.subresource === 'token' && entry.namespace === 'kube-system' && /^system:kube-/.test(entry.user)) {
    return "a component's own token";
  }
  if (write.isEvent && isArtefactEvent(textAt(entry.request, 'reason'))) return 'artefact of the machine';
  if (write.isStatus && /^system:node:/.test(entry.user) && write.effect.size === 0 && write.whole === undefined) {
    return setsNothing(write) ? 'artefact of the machine' : undefined;
  }
  if (write.isStatus && entry.resource === 'nodes' && onlyHeartbeat(write)) return 'heartbeat';
  return undefined;
}

/** A conflict proves nothing by itself, but what it tried must be what was then done, or on the way to it. */
function retried(write: CommonWrite, stream: readonly CommonWrite[]): boolean {
  const later = stream.slice(stream.indexOf(write) + 1);
  const done = later.find((other) => other.action === write.action && other.write.entry.code < 300);
  if (done === undefined) return false;
  for (const [path, value] of write.request) {
    const other = done.request.get(path);
    if (value === other || value === '<time>') continue;
    if (!/^-?\d+$/.test(value) && !path.includes('conditions') && !path.startsWith('metadata.annotations'))
      return false;
  }
  return true;
}

function setsNothing(write: CommonWrite): boolean {
  return [...write.request.keys()].every((path) => path === 'metadata.uid' || path.includes('$setElementOrder'));
}

function onlyHeartbeat(write: CommonWrite): boolean {
  return [...write.request].every(
    ([path, value]) => path.includes('$setElementOrder') || value === '<time>' || /\.(type|#order)$|#order$/.test(path),
  );
}
