import type { Deployment, ReplicaSet } from '../../../api/types/apps.ts';
import { LAST_APPLIED } from '../../../api/values/annotations.ts';
import { pureOfValues } from '../../../base/pure.ts';

export const REVISION = 'deployment.kubernetes.io/revision';
const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to';
const MAX_HISTORY_CHARS = 2000;

export type Annotations = { readonly [key: string]: string };

const NO_ANNOTATIONS: Annotations = {};

const NOT_COPIED: ReadonlySet<string> = new Set([
  LAST_APPLIED,
  REVISION,
  REVISION_HISTORY,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
  ROLLBACK_TO,
]);

export function revisionOf(rs: ReplicaSet): bigint {
  return revisionIn(rs.metadata.annotations?.[REVISION]) ?? 0n;
}

/** The revision that the old annotation for it asks to go back to; 0 is the last one. */
export function rollbackTo(d: Deployment): bigint | undefined {
  return revisionIn(d.metadata.annotations?.[ROLLBACK_TO]);
}

export function maxRevision(replicaSets: readonly ReplicaSet[]): bigint {
  return replicaSets.map(revisionOf).reduce((max, revision) => (revision > max ? revision : max), 0n);
}

/** An int64, of which somebody may have written more than a number holds exactly. */
function revisionIn(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^[-+]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

export function desiredReplicas(rs: ReplicaSet): number | undefined {
  return integer(rs.metadata.annotations?.[DESIRED_REPLICAS]);
}

export function maxReplicas(rs: ReplicaSet): number | undefined {
  return integer(rs.metadata.annotations?.[MAX_REPLICAS]);
}

function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** The annotations that a ReplicaSet of this size carries; the same object when nothing changes. */
export function withReplicas(annotations: Annotations, desired: number, max: number): Annotations {
  const [desiredText, maxText] = [String(desired), String(max)];
  if (annotations[DESIRED_REPLICAS] === desiredText && annotations[MAX_REPLICAS] === maxText) return annotations;
  return { ...annotations, [DESIRED_REPLICAS]: desiredText, [MAX_REPLICAS]: maxText };
}

/**
 * A ReplicaSet's annotations as the Deployment wants them; the same object when nothing changes.
 * Models pkg/controller/deployment/util/deployment_util.go SetNewReplicaSetAnnotations (v1.36)
 */
export function newReplicaSetAnnotations(d: Deployment, before: Annotations, newRevision: bigint): Annotations {
  const { annotations = NO_ANNOTATIONS } = d.metadata;
  return annotationsAfter(annotations, before, newRevision);
}

/** Most syncs ask for what the sync before has asked. */
const annotationsAfter = pureOfValues(32, (own: Annotations, before: Annotations, newRevision: bigint): Annotations => {
  let after: Annotations = copied(own, before);
  const old = after[REVISION];
  const oldRevision = old === undefined || old === '' ? 0n : revisionIn(old);
  if (oldRevision === undefined) return before;
  if (oldRevision >= newRevision) return after;
  after = { ...after, [REVISION]: String(newRevision) };
  return old === undefined ? after : withHistory(after, old);
});

function copied(from: Annotations, to: Annotations): Annotations {
  let result = to;
  for (const key of Object.keys(from)) {
    const value = from[key];
    if (NOT_COPIED.has(key) || value === undefined || result[key] === value) continue;
    result = { ...result, [key]: value };
  }
  return result;
}

/** The oldest revisions make room when the list becomes too long. */
function withHistory(annotations: Annotations, old: string): Annotations {
  const history = annotations[REVISION_HISTORY] ?? '';
  if (history === '') return { ...annotations, [REVISION_HISTORY]: old };
  const revisions = history.split(',');
  let length = history.length + old.length + 1;
  let start = 0;
  while (length > MAX_HISTORY_CHARS && start < revisions.length) {
    length -= (revisions[start] ?? '').length + 1;
    start += 1;
  }
  if (length > MAX_HISTORY_CHARS) return annotations;
  return { ...annotations, [REVISION_HISTORY]: [...revisions.slice(start), old].join(',') };
}

/** On a rollback the Deployment takes the annotations of that revision, and keeps its own of the kinds that are never copied. */
export function rolledBackAnnotations(d: Deployment, rs: ReplicaSet): Annotations {
  const kept = Object.entries(d.metadata.annotations ?? {}).filter(([key]) => NOT_COPIED.has(key));
  const taken = Object.entries(rs.metadata.annotations ?? {}).filter(([key]) => !NOT_COPIED.has(key));
  return Object.fromEntries([...kept, ...taken]);
}
