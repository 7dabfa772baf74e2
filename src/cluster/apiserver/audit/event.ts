import { isStatus } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { rfc3339Micro } from '../../../api/values/time.ts';
import type { UserInfo } from '../authn/user.ts';
import type { AuditEntry } from './audit-entry.ts';
import { type AuditPolicy, type AuditStage, auditLevelOf } from './policy.ts';

const VERSION = /^\/(?:api|apis\/[^/]+)\/([^/?]+)/;

/** What is known as soon as the answer begins: an event for each stage that is to be noted, in the real form. */
// Models staging/src/k8s.io/apiserver/pkg/audit/request.go (v1.36)
export function begunEvents(policy: AuditPolicy, entry: AuditEntry): readonly object[] {
  return eventsOf(
    policy,
    entry,
    ['RequestReceived', entry.longRunning ? 'ResponseStarted' : 'ResponseComplete'],
    entry.t1,
  );
}

/** The end of what stays open, at a time of its own. */
export function endedEvents(policy: AuditPolicy, entry: AuditEntry, time: number): readonly object[] {
  return eventsOf(policy, entry, ['ResponseComplete'], time);
}

function eventsOf(
  policy: AuditPolicy,
  entry: AuditEntry,
  stages: readonly AuditStage[],
  answeredAt: number,
): readonly object[] {
  const { level, omitStages } = auditLevelOf(policy, entry);
  if (level === 'None') return [];
  const bodies = {
    request: level === 'Request' || level === 'RequestResponse',
    response: level === 'RequestResponse',
  };
  return stages
    .filter((stage) => !omitStages.includes(stage))
    .map((stage) => ({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level,
      auditID: entry.auditId,
      stage,
      requestURI: entry.uri,
      verb: entry.verb,
      user: userIn(entry.user, entry),
      ...(entry.impersonated === undefined
        ? undefined
        : { impersonatedUser: userIn(entry.impersonated.name, entry.impersonated) }),
      sourceIPs: [entry.from ?? '10.123.0.1'],
      ...(entry.ua === '' ? undefined : { userAgent: entry.ua }),
      ...(entry.resource === '' ? undefined : { objectRef: objectRef(entry) }),
      ...(stage === 'RequestReceived' ? undefined : answered(policy, entry, bodies)),
      requestReceivedTimestamp: rfc3339Micro(entry.t0),
      stageTimestamp: rfc3339Micro(stage === 'RequestReceived' ? entry.t0 : answeredAt),
      ...(stage === 'RequestReceived' ? undefined : annotationsOf(entry, bodies.request)),
    }));
}

function userIn(username: string, { uid, groups, extra }: Pick<UserInfo, 'uid' | 'groups' | 'extra'>): object {
  return {
    username,
    ...(uid === '' ? undefined : { uid }),
    groups,
    ...(Object.keys(extra).length === 0 ? undefined : { extra }),
  };
}

function objectRef({ resource, namespace, name, subresource, uri, generatedName }: AuditEntry): object {
  const dot = resource.indexOf('.');
  const group = dot < 0 ? '' : resource.slice(dot + 1);
  return {
    resource: dot < 0 ? resource : resource.slice(0, dot),
    ...(namespace === '' ? undefined : { namespace }),
    ...(name === '' || generatedName ? undefined : { name }),
    ...(group === '' ? undefined : { apiGroup: group }),
    apiVersion: VERSION.exec(uri)?.[1] ?? splitGroupVersion(uri)[1],
    ...(subresource === '' ? undefined : { subresource }),
  };
}

function answered(
  policy: AuditPolicy,
  entry: AuditEntry,
  bodies: { readonly request: boolean; readonly response: boolean },
): object {
  const { code, failure, requestObject, responseObject } = entry;
  const shown = (object: unknown): unknown => (policy.omitManagedFields === true ? withoutManagers(object) : object);
  const { status, message, reason, details } = failure ?? (isStatus(responseObject) ? responseObject : {});
  const outcome = Object.entries({ status, message, reason, details }).filter(([, value]) => value !== undefined);
  return {
    responseStatus: { metadata: {}, ...Object.fromEntries(outcome), code },
    ...(bodies.request && requestObject !== undefined ? { requestObject: shown(requestObject) } : undefined),
    ...(bodies.response && responseObject !== undefined ? { responseObject: shown(responseObject) } : undefined),
  };
}

function withoutManagers(object: unknown): unknown {
  const { metadata } = (object ?? {}) as Partial<KObject>;
  if (metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...rest } = metadata;
  return { ...(object as KObject), metadata: rest };
}

/** What a webhook changed tells of the body: it is noted where that is. */
const PATCH = 'patch.webhook.admission.k8s.io/';

function annotationsOf({ annotations }: AuditEntry, withBody: boolean): object | undefined {
  const keys = Object.keys(annotations).filter((key) => withBody || !key.startsWith(PATCH));
  if (keys.length === 0) return undefined;
  return { annotations: Object.fromEntries(keys.sort().map((key) => [key, annotations[key]])) };
}
