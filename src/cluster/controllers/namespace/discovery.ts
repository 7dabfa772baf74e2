import { type ResourceInfo, resourceByGVR } from '../../../api/scheme/scheme.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/index.ts';

interface DiscoveredResource {
  readonly resource: string;
  readonly scope: string;
  readonly verbs?: readonly string[];
  readonly responseKind?: { readonly kind: string };
}

interface DiscoveryList {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly DiscoveredVersion[];
  }[];
}

interface DiscoveredVersion {
  readonly version: string;
  readonly freshness?: string;
  readonly resources?: readonly DiscoveredResource[];
}

export interface Discovered {
  readonly resources: readonly ResourceInfo[];
  /** Why it is not known to be all; undefined: it is. */
  readonly failure: string | undefined;
}

const ACCEPT =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';

/**
 * Everything that lives in namespaces and can be deleted, in the version that its group prefers.
 * Models staging/src/k8s.io/client-go/discovery/discovery_client.go ServerPreferredNamespacedResources (v1.36)
 */
export function* deletableResources(ctx: Context, client: RestClient): Process<Discovered> {
  const resources: ResourceInfo[] = [];
  const stale: string[] = [];
  for (const path of ['/api', '/apis']) {
    const { userAgent, credentials } = client.options;
    const response = yield* client.raw(ctx, {
      method: 'GET',
      path,
      query: [],
      headers: {
        accept: ACCEPT,
        'user-agent': userAgent,
        authorization: credentials.token === undefined ? undefined : `Bearer ${credentials.token}`,
      },
      body: undefined,
      clientCertificate: credentials.clientCertificate,
    });
    if (response.code !== 200) {
      const { message } = response.body as { readonly message?: string };
      return { resources, failure: message ?? 'the server is currently unable to handle the request' };
    }
    const list = response.body as DiscoveryList;
    resources.push(...preferred(list));
    stale.push(...staleVersions(list));
  }
  return { resources, failure: stale.length === 0 ? undefined : describeStale(stale) };
}

/** What another server should tell of, which does not answer. */
function staleVersions({ items = [] }: DiscoveryList): readonly string[] {
  return items.flatMap(({ metadata, versions = [] }) =>
    versions.filter(({ freshness }) => freshness === 'Stale').map(({ version }) => `${metadata?.name}/${version}`),
  );
}

/** Models client-go/discovery ErrGroupDiscoveryFailed and pkg/controller/namespace/deletion/status_condition_utils.go ProcessDiscoverResourcesErr (v1.36) */
function describeStale(versions: readonly string[]): string {
  const each = versions.map((version) => `${version}: stale GroupVersion discovery: ${version}`).sort();
  const all = `unable to retrieve the complete list of server APIs: ${each.join(', ')}`;
  return `Discovery failed for some groups, ${versions.length} failing: ${all}`;
}

function preferred({ items = [] }: DiscoveryList): ResourceInfo[] {
  const found: ResourceInfo[] = [];
  for (const { metadata, versions = [] } of items) {
    const seen = new Set<string>();
    for (const { version, resources = [] } of versions) {
      for (const { resource, scope, verbs = [], responseKind } of resources) {
        if (scope !== 'Namespaced' || !verbs.includes('delete') || seen.has(resource)) continue;
        seen.add(resource);
        found.push(infoOf(metadata?.name ?? '', version, resource, verbs, responseKind?.kind ?? ''));
      }
    }
  }
  return found;
}

/** What nobody knows beforehand, a custom resource, is known by what discovery tells. */
function infoOf(
  group: string,
  version: string,
  resource: string,
  verbs: readonly string[],
  kind: string,
): ResourceInfo {
  return (
    resourceByGVR(group, version, resource) ?? {
      group,
      version,
      resource,
      singular: kind.toLowerCase(),
      kind,
      namespaced: true,
      shortNames: [],
      categories: [],
      verbs,
      subresources: [],
      storagePrefix: `/registry/${group}/${resource}`,
      custom: true,
    }
  );
}
