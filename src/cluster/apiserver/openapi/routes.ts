import type { ResourceInfo, SubresourceInfo } from '../../../api/scheme/scheme.ts';
import { strategyOf } from '../strategies/strategy.ts';
import { type Parameter, parametersOf, pathParameters } from './parameters.ts';

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** One operation of a path, in the terms of neither version of OpenAPI. */
export interface Route {
  readonly path: string;
  readonly method: string;
  readonly id: string;
  readonly tag: string;
  readonly action: string | undefined;
  readonly kind: GroupVersionKind | undefined;
  readonly parameters: readonly Parameter[];
  /** What the body and the answer are: a kind, the name of a schema of meta/v1, or a text. */
  readonly body: Content | undefined;
  readonly answer: Content;
  readonly codes: readonly number[];
  readonly streams: boolean;
}

export type Content = GroupVersionKind | string;

const CODES: Readonly<Record<string, readonly number[]>> = {
  post: [200, 201, 202],
  put: [200, 201],
  patch: [200, 201],
  delete: [200, 202],
};

/** Verbs as discovery names them, and the methods that they are sent with. */
const METHODS: Readonly<Record<string, string>> = { create: 'post', get: 'get', update: 'put', patch: 'patch' };
const WORDS: Readonly<Record<string, string>> = { post: 'create', get: 'read', put: 'replace', patch: 'patch' };
const PROXIED: readonly string[] = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'];
/** `apps/v1` as ids and tags have it: `AppsV1`, `apps_v1`. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/openapi/openapi.go (v1.36)
export function namesOf(group: string, version: string): { readonly id: string; readonly tag: string } {
  const words = (group === '' ? 'core' : group.replace(/\.k8s\.io$/, '')).split('.');
  const id = words.map(capital).join('');
  return { id: id + capital(version), tag: `${id.charAt(0).toLowerCase()}${id.slice(1)}_${version}` };
}

export function rootOf(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** Everything that can be asked of a resource. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)
export function routesOf(info: ResourceInfo): readonly Route[] {
  const { group, version, kind, resource, namespaced, verbs } = info;
  const root = rootOf(group, version);
  const names = namesOf(group, version);
  const own: GroupVersionKind = { group, version, kind };
  const scope = namespaced ? 'Namespaced' : '';
  const base = namespaced ? `${root}/namespaces/{namespace}/${resource}` : `${root}/${resource}`;
  const one = `${base}/{name}`;
  const routes: Route[] = [];
  const add = (path: string, method: string, id: string, more: Partial<Route> & { readonly takes: string }): void => {
    const { takes, ...rest } = more;
    routes.push({
      path,
      method,
      id: id.replace('#', names.id),
      tag: names.tag,
      action: method,
      kind: own,
      parameters: [...parametersOf(takes), ...pathParameters(path)],
      body: undefined,
      answer: own,
      codes: CODES[method] ?? [200],
      streams: false,
      ...rest,
    });
  };
  const listed = { ...own, kind: `${kind}List` };
  const list = { takes: 'list', action: 'list', answer: listed, streams: true };
  const watchList = { takes: 'list', action: 'watchlist', answer: 'WatchEvent', streams: true };
  if (verbs.includes('list')) add(base, 'get', `list#${scope}${kind}`, list);
  if (verbs.includes('create')) add(base, 'post', `create#${scope}${kind}`, { takes: 'post', body: own });
  if (verbs.includes('deletecollection')) {
    const collection = { takes: 'deletecollection', action: 'deletecollection', body: 'DeleteOptions' };
    add(base, 'delete', `delete#Collection${scope}${kind}`, { ...collection, answer: 'Status', codes: [200] });
  }
  if (verbs.includes('get')) add(one, 'get', `read#${scope}${kind}`, { takes: 'get' });
  if (verbs.includes('update')) add(one, 'put', `replace#${scope}${kind}`, { takes: 'put', body: own });
  if (verbs.includes('patch')) add(one, 'patch', `patch#${scope}${kind}`, { takes: 'patch', body: 'Patch' });
  if (verbs.includes('delete')) {
    const answer = info.custom !== true && strategyOf(info).answersWithObject ? own : 'Status';
    add(one, 'delete', `delete#${scope}${kind}`, { takes: 'delete', body: 'DeleteOptions', answer });
  }
  if (namespaced && verbs.includes('list')) add(`${root}/${resource}`, 'get', `list#${kind}ForAllNamespaces`, list);
  if (verbs.includes('watch') && info.custom !== true) {
    const watching = namespaced ? `${root}/watch/namespaces/{namespace}/${resource}` : `${root}/watch/${resource}`;
    add(watching, 'get', `watch#${scope}${kind}List`, watchList);
    if (namespaced) add(`${root}/watch/${resource}`, 'get', `watch#${kind}ListForAllNamespaces`, watchList);
    add(`${watching}/{name}`, 'get', `watch#${scope}${kind}`, { ...watchList, action: 'watch' });
  }
  for (const each of info.subresources) {
    const what = `${scope}${kind}${capital(each.name)}`;
    const sub = { group: each.group, version: each.version, kind: each.kind };
    if (each.kind.endsWith('Options') && sub.group === '') {
      for (const [method, path, suffix] of connections(one, each)) {
        const id = `connect#${capital(method)}${what}${suffix}`;
        add(path, method, id, { takes: each.kind, action: 'connect', kind: sub, answer: 'string', codes: [200] });
      }
      continue;
    }
    for (const verb of each.verbs) {
      const method = METHODS[verb];
      if (method === undefined) continue;
      const isLog = each.name === 'log';
      const body = method === 'get' ? undefined : method === 'patch' ? 'Patch' : sub;
      const takes = isLog ? 'log' : method;
      add(`${one}/${each.name}`, method, `${WORDS[method]}#${what}`, {
        takes,
        kind: sub,
        body,
        answer: isLog ? 'string' : sub,
      });
    }
  }
  return routes;
}

/** Methods and paths of a subresource that is connected to. */
function connections(one: string, each: SubresourceInfo): readonly (readonly [string, string, string])[] {
  const path = `${one}/${each.name}`;
  if (each.name !== 'proxy') return [['get', path, ''] as const, ['post', path, ''] as const];
  return [
    ...PROXIED.map((method) => [method, path, ''] as const),
    ...PROXIED.map((method) => [method, `${path}/{path}`, 'WithPath'] as const),
  ];
}

/** The list of a group version's resources. */
export function resourcesRoute(group: string, version: string): Route {
  const { id, tag } = namesOf(group, version);
  return describing(`${rootOf(group, version)}/`, `get${id}APIResources`, tag, 'APIResourceList');
}

/** A document that the server tells of itself. */
export function describing(path: string, id: string, tag: string, answer: string): Route {
  const nothing = { action: undefined, kind: undefined, parameters: [], body: undefined, streams: false };
  return { path, method: 'get', id, tag, answer, codes: [200], ...nothing };
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
