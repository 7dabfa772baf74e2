import { assert } from '../base/assert.ts';
import { SCHEME_DATA } from './scheme-data.ts';

export interface SubresourceInfo {
  readonly name: string;
  readonly verbs: readonly string[];
  readonly kind: string;
  /** Set when its kind belongs to another group version (`autoscaling/v1` for scale). */
  readonly groupVersion: string | undefined;
}

export interface ResourceInfo {
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
  /** Below /registry. */
  readonly storagePrefix: string;
  readonly storageVersionHash: string | undefined;
}

const VERBS: { readonly [letter: string]: string } = {
  C: 'create',
  D: 'delete',
  X: 'deletecollection',
  G: 'get',
  L: 'list',
  P: 'patch',
  U: 'update',
  W: 'watch',
};

const resources: readonly ResourceInfo[] = parse(SCHEME_DATA);
const byGvr = new Map(resources.map((info) => [gvrKey(info.group, info.version, info.resource), info]));
const byGvk = new Map(resources.map((info) => [gvrKey(info.group, info.version, info.kind), info]));
const byGroup = new Map<string, ResourceInfo>();
for (const info of resources) {
  const key = qualifiedResource(info);
  if (!byGroup.has(key)) byGroup.set(key, info);
}

function gvrKey(group: string, version: string, name: string): string {
  return `${group}/${version}/${name}`;
}

function parse(text: string): readonly ResourceInfo[] {
  const found: ResourceInfo[] = [];
  let group = '';
  let version = '';
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('= ')) {
      const parts = line.slice(2).split('/');
      version = parts.pop() ?? '';
      group = parts.pop() ?? '';
      continue;
    }
    found.push(parseLine(group, version, line));
  }
  return found;
}

function parseLine(group: string, version: string, line: string): ResourceInfo {
  const [
    resource = '',
    singular = '',
    kind = '',
    scope,
    verbs = '',
    short = '',
    categories = '',
    subs = '',
    prefix = '',
    hash,
  ] = line.split('|');
  return {
    group,
    version,
    resource,
    singular,
    kind,
    namespaced: scope === 'n',
    shortNames: list(short, ','),
    categories: list(categories, ','),
    verbs: verbsOf(verbs),
    subresources: list(subs, ';').map(parseSubresource),
    storagePrefix: prefix === '' ? resource : prefix,
    storageVersionHash: hash === '' ? undefined : hash,
  };
}

function parseSubresource(text: string): SubresourceInfo {
  const [name = '', verbs = '', target = ''] = text.split(':');
  const [kind = '', groupVersion] = target.split('@');
  return { name, verbs: verbsOf(verbs), kind, groupVersion };
}

function list(text: string, separator: string): readonly string[] {
  return text === '' ? [] : text.split(separator);
}

function verbsOf(letters: string): readonly string[] {
  return [...letters].map((letter) => VERBS[letter] ?? '');
}

/** In discovery order: the core group first, then by group priority. */
export function allResources(): readonly ResourceInfo[] {
  return resources;
}

export function resourceByGVR(group: string, version: string, resource: string): ResourceInfo | undefined {
  return byGvr.get(gvrKey(group, version, resource));
}

export function resourceByGVK(group: string, version: string, kind: string): ResourceInfo | undefined {
  return byGvk.get(gvrKey(group, version, kind));
}

/** By plural and group, in the group's preferred version. */
export function resourceOf(resource: string, group = ''): ResourceInfo {
  const info = byGroup.get(group === '' ? resource : `${resource}.${group}`);
  assert(info !== undefined, `no built-in resource ${resource}.${group}`);
  return info;
}

export function resourceByApiVersionKind(apiVersion: string, kind: string): ResourceInfo | undefined {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? resourceByGVK('', apiVersion, kind)
    : resourceByGVK(apiVersion.slice(0, slash), apiVersion.slice(slash + 1), kind);
}

export function apiVersionOf(info: Pick<ResourceInfo, 'group' | 'version'>): string {
  return info.group === '' ? info.version : `${info.group}/${info.version}`;
}

/** `deployments.apps`, `pods`. */
export function qualifiedResource(info: Pick<ResourceInfo, 'group' | 'resource'>): string {
  return info.group === '' ? info.resource : `${info.resource}.${info.group}`;
}

/** `Deployment.apps`, `Pod`: the form in Invalid messages. */
export function qualifiedKind(info: Pick<ResourceInfo, 'group' | 'kind'>): string {
  return info.group === '' ? info.kind : `${info.kind}.${info.group}`;
}

/** `/registry/pods/default/x`, `/registry/minions/n`. */
export function storageKey(info: ResourceInfo, namespace: string | undefined, name: string): string {
  const prefix = `/registry/${info.storagePrefix}/`;
  return info.namespaced && namespace !== undefined && namespace !== ''
    ? `${prefix}${namespace}/${name}`
    : prefix + name;
}
