import { isFailure, type Status } from '../../../api/errors/status.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { ControllerRevision } from '../../../api/types/apps.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { replicasetSteps } from '../../../steps/controllers/replicaset.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { claimObjects } from './claim.ts';
import { byRevision, REVISIONS, revisionsOf, sameData } from './history.ts';
import { ORPHAN_INDEX } from './owner.ts';

type Revised = KObject & { readonly spec: { readonly selector: LabelSelector } };

/**
 * An object's revisions, oldest first; those of nobody that its selector matches become its own.
 * Models pkg/controller/statefulset/stateful_set.go adoptOrphanRevisions, pkg/controller/daemon/update.go controlledHistories (v1.36)
 */
export function* claimRevisions(
  ctx: Context,
  client: RestClient,
  informer: SharedInformer,
  owner: Revised,
  ownerInfo: ResourceInfo,
): Process<readonly ControllerRevision[] | undefined> {
  const { selector } = owner.spec;
  const owned = revisionsOf(ctx, informer, owner, selector);
  const orphans = informer.indexer.byIndex(ctx, ORPHAN_INDEX, owner.metadata.namespace ?? '');
  if (orphans.length === 0) return owned;
  // An owner that goes cannot adopt, and what it has cannot be told: that waits until it is gone.
  if (
    owner.metadata.deletionTimestamp !== undefined &&
    orphans.some((one) => matchesLabels(selector, one.metadata.labels))
  ) {
    yield* client.get(ctx, ownerInfo, owner.metadata.namespace, owner.metadata.name ?? '');
    return undefined;
  }
  const subject = subjectOfObject(ownerInfo, owner);
  const name = (object: KObject) => ({ pod: object.metadata.name ?? '' });
  const claim = {
    client,
    owner,
    ownerInfo,
    ownerApiVersion: 'apps/v1',
    dependentInfo: REVISIONS,
    selector,
    adopting: (claiming: Context, object: KObject) => claiming.step(replicasetSteps.adopt, subject, name(object)),
    releasing: (claiming: Context, object: KObject) => claiming.step(replicasetSteps.release, subject, name(object)),
  };
  const claimed = yield* claimObjects(ctx, claim, orphans as readonly ControllerRevision[]);
  if (isFailure(claimed)) return undefined;
  return [...owned, ...claimed].sort(byRevision);
}

/** Stores a revision; one that is there under this name and says the same will do; `undefined` when it says something else. */
export function* createRevision(
  ctx: Context,
  client: RestClient,
  namespace: string | undefined,
  revision: ControllerRevision,
): Process<ControllerRevision | Status | undefined> {
  const { name = '' } = revision.metadata;
  const answer = yield* client.create(ctx, REVISIONS, namespace, revision);
  if (!isFailure(answer)) return answer;
  if (answer.reason !== 'AlreadyExists') return answer;
  const found = yield* client.get(ctx, REVISIONS, namespace, name);
  if (isFailure(found)) return found;
  return sameData(found, revision.data as object) ? found : undefined;
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
  return isFailure(answer) ? answer : answer;
}

export function* deleteRevisions(
  ctx: Context,
  client: RestClient,
  revisions: readonly ControllerRevision[],
): Process<void> {
  for (const { metadata } of revisions) yield* client.delete(ctx, REVISIONS, metadata.namespace, metadata.name ?? '');
}
