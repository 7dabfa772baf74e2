import type { AuditEntry } from './audit-entry.ts';

export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse';
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';

interface GroupResources {
  readonly group?: string;
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** One rule of a policy; what is left out matches everything. */
// Models staging/src/k8s.io/apiserver/pkg/apis/audit/v1/types.go (v1.36)
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users?: readonly string[];
  readonly userGroups?: readonly string[];
  readonly verbs?: readonly string[];
  readonly resources?: readonly GroupResources[];
  readonly namespaces?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly omitStages?: readonly AuditStage[];
}

export interface AuditPolicy {
  readonly omitStages?: readonly AuditStage[];
  readonly omitManagedFields?: boolean;
  readonly rules: readonly AuditRule[];
}

export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: readonly AuditStage[];
}

const NOT_NOTED: AuditDecision = { level: 'None', omitStages: [] };

/** The first rule that matches decides; without one nothing is noted. */
// Models staging/src/k8s.io/apiserver/pkg/audit/policy/checker.go (v1.36)
export function auditLevelOf(policy: AuditPolicy, entry: AuditEntry): AuditDecision {
  const rule = policy.rules.find((each) => matches(each, entry));
  if (rule === undefined) return NOT_NOTED;
  return { level: rule.level, omitStages: [...(policy.omitStages ?? []), ...(rule.omitStages ?? [])] };
}

function matches(rule: AuditRule, entry: AuditEntry): boolean {
  const some = (values: readonly string[] | undefined, test: (value: string) => boolean): boolean =>
    values === undefined || values.length === 0 || values.some(test);
  if (!some(rule.users, (user) => user === entry.user)) return false;
  if (!some(rule.userGroups, (group) => entry.groups.includes(group))) return false;
  if (!some(rule.verbs, (verb) => verb === entry.verb)) return false;
  const aboutResources = (rule.resources?.length ?? 0) > 0 || (rule.namespaces?.length ?? 0) > 0;
  const aboutPaths = (rule.nonResourceURLs?.length ?? 0) > 0;
  if (!aboutResources && !aboutPaths) return true;
  if (entry.resource === '') return aboutPaths && some(rule.nonResourceURLs, (url) => pathFits(url, entry.uri));
  return aboutResources && resourceFits(rule, entry);
}

function pathFits(pattern: string, uri: string): boolean {
  const [path = ''] = uri.split('?');
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function resourceFits({ namespaces = [], resources = [] }: AuditRule, entry: AuditEntry): boolean {
  if (namespaces.length > 0 && !namespaces.includes(entry.namespace)) return false;
  if (resources.length === 0) return true;
  const dot = entry.resource.indexOf('.');
  const [resource, group] =
    dot < 0 ? [entry.resource, ''] : [entry.resource.slice(0, dot), entry.resource.slice(dot + 1)];
  const full = entry.subresource === '' ? resource : `${resource}/${entry.subresource}`;
  return resources.some((each) => {
    if ((each.group ?? '') !== group) return false;
    const names = each.resourceNames ?? [];
    const fits = (pattern: string): boolean =>
      pattern === '*' ||
      pattern === full ||
      (pattern === `${resource}/*` && entry.subresource !== '') ||
      (pattern === `*/${entry.subresource}` && entry.subresource !== '');
    return (each.resources ?? ['*']).some(fits) && (names.length === 0 || names.includes(entry.name));
  });
}
