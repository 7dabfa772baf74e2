import { allResources, apiVersionOf, type ResourceInfo, type SubresourceInfo } from '../../../api/scheme.ts';

type Document = { readonly [field: string]: unknown };

const LOCAL_CLIENTS = '0.0.0.0/0';

interface GroupVersions {
  readonly group: string;
  readonly versions: ReadonlyMap<string, readonly ResourceInfo[]>;
}

let grouped: readonly GroupVersions[] | undefined;

/** Groups by priority, versions by preference: the order of the scheme. */
function groups(): readonly GroupVersions[] {
  if (grouped !== undefined) return grouped;
  const found = new Map<string, Map<string, ResourceInfo[]>>();
  for (const info of allResources()) {
    const versions = found.get(info.group) ?? new Map<string, ResourceInfo[]>();
    found.set(info.group, versions);
    versions.set(info.version, [...(versions.get(info.version) ?? []), info]);
  }
  grouped = [...found].map(([group, versions]) => ({ group, versions }));
  return grouped;
}

const aggregated = new Map<boolean, Document>();

/**
 * `/api` or `/apis` with everything below it in one answer.
 * Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/handler.go (v1.36)
 */
export function aggregatedDiscovery(core: boolean): Document {
  const known = aggregated.get(core);
  if (known !== undefined) return known;
  const items = groups()
    .filter(({ group }) => (group === '') === core)
    .map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: [...versions].map(([version, resources]) => ({
        version,
        resources: resources.map(aggregatedResource),
        freshness: 'Current',
      })),
    }));
  const document = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
  aggregated.set(core, document);
  return document;
}

function aggregatedResource(info: ResourceInfo): Document {
  return {
    resource: info.resource,
    responseKind: { group: '', version: '', kind: info.kind },
    scope: info.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: info.singular,
    verbs: info.verbs,
    ...namesOf(info),
    ...(info.subresources.length === 0
      ? {}
      : { subresources: info.subresources.map((sub) => aggregatedSubresource(info, sub)) }),
  };
}

function aggregatedSubresource(info: ResourceInfo, sub: SubresourceInfo): Document {
  const { group, version } = isForeign(info, sub) ? sub : { group: '', version: '' };
  return { subresource: sub.name, responseKind: { group, version, kind: sub.kind }, verbs: sub.verbs };
}

/** A scale belongs to autoscaling, whatever is scaled. */
function isForeign(info: ResourceInfo, { group, version }: SubresourceInfo): boolean {
  return version !== '' && (group !== info.group || version !== info.version);
}

function namesOf({ shortNames, categories }: ResourceInfo): Document {
  return {
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
}

/** `/api` for clients that do not know the aggregated form. */
export function coreVersions(address: string, port: number): Document {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: LOCAL_CLIENTS, serverAddress: `${address}:${port}` }],
  };
}

/** `/apis` for clients that do not know the aggregated form. */
export function groupList(): Document {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groups()
      .filter(({ group }) => group !== '')
      .map((entry) => groupEntry(entry)),
  };
}

export function groupDocument(name: string): Document | undefined {
  const entry = groups().find(({ group }) => group === name && group !== '');
  return entry === undefined ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(entry) };
}

function groupEntry({ group, versions }: GroupVersions): Document {
  const entries = [...versions.keys()].map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions: entries, preferredVersion: entries[0] };
}

/** `/api/v1`, `/apis/apps/v1`. */
export function resourceList(group: string, version: string): Document | undefined {
  const resources = groups()
    .find((entry) => entry.group === group)
    ?.versions.get(version);
  if (resources === undefined) return undefined;
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: resources.flatMap((info) => [
      listEntry(info),
      ...info.subresources.map((sub) => subresourceEntry(info, sub)),
    ]),
  };
}

function listEntry(info: ResourceInfo): Document {
  return {
    name: info.resource,
    singularName: info.singular,
    namespaced: info.namespaced,
    kind: info.kind,
    verbs: info.verbs,
    ...namesOf(info),
    ...(info.storageVersionHash === undefined ? {} : { storageVersionHash: info.storageVersionHash }),
  };
}

function subresourceEntry(info: ResourceInfo, sub: SubresourceInfo): Document {
  return {
    name: `${info.resource}/${sub.name}`,
    singularName: '',
    namespaced: info.namespaced,
    ...(isForeign(info, sub) ? { group: sub.group, version: sub.version } : {}),
    kind: sub.kind,
    verbs: sub.verbs,
  };
}

/** `/openapi/v3`: one address a group version; its hash changes only when the document does. */
export function openApiIndex(): Document {
  const paths: Record<string, Document> = {};
  for (const { group, versions } of groups()) {
    for (const version of versions.keys()) {
      const path = group === '' ? `api/${version}` : `apis/${group}/${version}`;
      paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hashOf(path)}` };
    }
  }
  return { paths };
}

/** 128 hexadecimal digits that depend on the path alone: the documents of one version of Kubestep never change. */
function hashOf(path: string): string {
  let state = 0x811c9dc5;
  let digits = '';
  for (let round = 0; digits.length < 128; round += 1) {
    for (let i = 0; i < path.length; i += 1) state = Math.imul(state ^ (path.charCodeAt(i) + round), 0x01000193);
    digits += (state >>> 0).toString(16).toUpperCase().padStart(8, '0');
  }
  return digits;
}

/**
 * A group version's OpenAPI document as far as kubectl asks of it: every path, and that its writes take `fieldValidation`.
 * Schemas are not modelled yet.
 */
export function openApiDocument(group: string, version: string): Document | undefined {
  const resources = groups()
    .find((entry) => entry.group === group)
    ?.versions.get(version);
  if (resources === undefined) return undefined;
  const paths: Record<string, Document> = {};
  for (const info of resources) {
    const root = group === '' ? `/api/${version}` : `/apis/${apiVersionOf(info)}`;
    const scope = info.namespaced ? '/namespaces/{namespace}' : '';
    const kind = { group: info.group, version: info.version, kind: info.kind };
    paths[`${root}${scope}/${info.resource}/{name}`] = {
      patch: {
        'x-kubernetes-group-version-kind': kind,
        parameters: ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({ name, in: 'query' })),
      },
    };
  }
  return { openapi: '3.0.0', info: { title: 'Kubernetes', version: 'v1.36.2' }, paths };
}
