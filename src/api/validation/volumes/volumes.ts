import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { quote } from '../../go/quote.ts';
import type { StringMap } from '../../types/meta.ts';
import { dnsSubdomainProblems, qualifiedNameProblems } from '../../values/label-syntax.ts';
import { parseQuantity } from '../../values/quantity.ts';
import { type Errors, fieldsAt, itemsAt, numberAt, problemsOf, supported, textAt } from '../common/check.ts';
import { validateAnnotations, validateLabels } from '../common/metadata.ts';
import { validateClaimSpec } from './claims.ts';
import { type Check, missing, validateDriverName, validateShared } from './sources.ts';

const MODE = 'must be a number between 0 and 0777 (octal), both inclusive';

function validateMode(errors: Errors, source: Fields, key: string, at: string): void {
  const mode = numberAt(source, key);
  if (mode !== undefined && (mode < 0 || mode > 0o777)) errors.push(invalidValue(`${at}.${key}`, mode, MODE));
}

/** Neither absolute nor going up. */
export function descendingPath(errors: Errors, path: string, at: string): void {
  if (path.startsWith('/')) errors.push(invalidValue(at, path, 'must be a relative path'));
  noBacksteps(errors, path, at);
}

function noBacksteps(errors: Errors, path: string, at: string): void {
  if (path.split('/').includes('..')) errors.push(invalidValue(at, path, "must not contain '..'"));
}

function localPath(errors: Errors, path: string, at: string): void {
  descendingPath(errors, path, at);
  if (path.startsWith('..') && !path.startsWith('../')) errors.push(invalidValue(at, path, "must not start with '..'"));
}

function validateItems(errors: Errors, source: Fields, at: string): void {
  itemsAt(source, 'items').forEach((item, i) => {
    const path = `${at}.items[${i}]`;
    missing(errors, item, path, 'key', 'path');
    localPath(errors, textAt(item, 'path'), `${path}.path`);
    validateMode(errors, item, 'mode', path);
  });
}

const VOLUME_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const HUGE = /^(limits|requests)\.hugepages-/;
const MULTIPLES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** What of a Pod an environment variable or a file may show. */
// Models pkg/apis/core/validation/validation.go validateObjectFieldSelector (v1.36)
export function validateFieldRef(errors: Errors, ref: Fields, fields: readonly string[], at: string): void {
  if (textAt(ref, 'apiVersion') === '') {
    errors.push(required(`${at}.apiVersion`));
    return;
  }
  const path = textAt(ref, 'fieldPath');
  if (path === '') {
    errors.push(required(`${at}.fieldPath`));
    return;
  }
  const problem = conversionProblem(textAt(ref, 'apiVersion'), path);
  if (problem !== undefined) {
    errors.push(invalidValue(`${at}.fieldPath`, path, `error converting fieldPath: ${problem}`));
    return;
  }
  const subscripted = /^(.*)\['(.*)'\]$/.exec(path);
  if (subscripted === null) {
    if (!fields.includes(path)) errors.push(notSupported(`${at}.fieldPath`, path, fields));
    return;
  }
  const [, whole = '', key = ''] = subscripted;
  if (whole === 'metadata.annotations') problemsOf(errors, at, key.toLowerCase(), qualifiedNameProblems);
  else if (whole === 'metadata.labels') problemsOf(errors, at, key, qualifiedNameProblems);
  else errors.push(invalidValue(at, whole, 'does not support subscript'));
}

const CONVERTIBLE: ReadonlySet<string> = new Set([
  ...VOLUME_FIELDS,
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
  'spec.host',
]);

function conversionProblem(version: string, path: string): string | undefined {
  if (version !== 'v1') return `unsupported pod version: ${version}`;
  const subscripted = /^(.*)\['.*'\]$/.exec(path)?.[1];
  if (subscripted !== undefined) {
    if (subscripted === 'metadata.annotations' || subscripted === 'metadata.labels') return undefined;
    return `field label does not support subscript: ${path}`;
  }
  return CONVERTIBLE.has(path) ? undefined : `field label not supported: ${path}`;
}

// Models validateContainerResourceFieldSelector (v1.36)
export function validateResourceRef(errors: Errors, ref: Fields, at: string, inVolume: boolean): void {
  const resource = textAt(ref, 'resource');
  if (inVolume && textAt(ref, 'containerName') === '') errors.push(required(`${at}.containerName`));
  else if (resource === '') errors.push(required(`${at}.resource`));
  else if (!RESOURCES.includes(resource) && !HUGE.test(resource)) {
    errors.push(notSupported(`${at}.resource`, resource, RESOURCES));
  }
  validateDivisor(errors, resource, ref.divisor, at);
}

function validateDivisor(errors: Errors, resource: string, divisor: unknown, at: string): void {
  const parsed = typeof divisor === 'string' || typeof divisor === 'number' ? parseQuantity(divisor) : undefined;
  if (parsed === undefined || parsed.nanos === 0n) return;
  const cpu = resource.endsWith('.cpu');
  const kind = cpu ? 'cpu' : resource.endsWith('.memory') ? 'memory' : HUGE.test(resource) ? 'hugepages' : undefined;
  const name = kind ?? (resource.endsWith('.ephemeral-storage') ? 'local ephemeral storage' : undefined);
  if (name === undefined) return;
  const allowed = cpu ? ['1m', '1'] : MULTIPLES;
  if (allowed.includes(String(divisor))) return;
  const list = cpu ? '1m and 1' : MULTIPLES.join(', ');
  const why = `only divisor's values ${list} are supported with the ${name} resource`;
  errors.push(invalidValue(`${at}.divisor`, resource, why));
}

function validateFile(errors: Errors, file: Fields, at: string): void {
  missing(errors, file, at, 'path');
  localPath(errors, textAt(file, 'path'), `${at}.path`);
  if (isFields(file.fieldRef)) {
    validateFieldRef(errors, file.fieldRef, VOLUME_FIELDS, `${at}.fieldRef`);
    if (isFields(file.resourceFieldRef)) {
      errors.push(invalidValue(at, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (isFields(file.resourceFieldRef)) {
    validateResourceRef(errors, file.resourceFieldRef, `${at}.resourceFieldRef`, true);
  } else errors.push(required(at, 'one of fieldRef and resourceFieldRef is required'));
  validateMode(errors, file, 'mode', at);
}

const CONFLICTING = 'conflicting duplicate paths';

/** Models validateProjectionSources (v1.36) */
function validateProjected(errors: Errors, projected: Fields, at: string): void {
  validateMode(errors, projected, 'defaultMode', at);
  const paths = new Set<string>();
  const claim = (path: string, shown: string): void => {
    if (path === '') return;
    if (paths.has(path)) errors.push(invalidValue(at, shown, CONFLICTING));
    paths.add(path);
  };
  itemsAt(projected, 'sources').forEach((source, i) => {
    const path = `${at}.sources[${i}]`;
    let count = 0;
    for (const kind of ['secret', 'configMap']) {
      const each = source[kind];
      if (!isFields(each)) continue;
      count += 1;
      missing(errors, each, `${path}.${kind}`, 'name');
      validateItems(errors, each, `${path}.${kind}`);
      for (const item of itemsAt(each, 'items')) claim(textAt(item, 'path'), textAt(each, 'name'));
    }
    if (isFields(source.downwardAPI)) {
      count += 1;
      for (const file of itemsAt(source.downwardAPI, 'items')) {
        validateFile(errors, file, `${path}.downwardAPI`);
        claim(textAt(file, 'path'), textAt(file, 'path'));
      }
    }
    if (isFields(source.serviceAccountToken)) {
      count += 1;
      validateToken(errors, source.serviceAccountToken, path, at);
    }
    if (isFields(source.clusterTrustBundle)) {
      count += 1;
      validateTrustBundle(errors, source.clusterTrustBundle, `${path}.clusterTrustBundle`);
      claim(textAt(source.clusterTrustBundle, 'path'), textAt(source.clusterTrustBundle, 'path'));
    }
    if (count > 1) errors.push(forbiddenField(path, 'may not specify more than 1 volume type per source'));
  });
}

function validateToken(errors: Errors, token: Fields, at: string, projected: string): void {
  const seconds = numberAt(token, 'expirationSeconds') ?? 0;
  const path = `${at}.serviceAccountToken.expirationSeconds`;
  if (seconds < 600) errors.push(invalidValue(path, seconds, 'may not specify a duration less than 10 minutes'));
  if (seconds > 2 ** 32) {
    errors.push(invalidValue(path, seconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  if (textAt(token, 'path') === '') errors.push(required(`${projected}.path`));
  else localPath(errors, textAt(token, 'path'), `${projected}.path`);
}

function validateTrustBundle(errors: Errors, bundle: Fields, at: string): void {
  const named = bundle.name !== undefined;
  const signed = bundle.signerName !== undefined;
  if (named && signed) errors.push(invalidValue(at, bundle, 'only one of name and signerName may be used'));
  else if (named) {
    if (bundle.name === '') errors.push(required(`${at}.name`, 'must be a valid object name'));
    if (isFields(bundle.labelSelector)) {
      const why = 'labelSelector must be unset if name is specified';
      errors.push(invalidValue(`${at}.labelSelector`, bundle.labelSelector, why));
    }
  } else if (signed) {
    if (bundle.signerName === '') errors.push(required(`${at}.signerName`, 'must be a valid signer name'));
  } else errors.push(required(at, 'either name or signerName must be specified'));
  missing(errors, bundle, at, 'path');
  localPath(errors, textAt(bundle, 'path'), `${at}.path`);
}

const OWN: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'emptyDir',
    (errors, source, at) => {
      const limit = source.sizeLimit;
      const parsed = typeof limit === 'string' || typeof limit === 'number' ? parseQuantity(limit) : undefined;
      if (parsed !== undefined && parsed.nanos < 0n) {
        errors.push(forbiddenField(`${at}.sizeLimit`, 'SizeLimit field must be a valid resource quantity'));
      }
    },
  ],
  [
    'gitRepo',
    (errors, source, at) => {
      missing(errors, source, at, 'repository');
      descendingPath(errors, textAt(source, 'directory'), `${at}.directory`);
    },
  ],
  [
    'secret',
    (errors, source, at) => {
      missing(errors, source, at, 'secretName');
      validateMode(errors, source, 'defaultMode', at);
      validateItems(errors, source, at);
    },
  ],
  [
    'configMap',
    (errors, source, at) => {
      missing(errors, source, at, 'name');
      validateMode(errors, source, 'defaultMode', at);
      validateItems(errors, source, at);
    },
  ],
  ['persistentVolumeClaim', (errors, source, at) => missing(errors, source, at, 'claimName')],
  [
    'downwardAPI',
    (errors, source, at) => {
      validateMode(errors, source, 'defaultMode', at);
      for (const file of itemsAt(source, 'items')) validateFile(errors, file, at);
    },
  ],
  ['projected', validateProjected],
  [
    'csi',
    (errors, source, at) => {
      validateDriverName(errors, textAt(source, 'driver'), `${at}.driver`);
      if (!isFields(source.nodePublishSecretRef)) return;
      const name = textAt(source.nodePublishSecretRef, 'name');
      if (name === '') errors.push(required(`${at}.nodePublishSecretRef.name`));
      else problemsOf(errors, `${at}.name`, name, dnsSubdomainProblems);
    },
  ],
  [
    'ephemeral',
    (errors, source, at) => {
      const template = source.volumeClaimTemplate;
      const path = `${at}.volumeClaimTemplate`;
      if (!isFields(template)) {
        errors.push(required(path));
        return;
      }
      const metadata = fieldsAt(template, 'metadata');
      validateAnnotations(errors, fieldsAt(metadata, 'annotations') as StringMap, `${path}.metadata.annotations`);
      validateLabels(errors, fieldsAt(metadata, 'labels') as StringMap, `${path}.metadata.labels`);
      for (const key in metadata) {
        if (key === 'annotations' || key === 'labels' || metadata[key] === null) continue;
        errors.push(forbiddenField(`${path}.metadata.${key}`, 'cannot be set'));
      }
      validateClaimSpec(errors, fieldsAt(template, 'spec'), `${path}.spec`);
    },
  ],
  [
    'image',
    (errors, source, at) => {
      missing(errors, source, at, 'reference');
      supported(errors, `${at}.pullPolicy`, source.pullPolicy, ['Always', 'IfNotPresent', 'Never']);
    },
  ],
]);

/** In the order in which the real validation looks for them. */
const SOURCES: readonly string[] =
  'emptyDir hostPath gitRepo gcePersistentDisk awsElasticBlockStore secret nfs iscsi glusterfs flocker persistentVolumeClaim rbd cinder cephfs quobyte downwardAPI fc flexVolume configMap azureFile vsphereVolume photonPersistentDisk portworxVolume azureDisk storageos projected scaleIO csi ephemeral image'.split(
    ' ',
  );

/** Where a second source is complained about by another name than its own. */
const SECOND: { readonly [source: string]: string | undefined } = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

/** Models pkg/apis/core/validation/validation.go validateVolumeSource (v1.36) */
export function validateVolumeSource(errors: Errors, volume: Fields, at: string, podName: string): void {
  let count = 0;
  for (const source of SOURCES) {
    const value = volume[source];
    if (!isFields(value)) continue;
    count += 1;
    if (count > 1) {
      errors.push(forbiddenField(`${at}.${SECOND[source] ?? source}`, 'may not specify more than 1 volume type'));
      continue;
    }
    const check = OWN.get(source);
    if (check !== undefined) check(errors, value, `${at}.${source}`);
    else validateShared(errors, source, value, at, false);
    const name = textAt(volume, 'name');
    if (source === 'ephemeral' && podName !== '' && name !== '') {
      const claim = `${podName}-${name}`;
      for (const problem of dnsSubdomainProblems(claim)) {
        errors.push(invalidValue(`${at}.name`, name, `PVC name ${quote(claim)}: ${problem}`));
      }
    }
  }
  if (count === 0) errors.push(required(at, 'must specify a volume type'));
}

/** Models ValidateVolumeDevices (v1.36) */
export function validateDevices(
  errors: Errors,
  container: Fields,
  at: string,
  volumes: ReadonlyMap<string, Fields>,
): void {
  const mounts = itemsAt(container, 'volumeMounts');
  const names = new Set<string>();
  const paths = new Set<string>();
  itemsAt(container, 'volumeDevices').forEach((device, i) => {
    const path = `${at}.volumeDevices[${i}]`;
    const [name, where] = [textAt(device, 'name'), textAt(device, 'devicePath')];
    const volume = volumes.get(name);
    const bad = (key: string, value: string, why: string): void => {
      errors.push(invalidValue(`${path}.${key}`, value, why));
    };
    if (name === '') errors.push(required(`${path}.name`));
    if (names.has(name)) bad('name', name, 'must be unique');
    if (volume === undefined)
      errors.push({ type: 'NotFound', field: `${path}.name`, message: `Not found: ${quote(name)}` });
    else if (!isFields(volume.persistentVolumeClaim) && !isFields(volume.ephemeral)) {
      bad('name', name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode');
    }
    if (where === '') errors.push(required(`${path}.devicePath`));
    if (paths.has(where)) bad('devicePath', where, 'must be unique');
    if (where.split('/').includes('..')) bad('devicePath', where, "can not contain backsteps ('..')");
    else paths.add(where);
    if (mounts.some((mount) => mount.name === name)) bad('name', name, 'must not already exist in volumeMounts');
    if (mounts.some((mount) => mount.mountPath === where)) {
      bad('devicePath', where, 'must not already exist as a path in volumeMounts');
    }
    if (name !== '') names.add(name);
  });
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIVE = ['Disabled', 'Enabled', 'IfPossible'];

/** What a mount may say beyond its name and path. Models ValidateVolumeMounts (v1.36) */
export function validateMountDetails(
  errors: Errors,
  mount: Fields,
  container: Fields,
  at: string,
  index: number,
  volumes: ReadonlyMap<string, Fields>,
): void {
  const own = `${at}[${index}]`;
  const [sub, expression] = [textAt(mount, 'subPath'), textAt(mount, 'subPathExpr')];
  if (isFields(volumes.get(textAt(mount, 'name'))?.image)) {
    for (const key of ['subPath', 'subPathExpr']) {
      if (textAt(mount, key) === '') continue;
      errors.push(invalidValue(`${own}.${key}`, mount[key], 'not allowed in image volume sources'));
    }
  }
  if (sub !== '') descendingPath(errors, sub, `${at}.subPath`);
  if (expression !== '') {
    if (sub !== '') {
      errors.push(invalidValue(`${own}.subPathExpr`, expression, 'subPathExpr and subPath are mutually exclusive'));
    }
    descendingPath(errors, expression, `${at}.subPathExpr`);
  }
  const propagation = mount.mountPropagation;
  if (propagation !== undefined) {
    supported(errors, `${at}.mountPropagation`, propagation, PROPAGATIONS);
    if (propagation === 'Bidirectional' && fieldsAt(container, 'securityContext').privileged !== true) {
      const why = 'Bidirectional mount propagation is available only to privileged containers';
      errors.push(forbiddenField(`${at}.mountPropagation`, why));
    }
  }
  const recursive = mount.recursiveReadOnly;
  if (recursive === undefined || recursive === 'Disabled') return;
  const path = `${at}.recursiveReadOnly`;
  if (!RECURSIVE.includes(String(recursive))) errors.push(notSupported(path, recursive, RECURSIVE));
  else {
    if (mount.readOnly !== true) errors.push(forbiddenField(path, 'may only be specified when readOnly is true'));
    if (propagation !== undefined && propagation !== 'None') {
      const why = 'may only be specified when mountPropagation is None or not specified';
      errors.push(forbiddenField(path, why));
    }
  }
}
