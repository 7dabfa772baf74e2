import {
  type FieldError,
  forbiddenField,
  invalidDetail,
  invalidValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { dnsLabelProblems } from '../../values/label-syntax.ts';
import { interfaceProblems } from '../common/addresses.ts';
import { validateNodeSelector } from '../common/affinity.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, problemsOf, textAt } from '../common/check.ts';
import { validateConditions } from '../common/conditions.ts';
import { internalField } from '../common/internal-form.ts';
import { validateDriverName } from '../volumes/sources.ts';
import { requestNames, validateReference, validateReferences } from './devices.ts';
import {
  distinct,
  itself,
  limited,
  MOST,
  textsAt,
  validateBinding,
  validateConfiguration,
  validatePoolName,
  validateRaw,
} from './parts.ts';

const MOST_CONSUMERS = 256;
const MOST_CONDITIONS = 8;
const MOST_ADDRESSES = 16;
const LONGEST_INTERFACE = 256;
const LONGEST_HARDWARE_ADDRESS = 128;

/** What a claim has got, and who uses it. Models pkg/apis/resource/validation/validation.go, ValidateResourceClaimStatusUpdate (v1.36) */
export function claimStatusErrors(before: Fields, after: Fields): readonly FieldError[] {
  const errors: Errors = [];
  const [old, status] = [fieldsAt(before, 'status'), fieldsAt(after, 'status')];
  const allocation = isFields(status.allocation) ? status.allocation : undefined;
  distinct(
    errors,
    'status.reservedFor',
    itemsAt(status, 'reservedFor'),
    MOST_CONSUMERS,
    (consumer, at) => {
      for (const key of ['resource', 'name', 'uid']) if (!textAt(consumer, key)) errors.push(required(`${at}.${key}`));
    },
    (consumer) => textAt(consumer, 'uid'),
  );
  validateDeviceStatuses(errors, status, allocation);
  validateConsumers(errors, old, status, fieldsAt(after, 'metadata').deletionTimestamp !== undefined);
  if (allocation === undefined) return errors;
  if (!isFields(old.allocation)) {
    validateAllocation(errors, allocation, requestNames(fieldsAt(fieldsAt(after, 'spec'), 'devices')));
  } else if (!equalJson(old.allocation, allocation)) {
    const { Allocation } = internalField('resource.k8s.io', 'ResourceClaim', 'status', status) as Fields;
    errors.push(invalidValue('status.allocation', Allocation, IMMUTABLE));
  }
  return errors;
}

/** Consumers leave a claim that goes; none comes. */
function validateConsumers(errors: Errors, old: Fields, status: Fields, goes: boolean): void {
  const consumers = itemsAt(status, 'reservedFor');
  if (consumers.length === 0) return;
  if (!isFields(status.allocation)) {
    errors.push(forbiddenField('status.reservedFor', 'may not be specified when `allocated` is not set'));
    return;
  }
  if (!goes) return;
  const known = new Set(itemsAt(old, 'reservedFor').map((each) => JSON.stringify(each)));
  if (consumers.every((each) => known.has(JSON.stringify(each)))) return;
  const why = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  errors.push(forbiddenField('status.reservedFor', why));
}

function deviceId(device: Fields): string {
  const share = textAt(device, 'shareID');
  const parts = ['driver', 'pool', 'device'].map((key) => textAt(device, key));
  return [...parts, ...(share === '' ? [] : [share])].join('/');
}

function validateDeviceStatuses(errors: Errors, status: Fields, allocation: Fields | undefined): void {
  const results = itemsAt(fieldsAt(allocation, 'devices'), 'results');
  const allocated = new Set(results.map(deviceId));
  const check = (device: Fields, at: string): void => {
    validateDevice(errors, at, device);
    const id = deviceId(device);
    if (!allocated.has(id)) errors.push(invalidDetail(at, `${id}: must be an allocated device in the claim`));
    const conditions = itemsAt(device, 'conditions');
    if (conditions.length > MOST_CONDITIONS) {
      errors.push(tooMany(`${at}.conditions`, conditions.length, MOST_CONDITIONS));
    }
    validateConditions(errors, conditions, `${at}.conditions`);
    if (device.data !== undefined) validateRaw(errors, `${at}.data`, device.data);
    if (isFields(device.networkData)) validateNetwork(errors, `${at}.networkData`, device.networkData);
  };
  distinct(errors, 'status.devices', itemsAt(status, 'devices'), Number.POSITIVE_INFINITY, check, deviceId);
}

function validateDevice(errors: Errors, at: string, device: Fields): void {
  validateDriverName(errors, textAt(device, 'driver'), `${at}.driver`);
  validatePoolName(errors, `${at}.pool`, textAt(device, 'pool'));
  problemsOf(errors, `${at}.device`, textAt(device, 'device'), dnsLabelProblems);
  if (device.shareID !== undefined) problemsOf(errors, `${at}.shareID`, textAt(device, 'shareID'), uidProblems);
}

const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function uidProblems(uid: string): readonly string[] {
  if (UID.test(uid)) return [];
  const bare = uid.length === 45 ? uid.replace(/^urn:uuid:/i, '') : uid.length === 38 ? uid.slice(1, -1) : uid;
  if (uid.length !== 32 && bare.length !== 36) {
    return [`error validating uid: invalid UUID length: ${uid.length}`];
  }
  const read = uid.length === 32 ? /^[0-9a-f]{32}$/i.test(uid) : UID.test(bare.toLowerCase());
  if (!read) return ['error validating uid: invalid UUID format'];
  return [
    'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters',
  ];
}

function validateNetwork(errors: Errors, at: string, network: Fields): void {
  if (textAt(network, 'interfaceName').length > LONGEST_INTERFACE) {
    errors.push(tooLong(`${at}.interfaceName`, LONGEST_INTERFACE));
  }
  if (textAt(network, 'hardwareAddress').length > LONGEST_HARDWARE_ADDRESS) {
    errors.push(tooLong(`${at}.hardwareAddress`, LONGEST_HARDWARE_ADDRESS));
  }
  const check = (address: string, inner: string): void => problemsOf(errors, inner, address, interfaceProblems);
  distinct(errors, `${at}.ips`, textsAt(network, 'ips'), MOST_ADDRESSES, check, itself);
}

const ALLOCATION = 'status.allocation';

function validateAllocation(errors: Errors, allocation: Fields, names: ReadonlySet<string>): void {
  const devices = fieldsAt(allocation, 'devices');
  limited(errors, `${ALLOCATION}.devices.results`, itemsAt(devices, 'results'), MOST, (result, at) => {
    validateReference(errors, `${at}.request`, textAt(result, 'request'), names);
    validateDriverName(errors, textAt(result, 'driver'), `${at}.driver`);
    validatePoolName(errors, `${at}.pool`, textAt(result, 'pool'));
    problemsOf(errors, `${at}.device`, textAt(result, 'device'), dnsLabelProblems);
    validateBinding(errors, at, result);
    if (result.shareID !== undefined) problemsOf(errors, `${at}.shareID`, textAt(result, 'shareID'), uidProblems);
  });
  limited(errors, `${ALLOCATION}.devices.config`, itemsAt(devices, 'config'), 2 * MOST, (config, at) => {
    const source = textAt(config, 'source');
    const sources = ['FromClaim', 'FromClass'];
    if (source === '') errors.push(required(`${at}.source`));
    else if (!sources.includes(source)) errors.push(notSupported(`${at}.source`, source, sources));
    validateReferences(errors, at, config, names);
    validateConfiguration(errors, at, config);
  });
  if (!isFields(allocation.nodeSelector)) return;
  validateNodeSelector(errors, allocation.nodeSelector, `${ALLOCATION}.nodeSelector`);
}
