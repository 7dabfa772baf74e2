import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { dnsLabelProblems, dnsSubdomainProblems } from '../../values/label-syntax.ts';
import { compareQuantity, parseQuantity } from '../../values/quantity.ts';
import { validateNodeSelector } from '../common/affinity.ts';
import { type Errors, fieldsAt, IMMUTABLE, problemsOf, supported, textAt } from '../common/check.ts';
import { validateSelector } from '../common/selector.ts';
import { validatePersistentSource } from './sources.ts';

/** PersistentVolumes and the claims on them. Models pkg/apis/core/validation/validation.go (v1.36) */

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem'];

function validateAccessModes(errors: Errors, spec: Fields, at: string, detail: string): void {
  const modes = modesOf(spec);
  if (modes.length === 0) errors.push(required(`${at}.accessModes`, detail));
}

function modesOf(spec: Fields): readonly string[] {
  return Array.isArray(spec.accessModes) ? (spec.accessModes as string[]) : [];
}

function validateModes(errors: Errors, spec: Fields, at: string): void {
  const modes = modesOf(spec);
  for (const mode of modes) {
    if (!ACCESS_MODES.includes(mode)) errors.push(notSupported(`${at}.accessModes`, mode, ACCESS_MODES));
  }
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode));
  if (modes.includes('ReadWriteOncePod') && others) {
    errors.push(forbiddenField(`${at}.accessModes`, 'may not use ReadWriteOncePod with other access modes'));
  }
}

type Amount = string | number;

const isAmount = (value: unknown): value is Amount => typeof value === 'string' || typeof value === 'number';

function notPositive(errors: Errors, value: unknown, at: string): void {
  if (!isAmount(value)) return;
  const parsed = parseQuantity(value);
  if (parsed !== undefined && parsed.nanos <= 0n)
    errors.push(invalidValue(at, String(value), 'must be greater than zero'));
}

export function validateClaimSpec(errors: Errors, spec: Fields, at: string): void {
  validateAccessModes(errors, spec, at, 'at least 1 access mode is required');
  if (isFields(spec.selector)) validateSelector(errors, spec.selector, `${at}.selector`);
  validateModes(errors, spec, at);
  const storage = fieldsAt(fieldsAt(spec, 'resources'), 'requests').storage;
  if (storage === undefined) errors.push(required(`${at}.resources[storage]`));
  else notPositive(errors, storage, `${at}.resources[storage]`);
  const storageClass = textAt(spec, 'storageClassName');
  if (storageClass !== '') problemsOf(errors, `${at}.storageClassName`, storageClass, dnsSubdomainProblems);
  if (spec.volumeMode !== undefined) supported(errors, `${at}.volumeMode`, spec.volumeMode, VOLUME_MODES);
  const { dataSource, dataSourceRef } = spec;
  if (isFields(dataSource)) validateDataSource(errors, dataSource, `${at}.dataSource`);
  if (isFields(dataSourceRef)) validateDataSource(errors, dataSourceRef, `${at}.dataSourceRef`);
  if (isFields(dataSource) && isFields(dataSourceRef)) {
    const same = ['apiGroup', 'kind', 'name'].every((key) => equalJson(dataSource[key], dataSourceRef[key]));
    if (textAt(dataSourceRef, 'namespace') !== '') {
      errors.push(invalidValue(at, {}, 'may not be specified when dataSourceRef.namespace is specified'));
    } else if (!same) errors.push(invalidValue(at, {}, 'must match dataSourceRef'));
  }
  const attributes = textAt(spec, 'volumeAttributesClassName');
  if (attributes !== '') problemsOf(errors, `${at}.volumeAttributesClassName`, attributes, dnsSubdomainProblems);
}

function validateDataSource(errors: Errors, source: Fields, at: string): void {
  const [name, kind, group] = [textAt(source, 'name'), textAt(source, 'kind'), textAt(source, 'apiGroup')];
  if (name === '') errors.push(required(`${at}.name`));
  if (kind === '') errors.push(required(`${at}.kind`));
  if (group === '' && kind !== 'PersistentVolumeClaim') {
    errors.push(invalidValue(at, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  if (group !== '') problemsOf(errors, `${at}.apiGroup`, group, dnsSubdomainProblems);
  const namespace = textAt(source, 'namespace');
  if (namespace !== '') problemsOf(errors, `${at}.namespace`, namespace, dnsLabelProblems);
}

export function validateClaim(errors: Errors, object: Fields): void {
  validateClaimSpec(errors, fieldsAt(object, 'spec'), 'spec');
}

const storageOf = (spec: Fields): unknown => fieldsAt(fieldsAt(spec, 'resources'), 'requests').storage;

/** Deviation: the text of the real server goes on with the difference of the specs. */
export function validateClaimUpdate(errors: Errors, before: Fields, after: Fields): void {
  const old = fieldsAt(before, 'spec');
  const now = fieldsAt(after, 'spec');
  const isBound = fieldsAt(after, 'status').phase === 'Bound';
  const next: Record<string, unknown> = { ...now };
  const previous: Record<string, unknown> = { ...old };
  if (textAt(old, 'volumeName') === '') previous.volumeName = now.volumeName;
  if (old.storageClassName === undefined && now.storageClassName !== undefined) {
    next.storageClassName = undefined;
  }
  if (isBound) {
    const requests = { ...fieldsAt(fieldsAt(now, 'resources'), 'requests'), storage: storageOf(old) };
    next.resources = { ...fieldsAt(now, 'resources'), requests };
    if (now.volumeAttributesClassName !== undefined) next.volumeAttributesClassName = old.volumeAttributesClassName;
  }
  if (!equalJson(previous, next)) {
    const why =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.push(forbiddenField('spec', why));
  }
  const [small, large] = [storageOf(now), storageOf(old)];
  if (isAmount(small) && isAmount(large) && compareQuantity(small, large) < 0) {
    const status = fieldsAt(fieldsAt(before, 'status'), 'capacity').storage ?? 0;
    if (isAmount(status) && compareQuantity(small, status) <= 0) {
      errors.push(forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity'));
    }
  }
  if (old.volumeMode !== now.volumeMode) errors.push(invalidValue('volumeMode', now.volumeMode ?? null, IMMUTABLE));
  if (old.volumeAttributesClassName !== undefined && old.volumeAttributesClassName !== now.volumeAttributesClassName) {
    const path = 'spec.volumeAttributesClassName';
    if (now.volumeAttributesClassName === undefined) {
      errors.push(forbiddenField(path, 'update from non-nil value to nil is forbidden'));
    } else if (now.volumeAttributesClassName === '') {
      errors.push(forbiddenField(path, 'update from non-nil value to an empty string is forbidden'));
    }
  }
}

const RECLAIM = ['Delete', 'Recycle', 'Retain'];

export function validateVolume(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  validateAccessModes(errors, spec, 'spec', '');
  validateModes(errors, spec, 'spec');
  const capacity = fieldsAt(spec, 'capacity');
  const names = Object.keys(capacity);
  if (names.length === 0) errors.push(required('spec.capacity'));
  if (capacity.storage === undefined || names.length > 1) {
    errors.push(notSupported('spec.capacity', isFields(spec.capacity) ? capacity : null, ['storage']));
  }
  for (const name of names) notPositive(errors, capacity[name], `spec.capacity[${name}]`);
  const policy = textAt(spec, 'persistentVolumeReclaimPolicy');
  if (policy !== '') supported(errors, 'spec.persistentVolumeReclaimPolicy', policy, RECLAIM);
  if (isFields(spec.nodeAffinity)) {
    const needed = spec.nodeAffinity.required;
    if (isFields(needed)) validateNodeSelector(errors, needed, 'spec.nodeAffinity.required');
    else errors.push(required('spec.nodeAffinity.required', 'must specify required node constraints'));
  }
  validatePersistentSource(errors, spec, 'spec');
  validateRecycling(errors, spec, 'spec');
  const storageClass = textAt(spec, 'storageClassName');
  if (storageClass !== '') problemsOf(errors, 'spec.storageClassName', storageClass, dnsSubdomainProblems);
  if (spec.volumeMode !== undefined) supported(errors, 'spec.volumeMode', spec.volumeMode, VOLUME_MODES);
  validateAttributes(errors, spec, 'spec');
}

function validateRecycling(errors: Errors, spec: Fields, at: string): void {
  if (!isFields(spec.hostPath) || spec.persistentVolumeReclaimPolicy !== 'Recycle') return;
  if (textAt(spec.hostPath, 'path').replace(/\/+$/, '') !== '') return;
  errors.push(
    forbiddenField(`${at}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'"),
  );
}

function validateAttributes(errors: Errors, spec: Fields, at: string): void {
  const attributes = spec.volumeAttributesClassName;
  if (attributes === undefined) return;
  const path = `${at}.volumeAttributesClassName`;
  if (attributes === '') errors.push(required(path, 'an empty string is disallowed'));
  else problemsOf(errors, path, String(attributes), dnsSubdomainProblems);
  if (!isFields(spec.csi))
    errors.push(required(`${at}.csi`, 'has to be specified when using volumeAttributesClassName'));
}

/** The volume of an attachment that has no object of its own. */
export function validateInlineVolume(errors: Errors, spec: Fields, at: string): void {
  const context = 'in the context of inline volumes';
  const forbid = (key: string, detail = `may not be specified ${context}`): void => {
    errors.push(forbiddenField(`${at}.${key}`, detail));
  };
  if (isFields(spec.claimRef)) forbid('claimRef');
  if (Object.keys(fieldsAt(spec, 'capacity')).length > 0) forbid('capacity');
  if (!isFields(spec.csi)) errors.push(required(`${at}.csi`, `has to be specified ${context}`));
  validateAccessModes(errors, spec, at, '');
  validateModes(errors, spec, at);
  const policy = textAt(spec, 'persistentVolumeReclaimPolicy');
  if (policy !== '' && policy !== 'Retain') forbid('persistentVolumeReclaimPolicy', `may only be Retain ${context}`);
  if (isFields(spec.nodeAffinity)) forbid('nodeAffinity');
  validatePersistentSource(errors, spec, at);
  validateRecycling(errors, spec, at);
  if (textAt(spec, 'storageClassName') !== '') forbid('storageClassName');
  if (spec.volumeMode !== undefined && spec.volumeMode !== 'Filesystem')
    forbid('volumeMode', `may not specify volumeMode other than Filesystem ${context}`);
  validateAttributes(errors, spec, at);
}

const NOT_SOURCES: ReadonlySet<string> = new Set([
  'capacity',
  'claimRef',
  'nodeAffinity',
  'accessModes',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'mountOptions',
  'volumeMode',
  'volumeAttributesClassName',
]);

/** A secret for growing may still come to be named. */
function withoutNewSecret(source: Fields, old: Fields): Fields {
  if (!isFields(source.csi) || !isFields(old.csi) || old.csi.controllerExpandSecretRef !== undefined) return source;
  const { controllerExpandSecretRef: _, ...csi } = source.csi;
  return { ...source, csi };
}

/** Deviation: the text of the real server goes on with the difference of the sources. */
export function validateVolumeUpdate(errors: Errors, before: Fields, after: Fields): void {
  const [old, now] = [fieldsAt(before, 'spec'), fieldsAt(after, 'spec')];
  const source = (spec: Fields): Fields =>
    Object.fromEntries(Object.entries(spec).filter(([key]) => !NOT_SOURCES.has(key)));
  if (!equalJson(source(old), withoutNewSecret(source(now), old))) {
    const why = 'spec.persistentvolumesource is immutable after creation';
    errors.push(forbiddenField('spec.persistentvolumesource', why));
  }
  if (old.volumeMode !== now.volumeMode) errors.push(invalidValue('volumeMode', now.volumeMode ?? null, IMMUTABLE));
  if (isFields(old.nodeAffinity) && !equalJson(old.nodeAffinity, now.nodeAffinity)) {
    errors.push(invalidValue('nodeAffinity', now.nodeAffinity ?? null, IMMUTABLE));
  }
  if (old.volumeAttributesClassName !== undefined && now.volumeAttributesClassName === undefined)
    errors.push(forbiddenField('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden'));
}
