import { structOf } from '../../../api/schema/packages.ts';
import { type ResourceInfo, resourceByGVK } from '../../../api/scheme/scheme.ts';
import { pathItems } from './path-items.ts';
import { capital, describing, type GroupVersionKind, namesOf, type Route, resourcesRoute, routesOf } from './routes.ts';
import { definitionName, schemasOf } from './schemas.ts';

interface Parts {
  readonly paths: object;
  readonly components: object;
}

/** The document of a group version that is built in. */
// Models staging/src/k8s.io/kube-openapi/pkg/builder3/openapi.go (v1.36)
export function builtInDocument(group: string, version: string, resources: readonly ResourceInfo[]): Parts {
  const kinds = resources.flatMap((info) => [
    { group, version, kind: info.kind },
    ...info.subresources.map((each) => ({ group: each.group, version: each.version, kind: each.kind })),
  ]);
  const schemas = schemasOf(kinds);
  const routes = [resourcesRoute(group, version), ...resources.flatMap(routesOf)];
  return { paths: pathItems(routes, schemaNameOf), components: withSecurity(schemas) };
}

/** The document of what the server tells of itself, and of a group. */
export function smallDocument(path: string): Parts {
  const all = schemasOf([]);
  return { paths: pathItems([toldRoute(path)], schemaNameOf), components: withSecurity(all) };
}

function withSecurity(schemas: object): object {
  return {
    schemas,
    securitySchemes: { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header' } },
  };
}

function toldRoute(path: string): Route {
  switch (path) {
    case 'api':
      return describing('/api/', 'getCoreAPIVersions', 'core', 'APIVersions');
    case 'apis':
      return describing('/apis/', 'getAPIVersions', 'apis', 'APIGroupList');
    case 'version':
      return describing('/version/', 'getCodeVersion', 'version', 'Info');
    case 'openid/v1/jwks':
      return describing('/openid/v1/jwks/', 'getServiceAccountIssuerOpenIDKeyset', 'openid', 'string');
    case '.well-known/openid-configuration':
      return describing(`/${path}/`, 'getServiceAccountIssuerOpenIDConfiguration', 'WellKnown', 'string');
    default: {
      const { id, tag } = namesOf(path.slice('apis/'.length), '');
      return describing(`/${path}/`, `get${capital(id)}APIGroup`, tag.replace(/_$/, ''), 'APIGroup');
    }
  }
}

/** The schema of a kind or of its list. */
function schemaNameOf({ group, version, kind }: GroupVersionKind): string | undefined {
  const struct = structOf(group, version, kind);
  if (struct !== undefined) return definitionName(struct);
  const single = kind.replace(/List$/, '');
  const item = resourceByGVK(group, version, single) === undefined ? undefined : structOf(group, version, single);
  return item === undefined ? undefined : `${definitionName(item)}List`;
}
