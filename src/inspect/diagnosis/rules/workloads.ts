import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../../../api/types/apps.ts';
import type { Pod, ReplicationController } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { since } from '../moments.ts';
import { type Hold, held, type Rule, type Unmet, type Wish, wished } from '../unmet.ts';
import type { World } from '../world.ts';
import { isLeaving, isReady } from './pod-facts.ts';
import { podHold } from './pods.ts';
import { preempted, preemptedHold } from './preempted.ts';
import { refusedBy } from './refusals.ts';

const REVISION = 'deployment.kubernetes.io/revision';

/** Controllers that want so many Pods: each is told once, with the first of what is wrong below it. */
export const workloads: Rule = {
  name: 'workloads',
  *find(world) {
    for (const deployment of world.all<Deployment>('deployments.apps')) yield* ofDeployment(world, deployment);
    for (const set of world.all<ReplicaSet>('replicasets.apps'))
      if (!isOwned(set)) yield* ofOwner(world, set, 'replicasets.apps', set.spec.replicas ?? 1);
    for (const one of world.all<ReplicationController>('replicationcontrollers'))
      if (!isOwned(one)) yield* ofOwner(world, one, 'replicationcontrollers', one.spec.replicas ?? 1);
    for (const set of world.all<StatefulSet>('statefulsets.apps'))
      yield* ofOwner(world, set, 'statefulsets.apps', set.spec.replicas ?? 1);
    for (const set of world.all<DaemonSet>('daemonsets.apps'))
      yield* ofOwner(world, set, 'daemonsets.apps', set.status?.desiredNumberScheduled ?? 0);
  },
};

function isOwned({ metadata }: KObject): boolean {
  return metadata.ownerReferences?.some(({ controller }) => controller === true) === true;
}

function* ofDeployment(world: World, deployment: Deployment): Iterable<Unmet> {
  const { metadata, spec } = deployment;
  if (metadata.deletionTimestamp !== undefined) return;
  const sets = world.ownedBy<ReplicaSet>(deployment, 'replicasets.apps');
  const revision = metadata.annotations?.[REVISION];
  const newest = sets.find((set) => set.metadata.annotations?.[REVISION] === revision);
  const want = spec.replicas ?? 1;
  const own = newest === undefined ? NONE : world.podsOf(newest);
  const old = sets.filter((set) => set !== newest).flatMap((set) => staying(world.podsOf(set)));
  const have = ready(own);
  // Whoever stops a rollout on purpose waits for nothing.
  const rolls = old.length > 0 && spec.paused !== true;
  if (rolls ? have >= want : have + ready(old) >= want) return;
  const subject = `deployments.apps/${metadata.namespace}/${metadata.name}`;
  const args = { kind: 'Deployment', name: metadata.name ?? '', want };
  yield {
    subject,
    wish: hasGivenUp(deployment)
      ? wished('progress', { ...args, have, seconds: spec.progressDeadlineSeconds ?? 600 })
      : rolls
        ? wished('rollout', { ...args, have })
        : wished('replicas', { ...args, have: have + ready(old) }),
    hold: () => {
      const hold = makerHold(world, newest ?? deployment, subject, own, want);
      // Where there is something to go back to.
      const back = `kubectl rollout undo deployment/${metadata.name} -n ${metadata.namespace}`;
      return { ...hold, undo: hold.undo ?? (old.length > 0 ? back : undefined) };
    },
  };
}

/** It has waited for as long as it may. */
function hasGivenUp(deployment: Deployment): boolean {
  return (deployment.status?.conditions ?? []).some(
    ({ type, status, reason }) => type === 'Progressing' && status === 'False' && reason === 'ProgressDeadlineExceeded',
  );
}

const NONE: readonly never[] = [];

/** The ReplicaSet of a Deployment, whose template is the Deployment's. */
export function setOfDeployment(world: World, set: ReplicaSet): Unmet | undefined {
  const { metadata, spec } = set;
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  const [unmet] = ofOwner(world, set, 'replicasets.apps', spec.replicas ?? 1);
  if (unmet === undefined || owner === undefined) return unmet;
  const maker = `deployments.apps/${metadata.namespace}/${owner.name}`;
  return { ...unmet, hold: () => makerHold(world, set, maker, world.podsOf(set), spec.replicas ?? 1) };
}

function* ofOwner(world: World, owner: KObject, resource: string, want: number): Iterable<Unmet> {
  const { metadata, kind } = owner;
  if (metadata.deletionTimestamp !== undefined) return;
  const pods = world.podsOf(owner);
  const have = ready(pods);
  if (have >= want) return;
  const subject = `${resource}/${metadata.namespace}/${metadata.name}`;
  const wish: Wish = wished('replicas', { kind: kind ?? '', name: metadata.name ?? '', want, have });
  yield { subject, wish, hold: () => makerHold(world, owner, subject, pods, want) };
}

function staying(pods: readonly Pod[]): readonly Pod[] {
  return pods.filter((pod) => !isLeaving(pod));
}

function ready(pods: readonly Pod[]): number {
  return staying(pods).filter(isReady).length;
}

type WithConditions = KObject & {
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
  };
};

/** A Pod that may not be made comes first: those that are there may well be on their way. */
function makerHold(world: World, maker: KObject, owner: string, pods: readonly Pod[], want: number): Hold {
  const there = staying(pods);
  const message = there.length < want ? refusalOf(world, maker) : undefined;
  const { namespace = '' } = maker.metadata;
  if (message !== undefined) {
    const subject = subjectOfMaker(maker);
    const isShort = (object: KObject) => failureOf(object) !== undefined;
    return {
      since: () => since(world.at, subject, isShort),
      ...refusedBy(world, { namespace, owner, template: 'spec.template.spec', message }),
    };
  }
  const waiting = there.filter((pod) => !isReady(pod) && pod.status?.phase !== 'Succeeded');
  const [first] = waiting;
  if (first === undefined) return { told: held('unknown', {}) };
  const hold = podHold(world, first, { subject: owner, path: 'spec.template.spec' });
  const prefix = `${maker.metadata.name}-`;
  // Whose place was taken waits for what it had.
  const victim =
    hold.nodes === undefined
      ? undefined
      : preempted(world).find((one) => one.namespace === namespace && one.pod.startsWith(prefix));
  return victim === undefined ? hold : { ...hold, ...preemptedHold(world, victim, first) };
}

const RESOURCES: { readonly [kind: string]: string } = {
  Deployment: 'deployments.apps',
  ReplicaSet: 'replicasets.apps',
  StatefulSet: 'statefulsets.apps',
  DaemonSet: 'daemonsets.apps',
  ReplicationController: 'replicationcontrollers',
};

function subjectOfMaker({ kind = '', metadata }: KObject): string {
  return `${RESOURCES[kind]}/${metadata.namespace}/${metadata.name}`;
}

/** What the last attempt to make a Pod was answered: in a condition, or only in an Event. */
function refusalOf(world: World, maker: KObject): string | undefined {
  return failureOf(maker) ?? world.newestEvent(maker, ['FailedCreate'], ['SuccessfulCreate'])?.message;
}

function failureOf(object: KObject): string | undefined {
  const conditions = (object as WithConditions).status?.conditions ?? [];
  const failure = conditions.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  const noSet = conditions.find(({ reason }) => reason === 'ReplicaSetCreateError');
  return (failure ?? noSet)?.message;
}
