const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT, 'x-kubernetes-list-type': 'atomic' };

function reference(name: string): object {
  return { allOf: [{ $ref: `#/components/schemas/${META}.${name}` }] };
}

function listOf(name: string): object {
  return { type: 'array', items: reference(name), 'x-kubernetes-list-type': 'atomic' };
}

function struct(required: string, properties: Readonly<Record<string, object>>, kind?: string): object {
  const named = kind === undefined ? properties : { apiVersion: TEXT, ...properties, kind: TEXT };
  const sorted = Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  const kinds = { 'x-kubernetes-group-version-kind': [{ group: '', kind, version: 'v1' }] };
  return { type: 'object', required: required.split(' '), properties: sorted, ...(kind === undefined ? {} : kinds) };
}

/** What discovery and watches answer with, and patches: they have no tables of fields. */
// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (v1.36)
export function discoverySchemas(): Readonly<Record<string, object>> {
  const resource = {
    categories: TEXTS,
    group: TEXT,
    kind: TEXT,
    name: TEXT,
    namespaced: { type: 'boolean' },
    shortNames: TEXTS,
    singularName: TEXT,
    storageVersionHash: TEXT,
    verbs: { type: 'array', items: TEXT },
    version: TEXT,
  };
  const group = {
    name: TEXT,
    preferredVersion: reference('GroupVersionForDiscovery'),
    serverAddressByClientCIDRs: listOf('ServerAddressByClientCIDR'),
    versions: listOf('GroupVersionForDiscovery'),
  };
  const versions = { serverAddressByClientCIDRs: listOf('ServerAddressByClientCIDR'), versions: TEXTS };
  const raw = { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension' }] };
  const info = 'major minor gitVersion gitCommit gitTreeState buildDate goVersion compiler platform';
  const more = 'emulationMajor emulationMinor minCompatibilityMajor minCompatibilityMinor';
  const infoFields = `${info} ${more}`.split(' ').sort();
  return {
    [`${META}.APIGroup`]: struct('name versions', group, 'APIGroup'),
    [`${META}.APIGroupList`]: struct('groups', { groups: listOf('APIGroup') }, 'APIGroupList'),
    [`${META}.APIResource`]: struct('name singularName namespaced kind verbs', resource),
    [`${META}.APIResourceList`]: struct(
      'groupVersion resources',
      { groupVersion: TEXT, resources: listOf('APIResource') },
      'APIResourceList',
    ),
    [`${META}.APIVersions`]: struct('versions serverAddressByClientCIDRs', versions, 'APIVersions'),
    [`${META}.GroupVersionForDiscovery`]: struct('groupVersion version', { groupVersion: TEXT, version: TEXT }),
    [`${META}.Patch`]: { type: 'object' },
    [`${META}.ServerAddressByClientCIDR`]: struct('clientCIDR serverAddress', {
      clientCIDR: TEXT,
      serverAddress: TEXT,
    }),
    [`${META}.WatchEvent`]: struct('type object', { object: raw, type: TEXT }),
    'io.k8s.apimachinery.pkg.version.Info': struct(info, Object.fromEntries(infoFields.map((name) => [name, TEXT]))),
  };
}
