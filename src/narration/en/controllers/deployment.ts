import type { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { secondsOf } from '../../facts.ts';
import type { Texts } from '../../text.ts';
import { counted } from '../words.ts';

const WHY_OWNER =
  'A selector may match objects that somebody else made. Only the controller owner reference says whose they are, and an object has at most one. Without it two controllers would fight over the same objects, each undoing what the other does.';

export const deployment: Texts<typeof deploymentSteps> = {
  sync: {
    say: ({ replicas, replicaSets, paused }) =>
      `The Deployment controller looks at **{subject}**: ${counted(replicas, 'replica is', 'replicas are')} wanted, it has **${counted(replicaSets, 'ReplicaSet', 'ReplicaSets')}**${paused ? ', and it is **paused**' : ''}.`,
    why: 'The controller does not ask what happened. Each time it reads what is wanted and what exists, and takes one step from the one towards the other. Therefore it does not matter whether it missed an event or was restarted in the middle.',
  },
  gone: {
    say: '**{subject}** no longer exists, so there is nothing to do.',
    why: 'The key was queued while the object still existed. The ReplicaSets of a deleted Deployment are not this controller’s business: the garbage collector follows the owner references.',
  },
  selectsAll: {
    say: '**{subject}** selects **every Pod**: the controller refuses to work on it.',
    why: 'An empty selector matches everything in the namespace. Acting on it would mean to take over, and to delete, Pods of others.',
  },
  adopt: {
    say: '{subject} **adopts** ReplicaSet **{replicaSet}**, which matches its selector and has no owner.',
    why: WHY_OWNER,
  },
  release: {
    say: '{subject} **releases** ReplicaSet **{replicaSet}**, whose labels no longer match.',
    why: WHY_OWNER,
  },
  newReplicaSet: {
    say: ({ replicas }) =>
      `No ReplicaSet has this Pod template yet: the controller creates **{replicaSet}** with ${counted(replicas, 'replica', 'replicas')}.`,
    why: 'A Deployment never creates Pods. It keeps one ReplicaSet for each version of its Pod template and shifts replicas between them. The name ends in a hash of the template, so the same template always finds the same ReplicaSet, even after a crash between creating it and noting it down.',
  },
  foundReplicaSet: {
    say: ({ revision }) =>
      `ReplicaSet **{replicaSet}** has the present Pod template${revision === '' ? '' : ': it is revision **{revision}**'}.`,
    why: 'The templates are compared, not the names or the ages. That is why going back to an earlier template reuses the old ReplicaSet instead of making another one.',
  },
  annotateReplicaSet: {
    say: 'ReplicaSet **{replicaSet}** is marked as revision **{revision}**.',
    why: 'The history of a Deployment is nothing but its old ReplicaSets, numbered by an annotation. The one in use always carries the highest number, so a rollback gives an old ReplicaSet a new number.',
  },
  hashCollision: {
    say: 'The name **{replicaSet}** is taken by a **different template**: collision {collisions} is counted, and the next hash will differ.',
    why: 'The hash is short, so two templates can share one. The count goes into the hash, which gives the next attempt another name. Without it the Deployment would be stuck for good.',
  },
  createFailed: {
    say: 'ReplicaSet **{replicaSet}** cannot be created: {message}',
    why: 'The reason goes into the condition Progressing and into an event, because nobody is waiting for an answer any more. The controller tries again with growing pauses.',
  },
  scalingEvent: {
    say: '**{replicaSet}** was sized for {annotated} replicas and now **{replicas}** are wanted: this is **scaling**, not a new version.',
    why: 'Each ReplicaSet carries an annotation with the number that was wanted when it was last sized. If that number changed, the controller first keeps the proportions and leaves the rollout alone. Otherwise scaling in the middle of a rollout could push all new Pods onto a version not yet proven.',
  },
  proportion: {
    say: ({ share }) =>
      share === 0
        ? '**{replicaSet}** keeps its {size}.'
        : `**{replicaSet}** gets its share of the change: from {size} to **{target}**.`,
    why: 'While two versions run side by side, new replicas are spread in proportion to their sizes. If the new version turns out to be bad, only a part of the added Pods is affected.',
  },
  rollout: {
    say: ({ desired, surge, unavailable }) =>
      `Sizes of the ReplicaSets of **{subject}**: ${counted(desired, 'replica', 'replicas')} wanted, {total} asked for in all. During an update **${surge} more** and **${unavailable} fewer** are allowed.`,
    why: 'maxSurge says how many Pods there may be beyond the wanted number, maxUnavailable how many of the wanted ones may be missing. Within these two limits the controller adds new Pods and removes old ones, a step at each sync. They are the price of an update: spare room on the nodes, or capacity for users.',
  },
  scaleDownBudget: {
    say: ({ budget }) =>
      budget > 0
        ? `**${counted(budget, 'old Pod', 'old Pods')}** may go: {total} exist, {minAvailable} must stay available, {newUnavailable} of the new ones are not available yet.`
        : 'No old Pod may go yet: {total} exist, {minAvailable} must stay available, {newUnavailable} of the new ones are not available yet.',
    why: 'A new Pod counts only when it is available. If the new version never becomes ready, the budget is used up and the old Pods stay: a bad image stops a rollout instead of taking the service down.',
  },
  recreate: {
    say: ({ oldPods }) =>
      oldPods === 0
        ? 'Strategy **Recreate**: no old Pod is left, the new ones may come.'
        : `Strategy **Recreate**: **${counted(oldPods, 'old Pod', 'old Pods')}** must be gone before a new one is made.`,
    why: 'Some programs must not run in two versions at once, for example because of a lock or a database schema. The price is a gap in which nothing runs.',
  },
  scaleReplicaSet: {
    say: ({ from, to }) =>
      from === to
        ? 'ReplicaSet **{replicaSet}** keeps its {to}; only the number it was sized for is noted.'
        : `ReplicaSet **{replicaSet}** is scaled **${to > from ? 'up' : 'down'}**: from {from} to **{to}**.`,
    why: 'All the controller writes is a number. The ReplicaSet controller sees it through its watch and creates or deletes the Pods. The two never call one another.',
  },
  condition: {
    say: ({ reason }) => `Condition **{type}** becomes **{status}**${reason === '' ? '' : ': {reason}'}.`,
    why: 'Conditions are how a controller tells people and scripts where it stands. kubectl rollout status reads exactly these.',
  },
  writeStatus: {
    say: 'The controller **reports** the status of **{subject}**: {replicas} Pods, {updated} of the present version, {ready} ready, **{available} available**.',
    why: 'The spec belongs to you and the status to the controller; they are written through separate paths so neither overwrites the other. The numbers are sums over the ReplicaSets, which in turn counted Pods, so they lag a little behind.',
  },
  complete: {
    say: 'The rollout of **{subject}** is **complete**: all its Pods belong to **{replicaSet}** and are available.',
    why: 'Complete means that every replica is of the present version, all are available, and no old Pod is left. From now on nothing happens until something changes. The old ReplicaSets stay with zero replicas, ready for a rollback.',
  },
  statusUnchanged: {
    say: 'The status of **{subject}** is already right, so nothing is written.',
    why: 'Each write gets a revision and wakes every watch, this controller’s own included. Not writing what is already there is what lets a cluster come to rest.',
  },
  deadline: {
    say: ({ after }) => `If nothing moves, **{subject}** will be looked at again in **${secondsOf(after)} s**.`,
    why: 'A rollout that is stuck causes no events, so nobody would wake the controller. It sets itself an alarm for the progress deadline. When that passes, the condition says ProgressDeadlineExceeded; nothing is rolled back by itself.',
  },
  cleanUp: {
    say: 'The old ReplicaSet **{replicaSet}** is **deleted**: there are more than the history may keep.',
    why: 'Old ReplicaSets exist only so that a rollback is possible, ten by default. Only those without any Pods are deleted, oldest first.',
  },
  rollback: {
    say: ({ outcome }) =>
      outcome === 'rolled back'
        ? '**{subject}** takes the Pod template of **revision {revision}** again.'
        : outcome === 'unchanged'
          ? 'Revision {revision} has the **same template** as now: there is nothing to roll back.'
          : 'The revision to roll back to does **not exist** any more.',
    why: 'A rollback is an ordinary update with an old template. The rollout that follows obeys the same limits as any other, and gets a new revision number.',
  },
  failed: {
    say: ({ reason, retries }) =>
      `The sync of **{subject}** failed${reason === '' ? '' : ' (**{reason}**)'}; it will be tried again${retries === 0 ? '' : `, after ${counted(retries, 'failure', 'failures')} before`}.`,
    why: 'Most often this is a conflict: the cache was a little behind, and somebody had written since. Trying again with fresh data is the whole cure, and it is why a sync may be repeated at any time without harm.',
  },
};
