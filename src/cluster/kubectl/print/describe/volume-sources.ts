// Models the print…VolumeSource functions of staging/src/k8s.io/kubectl/pkg/describe/describe.go (v1.36)

type Fields = Readonly<Record<string, unknown>>;

/**
 * Volumes of networks and clouds: the field of the source, its type and what it is in words, then `Label=field` or, where both
 * are alike but for the first letter, `Label`. Behind a field stands what it is: a switch `b`, a number `n`, a list `l`, a list
 * between commas `c`, a reference `r`, and `?` where nothing is `<none>`.
 */
const SOURCES: readonly (readonly [field: string, type: string, lines: string])[] = [
  ['local', 'LocalVolume (a persistent volume backed by local storage on a node)', 'Path'],
  ['image', 'Image (a container image or OCI artifact)', 'Reference PullPolicy'],
  [
    'awsElasticBlockStore',
    'AWSElasticBlockStore (a Persistent Disk resource in AWS)',
    'VolumeID FSType=fsType Partition:n ReadOnly:b',
  ],
  [
    'gcePersistentDisk',
    'GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)',
    'PDName=pdName FSType=fsType Partition:n ReadOnly:b',
  ],
  ['gitRepo', 'GitRepo (a volume that is pulled from git when the pod is created)', 'Repository Revision'],
  [
    'iscsi',
    "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
    'TargetPortal IQN=iqn Lun:n !ISCSIInterface=iscsiInterface FSType=fsType ReadOnly:b Portals:l DiscoveryCHAPAuth=chapAuthDiscovery:b SessionCHAPAuth=chapAuthSession:b SecretRef:r InitiatorName:?',
  ],
  [
    'glusterfs',
    "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
    'EndpointsName=endpoints Path ReadOnly:b',
  ],
  [
    'rbd',
    "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
    'CephMonitors=monitors:l RBDImage=image FSType=fsType RBDPool=pool RadosUser=user Keyring SecretRef:r ReadOnly:b',
  ],
  [
    'cephfs',
    "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
    'Monitors:l Path User SecretFile SecretRef:r ReadOnly:b',
  ],
  ['cinder', 'Cinder (a Persistent Disk resource in OpenStack)', 'VolumeID FSType=fsType ReadOnly:b SecretRef:r'],
  ['fc', 'FC (a Fibre Channel disk)', 'TargetWWNs:c LUN=lun:? FSType=fsType ReadOnly:b'],
  ['flocker', 'Flocker (a Flocker volume mounted by the Flocker agent)', 'DatasetName DatasetUUID'],
  ['quobyte', "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)", 'Registry Volume ReadOnly:b'],
  [
    'photonPersistentDisk',
    'PhotonPersistentDisk (a Persistent Disk resource in photon platform)',
    'PdID FSType=fsType',
  ],
  ['portworxVolume', 'PortworxVolume (a Portworx Volume resource)', 'VolumeID'],
  [
    'scaleIO',
    'ScaleIO (a persistent volume backed by a block device in ScaleIO)',
    'Gateway System Protection_Domain=protectionDomain Storage_Pool=storagePool Storage_Mode=storageMode VolumeName FSType=fsType ReadOnly:b',
  ],
  [
    'storageos',
    'StorageOS (a StorageOS Persistent Disk resource)',
    'VolumeName VolumeNamespace FSType=fsType ReadOnly:b',
  ],
  [
    'azureDisk',
    'AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)',
    'DiskName DiskURI Kind FSType=fsType CachingMode ReadOnly:b',
  ],
  [
    'azureFile',
    'AzureFile (an Azure File Service mount on the host and bind mount to the pod)',
    'SecretName ShareName ReadOnly:b',
  ],
  [
    'vsphereVolume',
    'vSphereVolume (a Persistent Disk resource in vSphere)',
    'VolumePath FSType=fsType StoragePolicyName',
  ],
  [
    'flexVolume',
    'FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)',
    'Driver FSType=fsType SecretRef:r ReadOnly:b Options:m',
  ],
];

/** The lines of a volume of one of these kinds; undefined when it is of none. */
export function sourceLines(volume: object): readonly string[] | undefined {
  const found = SOURCES.find(([field]) => (volume as Fields)[field] !== undefined);
  if (found === undefined) return undefined;
  const [field, type, lines] = found;
  const source = (volume as Fields)[field] as Fields;
  return [`Type:\t${type}`, ...lines.split(' ').map((line) => lineOf(source, line))];
}

function lineOf(source: Fields, spec: string): string {
  const [, bare, label = '', named, form = ''] = /^(!?)([^=:]+)(?:=([^:]+))?(?::(.))?$/.exec(spec) ?? [];
  const field = named ?? label.charAt(0).toLowerCase() + label.slice(1);
  return `${label.replace('_', ' ')}${bare === '!' ? '' : ':'}\t${valueText(source[field], form)}`;
}

function valueText(value: unknown, form: string): string {
  const items = (Array.isArray(value) ? value : []) as readonly string[];
  if (form === 'l') return `[${items.join(' ')}]`;
  if (form === 'c') return items.join(', ');
  if (form === 'r') return referenceText(value as Fields | undefined);
  if (form === 'm') return mapText(value as Fields | undefined);
  if (form === '?') return value === undefined || value === null ? '<none>' : String(value);
  if (value === undefined || value === null) return form === 'b' ? 'false' : form === 'n' ? '0' : '';
  return String(value);
}

/** As Go prints a pointer to a generated type. */
function referenceText(reference: Fields | undefined): string {
  if (reference === undefined) return 'nil';
  const { name = '', namespace } = reference;
  return namespace === undefined
    ? `&LocalObjectReference{Name:${name},}`
    : `&SecretReference{Name:${name},Namespace:${namespace},}`;
}

function mapText(map: Fields | undefined): string {
  const pairs = Object.keys(map ?? {})
    .sort()
    .map((key) => `${key}:${map?.[key]}`);
  return `map[${pairs.join(' ')}]`;
}
