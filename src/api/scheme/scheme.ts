import { present } from '../../base/assert.ts';
import { extend } from '../../base/extend.ts';
import { madeOnce, pureOfValues } from '../../base/pure.ts';
import type { ObjectsByResource, ResourceName } from '../types/by-resource.ts';
import type { KObject } from '../types/meta.ts';
import { splitGroupVersion } from '../values/group-version.ts';
import type { CustomKind } from './custom-kind.ts';
import { RESOURCES } from './resource-table.ts';

export interface SubresourceInfo {
  readonly name: string;
  readonly verbs: readonly string[];
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What discovery says about a resource, and where etcd keeps it. `T`: the type of its objects, where that is known. */
export interface ResourceInfo<T extends KObject = KObject> {
  /** Type only. */
  readonly objects?: T;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly SubresourceInfo[];
  /** `/registry/pods`, without a slash at the end. */
  readonly storagePrefix: string;
  readonly storageVersionHash?: string;
  /** A resource that a CustomResourceDefinition made. */
  readonly custom?: boolean;
  /** What that CustomResourceDefinition says of the objects; a client that knows the resource from discovery has none. */
  readonly definition?: CustomKind;
}

const ALL_VERBS: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];
const STATUS_VERBS: readonly string[] = ['get', 'patch', 'update'];

/** Models pkg/kubeapiserver/default_storage_factory_builder.go (v1.36) */
const SPECIAL_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['services', 'services/specs'],
  ['endpoints', 'services/endpoints'],
  ['nodes', 'minions'],
  ['replicationcontrollers', 'controllers'],
  ['ingresses.networking.k8s.io', 'ingress'],
  ['customresourcedefinitions.apiextensions.k8s.io', 'apiextensions.k8s.io/customresourcedefinitions'],
  ['apiservices.apiregistration.k8s.io', 'apiregistration.k8s.io/apiservices'],
]);

interface Tables {
  readonly all: readonly ResourceInfo[];
  readonly byResource: ReadonlyMap<string, readonly ResourceInfo[]>;
  readonly byGvk: ReadonlyMap<string, ResourceInfo>;
  readonly byGroupResource: ReadonlyMap<string, ResourceInfo>;
}

const NONE: readonly ResourceInfo[] = [];

const built = madeOnce((): Tables => {
  const all: ResourceInfo[] = [];
  let group = '';
  let version = '';
  for (const line of RESOURCES.split('\n')) {
    if (line.startsWith('# ')) [group, version] = splitGroupVersion(line.slice(2));
    else if (line !== '') all.push(readLine(group, version, line));
  }
  const byResource = new Map<string, ResourceInfo[]>();
  const byGvk = new Map<string, ResourceInfo>();
  const byGroupResource = new Map<string, ResourceInfo>();
  for (const info of all) {
    byResource.set(info.resource, [...(byResource.get(info.resource) ?? NONE), info]);
    byGvk.set(`${info.group}/${info.version}/${info.kind}`, info);
    const short = qualifiedResource(info);
    if (!byGroupResource.has(short)) byGroupResource.set(short, info);
  }
  return { all, byResource, byGvk, byGroupResource };
});

function readLine(group: string, version: string, line: string): ResourceInfo {
  const [names = '', kind = '', scope, shortNames = '-', categories = '-', verbs = '', hash = '-', ...subresources] =
    line.split(' ');
  const resource = names.split('!')[0] ?? '';
  const info = {
    group,
    version,
    resource,
    singular: names.split('!')[1] ?? kind.toLowerCase(),
    kind,
    namespaced: scope === 'N',
    shortNames: list(shortNames),
    categories: list(categories),
    verbs: verbs === '*' ? ALL_VERBS : list(verbs),
    subresources: subresources.map((text) => readSubresource(group, version, kind, text)),
    storagePrefix: storagePrefix(group, resource),
  };
  return hash === '-' ? info : extend(info, { storageVersionHash: hash });
}

function readSubresource(group: string, version: string, kind: string, text: string): SubresourceInfo {
  const [left = '', response] = text.split('=');
  const [name = '', verbs] = left.split(':');
  const parts = response?.split('/') ?? [kind];
  const own = parts.length === 1;
  return {
    name,
    verbs: verbs === undefined ? STATUS_VERBS : list(verbs),
    group: own ? group : (parts[0] ?? ''),
    version: own ? version : (parts[1] ?? ''),
    kind: parts[parts.length - 1] ?? '',
  };
}

const list = (text: string): readonly string[] => (text === '-' || text === '' ? [] : text.split(','));

function storagePrefix(group: string, resource: string): string {
  const special = SPECIAL_PREFIXES.get(group === '' ? resource : `${resource}.${group}`);
  return `/registry/${special ?? resource}`;
}

export function allResources(): readonly ResourceInfo[] {
  return built().all;
}

export function resourceByGVR(group: string, version: string, resource: string): ResourceInfo | undefined {
  // Every request asks: no text is put together for it.
  for (const info of built().byResource.get(resource) ?? NONE)
    if (info.group === group && info.version === version) return info;
  return undefined;
}

export function resourceByGVK(group: string, version: string, kind: string): ResourceInfo | undefined {
  return built().byGvk.get(`${group}/${version}/${kind}`);
}

/** By `apiVersion` and `kind` as an object carries them. */
export function resourceOfObject(object: {
  readonly apiVersion: string;
  readonly kind: string;
}): ResourceInfo | undefined {
  const [group, version] = splitGroupVersion(object.apiVersion);
  return resourceByGVK(group, version, object.kind);
}

/** In the group's preferred version. */
export function findResource(plural: string, group = ''): ResourceInfo | undefined {
  return built().byGroupResource.get(group === '' ? plural : `${plural}.${group}`);
}

type Qualified<Plural extends string, Group extends string> = Group extends '' ? Plural : `${Plural}.${Group}`;
type ObjectOf<Name extends string> = Name extends ResourceName ? ObjectsByResource[Name] : KObject;

/** A resource that is known to be built in, in its group's preferred version; with the type of its objects. */
export function resourceOf<Plural extends string, Group extends string = ''>(
  plural: Plural,
  group?: Group,
): ResourceInfo<ObjectOf<Qualified<Plural, Group>>> {
  const info = present(findResource(plural, group), `resource ${plural}.${group ?? ''}`);
  return info as ResourceInfo<ObjectOf<Qualified<Plural, Group>>>;
}

/** The key under which etcd keeps the object; without a name, the prefix of the namespace (or of all), with a slash at the end. */
export function storageKey(info: ResourceInfo, namespace: string | undefined, name?: string): string {
  const scope =
    info.namespaced && namespace !== undefined && namespace !== ''
      ? `${info.storagePrefix}/${namespace}/`
      : `${info.storagePrefix}/`;
  return name === undefined ? scope : scope + name;
}

export function apiVersionOf(info: { readonly group: string; readonly version: string }): string {
  const { group, version } = info;
  if (group === '') return version;
  return groupVersion(group, version);
}

/** Every request asks: the same text is compared quicker than one that was just put together. */
const groupVersion = pureOfValues(16, (group: string, version: string) => `${group}/${version}`);

/** `deployments.apps`, `pods`: how error texts name a resource. */
export function qualifiedResource(info: { readonly group: string; readonly resource: string }): string {
  return info.group === '' ? info.resource : `${info.resource}.${info.group}`;
}

export function subresourceOf(info: ResourceInfo, name: string): SubresourceInfo | undefined {
  for (const each of info.subresources) if (each.name === name) return each;
  return undefined;
}

/** A resource as a CustomResourceDefinition declares it. */
export function customResource(
  declared: Omit<ResourceInfo, 'storagePrefix' | 'verbs' | 'custom'> & { readonly verbs?: readonly string[] },
): ResourceInfo {
  return {
    ...declared,
    verbs: declared.verbs ?? ALL_VERBS,
    storagePrefix: `/registry/${declared.group}/${declared.resource}`,
    custom: true,
  };
}
