import type { ResourceInfo, SubresourceInfo } from '../../../api/scheme/scheme.ts';
import type { AggregatedResource } from '../aggregated/aggregated-server.ts';
import { byGroup, type Resources } from './group-versions.ts';

/** `/api` and `/apis` in one document each. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated (v1.36)
export function aggregated(core: boolean, custom: Resources, remotes: readonly Elsewhere[] = []): object {
  const items = [...byGroup(custom)]
    .filter(([group]) => (group === '') === core)
    .map(([group, versions]) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map(({ version, resources }) => ({
        version,
        resources: resources.map(aggregatedResource),
        freshness: 'Current',
      })),
    }));
  const elsewhere = core ? [] : remotes.map(discoveredElsewhere);
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [...items, ...elsewhere],
  };
}

/** A group and version of a server behind this one. */
export interface Elsewhere {
  readonly group: string;
  readonly version: string;
  readonly available: boolean;
  readonly server: { readonly resources: readonly AggregatedResource[] } | undefined;
}

/** What nobody can be asked about is known to be stale. */
// Models staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_discovery.go (v1.36)
function discoveredElsewhere({ group, version, available, server }: Elsewhere): object {
  const resources = (available ? (server?.resources ?? []) : []).map((each) => ({
    resource: each.name,
    responseKind: { group, version, kind: each.kind },
    scope: each.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: each.singularName,
    verbs: each.verbs,
    ...(each.shortNames === undefined ? undefined : { shortNames: each.shortNames }),
  }));
  const known = { version, ...(resources.length === 0 ? undefined : { resources }) };
  return { metadata: { name: group }, versions: [{ ...known, freshness: available ? 'Current' : 'Stale' }] };
}

function aggregatedResource(info: ResourceInfo): object {
  return {
    resource: info.resource,
    responseKind:
      info.custom === true
        ? { group: info.group, version: info.version, kind: info.kind }
        : { group: '', version: '', kind: info.kind },
    scope: info.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: info.singular,
    verbs: info.verbs,
    ...(info.shortNames.length === 0 ? undefined : { shortNames: info.shortNames }),
    ...(info.categories.length === 0 ? undefined : { categories: info.categories }),
    ...(info.subresources.length === 0
      ? undefined
      : {
          subresources: info.subresources.map((each) => ({
            subresource: each.name,
            responseKind: {
              group: sameGroup(info, each) ? '' : each.group,
              version: sameGroup(info, each) ? '' : each.version,
              kind: each.kind,
            },
            verbs: each.verbs,
          })),
        }),
  };
}

// Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated (v1.36)
export function sameGroup(info: ResourceInfo, subresource: SubresourceInfo): boolean {
  return info.group === subresource.group && info.version === subresource.version;
}
