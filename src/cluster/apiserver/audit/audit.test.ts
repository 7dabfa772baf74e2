import { expect, it } from 'vitest';
import { testCluster, userCredentials } from '../testing.ts';
import type { AuditEntry } from './audit-entry.ts';
import { begunEvents } from './event.ts';
import { type AuditPolicy, auditLevelOf } from './policy.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

function entries(): readonly AuditEntry[] {
  const noted: AuditEntry[] = [];
  const config = {
    compaction: false,
    periodicBookmarks: false,
    onAudit: (entry: AuditEntry) => void noted.push(entry),
  };
  const cluster = testCluster({ config });
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } };
  cluster.request('POST', CONFIG_MAPS, object);
  cluster.request('GET', CONFIG_MAPS, undefined, { as: userCredentials('jane', ['dev']) });
  cluster.request('GET', '/healthz', undefined, { as: userCredentials('jane') });
  return noted;
}

const policy: AuditPolicy = {
  omitStages: ['RequestReceived'],
  omitManagedFields: true,
  rules: [
    { level: 'None', nonResourceURLs: ['/healthz*'] },
    { level: 'Metadata', userGroups: ['dev'] },
    { level: 'RequestResponse', verbs: ['create'], resources: [{ group: '', resources: ['configmaps'] }] },
    { level: 'Metadata' },
  ],
};

it('AU1: the first rule of the policy that matches gives the level', () => {
  expect(entries().map((entry) => auditLevelOf(policy, entry).level)).toEqual(['RequestResponse', 'Metadata', 'None']);
  const [created] = entries() as readonly [AuditEntry];
  const level = (rule: object) => auditLevelOf({ rules: [{ level: 'Request', ...rule }] }, created).level;
  expect(level({ namespaces: ['kube-system'] })).toBe('None');
  expect(level({ resources: [{ group: '', resources: ['*'], resourceNames: ['c'] }] })).toBe('Request');
  expect(level({ resources: [{ group: 'apps' }] })).toBe('None');
});

it('AU2: events have the real form, and as much in them as their level says', () => {
  const [created, refused] = entries() as readonly [AuditEntry, AuditEntry];
  const [event] = begunEvents(policy, created);
  expect(event).toMatchObject({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'RequestResponse',
    stage: 'ResponseComplete',
    requestURI: CONFIG_MAPS,
    verb: 'create',
    user: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
    objectRef: { resource: 'configmaps', namespace: 'default', name: 'c', apiVersion: 'v1' },
    responseStatus: { code: 201 },
    requestObject: { kind: 'ConfigMap' },
    responseObject: { metadata: { name: 'c' } },
    annotations: { 'authorization.k8s.io/decision': 'allow' },
  });
  expect(JSON.stringify(event)).not.toContain('managedFields');
  const [denial] = begunEvents(policy, refused);
  expect(denial).toMatchObject({ level: 'Metadata', responseStatus: { status: 'Failure', code: 403 } });
  expect(denial).not.toHaveProperty('responseObject');
  expect(entries().flatMap((entry) => begunEvents(policy, entry))).toHaveLength(2);
});
