import { isFields } from '../../go/json.ts';
import { goJson } from '../../go/json-text.ts';
import type { Field, Struct, Type } from '../../schema/language.ts';
import { corePackage, structOf } from '../../schema/packages.ts';
import { lineDifference } from './line-difference.ts';

/**
 * Objects as the server's own structs print: Go field names, everything written out. Texts of refused updates show them so.
 * Models pkg/apis/core/types.go (v1.36), which differs from v1 in the order of PodSpec and in where the host namespaces stand.
 */
type Fields = Readonly<Record<string, unknown>>;

/** Between the DNS policy and the image pull secrets the two versions differ. */
const POD_SPEC_ORDER =
  'volumes initContainers containers ephemeralContainers restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName automountServiceAccountToken nodeName securityContext imagePullSecrets hostname subdomain setHostnameAsFQDN affinity schedulerName tolerations hostAliases priorityClassName priority preemptionPolicy dnsConfig readinessGates runtimeClassName overhead enableServiceLinks topologySpreadConstraints os schedulingGates resourceClaims resources hostnameOverride schedulingGroup'.split(
    ' ',
  );
const SECURITY_CONTEXT_ORDER =
  'seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot supplementalGroups supplementalGroupsPolicy fsGroup fsGroupChangePolicy sysctls seccompProfile appArmorProfile seLinuxChangePolicy'.split(
    ' ',
  );
const HOST_FIELDS: readonly (readonly [string, string, unknown])[] = [
  ['HostNetwork', 'hostNetwork', false],
  ['HostPID', 'hostPID', false],
  ['HostIPC', 'hostIPC', false],
  ['ShareProcessNamespace', 'shareProcessNamespace', null],
  ['HostUsers', 'hostUsers', null],
];

function internalPodSpec(spec: Fields): Fields {
  const struct = corePackage.struct('PodSpec');
  const printed: Record<string, unknown> = {};
  if (struct === undefined) return spec;
  for (const name of POD_SPEC_ORDER) {
    const field = struct.byJson.get(name);
    if (field === undefined) continue;
    printed[field.go] = name === 'securityContext' ? securityContext(spec, field) : internal(field.type, spec[name]);
  }
  return printed;
}

function securityContext(spec: Fields, field: Field): unknown {
  const context = isFields(spec.securityContext) ? spec.securityContext : {};
  const struct = field.type.element?.struct;
  const printed: Record<string, unknown> = {};
  for (const [go, json, zero] of HOST_FIELDS) printed[go] = spec[json] ?? zero;
  for (const name of SECURITY_CONTEXT_ORDER) {
    const each = struct?.byJson.get(name);
    if (each !== undefined) printed[each.go] = internal(each.type, context[name]);
  }
  return printed;
}

/** A pod template: its metadata as in v1, its spec as above. */
export function internalTemplate(template: Fields): Fields {
  const { metadata, spec } = template;
  return { ...(isFields(metadata) ? metadata : undefined), Spec: internalPodSpec(isFields(spec) ? spec : {}) };
}

/** Any other struct of the core group. */
export function internalOf(name: string, value: Fields): unknown {
  const struct = corePackage.struct(name);
  return struct === undefined ? value : internalStruct(struct, value);
}

/** What stands in a field of an object of some kind, such as `ResourceClaim` of `resource.k8s.io`. */
export function internalField(group: string, kind: string, key: string, value: unknown): unknown {
  const type = structOf(group, 'v1', kind)?.byJson.get(key)?.type;
  return type === undefined ? (value ?? null) : internal(type, value);
}

function internal(type: Type, value: unknown): unknown {
  switch (type.kind) {
    case 'pointer':
      return value === undefined || type.element === undefined ? null : internal(type.element, value);
    case 'struct':
      return type.struct === undefined ? value : internalStruct(type.struct, isFields(value) ? value : {});
    case 'slice':
      return Array.isArray(value) ? value.map((item) => internal(type.element as Type, item)) : null;
    case 'map':
      return isFields(value) ? sortedMap(type, value) : null;
    case 'string':
      return value ?? '';
    case 'bool':
      return value ?? false;
    case 'integer':
    case 'float':
    case 'intOrString':
      return value ?? 0;
    case 'quantity':
      return value ?? '0';
    default:
      return value ?? null;
  }
}

/** Types of meta/v1 are used as they are. */
const SHARED: ReadonlySet<string> = new Set(['LabelSelector', 'LabelSelectorRequirement', 'ObjectMeta']);

function internalStruct(struct: Struct, value: Fields): unknown {
  if (SHARED.has(struct.name)) return value;
  const printed: Record<string, unknown> = {};
  for (const field of struct.fields) {
    // Metadata are embedded without a name.
    if (field.json === 'metadata') Object.assign(printed, value.metadata);
    else printed[field.go] = internal(field.type, value[field.json]);
  }
  return printed;
}

function sortedMap(type: Type, value: Fields): Fields {
  const printed: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) printed[key] = internal(type.element as Type, value[key]);
  return printed;
}

/** How two specs differ, line by line. Models apimachinery/pkg/util/diff Diff (v1.36) */
export function specDifference(before: Fields, after: Fields): string {
  const lines = (spec: Fields): readonly string[] => goJson(internalPodSpec(spec), { indent: 1 }).split('\n');
  return lineDifference(lines(before), lines(after));
}
