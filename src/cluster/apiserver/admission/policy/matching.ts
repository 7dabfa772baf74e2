import { matchesLabels, requirementsOf } from '../../../../api/selectors.ts';
import type { KObject, LabelSelector } from '../../../../api/types/meta.ts';
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

export function isMatch(
  match: MatchResources | undefined,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): boolean {
  if (match === undefined) return true;
  const { resourceRules, excludeResourceRules = [] } = match;
  if (excludeResourceRules.some((rule) => ruleMatches(rule, attributes))) return false;
  if (resourceRules !== undefined && resourceRules.length > 0) {
    if (!resourceRules.some((rule) => ruleMatches(rule, attributes))) return false;
  }
  return selectorsMatch(match, attributes, services);
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

/** Versions are not told apart: a rule about one version of a resource means its equivalents too. */
export function ruleMatches(rule: RuleWithOperations, attributes: AdmissionAttributes): boolean {
  const { resource, subresource, operation, name } = attributes;
  const has = (values: readonly string[] | undefined, value: string): boolean =>
    values === undefined || values.includes('*') || values.includes(value);
  if (!has(rule.operations, operation) || !has(rule.apiGroups, resource.group)) return false;
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
