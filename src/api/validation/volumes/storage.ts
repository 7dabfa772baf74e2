import { duplicate, forbiddenField, invalidValue, notSupported, required, tooLong } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { dnsSubdomainProblems, qualifiedNameProblems } from '../../values/label-syntax.ts';
import {
  type Errors,
  fieldsAt,
  IMMUTABLE,
  itemsAt,
  named,
  notNegative,
  numberAt,
  problemsOf,
  supported,
  textAt,
} from '../common/check.ts';
import { internalField } from '../common/internal-form.ts';
import { validateAmountOf } from '../common/resource-names.ts';
import { validateSelector } from '../common/selector.ts';
import { validateInlineVolume } from './claims.ts';
import { validateDriverName } from './sources.ts';

/** Classes, drivers and what they know. Models pkg/apis/storage/validation/validation.go (v1.36) */

const MOST_PARAMETERS = 512;
const LONGEST_PARAMETERS = 256 * 1024;

const provisionerProblems = (text: string): readonly string[] => qualifiedNameProblems(text.toLowerCase());

function validateParameters(errors: Errors, parameters: Fields): void {
  const entries = Object.entries(parameters);
  if (entries.length > MOST_PARAMETERS) {
    errors.push(tooLong('parameters', MOST_PARAMETERS));
    return;
  }
  if ('' in parameters) errors.push(invalidValue('parameters', '', 'field can not be empty.'));
  const size = entries.reduce((sum, [key, value]) => sum + key.length + String(value).length, 0);
  if (size > LONGEST_PARAMETERS) errors.push(tooLong('parameters', LONGEST_PARAMETERS));
}

export function validateStorageClass(errors: Errors, object: Fields): void {
  named(errors, 'provisioner', textAt(object, 'provisioner'), provisionerProblems);
  validateParameters(errors, fieldsAt(object, 'parameters'));
  supported(errors, 'reclaimPolicy', object.reclaimPolicy, ['Delete', 'Retain']);
  supported(errors, 'volumeBindingMode', object.volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']);
  for (const [i, term] of itemsAt(object, 'allowedTopologies').entries()) {
    validateTopologyTerm(errors, term, `allowedTopologies[${i}].matchLabelExpressions`);
  }
}

/** Models pkg/apis/core/validation/validation.go ValidateTopologySelectorTerm (v1.36) */
function validateTopologyTerm(errors: Errors, term: Fields, path: string): void {
  const keys = new Set<string>();
  for (const [i, each] of itemsAt(term, 'matchLabelExpressions').entries()) {
    const at = `${path}[${i}]`;
    const values = Array.isArray(each.values) ? (each.values as string[]) : [];
    if (values.length === 0) errors.push(required(`${at}.values`));
    for (const [j, value] of values.entries()) {
      if (values.indexOf(value) < j) errors.push(duplicate(`${at}.values[${j}]`, value));
    }
    const key = textAt(each, 'key');
    problemsOf(errors, `${at}.key`, key, qualifiedNameProblems);
    if (keys.has(key)) errors.push(duplicate(`${at}.key`, key));
    keys.add(key);
  }
}

export function validateStorageClassUpdate(errors: Errors, before: Fields, after: Fields): void {
  forbidChanges(errors, before, after, 'parameters', 'provisioner', 'reclaimPolicy');
  immutable(errors, before, after, 'volumeBindingMode');
}

function forbidChanges(errors: Errors, before: Fields, after: Fields, ...keys: readonly string[]): void {
  for (const key of keys) {
    if (!equalJson(before[key] ?? {}, after[key] ?? {})) {
      errors.push(forbiddenField(key, `updates to ${key} are forbidden.`));
    }
  }
}

function immutable(errors: Errors, before: Fields, after: Fields, ...keys: readonly string[]): void {
  for (const key of keys) {
    if (!equalJson(before[key], after[key])) errors.push(invalidValue(key, after[key], IMMUTABLE));
  }
}

const FS_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const LIFECYCLES = ['Persistent', 'Ephemeral'];
const SHORTEST_PERIOD = 10;
const SHORTEST_TOKEN = 600;

export function validateCsiDriver(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  supported(errors, 'spec.fsGroupPolicy', spec.fsGroupPolicy, FS_POLICIES);
  validateTokens(errors, itemsAt(spec, 'tokenRequests'));
  for (const mode of itemsAt(spec, 'volumeLifecycleModes')) {
    if (!LIFECYCLES.includes(String(mode))) errors.push(notSupported('spec.volumeLifecycleModes', mode, LIFECYCLES));
  }
  const period = numberAt(spec, 'nodeAllocatableUpdatePeriodSeconds');
  if (period === undefined || period >= SHORTEST_PERIOD) return;
  const why = `must be greater than or equal to ${SHORTEST_PERIOD} seconds`;
  errors.push(invalidValue('spec.nodeAllocatableUpdatePeriodSeconds', period, why));
}

function validateTokens(errors: Errors, requests: readonly Fields[]): void {
  const audiences = new Set<string>();
  for (const [i, request] of requests.entries()) {
    const at = `spec.tokenRequests[${i}]`;
    const audience = textAt(request, 'audience');
    const seconds = numberAt(request, 'expirationSeconds');
    const refuse = (why: string): void => {
      errors.push(invalidValue(`${at}.expirationSeconds`, seconds, why));
    };
    if (audiences.has(audience)) errors.push(duplicate(`${at}.audience`, audience));
    else if (seconds !== undefined && seconds < SHORTEST_TOKEN) {
      refuse('may not specify a duration less than 10 minutes');
    } else if (seconds !== undefined && seconds > 2 ** 32) {
      refuse('may not specify a duration larger than 2^32 seconds');
    }
    audiences.add(audience);
  }
}

export function validateCsiDriverUpdate(errors: Errors, before: Fields, after: Fields): void {
  const [old, now] = [fieldsAt(before, 'spec'), fieldsAt(after, 'spec')];
  const keep = (key: string, path: string): void => {
    if (!equalJson(old[key], now[key])) errors.push(invalidValue(path, now[key] ?? null, IMMUTABLE));
  };
  keep('attachRequired', 'spec.attachedRequired');
  keep('volumeLifecycleModes', 'spec.volumeLifecycleModes');
}

const LONGEST_NODE_ID = 256;

export function validateCsiNode(errors: Errors, object: Fields): void {
  const names = new Set<string>();
  for (const [i, driver] of itemsAt(fieldsAt(object, 'spec'), 'drivers').entries()) {
    const at = `spec.drivers[${i}]`;
    const name = textAt(driver, 'name');
    validateDriverName(errors, name, `${at}.name`);
    const id = textAt(driver, 'nodeID');
    if (id === '') errors.push(required(`${at}.nodeID`));
    else if (id.length > LONGEST_NODE_ID) {
      errors.push(invalidValue(`${at}.nodeID`, id, `must be ${LONGEST_NODE_ID} characters or less`));
    }
    notNegative(errors, `${at}.allocatable.count`, fieldsAt(driver, 'allocatable').count);
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    names.add(name);
    validateTopologyKeys(errors, driver, at);
  }
}

function validateTopologyKeys(errors: Errors, driver: Fields, at: string): void {
  const keys = Array.isArray(driver.topologyKeys) ? (driver.topologyKeys as string[]) : [];
  for (const [i, key] of keys.entries()) {
    if (key === '') errors.push(required(at));
    if (keys.indexOf(key) < i) errors.push(duplicate(at, key));
    problemsOf(errors, at, key, qualifiedNameProblems);
  }
}

/** How many volumes a driver has room for may change, nothing else of it. */
export function validateCsiNodeUpdate(errors: Errors, before: Fields, after: Fields): void {
  const drivers = (object: Fields): readonly Fields[] => itemsAt(fieldsAt(object, 'spec'), 'drivers');
  const known = new Map(drivers(before).map((driver) => [textAt(driver, 'name'), driver]));
  for (const driver of drivers(after)) {
    const old = known.get(textAt(driver, 'name'));
    const { name: Name, nodeID: NodeID, topologyKeys: TopologyKeys = null } = driver;
    if (old === undefined || (old.nodeID === NodeID && equalJson(old.topologyKeys ?? null, TopologyKeys))) continue;
    errors.push(invalidValue('spec.drivers', { Name, NodeID, TopologyKeys, Allocatable: null }, IMMUTABLE));
  }
}

export function validateAttachment(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const attacher = textAt(spec, 'attacher');
  if (attacher === '') errors.push(required('spec.attacher'));
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = fieldsAt(spec, 'source');
  const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  const at = 'spec.source';
  if (volume === undefined && inline === undefined) errors.push(required(at, one));
  else if (volume !== undefined && inline !== undefined) errors.push(forbiddenField(at, one));
  else if (volume === '') {
    errors.push(required(`${at}.persistentVolumeName`, 'must specify non empty persistentVolumeName'));
  } else if (isFields(inline)) validateInlineVolume(errors, inline, `${at}.inlineVolumeSpec`);
  problemsOf(errors, 'spec.nodeName', textAt(spec, 'nodeName'), dnsSubdomainProblems);
}

/** What the newer version of the kind minds besides. */
export function validateNewAttachment(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  validateDriverName(errors, textAt(spec, 'attacher'), 'spec.attacher');
  const { persistentVolumeName: volume } = fieldsAt(spec, 'source');
  if (volume !== undefined)
    problemsOf(errors, 'spec.source.persistentVolumeName', String(volume), dnsSubdomainProblems);
}

export function validateAttachmentUpdate(errors: Errors, before: Fields, after: Fields): void {
  if (equalJson(before.spec, after.spec)) return;
  const shown = internalField('storage.k8s.io', 'VolumeAttachment', 'spec', after.spec);
  errors.push(invalidValue('spec', shown, IMMUTABLE));
}

export function validateStorageCapacity(errors: Errors, object: Fields): void {
  if (isFields(object.nodeTopology)) validateSelector(errors, object.nodeTopology, 'nodeTopology');
  problemsOf(errors, 'storageClassName', textAt(object, 'storageClassName'), dnsSubdomainProblems);
  if (object.capacity !== undefined) validateAmountOf(errors, '', object.capacity, 'capacity');
}

export function validateStorageCapacityUpdate(errors: Errors, before: Fields, after: Fields): void {
  immutable(errors, before, after, 'nodeTopology', 'storageClassName');
}

export function validateAttributesClass(errors: Errors, object: Fields): void {
  named(errors, 'driverName', textAt(object, 'driverName'), provisionerProblems);
  const parameters = fieldsAt(object, 'parameters');
  validateParameters(errors, parameters);
  if (Object.keys(parameters).length === 0) {
    errors.push(required('parameters', 'must contain at least one key/value pair'));
  }
}

export function validateAttributesClassUpdate(errors: Errors, before: Fields, after: Fields): void {
  forbidChanges(errors, before, after, 'driverName', 'parameters');
}
