import { forbiddenField, invalidValue, notSupported, required, tooLong } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { dnsLabelProblems, dnsSubdomainProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, itemsAt, numberAt, problemsOf, textAt } from '../common/check.ts';

/** Sources that Pods and PersistentVolumes have in common. Models pkg/apis/core/validation/validation.go (v1.36) */
export type Check = (errors: Errors, source: Fields, at: string) => void;

/** Whether the source is that of a PersistentVolume. */
export type SourceCheck = boolean;

export function missing(errors: Errors, source: Fields, at: string, ...keys: readonly string[]): void {
  for (const key of keys) if (textAt(source, key) === '') errors.push(required(`${at}.${key}`));
}

function missingList(errors: Errors, source: Fields, at: string, key: string): void {
  if (itemsAt(source, key).length === 0) errors.push(required(`${at}.${key}`));
}

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

function validateHostPath(errors: Errors, source: Fields, at: string): void {
  const path = textAt(source, 'path');
  if (path === '') {
    errors.push(required(`${at}.path`));
    return;
  }
  if (path.split('/').includes('..')) errors.push(invalidValue(`${at}.path`, path, "must not contain '..'"));
  const { type } = source;
  if (type !== undefined && !HOST_PATH_TYPES.includes(String(type))) {
    errors.push(notSupported(`${at}.type`, type, HOST_PATH_TYPES));
  }
}

function validateDisk(key: string): Check {
  return (errors, source, at) => {
    missing(errors, source, at, key);
    const partition = numberAt(source, 'partition') ?? 0;
    if (partition < 0 || partition > 255) {
      errors.push(invalidValue(`${at}.partition`, partition, 'must be between 1 and 255, inclusive'));
    }
  };
}

const NAME_SHAPES: readonly (readonly [prefix: string, shape: RegExp])[] = [
  ['iqn', /iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
];

function validateInitiator(errors: Errors, name: string, at: string, ofVolume: boolean): void {
  const shape = NAME_SHAPES.find(([prefix]) => name.startsWith(prefix));
  if (shape === undefined) {
    const why = ofVolume ? 'must be valid format' : 'must be valid format starting with iqn, eui, or naa';
    errors.push(invalidValue(at, name, why));
  } else if (!shape[1].test(name)) errors.push(invalidValue(at, name, 'must be valid format'));
}

function validateIscsi(errors: Errors, source: Fields, at: string, ofVolume: boolean): void {
  missing(errors, source, at, 'targetPortal');
  const name = textAt(source, 'iqn');
  if (name === '') errors.push(required(`${at}.iqn`));
  else validateInitiator(errors, name, `${at}.iqn`, ofVolume);
  validateLun(errors, source, at);
  const secret = source.secretRef;
  if ((source.chapAuthDiscovery === true || source.chapAuthSession === true) && !isFields(secret)) {
    errors.push(required(`${at}.secretRef`));
  }
  if (ofVolume && isFields(secret)) missing(errors, secret, `${at}.secretRef`, 'name');
  if (source.initiatorName !== undefined) {
    validateInitiator(errors, textAt(source, 'initiatorName'), `${at}.initiatorname`, false);
  }
}

function validateLun(errors: Errors, source: Fields, at: string): void {
  const lun = numberAt(source, 'lun') ?? 0;
  if (lun < 0 || lun > 255) errors.push(invalidValue(`${at}.lun`, lun, 'must be between 0 and 255, inclusive'));
}

function validateFc(errors: Errors, source: Fields, at: string): void {
  const targets = itemsAt(source, 'targetWWNs');
  const ids = itemsAt(source, 'wwids');
  if (targets.length === 0 && ids.length === 0) {
    errors.push(required(`${at}.targetWWNs`, 'must specify either targetWWNs or wwids, but not both'));
  }
  if (targets.length > 0 && ids.length > 0) {
    const why = 'targetWWNs and wwids can not be specified simultaneously';
    errors.push(invalidValue(`${at}.targetWWNs`, targets, why));
  }
  if (targets.length === 0) return;
  if (source.lun === undefined) errors.push(required(`${at}.lun`, 'lun is required if targetWWNs is specified'));
  else validateLun(errors, source, at);
}

function validateFlocker(errors: Errors, source: Fields, at: string): void {
  const [name, uuid] = [textAt(source, 'datasetName'), textAt(source, 'datasetUUID')];
  if (name === '' && uuid === '') errors.push(required(at, 'one of datasetName and datasetUUID is required'));
  if (name !== '' && uuid !== '') {
    errors.push(invalidValue(at, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (name.includes('/')) errors.push(invalidValue(`${at}.datasetName`, name, "must not contain '/'"));
}

const REGISTRY = 'must be a host:port pair or multiple pairs separated by commas';

function validateQuobyte(errors: Errors, source: Fields, at: string): void {
  const registry = textAt(source, 'registry');
  if (registry === '') errors.push(required(`${at}.registry`, REGISTRY));
  else if (textAt(source, 'tenant').length >= 65) {
    errors.push(required(`${at}.tenant`, 'must be a UUID and may not exceed a length of 64 characters'));
  } else {
    for (const pair of registry.split(',')) {
      if (!/^([^:[\]]*|\[[^\]]*\]):[^:]*$/.test(pair)) errors.push(invalidValue(`${at}.registry`, registry, REGISTRY));
    }
  }
  missing(errors, source, at, 'volume');
}

function validateFlex(errors: Errors, source: Fields, at: string): void {
  missing(errors, source, at, 'driver');
  for (const key in fieldsAt(source, 'options')) {
    const space = `.${(key.split('/').length > 1 ? (key.split('/')[0] ?? '') : key).toLowerCase()}`;
    if (space.endsWith('.kubernetes.io') || space.endsWith('.k8s.io')) {
      errors.push(invalidValue(`${at}.options[${key}]`, key, 'kubernetes.io and k8s.io namespaces are reserved'));
    }
  }
}

function validateAzureDisk(errors: Errors, source: Fields, at: string): void {
  missing(errors, source, at, 'diskName', 'diskURI');
  const uri = textAt(source, 'diskURI');
  const { cachingMode, kind } = source;
  const modes = ['None', 'ReadOnly', 'ReadWrite'];
  if (cachingMode !== undefined && !modes.includes(String(cachingMode))) {
    errors.push(notSupported(`${at}.cachingMode`, cachingMode, modes));
  }
  const kinds = ['Dedicated', 'Managed', 'Shared'];
  if (kind !== undefined && !kinds.includes(String(kind))) errors.push(notSupported(`${at}.kind`, kind, kinds));
  if (kind === 'Managed' && !uri.startsWith('/subscriptions/')) {
    const shape = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
    errors.push(notSupported(`${at}.diskURI`, uri, [shape]));
  }
  if (kind !== undefined && kind !== 'Managed' && !uri.startsWith('https://')) {
    const shape = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';
    errors.push(notSupported(`${at}.diskURI`, uri, [shape]));
  }
}

function validateStorageOs(errors: Errors, source: Fields, at: string): void {
  const [name, space] = [textAt(source, 'volumeName'), textAt(source, 'volumeNamespace')];
  if (name === '') errors.push(required(`${at}.volumeName`));
  else problemsOf(errors, `${at}.volumeName`, name, dnsLabelProblems);
  if (space !== '') problemsOf(errors, `${at}.volumeNamespace`, space, dnsLabelProblems);
}

const SHARED: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['hostPath', validateHostPath],
  ['gcePersistentDisk', validateDisk('pdName')],
  ['awsElasticBlockStore', validateDisk('volumeID')],
  [
    'nfs',
    (errors, source, at) => {
      missing(errors, source, at, 'server', 'path');
      const path = textAt(source, 'path');
      if (!path.startsWith('/')) errors.push(invalidValue(`${at}.path`, path, 'must be an absolute path'));
    },
  ],
  ['glusterfs', (errors, source, at) => missing(errors, source, at, 'endpoints', 'path')],
  ['flocker', validateFlocker],
  [
    'rbd',
    (errors, source, at) => {
      missingList(errors, source, at, 'monitors');
      missing(errors, source, at, 'image');
    },
  ],
  ['cinder', (errors, source, at) => missing(errors, source, at, 'volumeID')],
  ['cephfs', (errors, source, at) => missingList(errors, source, at, 'monitors')],
  ['quobyte', validateQuobyte],
  ['fc', validateFc],
  ['flexVolume', validateFlex],
  ['azureFile', (errors, source, at) => missing(errors, source, at, 'secretName', 'shareName')],
  ['vsphereVolume', (errors, source, at) => missing(errors, source, at, 'volumePath')],
  ['photonPersistentDisk', (errors, source, at) => missing(errors, source, at, 'pdID')],
  ['portworxVolume', (errors, source, at) => missing(errors, source, at, 'volumeID')],
  ['azureDisk', validateAzureDisk],
  ['storageos', validateStorageOs],
  ['scaleIO', (errors, source, at) => missing(errors, source, at, 'gateway', 'system', 'volumeName')],
]);

/** Where the real validation names a source otherwise than its field. */
const NAMES: { readonly [source: string]: string | undefined } = { gcePersistentDisk: 'persistentDisk' };

export function validateShared(errors: Errors, source: string, value: Fields, at: string, ofVolume: SourceCheck): void {
  const path = `${at}.${NAMES[source] ?? source}`;
  if (source === 'iscsi') validateIscsi(errors, value, path, ofVolume);
  else SHARED.get(source)?.(errors, value, path);
  const secret = value.secretRef;
  if ((source === 'cinder' || source === 'storageos') && isFields(secret)) {
    missing(errors, secret, `${path}.secretRef`, 'name');
    if (ofVolume) missing(errors, secret, `${path}.secretRef`, 'namespace');
  }
}

const VOLUME_SOURCES: readonly string[] =
  'hostPath gcePersistentDisk awsElasticBlockStore glusterfs flocker nfs rbd quobyte cephfs iscsi cinder fc flexVolume azureFile vsphereVolume photonPersistentDisk portworxVolume azureDisk scaleIO local storageos csi'.split(
    ' ',
  );

const SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
];

/** Of a PersistentVolume. Models ValidatePersistentVolumeSpec (v1.36) */
export function validatePersistentSource(errors: Errors, spec: Fields, at: string): void {
  let count = 0;
  for (const source of VOLUME_SOURCES) {
    const value = spec[source];
    if (!isFields(value)) continue;
    count += 1;
    if (count > 1) {
      const name = source === 'cephfs' ? 'cephFS' : source;
      errors.push(forbiddenField(`${at}.${name}`, 'may not specify more than 1 volume type'));
    } else if (source === 'local') validateLocal(errors, spec, value, at);
    else if (source === 'csi') {
      validateDriverName(errors, textAt(value, 'driver'), `${at}.csi.driver`);
      missing(errors, value, `${at}.csi`, 'volumeHandle');
      for (const key of SECRETS) if (isFields(value[key])) validateSecretRef(errors, value[key], `${at}.csi.${key}`);
    } else validateShared(errors, source, value, at, true);
  }
  if (count === 0) errors.push(required(at, 'must specify a volume type'));
}

function validateLocal(errors: Errors, spec: Fields, source: Fields, at: string): void {
  const path = textAt(source, 'path');
  if (path === '') errors.push(required(`${at}.local.path`));
  else if (path.split('/').includes('..')) {
    errors.push(invalidValue(`${at}.local.path`, path, "must not contain '..'"));
  }
  if (!isFields(fieldsAt(spec, 'nodeAffinity').required)) {
    errors.push(required(`${at}.nodeAffinity`, 'Local volume requires node affinity'));
  }
}

function validateSecretRef(errors: Errors, ref: unknown, at: string): void {
  const [name, space] = [textAt(ref, 'name'), textAt(ref, 'namespace')];
  if (name === '') errors.push(required(`${at}.name`));
  else problemsOf(errors, `${at}.name`, name, dnsSubdomainProblems);
  if (space === '') errors.push(required(`${at}.namespace`));
  else problemsOf(errors, `${at}.namespace`, space, dnsLabelProblems);
}

/** Models ValidateCSIDriverName (v1.36) */
export function validateDriverName(errors: Errors, name: string, at: string): void {
  if (name === '') {
    errors.push(required(at));
    return;
  }
  if (name.length > 63) errors.push(tooLong(at, 63));
  for (const problem of dnsSubdomainProblems(name.toLowerCase())) errors.push(invalidValue(at, name, problem));
}
