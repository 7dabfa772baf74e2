import type { ResourceInfo } from '../../../../api/scheme/scheme.ts';
import { matchesLabels, requirementsOf } from '../../../../api/selectors/selectors.ts';
import type { KObject, LabelSelector } from '../../../../api/types/meta.ts';
import { fromStorage } from '../../encoding/conversion.ts';
import type { AdmissionAttributes, AdmissionServices } from '../attributes.ts';

export interface RuleWithOperations {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly operations?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly scope?: string;
}

/** Which requests a policy, a binding or a webhook is about. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/matching/matching.go (v1.36)
export interface MatchResources {
  readonly resourceRules?: readonly RuleWithOperations[];
  readonly excludeResourceRules?: readonly RuleWithOperations[];
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly matchPolicy?: string;
}

export function matchedVersion(
  match: MatchResources | undefined,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): ResourceInfo | undefined {
  if (match === undefined) return attributes.requested;
  const { resourceRules = [], excludeResourceRules = [], matchPolicy } = match;
  if (versionFor(excludeResourceRules, matchPolicy, attributes, services) !== undefined) return undefined;
  const found =
    resourceRules.length === 0 ? attributes.requested : versionFor(resourceRules, matchPolicy, attributes, services);
  return found !== undefined && selectorsMatch(match, attributes, services) ? found : undefined;
}

/** That of the request if a rule names it, else, unless they are told apart, another one that a rule names and that is served. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/generic/webhook.go ShouldCallHook (v1.36). Not modelled: equals in other groups
export function versionFor(
  rules: readonly RuleWithOperations[],
  matchPolicy: string | undefined,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): ResourceInfo | undefined {
  const { requested } = attributes;
  if (rules.some((rule) => ruleMatches(rule, attributes, requested.version))) return requested;
  if (matchPolicy === 'Exact') return undefined;
  for (const rule of rules) {
    for (const version of rule.apiVersions ?? []) {
      if (!ruleMatches(rule, attributes, version)) continue;
      const other = services.version(requested.group, version, requested.resource);
      if (other !== undefined) return other;
    }
  }
  return undefined;
}

/** The same request about objects of another version. */
export function asSeenIn(version: ResourceInfo, attributes: AdmissionAttributes): AdmissionAttributes {
  const { resource, object, old } = attributes;
  if (version.group === resource.group && version.version === resource.version) return attributes;
  const seen = (each: KObject | undefined) =>
    each?.kind === resource.kind ? fromStorage(resource, version, each) : each;
  return { ...attributes, resource: version, object: seen(object), old: seen(old) };
}

export function selectorsMatch(
  { namespaceSelector, objectSelector }: MatchResources,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): boolean {
  if (namespaceSelector !== undefined && requirementsOf(namespaceSelector).length > 0) {
    const namespace = namespaceOf(attributes, services);
    if (namespace === undefined && !isClusterScoped(attributes)) return false;
    if (namespace !== undefined && !matchesLabels(namespaceSelector, namespace.metadata.labels)) return false;
  }
  if (objectSelector === undefined || requirementsOf(objectSelector).length === 0) return true;
  const { object, old } = attributes;
  return [object, old].some((each) => each !== undefined && matchesLabels(objectSelector, each.metadata.labels ?? {}));
}

/** For a Namespace it is the object itself. */
export function namespaceOf(attributes: AdmissionAttributes, services: AdmissionServices): KObject | undefined {
  if (attributes.resource.resource === 'namespaces') return attributes.object ?? attributes.old;
  return attributes.namespace === '' ? undefined : services.get('namespaces', '', attributes.namespace);
}

function isClusterScoped({ resource }: AdmissionAttributes): boolean {
  return !resource.namespaced && resource.resource !== 'namespaces';
}

function ruleMatches(rule: RuleWithOperations, attributes: AdmissionAttributes, version: string): boolean {
  const { resource, subresource, operation, name } = attributes;
  const has = (values: readonly string[] | undefined, value: string): boolean =>
    values === undefined || values.includes('*') || values.includes(value);
  if (!has(rule.operations, operation) || !has(rule.apiGroups, resource.group)) return false;
  if (!has(rule.apiVersions, version)) return false;
  if (!(rule.resources ?? []).some((pattern) => resourceFits(pattern, resource.resource, subresource))) return false;
  const { scope = '*', resourceNames = [] } = rule;
  if (scope === 'Namespaced' && !resource.namespaced) return false;
  if (scope === 'Cluster' && resource.namespaced) return false;
  return resourceNames.length === 0 || resourceNames.includes(name);
}

function resourceFits(pattern: string, resource: string, subresource: string): boolean {
  const [wanted = '', part] = pattern.split('/');
  if (wanted !== '*' && wanted !== resource) return false;
  if (part === undefined) return subresource === '';
  return part === '*' ? wanted === '*' || subresource !== '' || part === '*' : part === subresource;
}
