import { isFailure, type Status } from '../../../api/status.ts';
import type { ControllerRevision } from '../../../api/types/apps.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/index.ts';
import { REVISIONS, sameData } from './history.ts';

/** Stores a revision; one that is there under this name and says the same will do; `undefined` when it says something else. */
export function* createRevision(
  ctx: Context,
  client: RestClient,
  revision: ControllerRevision,
): Process<ControllerRevision | Status | undefined> {
  const { namespace, name = '' } = revision.metadata;
  const answer = yield* client.create(ctx, REVISIONS, namespace, revision);
  if (!isFailure(answer)) return answer as ControllerRevision;
  if (answer.reason !== 'AlreadyExists') return answer;
  const found = yield* client.get(ctx, REVISIONS, namespace, name);
  if (isFailure(found)) return found;
  return sameData(found as ControllerRevision, revision.data as object) ? (found as ControllerRevision) : undefined;
}

/** An old revision that is wanted again becomes the newest. Models pkg/controller/history UpdateControllerRevision (v1.36) */
export function* renumber(
  ctx: Context,
  client: RestClient,
  revision: ControllerRevision,
  number: number,
): Process<ControllerRevision | Status> {
  if (revision.revision === number) return revision;
  const answer = yield* client.update(ctx, REVISIONS, { ...revision, revision: number } as ControllerRevision);
  return isFailure(answer) ? answer : (answer as ControllerRevision);
}

export function* deleteRevisions(
  ctx: Context,
  client: RestClient,
  revisions: readonly ControllerRevision[],
): Process<void> {
  for (const { metadata } of revisions) yield* client.delete(ctx, REVISIONS, metadata.namespace, metadata.name ?? '');
}
