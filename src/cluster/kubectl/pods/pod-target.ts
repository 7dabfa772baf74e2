// Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/{attachablepodforobject,logsforobject,helpers}.go (v1.36)

import { resourceOfObject } from '../../../api/scheme/scheme.ts';
import { formatSelector } from '../../../api/selectors/selectors.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import { pathOf } from '../client/discovery.ts';
import { listFailure } from '../client/list-query.ts';
import { retrieve } from '../client/retrieve.ts';
import type { Options } from '../flags/options.ts';
import { notRegistered } from '../print/objects.ts';
import { Failure, failure, failureOf, isFailure, misused } from '../session/errors.ts';
import type { Query, Session } from '../session/session.ts';
import { resolveResource, resolveTargets } from '../targets/target.ts';
import { bestFirst, type Purpose } from './pod-order.ts';

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** The object that `NAME` or `TYPE/NAME` means; a name alone is a Pod's. */
export function* objectNamed(session: Session, word: string, scheme?: string): Process<KObject | Failure> {
  const targets = yield* resolveTargets(session, word.includes('/') ? [word] : ['pods', word]);
  if (isFailure(targets)) return targets;
  const { resource, names } = targets[0] ?? { resource: undefined, names: [] };
  if (resource === undefined) return failure('no resource was found');
  const path = pathOf(resource, session.namespace, names[0]);
  const found = yield* retrieve(session, { path });
  if (found.code !== 200) return failureOf(found.code, found.body);
  const object = found.body as KObject;
  if (resourceOfObject(object) !== undefined) return object;
  return notRegistered(object.kind ?? '', object.apiVersion ?? '', scheme);
}

/** A Pod, or the first of those that the object selects. */
export function* podOf(session: Session, object: KObject, refusal: string): Process<Pod | Failure> {
  if (object.kind === 'Pod') return object as Pod;
  const pods = yield* podsOf(session, object, refusal, 'work');
  if (isFailure(pods)) return pods;
  const first = pods[0];
  return first ?? new Failure(`error: timed out waiting for the condition\n`);
}

/** The Pods that the object selects, the best one first. */
export function* podsOf(
  session: Session,
  owner: KObject,
  refusal: string,
  purpose: Purpose,
): Process<readonly Pod[] | Failure> {
  const kind = `*v1.${owner.kind}`;
  const spec = owner.spec as { readonly selector?: LabelSelector | { readonly [key: string]: string } } | undefined;
  if (!SELECTING.has(owner.kind ?? '')) {
    return failure(`${refusal} ${kind}: selector for ${kind} not implemented`);
  }
  if (spec?.selector === undefined) {
    return failure(
      `${refusal} ${kind}: invalid service '${owner.metadata.name}': Service is defined without a selector`,
    );
  }
  const plain = owner.kind === 'Service' || owner.kind === 'ReplicationController';
  const selector = plain ? { matchLabels: spec.selector as { readonly [key: string]: string } } : spec.selector;
  const pods = yield* podsSelected(session, formatSelector(selector as LabelSelector));
  return isFailure(pods) ? pods : bestFirst(pods, purpose);
}

/** A refusal of a selector that somebody has typed is told with it. */
export function* podsSelected(session: Session, selector: string, typed?: Options): Process<readonly Pod[] | Failure> {
  const pods = yield* resolveResource(session, 'pods');
  if (isFailure(pods)) return pods;
  const query: Query = [['labelSelector', selector]];
  const listed = yield* session.call({ method: 'GET', path: pathOf(pods, session.namespace), query });
  if (listed.code !== 200) {
    return typed === undefined ? failureOf(listed.code, listed.body) : listFailure(listed, pods, typed);
  }
  return (listed.body as { readonly items?: readonly Pod[] }).items ?? [];
}

/** Models GetPodRunningTimeoutFlag of staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go (v1.36) */
export function runningTimeoutProblem(options: Options): Failure | undefined {
  if ((options.micros('pod-running-timeout') ?? 1) > 0) return undefined;
  return misused(options, '--pod-running-timeout must be higher than zero');
}

const SELECTING: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'Service',
  'ReplicationController',
]);

/** The container that is named, or annotated as the default, or the first. Models pkg/cmd/util/podcmd (v1.36) */
export function containerOf(
  session: Session,
  pod: Pod,
  wanted: string | undefined,
  prefix = '',
  tell: (text: string) => void = (text) => session.complain(text),
): string | Failure {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const all = [
    ...containers.map(({ name }) => name),
    ...ephemeralContainers.map(({ name }) => `${name} (ephem)`),
    ...initContainers.map(({ name }) => `${name} (init)`),
  ].join(', ');
  const names = [...containers, ...ephemeralContainers, ...initContainers].map(({ name }) => name);
  if (wanted !== undefined && wanted !== '') {
    if (names.includes(wanted)) return wanted;
    return failure(`${prefix}container ${wanted} is not valid for pod ${pod.metadata.name} out of: ${all}`);
  }
  const annotated = pod.metadata.annotations?.[DEFAULT_CONTAINER];
  if (annotated !== undefined && names.includes(annotated)) return annotated;
  const first = containers[0]?.name ?? '';
  if (names.length > 1) tell(`Defaulted container "${first}" out of: ${all}\n`);
  return first;
}
