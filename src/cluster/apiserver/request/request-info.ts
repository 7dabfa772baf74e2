import type { ApiRequest, RequestInfo, RequestTarget } from '../../ports/transport.ts';

export type { RequestInfo };

const VERBS: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize']);
const NO_REST: readonly string[] = [];

// Models staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go (v1.36)
export function requestInfo(request: ApiRequest): RequestInfo {
  const { target } = request;
  if (target === undefined) return fromPath(request);
  return target.name !== '' || target.verb === 'create' ? target : ofCollection(request, target);
}

function ofCollection(request: ApiRequest, target: RequestTarget): RequestInfo {
  return collectionVerb(request, { ...plainInfo(target), verb: VERBS.get(request.method) ?? '' });
}

/** Field by field, for copies: what a client says of its request is not in fields of its own. */
export function plainInfo(info: RequestInfo): RequestInfo {
  const { isResource, verb, path, group, version, namespace, resource, subresource, name, rest } = info;
  return { isResource, verb, path, group, version, namespace, resource, subresource, name, rest };
}

function fromPath(request: ApiRequest): RequestInfo {
  const path = request.path;
  const parts = path.split('/');
  const root = parts[1];
  let at: number;
  let group = '';
  if (root === 'api') at = 2;
  else if (root === 'apis') {
    group = parts[2] ?? '';
    at = 3;
  } else return nonResource(request);
  const version = parts[at] ?? '';
  at += 1;
  if (version === '' || (parts[at] ?? '') === '') return nonResource(request);
  let verb = VERBS.get(request.method) ?? '';
  if (parts[at] === 'watch' || parts[at] === 'proxy') {
    verb = parts[at] as string;
    at += 1;
  }
  let namespace = '';
  if (parts[at] === 'namespaces' && parts[at + 1] !== undefined) {
    namespace = decode(parts[at + 1] as string);
    const next = parts[at + 2];
    if (next !== undefined && !NAMESPACE_SUBRESOURCES.has(next)) at += 2;
  }
  const resource = parts[at] ?? '';
  const name = parts[at + 1] === undefined ? '' : decode(parts[at + 1] as string);
  const subresource = parts[at + 2] ?? '';
  const rest = parts.length > at + 3 ? parts.slice(at + 3) : NO_REST;
  const info = { isResource: true, verb, path, group, version, namespace, resource, subresource, name, rest };
  return name === '' ? collectionVerb(request, info) : info;
}

function collectionVerb(request: ApiRequest, info: RequestInfo): RequestInfo {
  if (info.verb === 'delete') return { ...info, verb: 'deletecollection' };
  if (info.verb !== 'get') return info;
  const named = nameInFieldSelector(queryValue(request, 'fieldSelector'));
  return { ...info, verb: queryFlag(request, 'watch') ? 'watch' : 'list', name: named ?? '' };
}

/** A list of one named object is authorized as that object. */
function nameInFieldSelector(selector: string | undefined): string | undefined {
  if (selector === undefined) return undefined;
  for (const term of selector.split(',')) {
    if (term.startsWith('metadata.name=')) return term.slice(term.startsWith('metadata.name==') ? 15 : 14);
  }
  return undefined;
}

function nonResource(request: ApiRequest): RequestInfo {
  return {
    isResource: false,
    verb: request.method.toLowerCase(),
    path: request.path,
    group: '',
    version: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    rest: NO_REST,
  };
}

/** An escape that is none stays as it is: no object has such a name. */
function decode(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function queryValue(request: ApiRequest, name: string): string | undefined {
  for (const pair of request.query) if (pair[0] === name) return pair[1];
  return undefined;
}

const ENDLESS: readonly string[] = ['attach', 'exec', 'log', 'portforward', 'proxy'];

/** What goes on until one side ends it. Models cmd/kube-apiserver, BasicLongRunningRequestCheck (v1.36) */
export function isLongRunning({ verb, subresource }: RequestInfo): boolean {
  return verb === 'watch' || verb === 'proxy' || ENDLESS.includes(subresource);
}

/** All values of a key that may repeat. */
export function queryValues(request: ApiRequest, name: string): readonly string[] {
  return request.query.filter((pair) => pair[0] === name).map((pair) => pair[1]);
}

/** Only absence, `false` and `0` are no. Models staging/src/k8s.io/apimachinery/pkg/runtime/conversion.go (v1.36) */
export function queryFlag(request: ApiRequest, name: string): boolean {
  const value = queryValue(request, name);
  return value !== undefined && value !== '0' && value !== 'false' && value.toLowerCase() !== 'false';
}

/** Path and query as one line, escaped as Go does it. */
export function requestUri(request: ApiRequest): string {
  if (request.query.length === 0) return request.path;
  const pairs = request.query.map(([key, value]) => `${escapeQuery(key)}=${escapeQuery(value)}`);
  return `${request.path}?${pairs.join('&')}`;
}

function escapeQuery(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('!', '%21')
    .replaceAll("'", '%27')
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
    .replaceAll('*', '%2A');
}
