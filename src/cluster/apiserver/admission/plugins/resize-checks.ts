import type { Status } from '../../../../api/errors/status.ts';
import { equalJson } from '../../../../api/go/json.ts';
import { quote } from '../../../../api/go/quote.ts';
import type { Amounts } from '../../../../api/quota/amounts.ts';
import { podAmounts, quotaPodSpec } from '../../../../api/quota/pod-usage.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { compareQuantity, milliValue, value } from '../../../../api/values/quantity.ts';
import { type AdmissionAttributes, type AdmissionServices, refusedBecause } from '../attributes.ts';

interface NodeStatus {
  readonly allocatable?: Amounts;
  readonly declaredFeatures?: readonly string[];
}

/** The node of a Pod whose spec changes; undefined: there is nothing to judge. */
function nodeOf({ object, old }: AdmissionAttributes, services: AdmissionServices): KObject | string | undefined {
  const name = (object?.spec as { readonly nodeName?: string } | undefined)?.nodeName ?? '';
  if (name === '' || old === undefined || equalJson(object?.spec, old.spec)) return undefined;
  return services.get('nodes', '', name) ?? name;
}

function refused(attributes: AdmissionAttributes, why: string, reason?: string): Status {
  const status = refusedBecause(attributes, why);
  return reason === undefined ? status : { ...status, details: { ...status.details, causes: [{ reason }] } };
}

const OS = 'kubernetes.io/os';

// Models plugin/pkg/admission/podresize/admission.go (v1.36)
export function resizeFits(attributes: AdmissionAttributes, services: AdmissionServices): Status | undefined {
  const node = nodeOf(attributes, services);
  if (node === undefined) return undefined;
  if (typeof node === 'string') return refused(attributes, `node ${quote(node)} not found`);
  const os = node.metadata.labels?.[OS] ?? 'linux';
  if (os !== 'linux') {
    const why = `pod resize is only supported on linux nodes, node ${quote(node.metadata.name ?? '')} is ${quote(os)}`;
    return refused(attributes, why, 'UnsupportedPlatform');
  }
  const { allocatable = {} } = (node.status ?? {}) as NodeStatus;
  const { cpu = '0', memory = '0' } = podAmounts(quotaPodSpec(attributes.object as KObject), 'requests');
  const missing: string[] = [];
  const [cpuThere = '0', memoryThere = '0'] = [allocatable.cpu, allocatable.memory];
  if (compareQuantity(cpu, cpuThere) > 0) {
    missing.push(`cpu, requested: ${milliValue(cpu)}, allocatable: ${milliValue(cpuThere)}`);
  }
  if (compareQuantity(memory, memoryThere) > 0) {
    missing.push(`memory, requested: ${value(memory)}, allocatable: ${value(memoryThere)}`);
  }
  if (missing.length === 0) return undefined;
  return refused(attributes, `node didn't have enough allocatable resources: ${missing.join('; ')}`, 'NodeCapacity');
}

interface SpecView {
  readonly resources?: unknown;
  readonly initContainers?: readonly {
    readonly name: string;
    readonly restartPolicy?: string;
    readonly resources?: unknown;
  }[];
}

/** What a change asks of a node beyond what every node can. */
// Models staging/src/k8s.io/component-helpers/nodedeclaredfeatures/features (v1.36)
function featuresNeeded(before: SpecView, after: SpecView): readonly string[] {
  const needed: string[] = [];
  if (!equalJson(before.resources, after.resources)) needed.push('InPlacePodLevelResourcesVerticalScaling');
  const plain = (spec: SpecView) => (spec.initContainers ?? []).filter((each) => each.restartPolicy !== 'Always');
  const changed = plain(after).some((each) => {
    const old = plain(before).find(({ name }) => name === each.name);
    return old !== undefined && !equalJson(old.resources, each.resources);
  });
  if (changed) needed.push('InPlacePodVerticalScalingInitContainers');
  return needed;
}

export function hasDeclaredFeatures(attributes: AdmissionAttributes, services: AdmissionServices): Status | undefined {
  const node = nodeOf(attributes, services);
  if (node === undefined) return undefined;
  const needed = featuresNeeded((attributes.old?.spec ?? {}) as SpecView, (attributes.object?.spec ?? {}) as SpecView);
  if (needed.length === 0) return undefined;
  if (typeof node === 'string') return refused(attributes, `node ${quote(node)} not found`);
  const { declaredFeatures = [] } = (node.status ?? {}) as NodeStatus;
  const missing = needed.filter((feature) => !declaredFeatures.includes(feature));
  if (missing.length === 0) return undefined;
  const what = `pod update requires features ${missing.join(', ')} which are not available`;
  return refused(attributes, `${what} on node ${quote(node.metadata.name ?? '')}`);
}
