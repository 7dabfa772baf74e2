import { apiVersionOf, type ResourceInfo, type SubresourceInfo } from '../../../api/scheme/scheme.ts';
import { type ApiServerConfig, hostPort } from '../core/config.ts';
import { swagger } from '../openapi/swagger.ts';
import { type Elsewhere, sameGroup } from './aggregated.ts';
import { byGroup, type GroupVersion, groupVersions, type Resources } from './group-versions.ts';
import { healthPaths } from './health.ts';
import { openApiDocument, openApiIndex } from './open-api.ts';

export function apiVersions(config: ApiServerConfig): object {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: hostPort(config) }],
  };
}

export function apiGroupList(custom: Resources, remotes: readonly Elsewhere[]): object {
  const groups = [...byGroup(custom)]
    .filter(([group]) => group !== '')
    .map(([group, versions]) => groupEntry(group, versions));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: [...groups, ...remotes.map(groupElsewhere)] };
}

export function apiGroup(group: string, custom: Resources, remotes: readonly Elsewhere[]): object | undefined {
  const remote = remotes.find((each) => each.group === group);
  if (remote !== undefined) return { kind: 'APIGroup', apiVersion: 'v1', ...groupElsewhere(remote) };
  const versions = byGroup(custom).get(group);
  return versions === undefined || group === ''
    ? undefined
    : { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group, versions) };
}

function groupElsewhere({ group, version }: Elsewhere): object {
  return groupEntry(group, [{ group, version, resources: [] }]);
}

function groupEntry(group: string, versions: readonly GroupVersion[]): object {
  const entries = versions.map(({ version }) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions: entries, preferredVersion: entries[0] };
}

// Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/version.go (v1.36)
export function apiResourceList(group: string, version: string, custom: Resources): object | undefined {
  const found = groupVersions(custom).find((each) => each.group === group && each.version === version);
  if (found === undefined) return undefined;
  return {
    kind: 'APIResourceList',
    ...(group === '' ? undefined : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf(found),
    resources: found.resources.flatMap((info) => [
      resourceEntry(info),
      ...info.subresources.map((each) => subresourceEntry(info, each)),
    ]),
  };
}

function resourceEntry(info: ResourceInfo): object {
  return {
    name: info.resource,
    singularName: info.singular,
    namespaced: info.namespaced,
    kind: info.kind,
    verbs: info.verbs,
    ...(info.shortNames.length === 0 ? undefined : { shortNames: info.shortNames }),
    ...(info.categories.length === 0 ? undefined : { categories: info.categories }),
    ...(info.storageVersionHash === undefined ? undefined : { storageVersionHash: info.storageVersionHash }),
  };
}

function subresourceEntry(info: ResourceInfo, each: SubresourceInfo): object {
  return {
    name: `${info.resource}/${each.name}`,
    singularName: '',
    namespaced: info.namespaced,
    ...(sameGroup(info, each) ? undefined : { group: each.group, version: each.version }),
    kind: each.kind,
    verbs: each.verbs,
  };
}

/** The whole API, built-in and custom, in the second version of OpenAPI. */
// Models staging/src/k8s.io/kube-openapi/pkg/handler/handler.go (v1.36)
export function openApiV2Document(config: ApiServerConfig, custom: readonly object[]): object {
  const paths = Object.keys((openApiIndex(new Map()) as { readonly paths: object }).paths);
  return swagger(config.gitVersion, [...paths.map((path) => openApiDocument(path) ?? {}), ...custom]);
}

export function versionInfo(config: ApiServerConfig): object {
  const [major = '1', minor = '36'] = config.gitVersion.slice(1).split('.');
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion: config.gitVersion,
    gitCommit: config.gitCommit,
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26.11',
    compiler: 'gc',
    platform: config.platform,
  };
}

export function rootPaths(custom: Resources): { readonly paths: readonly string[] } {
  const paths = ['/.well-known/openid-configuration', '/api', '/api/v1', '/apis', '/apis/'];
  for (const [group, versions] of [...byGroup(custom)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (group === '') continue;
    const names = versions.map(({ version }) => `/apis/${group}/${version}`);
    paths.push(`/apis/${group}`, ...names.sort());
  }
  paths.push(
    '/flagz',
    ...healthPaths('healthz'),
    ...healthPaths('livez'),
    '/metrics',
    '/metrics/slis',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/',
    '/openid/v1/jwks',
    ...healthPaths('readyz'),
    '/statusz',
    '/version',
  );
  return { paths };
}
