// Models staging/src/k8s.io/client-go/discovery and restmapper (v1.36)

import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { Keepsake } from '../../../base/keepsakes.ts';
import { pureOfObject } from '../../../base/pure.ts';
import { HOUR } from '../../../base/time/units.ts';
import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import type { ApiResponse } from '../../ports/transport.ts';
import { type Failure, failureOf } from '../session/errors.ts';
import type { Session } from '../session/session.ts';

/** A resource as discovery tells of it. */
export type Discovered = Pick<
  ResourceInfo,
  'group' | 'version' | 'resource' | 'singular' | 'kind' | 'namespaced' | 'shortNames' | 'categories' | 'verbs'
>;

interface DiscoveryBody {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly singularResource?: string;
        readonly scope: string;
        readonly responseKind?: { readonly kind: string };
        readonly shortNames?: readonly string[];
        readonly categories?: readonly string[];
        readonly verbs?: readonly string[];
      }[];
    }[];
  }[];
}

export const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');
const CACHE_TTL_MICROS = 6 * HOUR;
/** What this command has been told, and need not ask again. */
const LEARNT: Keepsake<{ resources: readonly Discovered[] | undefined }> = { begin: () => ({ resources: undefined }) };

/**
 * What the server can do: from the disk cache while it is fresh, else by the two requests of aggregated discovery.
 *
 * Models staging/src/k8s.io/client-go/discovery/cached/disk/cached_discovery.go (v1.36)
 */
export function* discover(session: Session, fresh = false): Process<readonly Discovered[]> {
  const learnt = session.keepsakes.of(LEARNT);
  if (!fresh && learnt.resources !== undefined) return learnt.resources;
  const core = session.cached('discovery/api');
  const groups = session.cached('discovery/apis');
  const usable = (row: { fetchedAt: number } | undefined) =>
    row !== undefined && session.now - row.fetchedAt < CACHE_TTL_MICROS;
  if (!fresh && core !== undefined && groups !== undefined && usable(core) && usable(groups)) {
    const known = [...resourcesOf(core.body), ...resourcesOf(groups.body)];
    session.ctx = session.ctx.step(kubectl.discovered, `kubectl/${session.id}`, {
      source: 'cache',
      resources: known.length,
    });
    learnt.resources = known;
    return known;
  }
  const found: Discovered[] = [];
  for (const path of ['/api', '/apis']) {
    const response = yield* session.call({ method: 'GET', path, query: [['timeout', '32s']], accept: AGGREGATED });
    const resources = resourcesOf(response.body);
    found.push(...resources);
    session.ctx = session.ctx.step(kubectl.discovered, `kubectl/${session.id}`, {
      source: path,
      resources: resources.length,
    });
    if (response.code === 200) session.remember(`discovery${path}`, response.body);
    else session.undiscovered ??= untold(response);
  }
  if (session.undiscovered === undefined) learnt.resources = found;
  return found;
}

const UNTOLD: ReadonlyMap<number, string> = new Map([
  [401, 'the server has asked for the client to provide credentials'],
  [503, 'the server is currently unable to handle the request'],
]);

/** Discovery goes by the code of an answer. */
// Models NewGenericServerResponse of staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go (v1.36)
function untold({ code, body }: ApiResponse): Failure {
  const message = UNTOLD.get(code);
  return failureOf(code, message === undefined ? body : { ...(body as object), message });
}

function resourcesOf(body: unknown): readonly Discovered[] {
  return typeof body === 'object' && body !== null ? resourcesIn(body) : [];
}

const resourcesIn = pureOfObject((body: object): readonly Discovered[] => {
  const resources = (body as DiscoveryBody).items?.flatMap((group) =>
    (group.versions ?? []).flatMap(({ version, resources: list }) =>
      (list ?? []).map((resource) => ({
        group: group.metadata?.name ?? '',
        version,
        resource: resource.resource,
        singular: resource.singularResource ?? '',
        kind: resource.responseKind?.kind ?? '',
        namespaced: resource.scope === 'Namespaced',
        shortNames: resource.shortNames ?? [],
        categories: resource.categories ?? [],
        verbs: resource.verbs ?? [],
      })),
    ),
  );
  return resources ?? [];
});

/** Finds by plural, singular or short name, optionally with version and group: `deploy`, `deployments.apps`, `deployments.v1.apps`. */
export function findResource(known: readonly Discovered[], word: string): Discovered | undefined {
  const [given = '', ...rest] = word.split('.');
  const name = given.toLowerCase();
  const qualifier = rest.join('.');
  const inGroup = (candidate: Discovered) =>
    qualifier === '' || candidate.group === qualifier || `${candidate.version}.${candidate.group}` === qualifier;
  const isCalled = ({ resource, singular, shortNames }: Discovered): boolean =>
    resource === name || singular === name || shortNames.includes(given);
  return (
    known.find((candidate) => inGroup(candidate) && (candidate.resource === name || candidate.singular === name)) ??
    // Of a short name only the group counts.
    known.find((candidate) => candidate.shortNames.includes(given) && isOfGroup(candidate, rest)) ??
    // The beginning of a group will do.
    (qualifier === '' ? undefined : known.find((one) => isCalled(one) && one.group.startsWith(qualifier)))
  );
}

/** What the same short name stands for, too. Models staging/src/k8s.io/client-go/restmapper/shortcut.go (v1.36) */
export function othersOfShortName(
  known: readonly Discovered[],
  word: string,
  found: Discovered,
): readonly Discovered[] {
  if (!found.shortNames.includes(word)) return [];
  return known.filter(
    (one) => one.shortNames.includes(word) && (one.resource !== found.resource || one.group !== found.group),
  );
}

const isOfGroup = ({ group }: Discovered, rest: readonly string[]): boolean =>
  rest.length === 0 || group === rest.join('.') || (rest.length > 1 && ['', group].includes(rest.slice(1).join('.')));

/** A category's members, each in its group's preferred version only. */
export function findCategory(known: readonly Discovered[], category: string): readonly Discovered[] {
  const seen = new Set<string>();
  return known.filter((candidate) => {
    if (!candidate.categories.includes(category) || seen.has(resourceWord(candidate))) return false;
    seen.add(resourceWord(candidate));
    return true;
  });
}

/** Where no version is named any one fits, and none is asked for. */
export function findKind(known: readonly Discovered[], apiVersion: string, kind: string): Discovered | undefined {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  const found = known.find((one) => one.group === group && [one.version, ''].includes(version) && one.kind === kind);
  return found === undefined || version !== '' ? found : { ...found, version };
}

/**
 * A resource word or kind, through the cache; a miss asks the server once more, so a fresh CRD is found.
 *
 * Models staging/src/k8s.io/client-go/restmapper/shortcut.go (v1.36)
 */
export function* lookUp<T>(
  session: Session,
  find: (known: readonly Discovered[]) => T | undefined,
): Process<T | undefined> {
  const hadCache = session.cached('discovery/apis') !== undefined;
  const first = find(yield* discover(session));
  if (first !== undefined || !hadCache) return first;
  return find(yield* discover(session, true));
}

export function pathOf(
  resource: Discovered,
  namespace: string | undefined,
  name?: string,
  subresource?: string,
): string {
  const api = resource.group === '' ? '/api' : `/apis/${resource.group}`;
  const root = resource.version === '' ? api : `${api}/${resource.version}`;
  const scope = resource.namespaced && namespace !== undefined ? `/namespaces/${segment(namespace)}` : '';
  const tail = [name, subresource].filter((part) => part !== undefined).map((part) => `/${segment(part)}`);
  return `${root}${scope}/${resource.resource}${tail.join('')}`;
}

/** A name in a path: what would divide the path is escaped, so that whoever sends it can refuse it by name, and none is `%`. */
export function segment(text: string): string {
  if (text === '') return '%';
  return /[%/]/.test(text) ? text.replaceAll('%', '%25').replaceAll('/', '%2F') : text;
}

/** `deployment.apps`, `pod`: how kubectl names a kind before a slash. */
export function kindWord(resource: Pick<Discovered, 'kind' | 'group'>): string {
  const kind = resource.kind.toLowerCase();
  return resource.group === '' ? kind : `${kind}.${resource.group}`;
}

/** `deployments.apps`: how kubectl names a resource in errors. */
export function resourceWord(resource: Pick<Discovered, 'resource' | 'group'>): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}
