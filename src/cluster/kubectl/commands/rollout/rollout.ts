import { equalJson } from '../../../../api/go/json.ts';
import { formatSelector } from '../../../../api/selectors/selectors.ts';
import type { DaemonSet, ReplicaSet, StatefulSet } from '../../../../api/types/apps.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../../api/values/annotations.ts';
import { rfc3339 } from '../../../../api/values/time.ts';
import type { Process } from '../../../../engine/index.ts';
import type { WatchFrame } from '../../../ports/transport.ts';
import { resourceWord } from '../../client/discovery.ts';
import { watchOne } from '../../client/watching.ts';
import type { Options } from '../../flags/options.ts';
import { controllerOf, withoutHash } from '../../pods/pod-owners.ts';
import { podTemplateText } from '../../print/describe/pod-template.ts';
import { readTyped } from '../../print/objects.ts';
import { DESCRIBE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { type Fetched, fetchPresent, STRATEGIC, sendChange, visitTargets } from '../../writing/change.ts';
import { CHANGE_CAUSE } from '../../writing/record.ts';
import { outputProblem } from '../../writing/settled-first.ts';
import { dryRunOf, report } from '../../writing/writing.ts';
import type { RolloutOptions } from './flags.ts';
import { isShown, revisionHistory, revisionUndo } from './rollout-revisions.ts';
import {
  type DeploymentLike,
  daemonSetStatus,
  type RolloutStatus,
  rolloutStatus,
  statefulSetStatus,
} from './rollout-status.ts';

const REVISION = 'deployment.kubernetes.io/revision';
/** Annotations that stay the Deployment's own when it is rolled back. */
const OWN_ANNOTATIONS = [
  LAST_APPLIED,
  REVISION,
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
];

/** Models staging/src/k8s.io/kubectl/pkg/cmd/rollout (v1.36) */
export function* rollout(
  session: Session,
  words: readonly string[],
  options: RolloutOptions,
): Process<number | Failure> {
  readTyped(session);
  const [action = '', ...rest] = words;
  const known = ['status', 'history', 'undo', 'restart', 'pause', 'resume'];
  if (!known.includes(action))
    return failure(`unknown command ${JSON.stringify(action)}\nSee 'kubectl rollout -h' for help and examples`);
  if (rest.length === 0 && !options.has('filename')) return failure('required resource not specified');
  // No flag of this command: it is how all objects are asked for.
  const shared: Options = options;
  const every = shared.with('all', options.has('selector') ? undefined : 'true');
  if (GERUNDS[action] !== undefined) return yield* changeAll(session, rest, every, action);
  if (['history', 'status'].includes(action) && Number(options.text('revision') ?? '0') < 0) {
    return failure(`revision must be a positive integer: ${options.text('revision')}`);
  }
  const unprintable = action === 'history' ? outputProblem(session, options) : undefined;
  if (unprintable !== undefined) return unprintable;
  let count = 0;
  const failed = yield* visitTargets(session, rest, every, function* (target) {
    count += 1;
    return yield* actOn(session, action, target, options);
  });
  if (failed === undefined && count === 0 && action === 'status') noResources(session);
  return failed ?? 0;
}

function noResources(session: Session): void {
  session.complain(`No resources found in ${session.namespace} namespace.\n`);
}

function* actOn(
  session: Session,
  action: string,
  target: Fetched,
  options: RolloutOptions,
): Process<undefined | Failure> {
  if (action === 'undo') warnOfUndo(session, target);
  const refused = refusal(action, target);
  return refused ?? (yield* actions[action as keyof typeof actions](session, target, options));
}

/** What pauses, resumes and restarts looks for all objects first. */
function* changeAll(
  session: Session,
  words: readonly string[],
  options: RolloutOptions,
  action: string,
): Process<number | Failure> {
  const { fetched, missing } = yield* fetchPresent(session, words, options);
  const failures = missing === undefined ? [] : [missing];
  if (fetched.length === 0 && missing === undefined) noResources(session);
  for (const target of fetched) {
    const result = yield* actOn(session, action, target, options);
    if (result !== undefined) failures.push(new Failure(result.text));
  }
  return summary(failures) ?? 0;
}

function warnOfUndo(session: Session, target: Fetched): void {
  if (target.object.metadata.annotations?.[LAST_APPLIED] === undefined) return;
  session.warn(
    `resource ${target.resource.resource}/${target.name} was previously managed with 'kubectl apply'. Rolling back will not update the ${LAST_APPLIED} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.`,
  );
}

const ROLLED = ['Deployment', 'DaemonSet', 'StatefulSet'];
const GERUNDS: { readonly [action: string]: string } = { pause: 'pausing', resume: 'resuming', restart: 'restarting' };

/** DaemonSets and StatefulSets cannot be paused. */
function refusal(action: string, { resource, name }: Fetched): Failure | undefined {
  const { kind } = resource;
  if (kind === 'Deployment') return undefined;
  const rolled = ROLLED.includes(kind);
  if (rolled && ['status', 'restart', 'history', 'undo'].includes(action)) return undefined;
  const gerund = GERUNDS[action];
  if (gerund !== undefined) return failure(`${resourceWord(resource)} "${name}" ${gerund} is not supported`);
  const { group } = resource;
  const named = `${kind}${group === '' ? '' : `.${group}`}`;
  if (action === 'status') return failure(`no status viewer has been implemented for ${named}`);
  if (!WORKLOADS.includes(kind)) {
    const what = action === 'undo' ? 'rollbacker' : 'history';
    return failure(`error retrieving ${what} for "${named}", no visitor method exists for {${group} ${kind}}`);
  }
  const what = action === 'undo' ? 'rollbacker' : 'history viewer';
  return failure(`no ${what} has been implemented for "${named}"`);
}

/** Kinds that are told apart here, though nothing is done with some of them. */
const WORKLOADS: readonly string[] = ['Job', 'Pod', 'ReplicaSet', 'ReplicationController', 'CronJob'];

const actions = { status, history, undo, restart, pause: pauseOrResume(true), resume: pauseOrResume(false) };

// Status

/** Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go (v1.36) */
function* status(session: Session, target: Fetched, options: RolloutOptions): Process<undefined | Failure> {
  const limit = options.micros('timeout') ?? 0;
  const alarm = limit > 0 ? session.alarm(limit) : undefined;
  let last: string | undefined;
  for (;;) {
    const watched = yield* watchOne(session, target.resource, session.namespace, target.name);
    if (watched.stream === undefined) return failureOf(watched.code, watched.body);
    for (;;) {
      const frame = yield* session.nextFrame(watched.stream);
      if (frame === undefined) break;
      const version = (frame.object as KObject).metadata.resourceVersion;
      // A watch that has lasted long is ended by the server; the next one begins with what is known already.
      if (frame.type === 'BOOKMARK' || (version === last && frame.type === 'ADDED')) continue;
      last = version;
      const outcome = judge(session, target, options, frame);
      if (outcome === 'goes on') continue;
      watched.stream.stop();
      alarm?.cancel();
      return outcome;
    }
    if (session.timedOut) return failure('timed out waiting for the condition');
    if (session.interrupted) return undefined;
  }
}

/** Tells what a change means; undefined when the rollout is over. */
function judge(
  session: Session,
  target: Fetched,
  options: RolloutOptions,
  frame: WatchFrame,
): 'goes on' | undefined | Failure {
  if (frame.type === 'DELETED') return failure('object has been deleted');
  const { text, done, error } = statusOf(target, frame.object, Number(options.text('revision') ?? '0'));
  if (error !== undefined) return failure(error);
  session.print(text);
  return done || options.is('watch', true) === false ? undefined : 'goes on';
}

function statusOf({ resource }: Fetched, object: unknown, revision: number): RolloutStatus {
  if (resource.kind === 'DaemonSet') return daemonSetStatus(object as DaemonSet);
  if (resource.kind === 'StatefulSet') return statefulSetStatus(object as StatefulSet);
  return rolloutStatus(object as DeploymentLike, revision);
}

// History

function* replicaSetsOf(
  session: Session,
  target: Fetched,
  deployment: DeploymentLike,
): Process<readonly ReplicaSet[] | Failure> {
  const selector = formatSelector(deployment.spec.selector ?? {});
  const path = `/apis/apps/v1/namespaces/${session.namespace}/replicasets`;
  const listed = yield* session.call({ method: 'GET', path, query: [['labelSelector', selector]] });
  if (listed.code !== 200) return failureOf(listed.code, listed.body);
  const { items = [] } = listed.body as { items?: readonly ReplicaSet[] };
  return items.filter((set) => controllerOf(set) === target.object.metadata.uid);
}

function* refetch(session: Session, target: Fetched): Process<DeploymentLike | Failure> {
  const again = yield* session.call({ method: 'GET', path: target.path });
  return again.code === 200 ? (again.body as DeploymentLike) : failureOf(again.code, again.body);
}

/** Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/history.go (v1.36) */
function* history(session: Session, target: Fetched, options: RolloutOptions): Process<undefined | Failure> {
  if (target.resource.kind !== 'Deployment') return yield* revisionHistory(session, target, options);
  const deployment = yield* refetch(session, target);
  if (isFailure(deployment)) return deployment;
  const sets = yield* replicaSetsOf(session, target, deployment);
  if (isFailure(sets)) return sets;
  const byRevision = new Map(sets.map((set) => [Number(set.metadata.annotations?.[REVISION] ?? '0'), set]));
  const wanted = Number(options.text('revision') ?? '0');
  if (byRevision.size === 0 && !isShown(options)) {
    const which = wanted > 0 ? `with revision #${wanted}` : '';
    session.print(`${target.label} ${which}\nNo rollout history found.\n`);
    return undefined;
  }
  if (wanted > 0) {
    const set = byRevision.get(wanted);
    if (set === undefined) return failure(`unable to find the specified revision`);
    if (isShown(options))
      return report(session, options, { ...target.resource, kind: 'ReplicaSet' }, withKind(set), '');
    session.print(`${target.label} with revision #${wanted}\n${revisionText(set)}\n`);
    return undefined;
  }
  const revisions = [...byRevision.keys()].sort((a, b) => a - b);
  if (isShown(options)) {
    for (const revision of revisions) {
      const set = byRevision.get(revision);
      const wrong =
        set === undefined
          ? undefined
          : report(session, options, { ...target.resource, kind: 'ReplicaSet' }, withKind(set), '');
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  const writer = new TabWriter(DESCRIBE_OPTIONS);
  writer.write('REVISION\tCHANGE-CAUSE\n');
  for (const revision of revisions) {
    const cause = byRevision.get(revision)?.metadata.annotations?.[CHANGE_CAUSE];
    writer.write(`${revision}\t${cause === undefined || cause === '' ? '<none>' : cause}\n`);
  }
  session.print(`${target.label} \n${writer.flush()}\n`);
  return undefined;
}

/** What a list does not say of its items. */
function withKind(set: ReplicaSet): KObject {
  return { ...set, apiVersion: 'apps/v1', kind: 'ReplicaSet' } as KObject;
}

function revisionText(set: ReplicaSet): string {
  const cause = set.metadata.annotations?.[CHANGE_CAUSE];
  const { template } = set.spec;
  if (cause === undefined) return podTemplateText(template);
  const { metadata } = template;
  return podTemplateText({
    ...template,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [CHANGE_CAUSE]: cause } },
  });
}

// Undo

/** Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollback.go (v1.36) */
function* undo(session: Session, target: Fetched, options: RolloutOptions): Process<undefined | Failure> {
  if (target.resource.kind !== 'Deployment') return yield* revisionUndo(session, target, options);
  const deployment = yield* refetch(session, target);
  if (isFailure(deployment)) return deployment;
  const sets = yield* replicaSetsOf(session, target, deployment);
  if (isFailure(sets)) return sets;
  const wanted = Number(options.text('to-revision') ?? '0');
  const set = wanted === 0 ? previousOf(sets) : sets.find((candidate) => revisionOf(candidate) === wanted);
  if (set === undefined) {
    return failure(
      wanted !== 0
        ? `unable to find specified revision ${wanted} in history`
        : `no rollout history found for deployment "${target.name}"`,
    );
  }
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const told = (what: string) => report(session, options, target.resource, target.object, what, dryRun);
  if (dryRun === 'client') return told(podTemplateText(set.spec.template));
  if (deployment.spec.paused === true) {
    return failure(
      "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
    );
  }
  const template = withoutHash(set.spec.template);
  if (equalJson(template, withoutHash(deployment.spec.template))) {
    return told(`skipped rollback (current template already matches revision ${revisionOf(set)})`);
  }
  const patch = [
    { op: 'replace', path: '/spec/template', value: template },
    { op: 'replace', path: '/metadata/annotations', value: rollbackAnnotations(deployment, set) },
  ];
  const response = yield* session.call({
    method: 'PATCH',
    path: target.path,
    query: dryRun === 'server' ? [['dryRun', 'All']] : [],
    contentType: 'application/json-patch+json',
    body: patch,
  });
  if (response.code >= 300) return failureOf(response.code, response.body, 'failed restoring revision: ');
  return told('rolled back');
}

function revisionOf(set: ReplicaSet): number {
  return Number(set.metadata.annotations?.[REVISION] ?? '0');
}

/** The newest revision but one. */
function previousOf(sets: readonly ReplicaSet[]): ReplicaSet | undefined {
  return [...sets].sort((a, b) => revisionOf(b) - revisionOf(a))[1];
}

function rollbackAnnotations(deployment: DeploymentLike, set: ReplicaSet): { readonly [key: string]: string } {
  const own = deployment.metadata.annotations ?? {};
  const annotations: Record<string, string> = {};
  for (const key of OWN_ANNOTATIONS) if (own[key] !== undefined) annotations[key] = own[key];
  for (const [key, value] of Object.entries(set.metadata.annotations ?? {})) {
    if (!OWN_ANNOTATIONS.includes(key)) annotations[key] = value;
  }
  return annotations;
}

// Restart, pause, resume

function* restart(session: Session, target: Fetched, options: RolloutOptions): Process<undefined | Failure> {
  if ((target.object as DeploymentLike).spec.paused === true) {
    return failure(`deployments.apps "${target.name}" can't restart paused deployment (run rollout resume first)`);
  }
  const annotations = { 'kubectl.kubernetes.io/restartedAt': rfc3339(session.now) };
  const patch = { spec: { template: { metadata: { annotations } } } };
  return yield* sendChange(session, target, {
    manager: 'kubectl-rollout',
    done: 'restarted',
    contentType: STRATEGIC,
    patch,
    options,
  });
}

function pauseOrResume(paused: boolean) {
  return function* (session: Session, target: Fetched, options: RolloutOptions): Process<undefined | Failure> {
    const word = paused ? 'paused' : 'resumed';
    if (((target.object as DeploymentLike).spec.paused === true) === paused) {
      return failure(`deployments.apps "${target.name}" is ${paused ? 'already paused' : 'not paused'}`);
    }
    const patch = { spec: { paused: paused ? true : null } };
    return yield* sendChange(session, target, {
      manager: 'kubectl-rollout',
      done: word,
      contentType: STRATEGIC,
      patch,
      options,
    });
  };
}
